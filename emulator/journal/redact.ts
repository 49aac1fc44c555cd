/** Takes keys out of what is about to be kept, in every spelling, so that the journal never holds one. */

import { base64Cores, hasEscapes, layersOf } from './spellings.ts';

export const REDACTED = '[redacted]';

/** What every key that opens an account by itself begins with. */
export const PREFIX = 'sk_standin_';
/** RFC 6750's token characters. */
const KEY_TAIL = '[A-Za-z0-9._~+/=-]*';
const BASE64_CHARACTER = /[A-Za-z0-9+/_=-]/;
/** By value, a shorter secret would be found in ordinary words; keys in headers are never kept, however short. */
const SHORTEST = 8;
/** An error message may quote a long name only in part, so a secret is known by its beginning. */
const BEGINNING = 10;
/** An escape, perhaps itself escaped, spells a character with so many at most. */
const LONGEST_SPELLING = 18;

export interface Redactor {
  /** Whether there may be a key in the text. Where there is none, redacting changes nothing. */
  readonly suspects: (text: string) => boolean;
  /** The text without any key. */
  readonly redact: (text: string) => string;
  /** At most so many characters of the text, without any key and without the beginning of one that was cut. */
  readonly excerpt: (text: string, most: number) => string;
}

/** A redactor for a request, which also knows what secrets that request carried in its headers. */
export type RedactorFor = (secrets: readonly string[]) => Redactor;

/** Redactors that know the same keys. */
export interface Redactors {
  readonly redactorFor: RedactorFor;
  /** From now on a key is known too; only the newest are, when there are very many. */
  readonly learn: (key: string) => void;
}

/** By form only a text can be searched for any number of keys; each that is known by value makes the search slower. */
const MOST_LEARNT = 1000;

/** Redactors that know the listed keys, and every key of the `sk_standin_` family by its form. */
export function createRedactors(listedKeys: readonly string[]): Redactors {
  const listed = new Set(listedKeys.filter((key) => key.length >= SHORTEST));
  const learnt = new Set<string>();
  let usual: Usual | undefined;
  const isKnown = (key: string): boolean =>
    key.length < SHORTEST || key.startsWith(PREFIX) || listed.has(key) || learnt.has(key);
  return {
    redactorFor: (secrets) => {
      usual ??= usualFor([...listed, ...learnt]);
      if (secrets.every(isKnown)) return usual.redactor;
      // Beside the others, because a search for a thousand keys takes long to make.
      return createRedactor([usual.search, searchFor(secrets.filter((secret) => !isKnown(secret)))]);
    },
    learn: (key) => {
      if (isKnown(key)) return;
      learnt.add(key);
      const [oldest] = learnt.size > MOST_LEARNT ? learnt : [];
      if (oldest !== undefined) learnt.delete(oldest);
      usual = undefined;
    },
  };
}

/** What nearly every request needs. */
interface Usual {
  readonly search: Search;
  readonly redactor: Redactor;
}

function usualFor(keys: readonly string[]): Usual {
  const search = searchFor(keys);
  return { search, redactor: createRedactor([search]) };
}

/** A way to find certain secrets, and all keys that are known by their form. */
interface Search {
  /** Whether a text has what one without any key nearly never has; without it, it needs no closer look. */
  readonly suspects: (text: string) => boolean;
  readonly patterns: Patterns;
  /** How far a secret may reach, however it is spelt. */
  readonly margin: number;
}

function searchFor(secrets: readonly string[]): Search {
  const signs = [PREFIX, ...secrets].flatMap(searched);
  const isEscaped = secrets.every((secret) => PLAIN.test(secret)) ? isEncoded : hasEscapes;
  const margin = LONGEST_SPELLING * Math.max(PREFIX.length, ...secrets.map((secret) => secret.length));
  return { suspects: suspicionOf(signs, isEscaped), patterns: patternsOf(secrets), margin };
}

function createRedactor(searches: readonly Search[]): Redactor {
  const margin = Math.max(...searches.map((search) => search.margin));
  const suspects = (text: string): boolean => searches.some((search) => search.suspects(text));
  const redact = (text: string): string =>
    text.length >= SHORTEST && suspects(text) ? replaced(text, searches) : text;
  return {
    suspects,
    redact,
    excerpt: (text, most) => {
      const window = text.length > most + margin ? text.slice(0, most + margin) : text;
      const clean = redact(window);
      return clean.length > most ? clean.slice(0, most) : clean;
    },
  };
}

