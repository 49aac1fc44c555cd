/** Servers that mishandle the edges of byte ranges: blocks, wide numbers, and texts that resemble numbers. */

import { also, type Mutant } from '../../mutant.ts';
import { ignoring, partOf, parting, unsatisfiable, type Asked } from '../../tamper/ranges.ts';
import type { Tampering } from '../../server.ts';

type Ends = readonly [start: bigint | undefined, end: bigint | undefined];

/** Returns the numbers of a single range, or nothing for any other form. */
function endsOf({ range }: Asked): Ends | undefined {
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
const refusing = (when: (asked: Asked, ends: Ends) => boolean): (() => Tampering) =>
  parting((asked) => {
    const ends = endsOf(asked);
    return ends !== undefined && when(asked, ends) ? unsatisfiable() : undefined;
  });
/** Reads an invalid range as a valid one. */
const misreading = (range: string, bytes: [number, number]): (() => Tampering) =>
  parting((asked) => (asked.range === range ? partOf(asked, bytes) : undefined));
const spans = ({ start, end }: Asked, block: number): boolean => start < block && end >= block && end - start < 100;

export const WIDE_RANGE_MUTANTS: readonly Mutant[] = [
  also(['content.range.bytes.edges', 'block'], 'drops a byte where two blocks of 64 KiB meet', {
    tamper: parting((asked) =>
      spans(asked, 65_536) ? partOf(asked, [asked.start, asked.end - 1], [asked.start, asked.end]) : undefined,
    ),
  }),
  also(['content.range.bytes.edges', 'page'], 'ignores ranges that lie in two of its pages', {
    tamper: ignoring((asked) => spans(asked, 4096)),
  }),
  also(['content.range.bytes.edges', 'all-but-one'], 'reads all but the last byte as the whole clip', {
    tamper: ignoring(({ start, end, size }) => start === 0 && end === size - 2),
  }),
  also(['content.range.bytes.edges', 'last-two'], 'counts the last two bytes from the end', {
    tamper: parting((asked) =>
      asked.start === asked.size - 2 && asked.end === asked.size - 1
        ? partOf(asked, [asked.start - 1, asked.end - 1], [asked.start, asked.end])
        : undefined,
    ),
  }),
  also(['content.range.clamp.wide', '32-bits'], 'keeps 32 bits of an end', { tamper: keeping(32, 'end') }),
  also(['content.range.clamp.wide', 'signed'], 'reads an end beyond 31 bits as negative', {
    tamper: refusing((_, [start, end]) => start !== undefined && start < 2n ** 31n && (end ?? 0n) >= 2n ** 31n),
  }),
  also(['content.range.clamp.wide', 'one'], 'answers 416 if a range ends one byte beyond the clip', {
    tamper: refusing(({ size }, [start, end]) => start !== undefined && start < size && end === BigInt(size)),
  }),
  also(['content.range.clamp.wide', '64-bits'], 'crashes at an end beyond 64 bits', {
    tamper: parting((asked) => {
      const [start, end] = endsOf(asked) ?? [];
      return start !== undefined && start < BigInt(asked.size) && (end ?? 0n) >= 2n ** 64n
        ? { ...unsatisfiable(), status: 500 }
        : undefined;
    }),
  }),
  also(['content.range.beyond.wide', '32-bits'], 'keeps 32 bits of a start', { tamper: keeping(32, 'start') }),
  also(['content.range.beyond.wide', '64-bits'], 'keeps 64 bits of a start', { tamper: keeping(64, 'start') }),
  also(['content.range.suffix.wide', '32-bits'], 'keeps 32 bits of a suffix', { tamper: keeping(32, 'suffix') }),
  also(['content.range.suffix.wide', 'longer'], 'answers 416 to a suffix that is longer than the clip', {
    tamper: refusing(({ size }, [start, end]) => start === undefined && (end ?? 0n) > BigInt(size)),
  }),
  also(['content.range.suffix.wide', 'all'], 'leaves out the first byte for a suffix as long as the clip', {
    tamper: parting((asked) =>
      asked.range === `bytes=-${asked.size}` ? partOf(asked, [1, asked.size - 1]) : undefined,
    ),
  }),
  also(['content.range.open.edges', 'last'], 'sends the last two bytes for an open range of the last byte', {
    tamper: parting((asked) =>
      asked.range === `bytes=${asked.size - 1}-` ? partOf(asked, [asked.size - 2, asked.size - 1]) : undefined,
    ),
  }),
  also(['content.range.open.edges', 'zeros'], 'reads `000-00099` as 0-999', {
    tamper: misreading('bytes=000-00099', [0, 999]),
  }),
  also(['content.range.open.edges', 'octal'], 'reads numbers with a leading zero as octal', {
    tamper: misreading('bytes=010-0177', [8, 127]),
  }),
  also(['content.range.nearly-numbers', 'plus'], 'reads `+0-9` as 9-9', {
    tamper: misreading('bytes=+0-9', [9, 9]),
  }),
  also(['content.range.nearly-numbers', 'exponent'], 'reads numbers with an exponent', {
    tamper: misreading('bytes=1e1-20', [10, 20]),
  }),
  also(['content.range.nearly-numbers', 'behind'], 'reads the first two numbers and ignores the rest', {
    tamper: misreading('bytes=0-9-', [0, 9]),
  }),
  also(['content.range.nearly-numbers', 'unit'], 'accepts the unit `byte`', {
    tamper: misreading('byte=0-9', [0, 9]),
  }),
];
