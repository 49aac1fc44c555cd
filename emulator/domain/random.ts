/** Seeded random numbers. Each is a hash of its key, so it does not depend on order or parallelism. */

/** The parts of a text that identifies one random number. */
export type RandomKey = readonly (string | number)[];

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export function uniform(key: RandomKey): number {
  const [high, low] = hash(key);
  return ((high >>> 5) * 0x4000000 + (low >>> 6)) / 2 ** 53;
}

/** Returns a lognormal draw with this median. `sigma` is the standard deviation of the logarithm. */
export function lognormal(key: RandomKey, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform([...key, 'radius'])));
  const normal = radius * Math.cos(2 * Math.PI * uniform([...key, 'angle']));
  return median * Math.exp(sigma * normal);
}

/** Returns a version 4 UUID. A joined string retains no parts, and a million ids may be stored. */
export function uuid(key: RandomKey): string {
  const [a, b, c, d] = hash(key);
  const version = (b & 0x0fff) | 0x4000;
  const variant = ((c >>> 16) & 0x3fff) | 0x8000;
  const groups = [hex(a >>> 16) + hex(a & 0xffff), hex(b >>> 16), hex(version), hex(variant)];
  return [...groups, hex(c & 0xffff) + hex(d >>> 16) + hex(d & 0xffff)].join('-');
}

/** Returns the four hexadecimal digits of a number below 65,536. `toString` takes longer (bench:api, valid creates). */
function hex(half: number): string {
  return `${HEX[half >>> 8] ?? ''}${HEX[half & 0xff] ?? ''}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

type Words = [number, number, number, number];

/** Hashes a key to 128 bits: mixes each UTF-16 unit and four more units into four words. */
function hash(key: RandomKey): Words {
  const text = key.join('\u0000');
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0xdeadbeef ^ text.length;
  for (let at = 0; at < text.length + LAST_UNITS; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : at - text.length;
    a = Math.imul(rotate(a ^ unit, 15) + d, 0x85ebca6b);
    b = Math.imul(rotate(b ^ a, 13) + unit, 0xc2b2ae35);
    c = Math.imul(rotate(c + b, 17) ^ unit, 0x27d4eb2f);
    d = Math.imul(rotate(d ^ c, 19) + a, 0x165667b1);
  }
  return [finish(a ^ d), finish(b ^ a), finish(c ^ b), finish(d ^ c)];
}

const LAST_UNITS = 4;

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
