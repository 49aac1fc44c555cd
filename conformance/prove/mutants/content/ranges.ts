/** Servers that misread byte ranges in the promised form, or describe a part wrongly. */

import { ignoring, multipart, partOf, parting, unsatisfiable, type Asked } from '../../tamper/ranges.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { withHeader, type Answer, type Tampering } from '../../server.ts';

const isStart = ({ start, end }: Asked): boolean => start === 0 && end === 99;
const isSecond = ({ start }: Asked): boolean => start === 100;
const isOne = ({ start, end }: Asked): boolean => start === 0 && end === 0;
const isMiddle = ({ start, end, size }: Asked): boolean => start === Math.floor(size / 2) && end === start + 99;
const isEnd = ({ start, end, size }: Asked): boolean => start === size - 100 && end === size - 1;
const isLast = ({ start, end, size }: Asked): boolean => start === size - 1 && end === start;
const isAll = ({ start, end, size }: Asked): boolean => start === 0 && end === size - 1;
const isPast = ({ start, size }: Asked): boolean => start === size;

const IGNORED: readonly Mutant[] = [
  mutant('content.range.status.start', 'ignores Range', { tamper: ignoring(() => true) }),
  mutant('content.range.status.second', 'answers only ranges from the first byte on', { tamper: ignoring(isSecond) }),
  mutant('content.range.status.one-byte', 'ignores the range 0-0', { tamper: ignoring(isOne) }),
  mutant('content.range.status.middle', 'ignores ranges that its cache does not hold', { tamper: ignoring(isMiddle) }),
  mutant('content.range.status.end', 'ignores a range that ends with the clip', { tamper: ignoring(isEnd) }),
  mutant('content.range.status.last-byte', 'ignores a range of the last byte', { tamper: ignoring(isLast) }),
  mutant('content.range.status.all', 'rejects the last byte: its limit is one too low', {
    tamper: parting((asked) => (isAll(asked) ? unsatisfiable() : undefined)),
  }),
];

const WRONG: readonly Mutant[] = [
  mutant('content.range.bytes.start', 'leaves out the last byte of a part', { tamper: shifted(isStart, [0, -1]) }),
  mutant('content.range.bytes.second', 'starts a part one byte late', { tamper: shifted(isSecond, [1, 1]) }),
  mutant('content.range.bytes.one-byte', 'sends two bytes for a single byte', { tamper: shifted(isOne, [0, 1]) }),
  mutant('content.range.bytes.middle', 'sends cached bytes of another part', {
    tamper: shifted(isMiddle, [-50, -50]),
  }),
  mutant('content.range.bytes.end', 'starts the last part one byte early', { tamper: shifted(isEnd, [-1, -1]) }),
  mutant('content.range.bytes.last-byte', 'sends the second to last byte', { tamper: shifted(isLast, [-1, -1]) }),
  mutant('content.range.type', 'declares parts as application/octet-stream', {
    tamper: parts((part) => withHeader(part, 'content-type', 'application/octet-stream')),
  }),
  mutant('content.range.resume', 'lets long parts overlap by one byte', {
    tamper: shifted(({ start, end, size }) => start > 0 && end - start > 1000 && end < size - 1, [-1, 0]),
  }),
  mutant('content.range.resume.cut', 'starts a resumed download one byte late', {
    tamper: shifted(({ start, end, size }) => start > 0 && end === size - 1 && end - start > 1000, [1, 0]),
    socket: 'title-case',
    selection: { only: ['content.range.resume.cut'] },
  }),
];

const DESCRIBED: readonly Mutant[] = [
  mutant('content.range.header', 'sends parts without Content-Range', {
    tamper: parts((part) => withHeader(part, 'content-range', undefined)),
  }),
  mutant('content.range.size', 'sends a total that is off by one', {
    tamper: parts((part, { size, start, end }) =>
      withHeader(part, 'content-range', `bytes ${start}-${end}/${size - 1}`),
    ),
  }),
  mutant('content.range.length', 'sends one byte less than Content-Range announces', {
    tamper: parts((part) => ({ ...withHeader(part, 'content-length', undefined), bytes: part.bytes.slice(0, -1) })),
  }),
  mutant('content.range.no-multipart', 'answers one range as multipart', {
    tamper: parts((_, asked) => multipart(asked, [[asked.start, asked.end]])),
  }),
  mutant('content.range.clamp', 'answers 416 to a range that ends beyond the clip', {
    tamper: parting((asked) => (asked.end >= asked.size && asked.start < asked.size ? unsatisfiable() : undefined)),
  }),
  mutant('content.range.beyond', 'answers 200 to a range beyond the clip', { tamper: ignoring(isPast) }),
  mutant('content.range.beyond.part', 'answers a range that starts at the size with an empty part', {
    tamper: parting(({ part, size }) =>
      part.status === 416
        ? {
            ...withHeader(part, 'content-range', `bytes ${size}-${size}/${size}`),
            status: 206,
            bytes: new Uint8Array(),
          }
        : undefined,
    ),
  }),
  mutant('content.range.beyond.size', 'answers 416 without Content-Range', {
    tamper: parting((asked) => (asked.part.status === 416 ? unsatisfiable() : undefined)),
  }),
  mutant('content.range.headers', 'leaves out the ETag of parts', {
    tamper: parts((part) => withHeader(part, 'etag', undefined)),
  }),
];

export const RANGE_MUTANTS: readonly Mutant[] = [...IGNORED, ...WRONG, ...DESCRIBED];

/** Sends other bytes than Content-Range names: both ends are shifted by these numbers. */
function shifted(when: (asked: Asked) => boolean, [atStart, atEnd]: readonly [number, number]): () => Tampering {
  return parting((asked) => {
    const { start, end } = asked;
    return when(asked) ? partOf(asked, [start + atStart, end + atEnd], [start, end]) : undefined;
  });
}

function parts(change: (part: Answer, asked: Asked) => Answer): () => Tampering {
  return parting((asked) => (asked.part.status === 206 && asked.start >= 0 ? change(asked.part, asked) : undefined));
}
