/** Ways to write the Authorization header: the wrong ones of the kit, and those that RFC 9110, 11.1, calls equal. */

import { EVERY_WAY } from '../checks/credentials.ts';

const EQUAL: readonly (readonly [string, (key: string) => string])[] = [
  ['bearer', (key) => `bearer ${key}`],
  ['BEARER', (key) => `BEARER ${key}`],
  ['bEARER', (key) => `bEARER ${key}`],
];

export const KEY_SPELLINGS: ReadonlyMap<string, (key: string) => string> = new Map([...EQUAL, ...EVERY_WAY]);

/** Whether the scheme differs only in case. */
export const isEqualSpelling = (spelling: string): boolean => EQUAL.some(([name]) => name === spelling);
