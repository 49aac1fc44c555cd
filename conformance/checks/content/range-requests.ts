/** Probes with ranges. Their facts compare each part with the clip. */

import { defineProbe, type Probe } from '../../engine/define.ts';
import type { ProbeFacts } from '../../engine/evidence.ts';
import type { Sent } from '../../client/spec.ts';
import { bytesIn, type ProbeTools } from '../../engine/probe-tools.ts';
import { ofDownload } from '../lib/downloads.ts';
import { bytesSeen, contentRange, factOf, RIGHT } from './parts.ts';
import { rangesOf, type RangeTable } from './range-table.ts';

/** Defines a probe that sends the ranges of a table. */
function rangeProbe(table: RangeTable, id: string, sends: string): Probe {
  return defineProbe({
    id,
    sends,
    ...ofDownload(async (kit, made) => {
      const clip = kit.savedClip(made);
      const facts: Record<string, string> = {};
      for (const [label, range] of Object.entries(rangesOf(table, clip.length))) {
        const sent = await part(kit, label, range);
        if (sent.exchange.response?.status === 206 && sent.bytes !== undefined)
          facts[factOf(label)] = bytesSeen(clip, sent);
      }
      return facts;
    }),
  });
}

export const PARTS = rangeProbe(
  'promised',
  'content.parts',
  'The kit sends download requests with `Range: bytes=<start>-<end>`. The ranges are at the start, in the middle and at the end. One range covers a single byte, and another range covers the whole clip.',
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

export const ODD_PARTS = rangeProbe(
  'odd',
  'content.odd-parts',
  'The kit sends download requests with unusual ranges: open ranges, suffix ranges, several ranges, malformed ranges, very large ranges, and units in other spellings.',
);

export const WIDE = rangeProbe(
  'wide',
  'content.wide-ranges',
  'The kit sends download requests with ranges at the edges of blocks (4,096 and 65,536 bytes) and of the clip. Other ranges end one byte beyond the clip, have numbers of 31 to 64 bits, or have invalid numbers.',
);
