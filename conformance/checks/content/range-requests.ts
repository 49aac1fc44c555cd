/** Probes with ranges. Their facts compare each part with the clip. */

import { defineProbe, type Probe } from '../../engine/define.ts';
import type { ProbeFacts } from '../../engine/evidence.ts';
import type { Sent } from '../../client/spec.ts';
import { bytesIn, type ProbeTools } from '../../engine/probe-tools.ts';
import { ofDownload } from '../lib/downloads.ts';
import { bytesSeen, contentRange, factOf, RIGHT } from './parts.ts';

/** Defines a probe of range requests for a clip of known size. */
function rangeProbe(id: string, sends: string, ranges: (size: number) => Readonly<Record<string, string>>): Probe {
  return defineProbe({
    id,
    sends,
    ...ofDownload(async (kit, made) => {
      const clip = kit.savedClip(made);
      const facts: Record<string, string> = {};
      for (const [label, range] of Object.entries(ranges(clip.length))) {
        const sent = await part(kit, label, range);
        if (sent.exchange.response?.status === 206 && sent.bytes !== undefined)
          facts[factOf(label)] = bytesSeen(clip, sent);
      }
      return facts;
    }),
  });
}

/** The ranges that the document promises. */
export const PARTS = rangeProbe(
  'content.parts',
  'The kit sends download requests with `Range: bytes=<start>-<end>`. The ranges are at the start, in the middle and at the end. One range covers a single byte, and another range covers the whole clip.',
  (size) => ({
    start: 'bytes=0-99',
    second: 'bytes=100-199',
    'one byte': 'bytes=0-0',
    middle: `bytes=${Math.floor(size / 2)}-${Math.floor(size / 2) + 99}`,
    end: `bytes=${size - 100}-${size - 1}`,
    'last byte': `bytes=${size - 1}-${size - 1}`,
    all: `bytes=0-${size - 1}`,
    'beyond end': `bytes=${size - 100}-${size + 999}`,
    'at size': `bytes=${size}-${size + 9}`,
  }),
);

/** A download in three parts, as a video player sends it. */
export const JOINED = defineProbe({
  id: 'content.joined',
  sends: 'The kit downloads three parts that cover the whole clip.',
  ...ofDownload(async (kit, made): Promise<ProbeFacts> => {
    const clip = kit.savedClip(made);
    const cuts = [0, Math.floor(clip.length / 3), Math.floor((clip.length * 2) / 3) + 1, clip.length];
    const seen: string[] = [];
    for (const [at, start] of cuts.slice(0, -1).entries())
      seen.push(await stretch(kit, `part ${at + 1}`, [start, (cuts[at + 1] ?? start) - 1]));
    return { joined: joinedFrom(seen) };
  }),
});

export const CUT = defineProbe({
  id: 'content.cut',
  sends: 'A download that the kit stops after 10,000 bytes. Then a download of the rest with Range.',
  raw: true,
  ...ofDownload(async (kit, made): Promise<ProbeFacts> => {
    const clip = kit.savedClip(made);
    const first = await kit.content('cut', made.id, { key: made.key, cutAfter: 10_000 });
    // A small clip may arrive whole before the kit stops the download.
    const kept = bytesIn(first).subarray(0, Math.min(10_000, clip.length - 1));
    const rest = await stretch(kit, 'rest', [kept.length, clip.length - 1]);
    return { joined: joinedFrom([kept.equals(clip.subarray(0, kept.length)) ? RIGHT : 'other first bytes', rest]) };
  }),
});

/** Returns the first flaw of the stretches of a clip, or that the clip is right. */
function joinedFrom(seen: readonly string[]): string {
  return seen.find((flaw) => flaw !== RIGHT) ?? RIGHT;
}

/** The maximum number of requests for one range. A server may send fewer bytes than the client requested. */
const MOST_PARTS = 12;

/** Requests consecutive bytes. Returns a gap, the first different bytes, or that the bytes are right. */
async function stretch(kit: ProbeTools, label: string, [start, end]: readonly [number, number]): Promise<string> {
  const clip = kit.savedClip(kit.generation('any-clip'));
  const seen: string[] = [];
  let next = start;
  for (let count = 1; count <= MOST_PARTS && next <= end; count += 1) {
    const got = await part(kit, count === 1 ? label : `${label}, on ${count}`, `bytes=${next}-${end}`);
    const sent = contentRange(got.exchange.response);
    if (sent !== undefined && sent.start !== next) return `byte ${sent.start} after byte ${next - 1}`;
    // The checks judge any other response by its status.
    if (got.exchange.response?.status === 206) seen.push(bytesSeen(clip, got));
    next = sent === undefined || sent.end < next ? end + 1 : sent.end + 1;
  }
  return joinedFrom(seen);
}

