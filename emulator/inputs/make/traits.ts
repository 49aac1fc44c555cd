/** What is particular to one URL: the digest from which its picture, tone and size are taken. */

import { createHash } from 'node:crypto';

/** Answers draw number `n` (0 to 15) for a URL: a whole number from 0 to below `sides`, always the same. */
export type Traits = (n: number, sides: number) => number;

/** Reads the traits of a URL. */
export function traitsOf(url: string): Traits {
  const digest = createHash('sha256').update(url).digest();
  return (n, sides) => digest.readUInt16BE((n % 16) * 2) % sides;
}
