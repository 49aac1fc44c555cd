import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

const key = 'sk_live_a/b+c"d=1234567890';
const redactor = createRedactor({ primary: key, other: `${key}-2`, short: 'abc' });

test('a key is replaced by its name, in each of its spellings', () => {
  const basic = Buffer.from(`${key}:`).toString('base64');
  const spellings = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key),
    basic,
    Buffer.from(`user:${key}`).toString('base64'),
  ];
  for (const spelling of spellings) {
    const clean = redactor.clean(`before ${spelling} after`);
    expect(clean).toContain('[key primary]');
    expect(redactor.findIn(clean)).toEqual([]);
    expect(redactor.findIn(`before ${spelling} after`)).toContain('primary');
  }
});

test('a key in another case is redacted, too', () => {
  expect(redactor.clean(`Bearer ${key.toUpperCase()}`)).toBe('Bearer [key primary]');
  expect(redactor.findIn(key.toUpperCase())).toContain('primary');
});

test('of two keys with a common beginning, the longer key wins', () => {
  expect(redactor.clean(`${key}-2`)).toBe('[key other]');
});

test('a key without its last character is redacted, too', () => {
  expect(redactor.clean(key.slice(0, -1))).toBe('[key primary] less its last character');
  expect(redactor.findIn(key.slice(0, -1))).toContain('primary');
});

test('a key without its first character is redacted in each of its spellings', () => {
  const part = key.slice(1);
  expect(redactor.clean(part)).toBe('[key primary] less its first character');
  expect(redactor.clean(key.slice(1, -1))).toBe('[key primary] less its first and last character');
  for (const text of [part, encodeURIComponent(part), Buffer.from(`user:${part}`).toString('base64')]) {
    expect(redactor.findIn(text)).toContain('primary');
    expect(redactor.findIn(redactor.clean(text))).toEqual([]);
  }
});

test('a key that is an ordinary word or number stays in responses, and is redacted in requests', () => {
  const { clean, cleanSent, findIn } = createRedactor({ primary: 'running', other: '12345678' });
  const text = '{"status":"running","cost_usd":0.12345678}';
  expect(clean(text)).toBe(text);
  expect(findIn(text)).toEqual([]);
  expect(cleanSent('Bearer running')).toBe('Bearer [key primary]');
});

test('a key that consists of words has its own mark', () => {
  const { clean, cleanSent } = createRedactor({ primary: 'test-key', other: 'sk_test_0a1b2c3d' });
  expect(clean('such as test-key')).toBe('such as [key primary] made of words');
  expect(clean('not sk_test_0a1b2c3d')).toBe('not [key other]');
  expect(cleanSent('Bearer test-key')).toBe('Bearer [key primary]');
});

test('a text that is too short for a key is not changed', () => {
  expect(redactor.clean('abc')).toBe('abc');
});

test('every spelling of a key, whole or without one character, is found and redacted in any text', () => {
  const anyKey = fc.stringMatching(/^[\w~+/="% -]{8,40}\d$/);
  fc.assert(
    fc.property(anyKey, fc.string(), fc.string(), (text, before, behind) => {
      const one = createRedactor({ primary: text });
      for (const part of [text, text.slice(1), text.slice(0, -1), text.slice(1, -1)]) {
        const spelled = Buffer.from(`${before}${part}${behind}`);
        const spellings = [part, part.toLowerCase(), encodeURIComponent(part), JSON.stringify(part).slice(1, -1)];
        for (const spelling of [...spellings.map((own) => before + own + behind), spelled.toString('base64')]) {
          expect(one.findIn(spelling)).toEqual(['primary']);
          expect(one.findIn(one.clean(spelling))).toEqual([]);
        }
      }
    }),
  );
});
