import { describe, expect, test } from 'vitest';
import { boolean, objectOf, listOf, number, oneOf, optional, orElse, string, whole, type Reader } from './readers.ts';

/** The read value, or the messages with their places. */
function tried(reader: Reader<unknown>, given: unknown): unknown {
  const said: string[] = [];
  const value = reader.read(given, (says, ...steps) => void said.push([...steps, says].join(' ')));
  return said.length === 0 ? value : said;
}

type Case = [string, Reader<unknown>, right: readonly unknown[], wrong: readonly (readonly [unknown, string])[]];

describe('a value that is right is taken, and of one beside it is said what would be right', () => {
  test.each<Case>([
    [
      'true or false',
      boolean,
      [true, false],
      [
        ['true', 'must be true or false, not "true"'],
        [0, 'must be true or false, not 0'],
      ],
    ],
    [
      'a number',
      number(0.1, 5),
      [0.1, 5],
      [
        [0.09, 'must be at least 0.1, not 0.09'],
        [5.01, 'must be at most 5, not 5.01'],
        [Number.NaN, 'must be a number, not NaN'],
        [Infinity, 'must be a number, not Infinity'],
        ['1', 'must be a number, not "1"'],
      ],
    ],
    [
      'a whole number',
      whole(1),
      [1, Number.MAX_SAFE_INTEGER],
      [
        [0, 'must be at least 1, not 0'],
        [1.5, 'must be a whole number, not 1.5'],
        [2 ** 53, 'must be at most 9007199254740991, not 9007199254740992'],
        ['1', 'must be a number, not "1"'],
      ],
    ],
    [
      'a text',
      string(),
      ['', 'x'],
      [
        [1, 'must be a string'],
        [null, 'must be a string'],
      ],
    ],
    ['some text', string(1), ['x'], [['', 'must not be empty']]],
    ['a long text', string(3), ['abc'], [['ab', 'must have at least 3 characters']]],
    [
      'one of several',
      oneOf('on', 'off'),
      ['on', 'off'],
      [
        ['On', 'must be one of on, off, not "On"'],
        [1, 'must be one of on, off, not 1'],
      ],
    ],
    ['one of several numbers', oneOf(200, 202), [200, 202], [['200', 'must be one of 200, 202, not "200"']]],
    [
      'a list',
      listOf(string(1)),
      [[], ['a']],
      [
        ['a', 'must be a list'],
        [['a', ''], '1 must not be empty'],
      ],
    ],
    ['optional values', optional(string(1)), [undefined, 'a'], [[null, 'must be a string']]],
  ])('%s', (...[, reader, right, wrong]) => {
    for (const value of right) expect(tried(reader, value)).toEqual(value);
    for (const [value, says] of wrong) expect(tried(reader, value)).toEqual([says]);
  });
});

describe('an object', () => {
  const reader = objectOf({ name: string(1), size: orElse(whole(1), 7), note: optional(string()) });

  test('is read with its defaults into a new one', () => {
    const given = { name: 'a', note: undefined };
    expect(tried(reader, given)).toEqual({ name: 'a', size: 7 });
    expect(tried(reader, { name: 'a', size: undefined })).toEqual({ name: 'a', size: 7 });
    expect(given).toEqual({ name: 'a' });
  });

  test('reports all mistakes at once, each at its place', () => {
    expect(tried(reader, { size: 0, toString: 'x' })).toEqual([
      'name must be a string',
      'size must be at least 1, not 0',
      'toString is not a setting; the settings here are name, size, note',
    ]);
  });

  test.each([null, [], 'a', 1])('is not %o', (given) => {
    expect(tried(reader, given)).toEqual(['must be an object']);
  });
});

test('a default is new each time', () => {
  const reader = orElse(listOf(string()), []);
  expect(tried(reader, undefined)).not.toBe(tried(reader, undefined));
});
