/** Takes keys out of what is about to be kept, in every spelling, so that the journal never holds one. */

import { base64Cores, layersOf } from './spellings.ts';

export const REDACTED = '[redacted]';

/** What every key that opens an account by itself begins with. */
const PREFIX = 'sk_standin_';
/** RFC 6750's token characters. */
const KEY_TAIL = '[A-Za-z0-9._~+/=-]*';
const BASE64_CHARACTER = /[A-Za-z0-9+/_=-]/;
/** By value, a shorter secret would be found in ordinary words; keys in headers are never kept, however short. */
const SHORTEST = 8;
/** An escape, perhaps itself escaped, spells a character with so many at most. */
const LONGEST_SPELLING = 18;

export interface Redactor {
  /** The text without any key; `own` are the secrets that its request carried in its headers. */
  redact(text: string, own: readonly string[]): string;
  /** At most `most` characters of the text, without any key and without the beginning of one that was cut. */
  excerpt(text: string, own: readonly string[], most: number): string;
  /** Those of a request's secrets that need looking for by value: the others are found by their form or are listed. */
  unknownOf(secrets: readonly string[]): readonly string[];
}

/** A redactor that knows the listed keys, and every key of the `sk_standin_` family by its form. */
export function createRedactor(listedKeys: readonly string[]): Redactor {
  const listed = new Set(listedKeys.filter((key) => key.length >= SHORTEST));
  const patterns = patternsOf([...listed]);
  // What a text without any key nearly never has; a text without it needs no closer look.
  const suspicion = new RegExp(
    [...searched(PREFIX), ...[...listed].flatMap(searched)].map(quoted).join('|') +
      String.raw`|%[2-7][0-9a-fA-F]|\\u00[2-7]|\\/`,
  );
  const longest = Math.max(PREFIX.length, ...[...listed].map((key) => key.length));

  const redact = (text: string, own: readonly string[]): string => {
    if (own.length === 0) return suspicion.test(text) ? replaced(text, patterns) : text;
    return replaced(text, patternsOf([...listed, ...own]));
  };
  return {
    redact,
    excerpt: (text, own, most) => {
      const margin = LONGEST_SPELLING * own.reduce((length, secret) => Math.max(length, secret.length), longest);
      const window = text.length > most + margin ? text.slice(0, most + margin) : text;
      const clean = redact(window, own);
      return clean.length > most ? clean.slice(0, most) : clean;
    },
    unknownOf: (secrets) =>
      secrets.filter((secret) => secret.length >= SHORTEST && !secret.startsWith(PREFIX) && !listed.has(secret)),
  };
}

function searched(secret: string): string[] {
  return [secret, ...base64Cores(secret)];
}

interface Patterns {
  readonly plain: RegExp;
  /** What shows of a key inside base64; the whole run of base64 around it goes. */
  readonly cores: RegExp;
}

function patternsOf(secrets: readonly string[]): Patterns {
  // The longest first, so that of two keys of which one begins with the other no tail is left.
  const plain = secrets.toSorted((a, b) => b.length - a.length).map(quoted);
  return {
    plain: new RegExp([...plain, `${quoted(PREFIX)}${KEY_TAIL}`].join('|'), 'g'),
    cores: new RegExp([PREFIX, ...secrets].flatMap(base64Cores).map(quoted).join('|'), 'g'),
  };
}

type Span = readonly [from: number, to: number];

function replaced(text: string, { plain, cores }: Patterns): string {
  const spans = layersOf(text).flatMap(({ text: layer, origins }): Span[] => {
    const found = [...spansOf(layer, plain), ...spansOf(layer, cores).map((span) => wholeRun(layer, span))];
    return found.map(([from, to]) => [origins[from] ?? 0, origins[to] ?? text.length]);
  });
  return without(text, spans);
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }): Span => [index, index + found.length]);
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
