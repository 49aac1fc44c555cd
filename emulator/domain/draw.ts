/** Reproducible chance: every draw is a hash of what it is for, so neither order nor parallelism can change it. */

export type DrawKey = readonly (string | number)[];

/** A number from 0 (inclusive) to 1 (exclusive). */
export function uniform(key: DrawKey): number {
  const [high, low] = hash(key);
  return ((high >>> 5) * 0x4000000 + (low >>> 6)) / 2 ** 53;
}

/** A draw from the lognormal distribution with this median; `sigma` is the spread of the logarithm. */
export function lognormal(key: DrawKey, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform([...key, 'radius'])));
  const normal = radius * Math.cos(2 * Math.PI * uniform([...key, 'angle']));
  return median * Math.exp(sigma * normal);
}

/** A version 4 uuid. */
export function uuid(key: DrawKey): string {
  const [a, b, c, d] = hash(key);
  const codes: number[] = [];
  pushHex(codes, a, 8);
  codes.push(DASH);
  pushHex(codes, b >>> 16, 4);
  codes.push(DASH);
  pushHex(codes, (b & 0x0fff) | 0x4000, 4);
  codes.push(DASH);
  pushHex(codes, ((c >>> 16) & 0x3fff) | 0x8000, 4);
  codes.push(DASH);
  pushHex(codes, c & 0xffff, 4);
  pushHex(codes, d, 8);
  // From codes, because a string put together from parts keeps a record of its parts, and a million ids may be kept.
  return String.fromCharCode(...codes);
}

type Words = [number, number, number, number];

/** 128 bits: four lanes of multiply and rotate over the UTF-16 units, each lane stirred into the next. */
function hash(key: DrawKey): Words {
  const text = key.join('\u0000');
  const words: Words = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef ^ text.length];
  for (let at = 0; at < text.length; at += 1) absorb(words, text.charCodeAt(at));
  for (let round = 0; round < 4; round += 1) absorb(words, round);
  return [
    finish(words[0] ^ words[3]),
    finish(words[1] ^ words[0]),
    finish(words[2] ^ words[1]),
    finish(words[3] ^ words[2]),
  ];
}

function absorb(words: Words, unit: number): void {
  words[0] = Math.imul(rotate(words[0] ^ unit, 15) + words[3], 0x85ebca6b);
  words[1] = Math.imul(rotate(words[1] ^ words[0], 13) + unit, 0xc2b2ae35);
  words[2] = Math.imul(rotate(words[2] + words[1], 17) ^ unit, 0x27d4eb2f);
  words[3] = Math.imul(rotate(words[3] ^ words[2], 19) + words[0], 0x165667b1);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const DASH = 0x2d;
const HEX_CODES = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

function pushHex(codes: number[], word: number, digits: number): void {
  for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4) codes.push(HEX_CODES[(word >>> shift) & 15] ?? DASH);
}
