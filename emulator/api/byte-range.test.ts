import { assert, integer, oneof, property, constantFrom, nat } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

const WHOLE = { kind: 'whole' };
const UNSATISFIABLE = { kind: 'unsatisfiable' };

describe('a range of 1000 bytes', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-999', 0, 999],
    ['bytes=0-', 0, 999],
    ['bytes=500-', 500, 999],
    ['bytes=999-', 999, 999],
    ['bytes=0-5000', 0, 999],
    [`bytes=5-${'9'.repeat(15)}`, 5, 999],
    [`bytes=5-${'9'.repeat(16)}`, 5, 999],
    [`bytes=5-${'9'.repeat(400)}`, 5, 999],
    [`bytes=${'0'.repeat(20)}5-${'0'.repeat(14)}7`, 5, 7],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
    ['bytes=1-2,', 1, 2],
  ])('%s is part %i to %i', (header, start, end) => {
    expect(readRange(header, 1000)).toEqual({ kind: 'part', start, end });
  });

  test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', `bytes=${'9'.repeat(4000)}-`])(
    '%s cannot be satisfied',
    (header) => {
      expect(readRange(header, 1000)).toEqual(UNSATISFIABLE);
    },
  );

  test.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    `bytes=${'9'.repeat(20)}-5`,
    `bytes=${'9'.repeat(20)}-${'9'.repeat(19)}8`,
    'bytes=a-b',
    'bytes=0-1,5-6',
    'bytes=0x1-2',
    'lines=0-1',
    'bytes 0-1',
    'bytes=1-2-3',
    'bytes=١-٢',
  ])('%s gives the whole', (header) => {
    expect(readRange(header, 1000)).toEqual(WHOLE);
  });

  test('of nothing cannot be satisfied', () => {
    expect(readRange('bytes=0-', 0)).toEqual(UNSATISFIABLE);
    expect(readRange('bytes=-5', 0)).toEqual(UNSATISFIABLE);
  });
});

test('a range is what slicing an array gives', () => {
  const position = oneof(nat({ max: 30 }).map(String), constantFrom('', '007'));
  assert(
    property(position, position, integer({ min: 1, max: 20 }), (first, last, size) => {
      const bytes = Array.from({ length: size }, (_, at) => at);
      const wanted = naive(bytes, first, last);
      const answer = readRange(`bytes=${first}-${last}`, size);
      expect(answer.kind === 'part' ? bytes.slice(answer.start, answer.end + 1) : answer.kind).toEqual(wanted);
    }),
  );
});

function naive(bytes: readonly number[], first: string, last: string): readonly number[] | string {
  if (first === '' && last === '') return 'whole';
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  const part = bytes.filter((_, at) =>
    first === '' ? at >= bytes.length - Number(last) : at >= Number(first) && (last === '' || at <= Number(last)),
  );
  return part.length === 0 ? 'unsatisfiable' : part;
}
