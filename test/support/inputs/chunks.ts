/**
 * Bytes joined from parts, and the few forms of numbers that file headers are made of: for tests that write headers.
 */

/** Joins parts into one array; characters count as bytes. */
export function join(...parts: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array {
  const arrays = parts.map((part) => (typeof part === 'string' ? fromAscii(part) : part));
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/** Two bytes, the high one first. */
export function big16(value: number): readonly number[] {
  return [(value >> 8) & 255, value & 255];
}

/** Four bytes, the highest first. */
function big32(value: number): readonly number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** Two bytes, the low one first. */
export function little16(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255];
}

/** Four bytes, the lowest first. */
export function little32(value: number): readonly number[] {
  return [...big32(value)].reverse();
}

function fromAscii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
