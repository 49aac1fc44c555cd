/** Redacts keys: plain, percent-encoded, escaped as in JSON, in base64 at any offset, and in layers of these. */

export const REDACTED = '[redacted]';

/** The prefix of every key that opens an account by itself. */
export const PREFIX = 'sk_standin_';

/** Redactors that know the same keys. */
export type Redactors = ReturnType<typeof createRedactors>;
export type Redactor = ReturnType<typeof createRedactor>;

/** The number of learned keys that stay known. Keys with the same beginning count as one key. */
const MOST_LEARNED = 1000;
/** If the headers of a request contain more secrets, none of its texts are stored. */
const MOST_SECRETS = 64;
/** The number of characters by which a secret is recognized, because a message may quote only a part of it. */
const BEGINNING = 10;
/** The minimum length of a searchable secret, because ordinary words may contain a shorter one. */
const SHORTEST = 8;
/** The compared length of a secret. If it matches, the rest of the text is removed. */
const LONGEST = 256;
/** The longest encoding of a secret. An escaped character has up to 18 characters if its escape is escaped again. */
const MARGIN = 18 * LONGEST;
/** If more secrets have the same beginning, no more of them are kept, and whole tokens are removed. */
const MOST_ALIKE = 4;
/** The maximum nesting of encodings. A more deeply nested text is unlikely to contain a key. */
const MOST_LAYERS = 5;

/** Creates redactors that know the listed keys, and all `sk_standin_` keys by their form. */
export function createRedactors(listedKeys: readonly string[]) {
  const [listed, learned] = [new Secrets(listedKeys), new Secrets([], MOST_LEARNED)];
  const known = [listed, learned];
  const usual = createRedactor(known);
  return {
    /** Returns a redactor for a request, which also knows the secrets in its headers. */
    redactorFor: (secrets: readonly string[]): Redactor => {
      const own = secrets.filter((secret) => secret.length >= SHORTEST && !known.some((all) => all.has(secret)));
      if (own.length === 0) return usual;
      return own.length > MOST_SECRETS ? NOTHING_KEPT : createRedactor([...known, new Secrets(own)]);
    },
    /** Adds a key. Only the newest keys stay known. */
    learn: (key: string): void => {
      if (!listed.has(key)) learned.add(key);
    },
  };
}

const NOTHING_KEPT: Redactor = { suspects: () => true, redact: () => REDACTED, excerpt: () => REDACTED };

function createRedactor(known: readonly Secrets[]) {
  const suspects = (text: string): boolean =>
    FAMILY_SIGNS.some((sign) => text.includes(sign)) || known.some((secrets) => secrets.mayBeIn(text));
  const redact = (text: string): string => (suspects(text) ? redacted(text, known) : text);
  return {
    /** Returns whether the text may contain a key. If not, redaction does not change the text. */
    suspects,
    /** Returns the text without any key. */
    redact,
    /** Returns the beginning of the text without any key, and without the beginning of a key at the cut. */
    excerpt: (text: string, most: number): string => redact(text.slice(0, most + MARGIN)).slice(0, most),
  };
}

/** The common beginning of some secrets. */
interface Needle {
  readonly plain: string;
  /** The parts of its base64 forms that do not depend on neighboring text. A short secret has no such part. */
  readonly cores: readonly string[];
  /** The secrets. If there are none or too many, the whole token is removed. */
  readonly secrets: Set<string>;
}

/** A set of secrets to search for. Short secrets are found only as whole words. */
class Secrets {
  readonly #most: number;
  readonly needles = new Map<string, Needle>();
  /** The escapes that can hide one of the secrets. */
  #escape = ESCAPED_PLAIN;

  /** Creates a set with a maximum number of different beginnings. Above it, the oldest beginning is forgotten. */
  constructor(secrets: readonly string[], most = Infinity) {
    this.#most = most;
    for (const secret of secrets) this.add(secret);
  }

  /** Returns whether the search finds the secret already. */
  has(secret: string): boolean {
    const { secrets } = this.needles.get(secret.slice(0, BEGINNING)) ?? FAMILY;
    return secret.startsWith(PREFIX) || secrets.size > MOST_ALIKE || secrets.has(secret);
  }

  add(secret: string): void {
    if (secret === '' || this.has(secret)) return;
    if (!PLAIN.test(secret)) this.#escape = ESCAPED;
    const plain = secret.slice(0, BEGINNING);
    const needle = this.needles.get(plain) ?? toNeedle(plain);
    this.needles.delete(plain);
    this.needles.set(plain, needle);
    needle.secrets.add(secret);
    const [oldest] = this.needles.size > this.#most ? this.needles.keys() : [];
    if (oldest !== undefined) this.needles.delete(oldest);
  }

