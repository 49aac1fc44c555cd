/** Redacts keys in all encodings, so that the journal never contains a key. */

import { base64Cores, BEGINNING, hasEscapes, KeySearch, layersOf, SHORTEST, type TextSpan } from './key-search.ts';

export const REDACTED = '[redacted]';

/** The prefix of every key that opens an account by itself. */
export const PREFIX = 'sk_standin_';
/** The characters of tokens in RFC 6750. */
const KEY_TAIL = '[A-Za-z0-9._~+/=-]*';
const FAMILY = new RegExp(`${PREFIX}${KEY_TAIL}`, 'g');
/** The maximum length of an escaped character, even if the escape is escaped again. */
const LONGEST_SPELLING = 18;

export interface Redactor {
  /** Returns whether the text may contain a key. If not, redaction does not change the text. */
  readonly suspects: (text: string) => boolean;
  /** Returns the text without any key. */
  readonly redact: (text: string) => string;
  /** Returns the beginning of the text without any key, and without the beginning of a key at the cut. */
  readonly excerpt: (text: string, most: number) => string;
}

/** Returns a redactor for a request, which also knows the secrets in its headers. */
export type RedactorFor = (secrets: readonly string[]) => Redactor;

/** Redactors that know the same keys. */
export interface Redactors {
  readonly redactorFor: RedactorFor;
  /** Adds a key. Only the newest keys stay known. */
  readonly learn: (key: string) => void;
}

/** The number of learned keys that stay known. */
const MOST_LEARNED = 1000;
/** If the headers of a request contain more secrets, none of its texts are stored. */
const MOST_SECRETS = 64;

/** Creates redactors that know the listed keys, and all `sk_standin_` keys by their form. */
export function createRedactors(listedKeys: readonly string[]): Redactors {
  const known = new KnownKeys(listedKeys);
  const learned = new Set<string>();
  const usual = createRedactor([known]);
  return {
    redactorFor: (secrets) => {
      if (secrets.length === 0) return usual;
      const own = secrets.filter((secret) => secret.length >= SHORTEST && !known.has(secret));
      if (own.length === 0) return usual;
      return own.length > MOST_SECRETS ? NOTHING_KEPT : createRedactor([known, new KnownKeys(own)]);
    },
    learn: (key) => {
      if (known.has(key)) return;
      learned.add(key);
      known.add(key);
      const [oldest] = learned.size > MOST_LEARNED ? learned : [];
      if (oldest === undefined) return;
      learned.delete(oldest);
      known.delete(oldest);
    },
  };
}

const NOTHING_KEPT: Redactor = { suspects: () => true, redact: () => REDACTED, excerpt: () => REDACTED };

/** A set of known keys. Short keys are found only as whole words. */
class KnownKeys {
  readonly #keys = new Set<string>();
  readonly #short = new Set<string>();
  readonly #search = new KeySearch();
  #isPlain = true;

  constructor(keys: readonly string[]) {
    for (const key of keys) this.add(key);
  }

  has(key: string): boolean {
    return key.startsWith(PREFIX) || this.#keys.has(key);
  }

  add(key: string): void {
    if (key === '' || this.has(key)) return;
    this.#keys.add(key);
    this.#isPlain &&= PLAIN.test(key);
    if (key.length < SHORTEST) this.#short.add(key);
    else this.#search.add(key);
  }

  delete(key: string): void {
    this.#keys.delete(key);
    if (key.length < SHORTEST) this.#short.delete(key);
    else this.#search.delete(key);
  }

  /** The length of the longest encoding of a key. */
  get margin(): number {
    return LONGEST_SPELLING * Math.max(PREFIX.length, this.#search.longest);
  }

  suspects(text: string): boolean {
    if (this.#isPlain ? isEncoded(text) : hasEscapes(text)) return true;
    if (this.#keys.size === 0) return false;
    return this.#search.isIn(text) || (this.#short.size > 0 && shortSpans(text, this.#short).length > 0);
  }

  spansIn(text: string): TextSpan[] {
    if (this.#keys.size === 0) return [];
    return [...this.#search.spansIn(text), ...shortSpans(text, this.#short)];
  }
}

/** Nearly all secrets have only characters that need no escape, so only escapes of these characters can hide them. */
const PLAIN = /^[ !#-[\]-~]*$/;
const ENCODED = /%[2-7][0-9a-fA-F]|\\u00[2-7]|\\\//;

function isEncoded(text: string): boolean {
  return (text.includes('%') || text.includes('\\')) && ENCODED.test(text);
}

/** The search for base64 forms of `sk_standin_` keys. */
const familySearch = new KeySearch();
familySearch.add(PREFIX, true);
/** The minimum length of a sign, because shorter texts occur too often by chance. */
const SHORTEST_SIGN = 6;
/** The signs of `sk_standin_` keys. They omit the frequent first letters. In base64, they begin at a rare letter. */
const FAMILY_SIGNS = [PREFIX.slice(2, BEGINNING), ...base64Cores(PREFIX.slice(0, BEGINNING)).map(fromRareLetter)];

function fromRareLetter(core: string): string {
  const at = core.search(/[B-Z]/);
  return at > 0 && core.length - at >= SHORTEST_SIGN ? core.slice(at) : core;
}

function createRedactor(known: readonly KnownKeys[]): Redactor {
  const suspects = (text: string): boolean =>
    FAMILY_SIGNS.some((sign) => text.includes(sign)) || known.some((keys) => keys.suspects(text));
  const redact = (text: string): string => (suspects(text) ? replaced(text, known) : text);
  return {
    suspects,
    redact,
    excerpt: (text, most) => {
      const margin = Math.max(...known.map((keys) => keys.margin));
      const clean = redact(text.length > most + margin ? text.slice(0, most + margin) : text);
      return clean.length > most ? clean.slice(0, most) : clean;
    },
  };
}

function replaced(text: string, known: readonly KnownKeys[]): string {
  const spans = layersOf(text).flatMap(({ text: layer, origins }) => {
    const found = [...familySpans(layer), ...known.flatMap((keys) => keys.spansIn(layer))];
    return origins === undefined
      ? found
      : found.map(([from, to]): TextSpan => [origins[from] ?? 0, origins[to] ?? text.length]);
  });
  return without(text, spans);
}

function familySpans(text: string): TextSpan[] {
  const plain = Array.from(text.matchAll(FAMILY), ({ index, 0: found }): TextSpan => [index, index + found.length]);
  return [...plain, ...familySearch.spansIn(text)];
}

/** Returns the spans of short keys that are whole words. */
function shortSpans(text: string, keys: ReadonlySet<string>): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = 0; keys.size > 0 && at < text.length; at += 1) {
    if (isWordCharacter(text, at - 1)) continue;
    for (let end = at + 1; end < at + SHORTEST && end <= text.length; end += 1) {
      if (!isWordCharacter(text, end) && keys.has(text.slice(at, end))) spans.push([at, end]);
    }
  }
  return spans;
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function without(text: string, spans: readonly TextSpan[]): string {
  let clean = '';
  let done = 0;
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (to <= done) continue;
    // Overlapping spans are replaced once.
    if (from > done || clean === '') clean += text.slice(done, from) + REDACTED;
    done = to;
  }
  return clean + text.slice(done);
}
