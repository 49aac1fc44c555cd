/** Finds keys in a text in all encodings: plain, percent-encoded, JSON-escaped, and base64 at any offset. */

/** A text with some layers of escapes removed, and the original position of each character. */
export interface UnescapedText {
  readonly text: string;
  /** The positions, and the end of the original as the last one. Undefined for the original text. */
  readonly origins: Int32Array | undefined;
}

/** The maximum nesting of encodings. A more deeply nested text hardly contains a key. */
const MOST_LAYERS = 5;
const ESCAPE = /%([0-9a-fA-F]{2})|\\u00([0-9a-fA-F]{2})|\\(["\\/])/g;

/** Returns whether a text contains escapes. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPE) >= 0;
}

/** Returns the text, then the text with one, two and more layers of percent and JSON escapes removed. */
export function layersOf(text: string): UnescapedText[] {
  const layers: UnescapedText[] = [{ text, origins: undefined }];
  for (let layer = layers[0]; layer !== undefined && layers.length < MOST_LAYERS;) {
    const below = unescaped(layer);
    if (below.text.length === layer.text.length) break;
    layers.push(below);
    layer = below;
  }
  return layers;
}

function unescaped({ text, origins }: UnescapedText): UnescapedText {
  const parts: string[] = [];
  const kept = new Int32Array(text.length + 1);
  let length = 0;
  let from = 0;
  const copy = (to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) kept[length++] = origins?.[at] ?? at;
  };
  for (const match of text.matchAll(ESCAPE)) {
    copy(match.index);
    const [whole, percent, unicode, plain] = match;
    const code = percent ?? unicode;
    parts.push(code === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(code, 16)));
    kept[length++] = origins?.[match.index] ?? match.index;
    from = match.index + whole.length;
  }
  copy(text.length);
  kept[length] = origins?.[text.length] ?? text.length;
  return { text: parts.join(''), origins: kept.subarray(0, length + 1) };
}

/** Returns a secret's base64 forms at three offsets and in both alphabets, without the edge characters. */
export function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    // The characters at the edges also contain bits of neighboring text.
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...cores, ...urlSafe])];
}

/** A part of a text: the positions of its first character and of the character after its last. */
export type TextSpan = readonly [from: number, to: number];

/** The number of characters by which a secret is recognized, because a message may quote only a part of it. */
export const BEGINNING = 10;
/** The minimum length of a searchable secret, because ordinary words may contain a shorter one. */
export const SHORTEST = 8;
/** The compared length of a secret. If it matches, the rest of the text is removed. */
const LONGEST = 256;
/** If more secrets have the same beginning, the text is not compared with each of them. */
const MOST_ALIKE = 4;
/** The end of a token. Tokens consist of the characters of RFC 6750 and of both base64 alphabets. */
const TOKEN_END = /[^A-Za-z0-9._~+/=-]|$/g;
const BASE64 = /[A-Za-z0-9+/_=-]/;

/** The common beginning of some secrets, in plain text or base64. */
interface Needle {
  readonly text: string;
  readonly isBase64: boolean;
  readonly secrets: Set<string>;
}

/** A set of secrets to search for. The search time grows with their number, which is usually small. */
export class KeySearch {
  /** The compared length of the longest secret. */
  longest = 0;
  readonly #needles = new Map<string, Needle>();

  /** Adds a secret. With `inBase64`, only its base64 forms are searched for. */
  add(secret: string, inBase64 = false): void {
    this.longest = Math.max(this.longest, Math.min(secret.length, LONGEST));
    for (const needle of needlesOf(secret, inBase64)) {
      const key = keyOf(needle);
      const known = this.#needles.get(key);
      if (known === undefined) this.#needles.set(key, { ...needle, secrets: new Set([secret]) });
      else known.secrets.add(secret);
    }
  }

  delete(secret: string): void {
    for (const needle of needlesOf(secret, false)) {
      const key = keyOf(needle);
      const { secrets } = this.#needles.get(key) ?? {};
      secrets?.delete(secret);
      if (secrets?.size === 0) this.#needles.delete(key);
    }
  }

  /** Returns whether the text contains a secret or the beginning of one. */
  isIn(text: string): boolean {
    for (const needle of this.#needles.values()) if (text.includes(needle.text)) return true;
    return false;
  }

  /** Returns the spans of secrets. A base64 span is a whole run, because its edges contain bits of the secret. */
  spansIn(text: string): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const needle of this.#needles.values()) {
      for (let at = text.indexOf(needle.text); at >= 0;) {
        const span = spanOf(needle, text, at);
        push(spans, span);
        // A secret may begin within another secret.
        const isWhole = needle.isBase64 || needle.secrets.size > MOST_ALIKE;
        at = text.indexOf(needle.text, isWhole ? span[1] : at + 1);
      }
    }
    return spans;
  }
}

function needlesOf(secret: string, inBase64: boolean): Pick<Needle, 'text' | 'isBase64'>[] {
  const beginning = secret.slice(0, BEGINNING);
  const cores = base64Cores(beginning).map((text) => ({ text, isBase64: true }));
  return inBase64 ? cores : [{ text: beginning, isBase64: false }, ...cores];
}

function keyOf({ text, isBase64 }: Pick<Needle, 'text' | 'isBase64'>): string {
  return `${isBase64 ? 'base64' : 'plain'} ${text}`;
}

/** Returns the span to remove for a match. */
function spanOf({ text: found, isBase64, secrets }: Needle, text: string, at: number): TextSpan {
  if (isBase64) return wholeRun(text, at, at + found.length);
  if (secrets.size > MOST_ALIKE) return [at, endOfToken(text, at)];
  return [at, Math.max(...Array.from(secrets, (secret) => endOf(secret, text, at)))];
}

/** Returns the end of the longest part of a secret that begins at a position. */
function endOf(secret: string, text: string, at: number): number {
  const most = Math.min(secret.length, LONGEST);
  let length = 0;
  while (length < most && secret.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  return length === LONGEST && secret.length > LONGEST ? text.length : at + length;
}

function endOfToken(text: string, at: number): number {
  TOKEN_END.lastIndex = at;
  return TOKEN_END.exec(text)?.index ?? text.length;
}

/** Adds a span, or extends the last span if the two overlap. */
function push(spans: TextSpan[], [from, to]: TextSpan): void {
  const [start, end] = spans.at(-1) ?? [0, -1];
  if (from < start || from > end) spans.push([from, to]);
  else spans[spans.length - 1] = [start, Math.max(to, end)];
}

function wholeRun(text: string, from: number, to: number): TextSpan {
  let start = from;
  let end = to;
  while (start > 0 && BASE64.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && BASE64.test(text.charAt(end))) end += 1;
  return [start, end];
}
