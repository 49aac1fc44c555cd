import { expect, test } from 'vitest';
import * as z from 'zod';
import { issueWords } from './issue-words.ts';

test.each<[z.ZodType, unknown, string]>([
  [z.int(), 0.5, 'must be a whole number'],
  [z.boolean(), 1, 'must be true or false'],
  [z.array(z.string()), 'a', 'must be a list'],
  [z.object({}), 1, 'must be an object'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be a'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().min(1).max(2), 3, 'must be at most 2'],
  [z.string().min(2), 'a', 'must be at least 2 characters long'],
  [z.array(z.string()).min(1), [], 'must be at least 1 items long'],
  [z.union([z.enum(['a', 'b']), z.array(z.string())]), 1, 'must be a, b or a list'],
  [z.string().regex(/x/, 'must hold an x'), 'a', 'must hold an x'],
  [z.string().regex(/x/), 'a', 'is not valid'],
])('%#: what would be right is said in words', (schema, given, words) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  expect(issue === undefined ? '' : issueWords(issue)).toBe(words);
});
