/** Request ids: version 4 uuids, each one flat text. Node's own come as a chain of their parts, and a journal of thousands would keep every link. */

import { randomFillSync } from 'node:crypto';

const BYTES = 16;
const POOL = 4096;
const DASHES: ReadonlySet<number> = new Set([8, 13, 18, 23]);
/** Where each digit of the text goes, and the codes of digits. */
const PLACES = Array.from({ length: 36 }, (_, place) => place).filter((place) => !DASHES.has(place));
const HEX = Buffer.from('0123456789abcdef');

/** A source of ids that nobody can guess. */
export function createRequestIds(): () => string {
  const pool = Buffer.alloc(POOL);
  const text = Buffer.alloc(36, '-');
  let used = POOL;
  return () => {
    if (used === POOL) {
      randomFillSync(pool);
      used = 0;
    }
    for (let at = 0; at < BYTES; at += 1) {
      const byte = stamped(pool[used + at] ?? 0, at);
      text[PLACES[2 * at] ?? 0] = HEX[byte >>> 4] ?? 0;
      text[PLACES[2 * at + 1] ?? 0] = HEX[byte & 15] ?? 0;
    }
    used += BYTES;
    return text.toString('latin1');
  };
}

/** With the version and the variant in their places. */
function stamped(byte: number, at: number): number {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
}
