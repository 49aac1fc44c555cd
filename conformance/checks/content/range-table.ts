/**
 * Every range that the kit sends for a clip of a known size, with the rule for its response. The checks read the rows
 * of a requirement or of a rule (`range.ts`, `odd-range.ts`, `every-part.ts`). `condition-requests.ts` has the ranges
 * with If-Range and other conditions. `range-requests.ts` has the consecutive ranges of a download in parts.
 */

import { header } from '../../client/exchange.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Answered } from '../../engine/evidence.ts';
import { eachOf, is, not } from '../lib/cases.ts';

type Rule = readonly [isKept: (answer: Answered) => boolean, expected: string];

/** The rules for the responses. For a single range, the bytes of a 206 must also be requested bytes (`obeys`). */
export const RULES = {
  part: [is(206), '206'],
  // RFC 9110 also allows 200 for a range that covers the whole clip.
  partOrAll: [is(200, 206), '206, or 200 with the whole clip'],
  clamped: [is(200, 206), '206, or 200 with the clip'],
  fromFirst: [isFromFirst, '200 or 206 with the bytes from the first byte on'],
  never: [not(206), '200, 400 or 416'],
  ignored: [not(206, 400, 416), '200, as without Range'],
  // Many parsers of numbers accept a plus sign. A part must have the bytes for the number without the sign.
  withoutPlus: [(answer) => not(206)(answer) || isFromFirst(answer), '200, 400 or 416'],
  // For several ranges, `odd-range.ts` has further rules.
  any: [not(), 'a status below 500'],
} satisfies Readonly<Record<string, Rule>>;

type RuleName = keyof typeof RULES;
type Ranges = Readonly<Record<string, string>>;
/** The ranges by their labels, for each rule. */
type Rules = Readonly<Partial<Record<RuleName, Ranges>>>;
type Table = Readonly<Partial<Record<RequirementId, Rules>>>;

const BITS = { 31: 2n ** 31n, 32: 2n ** 32n, 53: 2n ** 53n, 63: 2n ** 63n, 64: 2n ** 64n } as const;
const HUGE = 10n ** 29n;
/** A range in a window of each clip that the report keeps, and the length of all ranges for each clip. */
export const INNER = 'bytes=100-299';
export const WIDTH = 200;

/** The ranges that the document promises. */
const promised = (size: number): Table => ({
  'content.range.status': {
    part: {
      start: 'bytes=0-99',
      second: 'bytes=100-199',
      'one byte': 'bytes=0-0',
      middle: `bytes=${Math.floor(size / 2)}-${Math.floor(size / 2) + 99}`,
      end: `bytes=${size - 100}-${size - 1}`,
      'last byte': `bytes=${size - 1}-${size - 1}`,
    },
    partOrAll: { all: `bytes=0-${size - 1}` },
  },
  'content.range.clamp': { clamped: { 'beyond end': `bytes=${size - 100}-${size + 999}` } },
  'content.range.beyond': { never: { 'at size': `bytes=${size}-${size + 9}` } },
});

/** The ranges that RFC 9110 describes and the document does not mention. Their statuses are observed. */
const odd = (size: number): Table => ({
  'content.range.open': {
    clamped: { open: `bytes=${size - 100}-`, suffix: 'bytes=-100' },
    never: { 'suffix of nothing': 'bytes=-0' },
  },
  'content.range.beyond': {
    fromFirst: { 'suffix beyond': `bytes=-${size + 5}` },
    never: { 'open beyond': `bytes=${size}-`, 'huge start': `bytes=${HUGE}-${HUGE + 9n}` },
  },
  'content.range.malformed': {
    never: {
      backwards: 'bytes=500-0',
      words: 'bytes=abc',
      'three numbers': 'bytes=1-2-3',
      hexadecimal: 'bytes=0x0-5',
      nothing: 'bytes=',
    },
    fromFirst: { 'huge end': `bytes=0-${HUGE + 9n}` },
    ignored: { 'other unit': 'pages=1-2' },
    clamped: { 'lower unit': 'bytes=0-9', 'upper unit': 'Bytes=0-9' },
  },
  'content.range.several': {
    any: {
      several: 'bytes=0-9,20-29',
      'several, one beyond': 'bytes=0-0,999999999999-',
      'several, one empty': 'bytes=0-9, ,20-29',
      overlapping: `bytes=${Array<string>(40)
        .fill(`0-${Math.floor(size / 20)}`)
        .join()}`,
    },
  },
});

