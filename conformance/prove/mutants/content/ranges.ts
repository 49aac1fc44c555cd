/** Servers that misread byte ranges, describe a part wrongly, or mishandle unusual ranges. */

import { mutants, type Mutant } from '../../mutant.ts';
import { withHeader, type Tampering } from '../../server.ts';
import { answering, isFine, toHeader, withStatus } from '../../tamper/answers.ts';
import {
  ignoring,
  isBeyond,
  isPart,
  misreading,
  multipart,
  partOf,
  parts,
  ranged,
  shifted,
  unsatisfiable,
  type Asked,
} from '../../tamper/ranges.ts';

type Test = (asked: Asked) => boolean;
const is =
  (first: number, last: number): Test =>
  ({ start, end }) =>
    start === first && end === last;
/** The places of ranges that the kit asks for. Negative numbers count from the end of the clip. */
const ofSize =
  (first: number, last: number): Test =>
  ({ start, end, size }) =>
    start === (first < 0 ? size + first : first) && end === size + last;
const isSecond: Test = ({ start }) => start === 100;
const isMiddle: Test = ({ start, end, size }) => start === Math.floor(size / 2) && end === start + 99;
const isEnd = ofSize(-100, -1);
const isLast = ofSize(-1, -1);
const spans =
  (block: number): Test =>
  ({ start, end }) =>
    start < block && end >= block && end - start < 100;
const toType = toHeader('content-type', 'application/octet-stream');
const bare = toHeader('content-range', undefined);
const ranging = (text: (asked: Asked) => string): (() => Tampering) =>
  parts((part, asked) => withHeader(part, 'content-range', text(asked)));

