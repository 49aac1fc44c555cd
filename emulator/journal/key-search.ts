/** Finds keys in a text in every spelling: plain, percent-encoded, escaped as in JSON, in base64 at any offset. */

/** A text with some layers of escapes taken off, and for each of its characters where in the original it came from. */
export interface UnescapedText {
  readonly text: string;
  /** One more than there are characters: the last is where the original ends. Undefined for the original itself. */
  readonly origins: Int32Array | undefined;
}

/** Encodings may lie in one another; deeper than this it is hardly the key any more. */
const MOST_LAYERS = 5;
const ESCAPE = /%([0-9a-fA-F]{2})|\\u00([0-9a-fA-F]{2})|\\(["\\/])/g;

/** Whether anything in a text is escaped at all. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPE) >= 0;
}

/** The text as it is, then with one layer of percent and JSON escapes taken off after the other. */
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

/** What of a secret shows in base64 whatever stands around it: at each of three offsets, in both alphabets. */
export function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    // The characters at the edges also hold bits of the neighbors.
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...cores, ...urlSafe])];
}

/** A part of a text, from a character up to and without another. */
export type TextSpan = readonly [from: number, to: number];

/** An error message may quote a long name only in part, so a secret is known by its beginning. */
export const BEGINNING = 10;
/** By value, a shorter secret would be found in ordinary words. */
export const SHORTEST = 8;
/** Of a longer secret only so much is compared; where that is found, all that follows goes. */
const LONGEST = 256;
/** Where more secrets than these begin alike, what follows is not compared with each of them. */
const MOST_ALIKE = 4;
/** Where a run of what keys consist of ends: RFC 6750's token characters, and those of base64 in both alphabets. */
const TOKEN_END = /[^A-Za-z0-9._~+/=-]|$/g;
const BASE64 = /[A-Za-z0-9+/_=-]/;

/** What secrets are known by in a text: their common beginning, or a part of it in base64. */
interface Sign {
  readonly text: string;
  readonly isBase64: boolean;
  readonly secrets: Set<string>;
}

/** Secrets to search for. The time is in proportion to the text's length, however many secrets there are. */
export class KeySearch {
  /** The length of the longest secret, as far as it is compared. */
  longest = 0;
  readonly #signs = new Map<number, Sign[]>();
  /** How many signs have a hash: for nearly every character of a text there is none. */
  readonly #counts: Uint16Array;
  readonly #shift: number;

  /** Hashes of 16 bits, or of 8: each character shifts them by an eighth, so that the last eight count. */
  constructor(isLarge: boolean) {
    this.#counts = new Uint16Array(isLarge ? 65_536 : 256);
    this.#shift = isLarge ? 2 : 1;
  }

  /** Searches for a secret from now on; with `inBase64`, only where it lies in base64. */
  add(secret: string, inBase64 = false): void {
    this.longest = Math.max(this.longest, Math.min(secret.length, LONGEST));
    for (const { text, isBase64 } of signsOf(secret, inBase64)) {
      const hash = this.#hashOf(text);
      const signs = this.#signs.get(hash) ?? [];
      const sign = signs.find((other) => other.text === text && other.isBase64 === isBase64);
      if (sign === undefined) this.#replace(hash, [...signs, { text, isBase64, secrets: new Set([secret]) }]);
      else sign.secrets.add(secret);
    }
  }

  delete(secret: string): void {
    for (const { text } of signsOf(secret, false)) {
      const hash = this.#hashOf(text);
      const signs = this.#signs.get(hash) ?? [];
      for (const sign of signs) sign.secrets.delete(secret);
      this.#replace(
        hash,
        signs.filter(({ secrets }) => secrets.size > 0),
      );
    }
  }

  /** Whether a secret or its beginning is in the text. */
  isIn(text: string): boolean {
    return this.#some(text, () => true);
  }

  /** Where secrets are in a text; runs of base64 go whole, so that their edges tell nothing. */
  spansIn(text: string): TextSpan[] {
    const spans: TextSpan[] = [];
    let base64End = 0;
    let tokenEnd = 0;
    this.#some(text, ({ text: found, isBase64, secrets }, at) => {
      if (isBase64 && at < base64End) return false;
      if (isBase64) {
        const run = wholeRun(text, at, at + found.length);
        base64End = run[1];
        push(spans, run);
      } else if (secrets.size <= MOST_ALIKE) {
        push(spans, [at, Math.max(...Array.from(secrets, (secret) => endOf(secret, text, at)))]);
      } else {
        if (at >= tokenEnd) tokenEnd = endOfToken(text, at);
        push(spans, [at, tokenEnd]);
      }
      return false;
    });
    return spans;
  }

  /** Goes through the signs in a text by a rolling hash of eight characters, until one is enough. */
  #some(text: string, isEnough: (sign: Sign, at: number) => boolean): boolean {
    const counts = this.#counts;
    const mask = counts.length - 1;
    const shift = this.#shift;
    const bytes = lowBytes(text);
    let hash = 0;
    for (let end = 0; end < text.length; end += 1) {
      hash = ((hash << shift) ^ (bytes[end] ?? 0)) & mask;
      if (counts[hash] === 0 || end < SHORTEST - 1) continue;
      const at = end - SHORTEST + 1;
      for (const sign of this.#signs.get(hash) ?? []) {
        if (text.startsWith(sign.text, at) && isEnough(sign, at)) return true;
      }
    }
    return false;
  }

  #hashOf(text: string): number {
    let hash = 0;
    for (const byte of lowBytes(text).subarray(0, SHORTEST)) {
      hash = ((hash << this.#shift) ^ byte) & (this.#counts.length - 1);
    }
    return hash;
  }

  #replace(hash: number, signs: Sign[]): void {
    this.#counts[hash] = signs.length;
    this.#signs.set(hash, signs);
    if (signs.length === 0) this.#signs.delete(hash);
  }
}

function signsOf(secret: string, inBase64: boolean): Pick<Sign, 'text' | 'isBase64'>[] {
  const beginning = secret.slice(0, BEGINNING);
  const cores = base64Cores(beginning).map((text) => ({ text, isBase64: true }));
  return inBase64 ? cores : [{ text: beginning, isBase64: false }, ...cores];
}

/** Large enough for nearly all texts; bytes are read several times quicker than characters. */
const scratch = Buffer.allocUnsafe(65_536);

/** The low byte of each character. */
function lowBytes(text: string): Buffer {
  const bytes = text.length <= scratch.length ? scratch : Buffer.allocUnsafe(text.length);
  bytes.write(text, 'latin1');
  return bytes;
}

/** Where a secret that begins at `at` ends, as far as it is there. */
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

/** Adds a span, as part of the one before where the two overlap. */
function push(spans: TextSpan[], [from, to]: TextSpan): void {
  const last = spans.at(-1);
  if (last === undefined || from > last[1]) spans.push([from, to]);
  else spans[spans.length - 1] = [Math.min(from, last[0]), Math.max(to, last[1])];
}

function wholeRun(text: string, from: number, to: number): TextSpan {
  let start = from;
  let end = to;
  while (start > 0 && BASE64.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && BASE64.test(text.charAt(end))) end += 1;
  return [start, end];
}
