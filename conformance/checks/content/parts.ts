/** Probes for byte ranges: small parts near the start, the middle and the end, whose bytes the report keeps. */

import { sha256 } from '../../client/body.ts';
import { defineProbe } from '../../engine/define.ts';
import { byteDifferences } from '../../engine/difference.ts';
import type { ProbeFacts } from '../../engine/evidence.ts';
import { bytesIn, type ProbeTools } from '../../engine/probe-tools.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { contentRange } from './range-rules.ts';

/** The ranges that the document promises. */
export const PARTS = defineProbe({
  id: 'content.parts',
  sends:
    'The kit sends download requests with `Range: bytes=<start>-<end>`. The ranges are at the start, in the middle and at the end. One range covers a single byte, and another range covers the whole clip.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const size = kit.savedClip(kit.generation('any-clip')).length;
    const middle = Math.floor(size / 2);
    await part(kit, 'start', 'bytes=0-99');
    await part(kit, 'second', 'bytes=100-199');
    await part(kit, 'one byte', 'bytes=0-0');
    await part(kit, 'middle', `bytes=${middle}-${middle + 99}`);
    await part(kit, 'end', `bytes=${size - 100}-${size - 1}`);
    await part(kit, 'last byte', `bytes=${size - 1}-${size - 1}`);
    await part(kit, 'all', `bytes=0-${size - 1}`);
    await part(kit, 'beyond end', `bytes=${size - 100}-${size + 999}`);
    await part(kit, 'at size', `bytes=${size}-${size + 9}`);
  },
});

/** The ranges that RFC 9110 describes and the document does not mention. */
export const ODD_PARTS = defineProbe({
  id: 'content.odd-parts',
  sends:
    'The kit sends download requests with unusual ranges: open ranges, suffix ranges, several ranges, malformed ranges, very large ranges, and units in other spellings.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const size = kit.savedClip(kit.generation('any-clip')).length;
    for (const [label, range] of Object.entries(oddRanges(size))) await part(kit, label, range);
  },
});

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

/** A download in three parts, as a video player sends it. */
export const JOINED = defineProbe({
  id: 'content.joined',
  sends: 'The kit downloads three parts that cover the whole clip.',
  after: [DOWNLOAD],
  run: async (kit): Promise<ProbeFacts> => {
    const whole = kit.savedClip(kit.generation('any-clip'));
    const cuts = [0, Math.floor(whole.length / 3), Math.floor((whole.length * 2) / 3) + 1, whole.length];
    const stretches: Stretch[] = [];
    for (const [at, start] of cuts.slice(0, -1).entries())
      stretches.push(await stretch(kit, `part ${at + 1}`, [start, (cuts[at + 1] ?? start) - 1]));
    return joinFacts(stretches, whole);
  },
});

export const CUT = defineProbe({
  id: 'content.cut',
  sends: 'A download that the kit stops after 10,000 bytes. Then a download of the rest with Range.',
  after: [DOWNLOAD],
  raw: true,
  run: async (kit): Promise<ProbeFacts> => {
    const clip = kit.generation('any-clip');
    const whole = kit.savedClip(clip);
    const first = await kit.content('cut', clip.id, { key: clip.key, cutAfter: 10_000 });
    // A small clip may arrive whole before the kit stops the download.
    const kept = bytesIn(first).subarray(0, Math.min(10_000, whole.length - 1));
    const rest = await stretch(kit, 'rest', [kept.length, whole.length - 1]);
    return joinFacts([{ start: 0, until: kept.length, bytes: kept }, rest], whole);
  },
});

/** Consecutive bytes of a clip, and the gap after them if the server left bytes out. */
interface Stretch {
  /** The position of the first byte. `until` is the position after the last byte. */
  readonly start: number;
  readonly until: number;
  readonly bytes: Buffer;
  readonly gap?: string;
}

/** The maximum number of requests for one range. A server may send fewer bytes than the client requested. */
const MOST_PARTS = 12;

async function stretch(kit: ProbeTools, label: string, [start, end]: readonly [number, number]): Promise<Stretch> {
  const parts: Buffer[] = [];
  let next = start;
  for (let count = 1; count <= MOST_PARTS && next <= end; count += 1) {
    const got = await part(kit, count === 1 ? label : `${label}, on ${count}`, `bytes=${next}-${end}`);
    const { response } = got.exchange;
    const sent = response === undefined ? undefined : contentRange(response);
    if (sent !== undefined && sent.start !== next)
      return { start, until: next, bytes: Buffer.concat(parts), gap: `byte ${sent.start} after byte ${next - 1}` };
    // The checks judge any other response by its status.
    if (response?.status === 206) parts.push(bytesIn(got));
    next = sent === undefined || sent.end < next ? end + 1 : sent.end + 1;
  }
  // The kit does not request the rest after this many small parts.
  return { start, until: next, bytes: Buffer.concat(parts) };
}

/** Records the first difference from the clip, because the report keeps neither side whole. */
function joinFacts(stretches: readonly Stretch[], clip: Buffer): ProbeFacts {
  const wanted = stretches.map(({ start, until }) => clip.subarray(start, until));
  const [first] = stretches.flatMap(({ start, bytes }, at) => byteDifferences(wanted[at] ?? clip, bytes, start));
  const gap = stretches.find((one) => one.gap !== undefined)?.gap;
  return {
    joined: sha256(...stretches.map(({ bytes }) => bytes)),
    whole: sha256(...wanted),
    ...(gap === undefined ? {} : { gap }),
    ...(first === undefined
      ? {}
      : { 'differs at': first.at, 'differs wanted': first.expected, 'differs got': first.got }),
  };
}

function part(kit: ProbeTools, label: string, range: string): ReturnType<ProbeTools['content']> {
  const clip = kit.generation('any-clip');
  return kit.content(label, clip.id, { key: clip.key, headers: [['Range', range]] });
}
