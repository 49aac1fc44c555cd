/** Finds keys in a text, in every spelling in which one can hide: as it is, percent-encoded, escaped as in JSON, and in base64 at any offset. */

/** A text with some layers of escapes taken off, and for each of its characters where in the original it came from. */
export interface Layer {
  readonly text: string;
  /** One more than there are characters: the last is where the original ends. Undefined for the original itself. */
  readonly origins: Int32Array | undefined;
}

/** Encodings may lie in one another; deeper than this nobody can still call it the key. */
const MOST_LAYERS = 5;
const ESCAPE = /%([0-9a-fA-F]{2})|\\u00([0-9a-fA-F]{2})|\\(["\\/])/g;

/** Whether anything in a text is escaped at all. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPE) >= 0;
}

/** The text as it is, then with one layer of percent and JSON escapes taken off after the other. */
export function layersOf(text: string): Layer[] {
  const layers: Layer[] = [{ text, origins: undefined }];
  for (let layer = layers[0]; layer !== undefined && layers.length < MOST_LAYERS;) {
    const below = unescaped(layer);
    if (below.text.length === layer.text.length) break;
    layers.push(below);
    layer = below;
  }
  return layers;
}

function unescaped({ text, origins }: Layer): Layer {
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

/** What of a secret shows in base64, whatever stands before and after it: one form for each of the three offsets, in both alphabets. */
export function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    // The characters at the edges also hold bits of the neighbours.
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...cores, ...urlSafe])];
}

/** A part of a text, from a character up to and without another. */
export type Span = readonly [from: number, to: number];

/** An error message may quote a long name only in part, so a secret is known by its beginning. */
export const BEGINNING = 10;
/** By value, a shorter secret would be found in ordinary words. */
export const SHORTEST = 8;
/** Of a longer secret only so much is compared; where that is found, all that follows goes. */
const LONGEST = 1024;
/** Where more secrets than these have one beginning, what follows it is not compared with each of them. */
const MOST_ALIKE = 16;
/** What keys consist of: RFC 6750's token characters, and those of base64 in both alphabets. */
const TOKEN = /[A-Za-z0-9._~+/=-]*/y;
const BASE64 = /[A-Za-z0-9+/_=-]/;

/** What a secret is known by in a text. */
interface Sign {
  readonly text: string;
  /** The secrets that begin with it; of a sign that is base64, how many secrets it stands for. */
  readonly secrets: Map<string, Secret>;
  uses: number;
  readonly isBase64: boolean;
}

/** Secrets to look for. A text takes as long for a thousand as for one, and time in proportion to its length whatever is in it. */
export class KeySearch {
  /** The length of the longest secret, as far as it is compared. */
  longest = 0;
  readonly #signs = new Map<number, Sign[]>();
  /** How many signs have a hash: for nearly every character of a text there is none. */
  readonly #counts: Uint16Array;
  readonly #shift: number;

  /** A large search has hashes of 16 bits, a small one of 8: each character shifts them by an eighth, so that the last eight count. */
  constructor(isLarge: boolean) {
    this.#counts = new Uint16Array(isLarge ? 65_536 : 256);
    this.#shift = isLarge ? 2 : 1;
  }

  add(secret: string): void {
    this.longest = Math.max(this.longest, Math.min(secret.length, LONGEST));
    const beginning = secret.slice(0, BEGINNING);
    this.#sign(beginning, false).secrets.set(secret, new Secret(secret));
    this.addBase64(beginning);
  }

  /** Looks for a text where it lies in base64. */
  addBase64(beginning: string): void {
    for (const core of base64Cores(beginning)) this.#sign(core, true).uses += 1;
  }

  delete(secret: string): void {
    const beginning = secret.slice(0, BEGINNING);
    const sign = this.#sign(beginning, false);
    sign.secrets.delete(secret);
    this.#tidy(sign);
    for (const core of base64Cores(beginning)) {
      const sign = this.#sign(core, true);
      sign.uses -= 1;
      this.#tidy(sign);
    }
  }

  /** Whether a secret or its beginning is in the text. */
  isIn(text: string): boolean {
    return this.#some(text, () => true);
  }