  /** Returns whether the text contains the beginning of a secret, or an escape that may hide one. */
  mayBeIn(text: string): boolean {
    if ((text.includes('%') || text.includes('\\')) && this.#escape.test(text)) return true;
    for (const needle of this.needles.values()) {
      const { plain, cores } = needle;
      if (text.includes(plain) && (plain.length >= SHORTEST || spansOf(needle, text).length > 0)) return true;
      if (cores.some((core) => text.includes(core))) return true;
    }
    return false;
  }
}

/** Nearly all secrets have only characters that need no escape, so only escapes of these characters can hide them. */
const PLAIN = /^[ !#-[\]-~]*$/;
const ESCAPED_PLAIN = /%[2-7][0-9a-fA-F]|\\u00[2-7]|\\\//;
const ESCAPED = /%([0-9a-fA-F]{2})|\\u00([0-9a-fA-F]{2})|\\(["\\/])/;
/** An escape, or a text without escapes. */
const PARTS = new RegExp(`${ESCAPED.source}|[^%\\\\]+|[%\\\\]`, 'g');

/** Returns a needle without secrets. Its base64 forms are at three offsets and in both alphabets. */
function toNeedle(plain: string): Needle {
  const cores = (plain.length < SHORTEST ? [] : [0, 1, 2]).flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(plain.slice(0, BEGINNING))]);
    const core = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return { plain, cores: [...new Set(cores)], secrets: new Set() };
}

const FAMILY = toNeedle(PREFIX);
/** Parts of this needle that begin at a rare letter, so that a search for them is faster (bench:api, `polls`). */
const FAMILY_SIGNS = [PREFIX, ...FAMILY.cores].map((text) => /[_B-Z].{5,}$/.exec(text)?.[0] ?? text);

/** A part of a text: the positions of its first character and of the character after its last. */
type TextSpan = readonly [from: number, to: number];

function redacted(text: string, known: readonly Secrets[]): string {
  const needles = [FAMILY, ...known.flatMap((secrets) => [...secrets.needles.values()])];
  const spans: TextSpan[] = [];
  let layer: Layer = { text, origins: undefined };
  for (let depth = 1; depth <= MOST_LAYERS; depth += 1) {
    const { origins } = layer;
    const found = needles.flatMap((needle) => spansOf(needle, layer.text));
    for (const [from, to] of found) spans.push([origins?.[from] ?? from, origins?.[to] ?? to]);
    if (!ESCAPED.test(layer.text)) break;
    layer = unescaped(layer);
  }
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

/** A text with some layers of escapes removed, and the original position of each character and of the end. */
interface Layer {
  readonly text: string;
  readonly origins: Int32Array | undefined;
}

function unescaped({ text, origins }: Layer): Layer {
  let plain = '';
  const kept = new Int32Array(text.length + 1);
  for (const { 0: part, 1: percent, 2: unicode = percent, 3: escaped = part, index } of text.matchAll(PARTS)) {
    const decoded = unicode === undefined ? escaped : String.fromCharCode(Number.parseInt(unicode, 16));
    for (let at = 0; at < decoded.length; at += 1) kept[plain.length + at] = origins?.[index + at] ?? index + at;
    plain += decoded;
  }
  kept[plain.length] = origins?.[text.length] ?? text.length;
  return { text: plain, origins: kept };
}

/** Returns the spans of secrets. A base64 span is a whole run, because its edges contain bits of the secret. */
function spansOf({ plain, cores, secrets }: Needle, text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const isToken = secrets.size === 0 || secrets.size > MOST_ALIKE;
  for (let at = text.indexOf(plain); at >= 0;) {
    const to = isToken ? endOfToken(text, at) : Math.max(...Array.from(secrets, (secret) => endOf(secret, text, at)));
    const isPartOfWord = WORD.test(text.charAt(at - 1)) || WORD.test(text.charAt(to));
    // The prefix alone, as in the documentation of keys, is not a key.
    if (plain === PREFIX ? to > at + PREFIX.length : plain.length >= SHORTEST || !isPartOfWord) spans.push([at, to]);
    // A secret may begin within another secret.
    at = text.indexOf(plain, isToken ? to : at + 1);
  }
  for (const core of cores) {
    if (!text.includes(core)) continue;
    for (const { index, 0: run } of text.matchAll(BASE64)) {
      if (run.includes(core)) spans.push([index, index + run.length]);
    }
  }
  return spans;
}

const WORD = /[A-Za-z0-9]/;
const BASE64 = /[A-Za-z0-9+/_=-]+/g;
/** Tokens consist of the characters of RFC 6750 and of both base64 alphabets. */
const TOKEN = /^[A-Za-z0-9._~+/=-]*/;

function endOfToken(text: string, at: number): number {
  return at + (TOKEN.exec(text.slice(at))?.[0].length ?? 0);
}

/** Returns the end of the longest part of a secret that begins at a position. */
function endOf(secret: string, text: string, at: number): number {
  const most = Math.min(secret.length, LONGEST);
  let length = 0;
  while (length < most && secret.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  return length === LONGEST && secret.length > LONGEST ? text.length : at + length;
}
