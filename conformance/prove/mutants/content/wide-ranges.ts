/** Servers that misread ranges at the edges of the clip, with large numbers, or with texts that are nearly numbers. */

import { mutants, type Mutant } from '../../mutant.ts';
import type { Tampering } from '../../server.ts';
import { misreading, parting, partOf, ranged, unsatisfiable, type Asked } from '../../tamper/ranges.ts';

/** Returns the numbers of a single range, or nothing for any other form. */
function endsOf({ range }: Asked): readonly [bigint | undefined, bigint | undefined] | undefined {
  const [, start, end] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const number = (text: string): bigint | undefined => (text === '' ? undefined : BigInt(text));
  return [number(start), number(end)];
}

/** Keeps only the low bits of a number. */
const keeping = (bits: number, which: 'start' | 'end' | 'suffix'): (() => Tampering) =>
  parting((asked) => {
    const [start, end] = endsOf(asked) ?? [];
    const kept = (value: bigint): number => Number(BigInt.asUintN(bits, value));
    const isWide = [start, end].some((value) => value !== undefined && value >= 2n ** BigInt(bits));
    if (!isWide || end === undefined) return undefined;
    const last = asked.size - 1;
    if (start === undefined)
      return which === 'suffix' ? partOf(asked, [Math.max(0, asked.size - kept(end)), last]) : undefined;
    const isMeant = which === 'start' ? start >= 2n ** BigInt(bits) : start < BigInt(asked.size);
    const [from, to] = [kept(start), Math.min(kept(end), last)];
    return which === 'suffix' || !isMeant || from > to ? undefined : partOf(asked, [from, to]);
  });
/** Rejects the ranges whose numbers pass a test. */
const refusing = (when: (size: number, start: bigint | undefined, end: bigint) => boolean): (() => Tampering) =>
  ranged((asked) => {
    const ends = endsOf(asked);
    return ends !== undefined && when(asked.size, ends[0], ends[1] ?? 0n);
  }, unsatisfiable);

export const WIDE_RANGE_MUTANTS: readonly Mutant[] = mutants({
  'content.range.clamp.wide': {
    'keeps 32 bits of an end': keeping(32, 'end'),
    'reads an end beyond 31 bits as negative': refusing(
      (_, start, end) => start !== undefined && start < 2n ** 31n && end >= 2n ** 31n,
    ),
    'answers 416 if a range ends one byte beyond the clip': refusing(
      (size, start, end) => start !== undefined && start < size && end === BigInt(size),
    ),
    'answers 416 to an end beyond 64 bits': refusing(
      (size, start, end) => start !== undefined && start < size && end >= 2n ** 64n,
    ),
  },
  'content.range.beyond.wide': {
    'keeps 32 bits of a start': keeping(32, 'start'),
    'keeps 64 bits of a start': keeping(64, 'start'),
  },
  'content.range.suffix.wide': {
    'keeps 32 bits of a suffix': keeping(32, 'suffix'),
    'answers 416 to a suffix that is longer than the clip': refusing(
      (size, start, end) => start === undefined && end > BigInt(size),
    ),
    'leaves out the first byte for a suffix as long as the clip': ranged(
      ({ range, size }) => range === `bytes=-${size}`,
      (asked) => partOf(asked, [1, asked.size - 1]),
    ),
  },
  'content.range.open.edges': {
    'sends the last two bytes for an open range of the last byte': ranged(
      ({ range, size }) => range === `bytes=${size - 1}-`,
      (asked) => partOf(asked, [asked.size - 2, asked.size - 1]),
    ),
    'reads `000-00099` as 0-999': misreading('bytes=000-00099', 0, 999),
    'reads numbers with a leading zero as octal': misreading('bytes=010-0177', 8, 127),
    'answers 416 to an open range from the first byte': ranged('bytes=0-', unsatisfiable),
  },
  'content.range.nearly-numbers': {
    'reads `+0-9` as 9-9': misreading('bytes=+0-9', 9, 9),
    'reads numbers with an exponent': misreading('bytes=1e1-20', 10, 20),
    'reads the first two numbers and ignores the rest': misreading('bytes=0-9-', 0, 9),
    'accepts the unit `byte`': misreading('byte=0-9', 0, 9),
  },
});