const PROMISED: readonly Mutant[] = mutants({
  'content.range.status.start': { 'ignores Range': ignoring(() => true) },
  'content.range.status.second': { 'answers only ranges from the first byte on': ignoring(isSecond) },
  'content.range.status.one-byte': { 'ignores the range 0-0': ignoring(is(0, 0)) },
  'content.range.status.middle': { 'ignores ranges that its cache does not hold': ignoring(isMiddle) },
  'content.range.status.end': { 'ignores a range that ends with the clip': ignoring(isEnd) },
  'content.range.status.last-byte': { 'ignores a range of the last byte': ignoring(isLast) },
  'content.range.status.all': {
    'rejects the last byte: its limit is one too low': ranged(ofSize(0, -1), unsatisfiable),
  },
  'content.range.bytes.start': { 'leaves out the last byte of a part': shifted(is(0, 99), 0, -1) },
  'content.range.bytes.second': { 'starts a part one byte late': shifted(isSecond, 1, 1) },
  'content.range.bytes.one-byte': { 'sends two bytes for a single byte': shifted(is(0, 0), 0, 1) },
  'content.range.bytes.middle': { 'sends cached bytes of another part': shifted(isMiddle, -50, -50) },
  'content.range.bytes.end': { 'starts the last part one byte early': shifted(isEnd, -1, -1) },
  'content.range.bytes.last-byte': { 'sends the second to last byte': shifted(isLast, -1, -1) },
  'content.range.bytes.all': { 'leaves out the last byte of the whole range': shifted(ofSize(0, -1), 0, -1) },
  'content.range.bytes.edges': {
    'drops a byte where two blocks of 64 KiB meet': shifted(spans(65_536), 0, -1),
    'ignores ranges that lie in two of its pages': ignoring(spans(4096)),
    'reads all but the last byte as the whole clip': ignoring(ofSize(0, -2)),
    'counts the last two bytes from the end': shifted(ofSize(-2, -1), -1, -1),
  },
  'content.range.resume': {
    'lets long parts overlap by one byte': shifted(
      ({ start, end, size }) => start > 0 && end - start > 1000 && end < size - 1,
      -1,
      0,
    ),
  },
  'content.range.resume.cut': {
    'starts a resumed download one byte late': {
      tamper: shifted(({ start, end, size }) => start > 0 && end === size - 1 && end - start > 1000, 1, 0),
      socket: 'title-case',
    },
  },
  'content.range.type': {
    'declares parts as application/octet-stream': parts(toType),
    'declares all parts but the first as bytes': parts((part, { start }) => (start > 0 ? toType(part) : part)),
  },
  'content.range.header': {
    'sends parts without Content-Range': parts((part) => bare(part)),
    'sends clamped parts without Content-Range': ranged(/^bytes=\d+-\d{8,}$/, ({ part }) => bare(part)),
    'writes Content-Range with spaces': ranging(({ start, end, size }) => `bytes ${start} - ${end} / ${size}`),
    'writes Content-Range in the form of Range': ranging(({ start, end, size }) => `bytes=${start}-${end}/${size}`),
  },
  'content.range.size': {
    'sends a total that is off by one': ranging(({ start, end, size }) => `bytes ${start}-${end}/${size - 1}`),
    'sends a wrong total for a suffix': ranged('bytes=-100', ({ part, size }) =>
      withHeader(part, 'content-range', `bytes ${size - 100}-${size - 1}/1`),
    ),
  },
  'content.range.length': {
    'sends one byte less than Content-Range announces': parts((part) => ({
      ...withHeader(part, 'content-length', undefined),
      bytes: part.bytes.slice(0, -1),
    })),
    'counts the end of a part as the first byte after it': ranging(
      ({ start, end, size }) => `bytes ${start}-${end + 1}/${size}`,
    ),
  },
  'content.range.headers': {
    'leaves out the ETag of parts': parts(toHeader('etag', undefined)),
    'sends another tag for each part': parts((part, { start }) => withHeader(part, 'etag', `"part-${start}"`)),
  },
  'content.range.no-multipart': {
    'answers one range as multipart': parts((_, asked) => multipart(asked, [[asked.start, asked.end]])),
  },
  'content.range.clamp': {
    'answers 416 to a range that ends beyond the clip': ranged(
      ({ start, end, size }) => end >= size && start < size,
      unsatisfiable,
    ),
  },
  'content.range.beyond': { 'answers 200 to a range beyond the clip': ignoring(({ start, size }) => start === size) },
  'content.range.beyond.part': {
    'answers a range that starts at the size with an empty part': ranged(isBeyond, ({ part, size }) => ({
      ...withHeader(part, 'content-range', `bytes ${size}-${size}/${size}`),
      status: 206,
      bytes: new Uint8Array(),
    })),
  },
  'content.range.beyond.size': { 'answers 416 without Content-Range': ranged(isBeyond, unsatisfiable) },
  'content.range.beyond.size.right': {
    'sends a size that is one too small with its 416': beyondAs((size) => `bytes */${size - 1}`),
    'sends a range of the clip with a 416': beyondAs((size) => `bytes 0-0/${size}`),
    'sends neither range nor size with a 416': beyondAs(() => 'bytes */*'),
  },
});

const SEVERAL = 'bytes=0-9,20-29';
const TWO = [0, 20].map((start): [number, number] => [start, start + 9]);
const both = (asked: Asked, isNamed = true): Asked['part'] => multipart(asked, TWO, isNamed);
const twoParts = (isNamed: boolean): (() => Tampering) => ranged(SEVERAL, (asked) => both(asked, isNamed));

