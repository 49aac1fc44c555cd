import { expect, test } from 'vitest';

import { boundProblem, USUAL_BOUNDS } from './bounded-json.ts';

const { depth, members, values } = USUAL_BOUNDS;
const list = (length: number, item: string): string => `[${Array.from({ length }, () => item).join()}]`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const object = (length: number): string => `{${Array.from({ length }, (_, at) => `"${at}":0`).join()}}`;

test.each([
  ['members of an array', list(members, '0'), list(members + 1, '0')],
  ['members of an object', object(members), object(members + 1)],
  ['levels', nested(depth), nested(depth + 1)],
  ['values', list(values / 1000, list(999, '0')), list(values / 1000 + 1, list(999, '0'))],
  ['arrays for its length', list(9, list(10_000, '[]')), list(12, list(10_000, '[]'))],
])('a text may have so many %s, and no more', (_, within, beyond) => {
  const problem = (text: string): string | undefined => boundProblem(Buffer.from(text), USUAL_BOUNDS);
  expect(problem(within)).toBeUndefined();
  expect(problem(beyond)).toMatch(/more than|too many/);
});