function part(kit: ProbeTools, label: string, range: string): Promise<Sent> {
  const clip = kit.generation('any-clip');
  return kit.content(label, clip.id, { key: clip.key, headers: [['Range', range]] });
}

/** The ranges that RFC 9110 describes and the document does not mention. */
export const ODD_PARTS = rangeProbe(
  'content.odd-parts',
  'The kit sends download requests with unusual ranges: open ranges, suffix ranges, several ranges, malformed ranges, very large ranges, and units in other spellings.',
  oddRanges,
);

/** Returns unusual ranges by their oddity, for a clip of this size. */
export function oddRanges(size: number): Readonly<Record<string, string>> {
  return {
    open: `bytes=${size - 100}-`,
    suffix: 'bytes=-100',
    'suffix of nothing': 'bytes=-0',
    'suffix beyond': `bytes=-${size + 5}`,
    'open beyond': `bytes=${size}-`,
    backwards: 'bytes=500-0',
    words: 'bytes=abc',
    nothing: 'bytes=',
    'three numbers': 'bytes=1-2-3',
    hexadecimal: 'bytes=0x0-5',
    'huge start': 'bytes=100000000000000000000000000000-100000000000000000000000000009',
    'huge end': 'bytes=0-100000000000000000000000000009',
    'upper unit': 'Bytes=0-9',
    'lower unit': 'bytes=0-9',
    'other unit': 'pages=1-2',
    several: 'bytes=0-9,20-29',
    'several, one beyond': 'bytes=0-0,999999999999-',
    'several, one empty': 'bytes=0-9, ,20-29',
    overlapping: `bytes=${Array.from({ length: 40 }, () => '0-99').join(',')}`,
  };
}

const BITS = [2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n] as const;

/** The ranges of the promised form within the clip, at the edges of blocks and of the clip. */
export const BLOCK_EDGES = ['block 4096', 'block 65536', 'two last', 'all but the first', 'all but the last'];
export const ENDS = [
  'one beyond',
  'last and beyond',
  ...BITS.flatMap((_, at) => [`end ${at}`, `end ${at} and a part`]),
];
export const STARTS = BITS.map((_, at) => `start ${at}`);
export const SUFFIXES = ['suffix of all', 'suffix beyond all', ...BITS.map((_, at) => `suffix ${at}`)];
export const SHORT = ['suffix of one', 'from the first', 'from the last', 'with zeros in front', 'as octal numbers'];
/** The labels of three equal ranges. A server may send another part each time. */
export const ALIKE = ['end, once', 'end, twice', 'end, thrice'];
export const NEARLY = {
  'plus in front': 'bytes=+0-9',
  'plus at the end': 'bytes=0-+9',
  'two dashes': 'bytes=0--9',
  'two dashes in front': 'bytes=--5',
  'dash behind': 'bytes=0-9-',
  point: 'bytes=1.0-9',
  exponent: 'bytes=1e1-20',
  'other unit, nearly': 'byte=0-9',
  'no equals sign': 'bytes 0-9',
} as const;

export const WIDE = rangeProbe(
  'content.wide-ranges',
  'The kit sends download requests with ranges at the edges of blocks (4,096 and 65,536 bytes) and of the clip. Other ranges end one byte beyond the clip, have numbers of 31 to 64 bits, or have invalid numbers.',
  (size) => ({
    ...Object.fromEntries(ALIKE.map((label) => [label, `bytes=${size - 100}-${size - 1}`])),
    ...wideRanges(size),
  }),
);

/** Returns ranges by their oddity, for a clip of this size. */
export function wideRanges(size: number): Readonly<Record<string, string>> {
  const last = size - 1;
  const across = (block: number): string => `bytes=${Math.min(block, last) - 6}-${Math.min(block + 5, last)}`;
  return {
    'block 4096': across(4096),
    'block 65536': across(65_536),
    'two last': `bytes=${last - 1}-${last}`,
    'all but the first': `bytes=1-${last}`,
    'all but the last': `bytes=0-${last - 1}`,
    'one beyond': `bytes=${size - 100}-${size}`,
    'last and beyond': `bytes=${last}-${size}`,
    ...Object.fromEntries(
      BITS.flatMap((bits, at) => [
        [`end ${at}`, `bytes=${size - 100}-${bits}`],
        [`end ${at} and a part`, `bytes=${size - 100}-${bits + BigInt(size - 51)}`],
        [`start ${at}`, `bytes=${bits}-${bits + 99n}`],
        [`suffix ${at}`, `bytes=-${bits + 100n}`],
      ]),
    ),
    'suffix of all': `bytes=-${size}`,
    'suffix beyond all': `bytes=-${size + 5}`,
    'suffix of one': 'bytes=-1',
    'from the first': 'bytes=0-',
    'from the last': `bytes=${last}-`,
    'with zeros in front': 'bytes=000-00099',
    'as octal numbers': 'bytes=010-0177',
    ...NEARLY,
  };
}
