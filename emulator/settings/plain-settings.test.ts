import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readPlainSettings } from './plain-settings.ts';
import { readSettings } from './read-settings.ts';
import type { Plain } from './setting-facts.ts';
import { SETTINGS_TABLE } from './table.ts';

/** Right and wrong texts of all forms. */
const FORMED = [
  '',
  '/media',
  '/a/b',
  'x60',
  'x0',
  'frozen',
  'frozen@2026-01-01',
  'frozen@x',
  'instant',
  'polls:1,2',
  'polls',
];

/** Values that this kind of setting takes, and values just beside them. */
function around(plain: Plain | undefined): fc.Arbitrary<unknown> {
  if (plain?.kind === 'boolean') return fc.boolean();
  if (plain?.kind === 'choice') return fc.constantFrom(...plain.values);
  if (plain?.kind === 'form') return fc.constantFrom(...FORMED, ...FORMED.map((text) => `${text}/`));
  const { least = 0, most = 100_000 } = plain ?? {};
  const edges = [least, least - 1, least - 0.5, most, most + 1, most + 0.5, Number.MAX_SAFE_INTEGER + 1];
  if (plain?.kind === 'number')
    return fc.oneof(fc.constantFrom(...edges), fc.integer({ min: Math.ceil(least), max: most }));
  return fc.oneof(fc.string(), fc.constantFrom('', 'x'.repeat(least), 'x'.repeat(Math.max(least - 1, 0)), 'x60'));
}

const anything = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, Infinity, -Infinity, -0, '400', '😀', [], {}, true),
  fc.anything({ maxDepth: 1 }),
);

const rows = SETTINGS_TABLE.filter(({ plain }) => plain !== undefined);
const usual = fc
  .subarray(rows, { maxLength: 3 })
  .chain((some) => fc.record(Object.fromEntries(some.map(({ name, plain }) => [name, around(plain)]))));
const names = fc.oneof(fc.constantFrom<string>(...SETTINGS_TABLE.map(({ name }) => name)), fc.string());
const odd = fc.dictionary(names, anything, { maxKeys: 1 });

/** What the schema makes of it, or that it refuses it. */
function bySchema(input: object): unknown {
  try {
    return readSettings(input);
  } catch {
    return 'refused';
  }
}

test('what is read without the schema is what the schema reads', () => {
  let count = 0;
  const property = fc.property(usual, odd, (...parts) => {
    const input = Object.assign({}, ...parts);
    const plain = readPlainSettings(input);
    if (plain === undefined) return;
    count += 1;
    expect(plain).toEqual(bySchema(input));
  });
  fc.assert(property, { numRuns: 300 });
  expect(count).toBeGreaterThan(0);
});

test.each(rows)('$name alone needs no schema where it is right', ({ name, plain }) => {
  const read = (value: unknown): unknown => readPlainSettings({ [name]: value });
  const sample = fc.sample(around(plain), 200);
  for (const value of sample) {
    const wanted = bySchema({ [name]: value });
    expect(read(value)).toEqual(wanted === 'refused' ? undefined : wanted);
  }
  expect(sample.some((value) => read(value) !== undefined)).toBe(true);
});

test('no settings are the defaults, new ones each time', () => {
  expect(readPlainSettings({})).toEqual(readSettings({}));
  expect(readPlainSettings({})?.accounts).not.toBe(readPlainSettings({})?.accounts);
});

test.each<Record<string, unknown>>([
  { latency: 'slow' },
  { clock: 'x0' },
  { basePath: 'media' },
  { accounts: [] },
  { port: 70_000 },
  { port: '1' },
  { seed: 0.5 },
  { balance: Number.NaN },
  { sed: 1 },
  { host: undefined },
  { toString: 'x' },
])('%o is left to the schema', (input) => {
  expect(readPlainSettings(input)).toBeUndefined();
});