const ODD: readonly Mutant[] = mutants({
  'content.range.open.bytes': {
    'counts an open range from the start': misreading(
      (asked) => /^bytes=\d+-$/.test(asked.range) && isPart(asked),
      0,
      99,
    ),
    'answers 416 to an open range': ranged(/-$/, unsatisfiable),
  },
  'content.range.suffix.bytes': {
    'counts a suffix range from the start': misreading('bytes=-100', 0, 99),
    'answers 416 to a suffix range': ranged('bytes=-100', unsatisfiable),
  },
  'content.range.open-beyond': {
    'sends the last byte for an open range at the size': ranged(
      (asked) => isBeyond(asked) && asked.range.endsWith('-'),
      (asked) => partOf(asked, [asked.size - 1, asked.size - 1]),
    ),
  },
  'content.range.nothing': { 'reads an empty range as the first bytes': misreading('bytes=', 0, 99) },
  'content.range.backwards': { 'swaps the ends of a range that runs backwards': misreading('bytes=500-0', 0, 99) },
  'content.range.words': { 'reads a word as 0': misreading('bytes=abc', 0, 99) },
  'content.range.three-numbers': { 'reads the first two of three numbers': misreading('bytes=1-2-3', 0, 99) },
  'content.range.hexadecimal': { 'reads hexadecimal positions': misreading('bytes=0x0-5', 0, 99) },
  'content.range.other-unit': {
    'answers 416 to an unknown unit': ranged('pages=1-2', unsatisfiable),
    'does not check the unit': misreading('pages=1-2', 0, 99),
  },
  'content.range.suffix-of-nothing': { 'reads -0 as 0': misreading('bytes=-0', 0, 99) },
  'content.range.huge-start': { 'keeps 32 bits of a position': misreading(/^bytes=1000000000/, 0, 99) },
  'content.range.unit-case': { 'accepts `bytes` only in small letters': ignoring(/^Bytes/) },
  'content.range.huge-end': { 'overflows at an end of thirty digits': ranged(/^bytes=0-1000000000/, unsatisfiable) },
  'content.range.several.satisfiable': {
    'answers 416 if one of several ranges lies beyond the clip': ranged(/^bytes=0-0,/, unsatisfiable),
    'crashes at several ranges': ranged(SEVERAL, () => withStatus(unsatisfiable(), 500)),
    'crashes at an empty range among several': ranged(/, ,/, () => withStatus(unsatisfiable(), 500)),
  },
  'content.range.several.shape': {
    'sends several parts without Content-Range': { tamper: twoParts(false), keeper: { tamper: twoParts(true) } },
  },
  'content.range.several.bytes': {
    'sends one extra byte in the first of several parts': {
      tamper: ranged(SEVERAL, (asked) => partOf(asked, [0, 10], [0, 9])),
      keeper: { tamper: misreading(SEVERAL, 0, 9) },
    },
    'joins several ranges into one part': ranged(SEVERAL, (asked) => {
      const { bytes } = asked.whole;
      const joined = new Uint8Array(Buffer.concat([bytes.subarray(0, 10), bytes.subarray(20, 30)]));
      return withHeader({ ...partOf(asked, [0, 29]), bytes: joined }, 'content-length', '20');
    }),
    'sends other bytes in the second of several parts': {
      tamper: ranged(SEVERAL, (asked) => {
        const bytes = asked.whole.bytes.slice();
        bytes.set(bytes.subarray(21, 31), 20);
        return both({ ...asked, whole: { ...asked.whole, bytes } });
      }),
      keeper: { tamper: twoParts(true) },
    },
    'sends a part that was not requested': ranged(SEVERAL, (asked) => multipart(asked, [[4000, 4009]])),
    'leaves out the closing boundary of several parts': ranged(SEVERAL, (asked) => {
      const whole = both(asked);
      return { ...whole, bytes: whole.bytes.slice(0, -'--edge--\r\n'.length) };
    }),
  },
  'content.range.announced': {
    'answers ranges, but announces that it does not': answering(
      { operation: 'content', status: isFine },
      toHeader('accept-ranges', 'none'),
    ),
  },
  'content.range.no-amplification': {
    'sends each of many overlapping ranges': ranged(/^bytes=0-\d+,0-/, (asked) =>
      multipart(
        asked,
        Array.from({ length: 40 }, () => [0, Math.floor(asked.size / 20)]),
      ),
    ),
  },
  'content.range.refusal-first': {
    'evaluates Range before it looks up the id': answering(
      { operation: 'content', has: 'range', status: 404 },
      unsatisfiable,
    ),
  },
  'content.answer.video.whole': {
    'answers 200 with the part to an open range': ranged(/-$/, wholeStatus),
    'answers 200 with the part to a suffix': ranged(/^bytes=-/, wholeStatus),
  },
});

export const RANGE_MUTANTS: readonly Mutant[] = [...PROMISED, ...ODD];

function wholeStatus({ part }: Asked): Asked['part'] {
  return part.status === 206 ? withStatus(part, 200) : part;
}

function beyondAs(text: (size: number) => string): () => Tampering {
  return ranged(isBeyond, ({ part, size }) => withHeader(part, 'content-range', text(size)));
}