/** The ranges at the edges of blocks and of the clip, with large numbers, or with texts that are nearly numbers. */
const wide = (size: number): Table => ({
  'content.range.bytes': {
    part: {
      'block 4096': across(4096, size),
      'block 65536': across(65_536, size),
      'two last': `bytes=${size - 2}-${size - 1}`,
      'all but the first': `bytes=1-${size - 1}`,
      'all but the last': `bytes=0-${size - 2}`,
    },
  },
  'content.range.clamp': {
    // A server may send another part each time.
    part: eachOf('end, *', ['once', 'twice', 'thrice'], () => `bytes=${size - 100}-${size - 1}`),
    clamped: {
      'one beyond': `bytes=${size - 100}-${size}`,
      'last and beyond': `bytes=${size - 1}-${size}`,
      ...eachOf('end of * bits', BITS, (bits) => `bytes=${size - 100}-${bits}`),
      ...eachOf('end of * bits, and a part', BITS, (bits) => `bytes=${size - 100}-${bits + BigInt(size - 51)}`),
    },
  },
  'content.range.beyond': { never: eachOf('start of * bits', BITS, (bits) => `bytes=${bits}-${bits + 99n}`) },
  'content.range.open': {
    fromFirst: {
      'suffix of all': `bytes=-${size}`,
      ...eachOf('suffix of * bits', BITS, (bits) => `bytes=-${bits + 100n}`),
    },
    clamped: {
      'suffix of one': 'bytes=-1',
      'from the first': 'bytes=0-',
      'from the last': `bytes=${size - 1}-`,
      'with zeros in front': 'bytes=000-00099',
      'as octal numbers': 'bytes=010-0177',
    },
  },
  'content.range.malformed': {
    withoutPlus: { 'plus in front': 'bytes=+0-9', 'plus at the end': 'bytes=0-+9' },
    never: {
      'two dashes': 'bytes=0--9',
      'two dashes in front': 'bytes=--5',
      'dash behind': 'bytes=0-9-',
      point: 'bytes=1.0-9',
      exponent: 'bytes=1e1-20',
      'other unit, nearly': 'byte=0-9',
      'no equals sign': 'bytes 0-9',
    },
  },
});

/** The ranges for every clip of the run. */
const eachClip = (size: number): Table => ({
  'content.range.bytes': {
    part: {
      start: INNER,
      middle: `bytes=${Math.floor(size / 2)}-${Math.floor(size / 2) + WIDTH - 1}`,
      end: `bytes=${size - WIDTH}-${size - 1}`,
    },
    clamped: { 'open end': `bytes=${size - WIDTH}-` },
  },
  'content.range.beyond': { never: { 'behind the end': `bytes=${size}-${size + WIDTH - 1}` } },
});

/** The tables by the probes that send their ranges. */
const TABLES = { promised, odd, wide, 'each clip': eachClip } as const;
export type RangeTable = keyof typeof TABLES;

/** A range, with its requirement, its rule and its label. */
export interface RangeRow extends Record<'label' | 'name' | 'range', string> {
  readonly requirement: RequirementId;
  readonly rule: RuleName;
}

/** Returns the rows of a table for a clip of this size. */
function rowsIn(table: RangeTable, size: number): RangeRow[] {
  return (Object.entries(TABLES[table](size)) as [RequirementId, Rules][]).flatMap(([requirement, rules]) =>
    (Object.entries(rules) as [RuleName, Ranges][]).flatMap(([rule, ranges]) =>
      Object.entries(ranges).map(([label, range]) => {
        return { requirement, rule, label, name: label.replaceAll(/[ ,]+/g, '-'), range };
      }),
    ),
  );
}

/** Returns the rows of a table with this requirement, this rule, or both. */
export function rowsOf(table: RangeTable, ...wanted: readonly (RequirementId | RuleName)[]): Omit<RangeRow, 'range'>[] {
  const rows = rowsIn(table, 0);
  return rows.filter(({ requirement, rule }) => wanted.every((key) => key === requirement || key === rule));
}

export function labelsOf(...selection: Parameters<typeof rowsOf>): string[] {
  return rowsOf(...selection).map(({ label }) => label);
}

/** Returns the values of Range by their labels, for a clip of this size. */
export function rangesOf(table: RangeTable, size: number): Ranges {
  return Object.fromEntries(rowsIn(table, size).map(({ label, range }) => [label, range]));
}

function isFromFirst({ response }: Answered): boolean {
  const { status } = response;
  return status === 200 || (status === 206 && /^bytes 0-/i.test(header(response, 'content-range') ?? 'bytes 0-'));
}

/** Returns the range around the edge of a block. */
function across(block: number, size: number): string {
  return `bytes=${Math.min(block, size - 1) - 6}-${Math.min(block + 5, size - 1)}`;
}
