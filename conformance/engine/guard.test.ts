import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { guardOf } from './guard.ts';
import { Report } from './report.ts';

/** A schema with each kind of value that a report contains. */
const schema = z.object({
  word: z.enum(['a', 'b']),
  fixed: z.literal('x'),
  number: z.number(),
  whole: z.int(),
  url: z.url({ protocol: /^https?$/ }),
  text: z.string().min(2),
  yes: z.boolean().optional(),
  nothing: z.string().nullable(),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  strict: z.strictObject({ only: z.string() }).optional(),
});
const fit = {
  word: 'a',
  fixed: 'x',
  number: 1.5,
  whole: 2,
  url: 'https://example.com/',
  text: 'ab',
  nothing: null,
  pairs: [['name', 'value']],
  facts: { one: 'a', two: 2, three: ['b'] },
  strict: { only: 'this' },
};

/** A value that replaces another, or undefined to leave it out. */
const other = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, NaN, Infinity, '', 'a', 'b', 'ab', 'x', 'ftp://example.com/', 'http://a/'),
  fc.constantFrom<unknown>(
    0,
    1,
    1.5,
    true,
    [],
    {},
    [[]],
    [['a']],
    [['a', 'b', 'c']],
    { only: 1 },
    { only: 'a', too: 1 },
  ),
  fc.jsonValue(),
);

test('a guard accepts exactly the values that its schema accepts', () => {
  const guard = guardOf(schema);
  expect(guard(fit)).toBe(true);
  const names = fc.constantFrom(...Object.keys(schema.shape), 'unknown');
  fc.assert(
    fc.property(fc.array(fc.tuple(names, other), { maxLength: 2 }), (changes) => {
      const value = { ...fit, ...Object.fromEntries(changes) };
      expect(guard(value)).toBe(schema.safeParse(value).success);
    }),
    { numRuns: 2000 },
  );
});

test('values that are not objects are rejected', () => {
  const guard = guardOf(Report);
  for (const value of [undefined, null, 1, 'text', [], {}]) expect(guard(value)).toBe(false);
});

test('a repeated value gets the same result again', () => {
  const guard = guardOf(z.array(z.url()));
  expect([['http://a/'], ['http://a/', 'b'], ['b'], ['http://a/']].map((list) => guard(list))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
