/**
 * Every range that the kit sends for a clip of a known size, with the response that a server must send. The checks read
 * the rows by their rules (`range.ts`, `odd-range.ts`, `every-part.ts`). `condition-requests.ts` has the ranges with
 * If-Range and other conditions. `range-requests.ts` has the consecutive ranges of a download in parts.
 */

import { header } from '../../client/exchange.ts';
import type { Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { eachOf, is, not } from '../lib/cases.ts';

type Rule = readonly [isKept: (answer: Answered) => boolean, expected: string];

const NO_PART: Rule = [not(206), '200, 400 or 416'];
const ANY: Rule = [not(), '206, 200 or 416'];

/** The rules for the responses. If the response is a 206, its bytes must also be requested bytes. */
export const MUST = {
  part: [is(206), '206'],
  // RFC 9110 also allows 200 for a range that covers the whole clip.
  partOrAll: [is(200, 206), '206'],
  clamped: [is(200, 206), '206, or 200 with the clip'],
  fromFirst: [isFromFirst, '200 or 206 with the bytes from the first byte on'],
  beyond: NO_PART,
  neverPart: NO_PART,
  ignored: [not(206, 400, 416), '200, as without Range'],
  ifPart: ANY,
  // Many parsers of numbers accept a plus sign. A part must have the bytes for the number without the sign.
  withoutPlus: [(answer) => not(206)(answer) || isFromFirst(answer), '200, 400 or 416'],
  // The checks of these rows compare several responses, or the parts of a response.
  alike: ANY,
  several: ANY,
  observed: ANY,
} satisfies Readonly<Record<string, Rule>>;

type Must = keyof typeof MUST;
type Range = string | ((size: number) => string);
type Row = readonly [must: Must, range: Range, isObserved?: 'observed'];
/** The rows by their labels, in groups with one requirement. */
type Table = Readonly<Partial<Record<Check['requirement'], Readonly<Record<string, Row>>>>>;

const END: Range = (size) => `bytes=${size - 100}-${size - 1}`;
const BITS = { 31: 2n ** 31n, 32: 2n ** 32n, 53: 2n ** 53n, 63: 2n ** 63n, 64: 2n ** 64n } as const;
const HUGE = 10n ** 29n;
/** A range in a window of each clip that the report keeps, and the length of all ranges for each clip. */
export const INNER = 'bytes=100-299';
export const WIDTH = 200;

/** The ranges that the document promises. */
const PROMISED: Table = {
  'content.range.status': {
    start: ['part', 'bytes=0-99'],
    second: ['part', 'bytes=100-199'],
    'one byte': ['part', 'bytes=0-0'],
    middle: ['part', (size) => `bytes=${Math.floor(size / 2)}-${Math.floor(size / 2) + 99}`],
    end: ['part', END],
    'last byte': ['part', (size) => `bytes=${size - 1}-${size - 1}`],
    all: ['partOrAll', (size) => `bytes=0-${size - 1}`],
  },
  'content.range.clamp': { 'beyond end': ['clamped', (size) => `bytes=${size - 100}-${size + 999}`] },
  'content.range.beyond': { 'at size': ['beyond', (size) => `bytes=${size}-${size + 9}`] },
};

/** The ranges that RFC 9110 describes and the document does not mention. */
const ODD: Table = {
  'content.range.open': {
    open: ['ifPart', (size) => `bytes=${size - 100}-`, 'observed'],
    suffix: ['ifPart', 'bytes=-100', 'observed'],
    'suffix of nothing': ['neverPart', 'bytes=-0', 'observed'],
  },
  'content.range.beyond': {
    'suffix beyond': ['observed', (size) => `bytes=-${size + 5}`, 'observed'],
    'open beyond': ['observed', (size) => `bytes=${size}-`, 'observed'],
    'huge start': ['neverPart', `bytes=${HUGE}-${HUGE + 9n}`, 'observed'],
  },
  'content.range.malformed': {
    backwards: ['neverPart', 'bytes=500-0', 'observed'],
    words: ['neverPart', 'bytes=abc', 'observed'],
    nothing: ['observed', 'bytes=', 'observed'],
    'three numbers': ['neverPart', 'bytes=1-2-3'],
    hexadecimal: ['neverPart', 'bytes=0x0-5'],
    'huge end': ['fromFirst', `bytes=0-${HUGE + 9n}`],
    'upper unit': ['alike', 'Bytes=0-9'],
    'lower unit': ['alike', 'bytes=0-9'],
    'other unit': ['ignored', 'pages=1-2', 'observed'],
  },
  'content.range.several': {
    several: ['several', 'bytes=0-9,20-29', 'observed'],
    'several, one beyond': ['several', 'bytes=0-0,999999999999-'],
    'several, one empty': ['several', 'bytes=0-9, ,20-29', 'observed'],
    overlapping: [
      'observed',
      (size) =>
        `bytes=${Array(40)
          .fill(`0-${Math.floor(size / 20)}`)
          .join()}`,
      'observed',
    ],
  },
};

/** The ranges at the edges of blocks and of the clip, with large numbers, or with texts that are nearly numbers. */
const WIDE: Table = {
  'content.range.bytes': {
    'block 4096': ['part', (size) => across(4096, size)],
    'block 65536': ['part', (size) => across(65_536, size)],
    'two last': ['part', (size) => `bytes=${size - 2}-${size - 1}`],
    'all but the first': ['part', (size) => `bytes=1-${size - 1}`],
    'all but the last': ['part', (size) => `bytes=0-${size - 2}`],
  },
  'content.range.clamp': {
    // A server may send another part each time.
    ...eachOf('end, *', ['once', 'twice', 'thrice'], (): Row => ['alike', END]),
    'one beyond': ['clamped', (size) => `bytes=${size - 100}-${size}`],
    'last and beyond': ['clamped', (size) => `bytes=${size - 1}-${size}`],
    ...eachOf('end of * bits', BITS, (bits): Row => ['clamped', (size) => `bytes=${size - 100}-${bits}`]),
    ...eachOf('end of * bits, and a part', BITS, (bits): Row => [
      'clamped',
      (size) => `bytes=${size - 100}-${bits + BigInt(size - 51)}`,
    ]),
  },
  'content.range.beyond': eachOf('start of * bits', BITS, (bits): Row => ['beyond', `bytes=${bits}-${bits + 99n}`]),
  'content.range.open': {
    'suffix of all': ['fromFirst', (size) => `bytes=-${size}`],
    'suffix beyond all': ['fromFirst', (size) => `bytes=-${size + 5}`],
    ...eachOf('suffix of * bits', BITS, (bits): Row => ['fromFirst', `bytes=-${bits + 100n}`]),
    'suffix of one': ['ifPart', 'bytes=-1'],
    'from the first': ['ifPart', 'bytes=0-'],
    'from the last': ['ifPart', (size) => `bytes=${size - 1}-`],
    'with zeros in front': ['ifPart', 'bytes=000-00099'],
    'as octal numbers': ['ifPart', 'bytes=010-0177'],
  },
  'content.range.malformed': {
    'plus in front': ['withoutPlus', 'bytes=+0-9'],
    'plus at the end': ['withoutPlus', 'bytes=0-+9'],
    'two dashes': ['neverPart', 'bytes=0--9'],
    'two dashes in front': ['neverPart', 'bytes=--5'],
    'dash behind': ['neverPart', 'bytes=0-9-'],
    point: ['neverPart', 'bytes=1.0-9'],
    exponent: ['neverPart', 'bytes=1e1-20'],
    'other unit, nearly': ['neverPart', 'byte=0-9'],
    'no equals sign': ['neverPart', 'bytes 0-9'],
  },
};

/** The ranges for every clip of the run. */
const EACH_CLIP: Table = {
  'content.range.bytes': {
    start: ['part', INNER],
    middle: ['part', (size) => `bytes=${Math.floor(size / 2)}-${Math.floor(size / 2) + WIDTH - 1}`],
    end: ['part', (size) => `bytes=${size - WIDTH}-${size - 1}`],
    'open end': ['ifPart', (size) => `bytes=${size - WIDTH}-`],
  },
  'content.range.beyond': { 'behind the end': ['beyond', (size) => `bytes=${size}-${size + WIDTH - 1}`] },
};

/** The tables by the probes that send their ranges. */
const TABLES = { promised: PROMISED, odd: ODD, wide: WIDE, 'each clip': EACH_CLIP } as const;
export type RangeTable = keyof typeof TABLES;

/** Returns the rows of a table with these rules, or all rows. */
export function rowsOf(table: RangeTable, ...musts: readonly Must[]) {
  const groups = Object.entries(TABLES[table]) as [Check['requirement'], Readonly<Record<string, Row>>][];
  const rows = groups.flatMap(([requirement, group]) =>
    Object.entries(group).map(([label, [must, range, observed]]) => {
      const name = label.replaceAll(/[ ,]+/g, '-');
      return { requirement, label, name, must, range, isObserved: observed !== undefined };
    }),
  );
  return musts.length === 0 ? rows : rows.filter(({ must }) => musts.includes(must));
}

/** A row of a table, with its label and the requirement of its group. */
export type RangeRow = ReturnType<typeof rowsOf>[number];

export function labelsOf(...selection: Parameters<typeof rowsOf>): string[] {
  return rowsOf(...selection).map(({ label }) => label);
}

/** Returns the values of Range by their labels, for a clip of this size. */
export function rangesOf(table: RangeTable, size: number): Readonly<Record<string, string>> {
  const rows = rowsOf(table).map(({ label, range }) => [label, typeof range === 'string' ? range : range(size)]);
  return Object.fromEntries(rows) as Record<string, string>;
}

function isFromFirst({ response }: Answered): boolean {
  const { status } = response;
  return status === 200 || (status === 206 && /^bytes 0-/i.test(header(response, 'content-range') ?? 'bytes 0-'));
}

/** Returns the range around the edge of a block. */
function across(block: number, size: number): string {
  return `bytes=${Math.min(block, size - 1) - 6}-${Math.min(block + 5, size - 1)}`;
}