  /** Where secrets are in a text; runs of base64 go whole, so that their edges tell nothing. */
  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    let runEnd = 0;
    const scan = { text };
    this.#some(text, (sign, at) => {
      if (!sign.isBase64) push(spans, [at, endOf(sign, scan, at)]);
      else if (at >= runEnd) {
        const run = wholeRun(text, at, at + sign.text.length);
        runEnd = run[1];
        push(spans, run);
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
    for (const byte of lowBytes(text.slice(0, SHORTEST)).subarray(0, SHORTEST)) {
      hash = ((hash << this.#shift) ^ byte) & (this.#counts.length - 1);
    }
    return hash;
  }

  #sign(text: string, isBase64: boolean): Sign {
    const hash = this.#hashOf(text);
    const signs = this.#signs.get(hash) ?? [];
    const found = signs.find((sign) => sign.text === text && sign.isBase64 === isBase64);
    if (found !== undefined) return found;
    const sign = { text, isBase64, secrets: new Map<string, Secret>(), uses: 0 };
    this.#signs.set(hash, [...signs, sign]);
    this.#count(hash, 1);
    return sign;
  }

  #count(hash: number, change: number): void {
    this.#counts[hash] = (this.#counts[hash] ?? 0) + change;
  }

  #tidy(sign: Sign): void {
    if (sign.secrets.size > 0 || sign.uses > 0) return;
    const hash = this.#hashOf(sign.text);
    const left = this.#signs.get(hash)?.filter((other) => other !== sign) ?? [];
    this.#count(hash, -1);
    if (left.length === 0) this.#signs.delete(hash);
    else this.#signs.set(hash, left);
  }
}

/** Large enough for nearly all texts; bytes are read several times quicker than characters. */
const scratch = Buffer.allocUnsafe(65_536);

/** The low byte of each character. */
function lowBytes(text: string): Buffer {
  const bytes = text.length <= scratch.length ? scratch : Buffer.allocUnsafe(text.length);
  bytes.write(text, 'latin1');
  return bytes;
}

interface Scan {
  readonly text: string;
}

function endOf({ secrets }: Sign, scan: Scan, at: number): number {
  let end = at;
  if (secrets.size > MOST_ALIKE) {
    TOKEN.lastIndex = at;
    end += TOKEN.exec(scan.text)?.[0].length ?? 0;
  } else for (const secret of secrets.values()) end = Math.max(end, secret.endIn(scan, at));
  return end;
}

/** A secret, and how far it reaches from the places of a text at which it begins. */
class Secret {
  readonly #text: string;
  readonly #isCut: boolean;
  /** How much of the secret's beginning stands at each of its characters again (the Z function). */
  #again: Int32Array | undefined = undefined;
  #scan: Scan | undefined = undefined;
  #from = 0;
  #to = 0;

  constructor(text: string) {
    this.#text = text.slice(0, LONGEST);
    this.#isCut = text.length > LONGEST;
  }

  /** Where the beginning of the secret at `at` ends. For all `at` of a text in rising order, this takes time in proportion to the text. */
  endIn(scan: Scan, at: number): number {
    if (scan !== this.#scan) {
      this.#scan = scan;
      this.#to = 0;
    }
    this.#again ??= beginningsIn(this.#text);
    const { text } = scan;
    let length = 0;
    if (at < this.#to) {
      length = this.#again[at - this.#from] ?? 0;
      // What was compared once is known from the secret itself.
      if (at + length < this.#to) return at + length;
      length = this.#to - at;
    }
    while (length < this.#text.length && this.#text.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
    if (at + length > this.#to) {
      this.#from = at;
      this.#to = at + length;
    }
    return this.#isCut && length === this.#text.length ? text.length : at + length;
  }
}

function beginningsIn(secret: string): Int32Array {
  const lengths = new Int32Array(secret.length);
  lengths[0] = secret.length;
  let from = 0;
  let to = 0;
  for (let at = 1; at < secret.length; at += 1) {
    let length = at < to ? Math.min(lengths[at - from] ?? 0, to - at) : 0;
    while (at + length < secret.length && secret.charCodeAt(length) === secret.charCodeAt(at + length)) length += 1;
    lengths[at] = length;
    if (at + length > to) {
      from = at;
      to = at + length;
    }
  }
  return lengths;
}

/** Adds a span, as part of the one before where the two overlap. */
function push(spans: Span[], [from, to]: Span): void {
  const last = spans.at(-1);
  if (last === undefined || from > last[1]) spans.push([from, to]);
  else spans[spans.length - 1] = [Math.min(from, last[0]), Math.max(to, last[1])];
}

function wholeRun(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start > 0 && BASE64.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && BASE64.test(text.charAt(end))) end += 1;
  return [start, end];
}