/** The end of a text that begins with a letter which is rare, so that searching stops seldom; if that is still long enough to mean something. */
function fromRareLetter(core: string): string {
  const at = core.search(/[B-Z]/);
  return at > 0 && core.length - at >= SHORTEST_SIGN ? core.slice(at) : core;
}

const SHORTEST_SIGN = 6;

/** Nearly all secrets have only characters that nobody has to escape, so that only escapes of these can hide one. */
const PLAIN = /^[ !#-[\]-~]*$/;
const ENCODED = /%[2-7][0-9a-fA-F]|\\u00[2-7]|\\\//;

function isEncoded(text: string): boolean {
  return (text.includes('%') || text.includes('\\')) && ENCODED.test(text);
}

const MOST_SINGLE = 8;

type Suspicion = (text: string) => boolean;

/** A few signs are found soonest one by one, many soonest together. */
function suspicionOf(signs: readonly string[], isEscaped: Suspicion): Suspicion {
  if (signs.length <= MOST_SINGLE) return (text) => isEscaped(text) || signs.some((sign) => text.includes(sign));
  const anySign = new RegExp(signs.map(quoted).join('|'));
  return (text) => isEscaped(text) || anySign.test(text);
}

function searched(secret: string): string[] {
  const beginning = secret.slice(0, BEGINNING);
  // The family's beginning is looked for without its first two letters, which half of all words have.
  return [secret === PREFIX ? beginning.slice(2) : beginning, ...base64Cores(beginning).map(fromRareLetter)];
}

interface Patterns {
  /** Keys that are known by their form. */
  readonly family: RegExp;
  /** Where one of the secrets may begin. */
  readonly beginnings: RegExp | undefined;
  readonly secrets: readonly string[];
  /** What shows of a key inside base64; the whole run of base64 around it goes. */
  readonly cores: RegExp;
}

function patternsOf(secrets: readonly string[]): Patterns {
  const beginnings = secrets.map((secret) => secret.slice(0, BEGINNING));
  return {
    family: new RegExp(`${quoted(PREFIX)}${KEY_TAIL}`, 'g'),
    beginnings: beginnings.length === 0 ? undefined : anyOf(beginnings),
    secrets,
    cores: anyOf([PREFIX, ...beginnings].flatMap(base64Cores)),
  };
}

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map(quoted).join('|'), 'g');
}

type Span = readonly [from: number, to: number];

function replaced(text: string, searches: readonly Search[]): string {
  const spans = layersOf(text).flatMap(({ text: layer, origins }) =>
    searches
      .flatMap(({ patterns }) => spansIn(layer, patterns))
      .map(([from, to]): Span => [origins[from] ?? 0, origins[to] ?? text.length]),
  );
  return without(text, spans);
}

function spansIn(text: string, { family, beginnings, secrets, cores }: Patterns): Span[] {
  const begun = beginnings === undefined ? [] : spansOf(text, beginnings);
  return [
    ...spansOf(text, family),
    ...begun.map(([from]): Span => [from, from + longestOf(secrets, text, from)]),
    ...wholeRuns(text, spansOf(text, cores)),
  ];
}

/** How many characters from here on are those of a secret, of the one that reaches furthest. */
function longestOf(secrets: readonly string[], text: string, from: number): number {
  return Math.max(...secrets.map((secret) => commonLength(secret, text, from)));
}

function commonLength(secret: string, text: string, from: number): number {
  let length = 0;
  while (length < secret.length && secret[length] === text[from + length]) length += 1;
  return length;
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }): Span => [index, index + found.length]);
}

/** One run may show a key many times; each run is measured once. */
function wholeRuns(text: string, spans: readonly Span[]): Span[] {
  const runs: Span[] = [];
  for (const span of spans) if (span[0] >= (runs.at(-1)?.[1] ?? 0)) runs.push(wholeRun(text, span));
  return runs;
}

function wholeRun(text: string, [from, to]: Span): Span {
  let start = from;
  let end = to;
  while (start > 0 && BASE64_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && BASE64_CHARACTER.test(text.charAt(end))) end += 1;
  return [start, end];
}

function without(text: string, spans: readonly Span[]): string {
  let clean = '';
  let done = 0;
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (to <= done) continue;
    // One that overlaps the one before is part of the same gap.
    if (from > done || clean === '') clean += text.slice(done, from) + REDACTED;
    done = to;
  }
  return clean + text.slice(done);
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
