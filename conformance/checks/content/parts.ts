/** Byte ranges: rules that several checks share, and probes for small parts whose bytes the report keeps. */

import { type Check, defineProbe } from '../../engine/define.ts';
import { byteDifferences } from '../../engine/difference.ts';
import type { Answered, Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass, pinpointed, untestable } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import type { Expectation } from '../lib/cases.ts';
import { describe } from '../lib/rules.ts';
import { sha256 } from '../../client/body.ts';
import { bytesIn, type ProbeTools } from '../../engine/probe-tools.ts';
import { DOWNLOAD, ofDownload } from '../lib/downloads.ts';

export const WITHIN = ['start', 'second', 'one byte', 'middle', 'end', 'last byte'] as const;

export const NOT_RANGED = 'The server does not return 206 for a range without a condition.';

/** Judges only if the download of the whole clip returns 200. */
export function ifWhole(checks: readonly Check[]): Check[] {
  return checks.map((check) => ({
    ...check,
    judge: (evidence) => {
      const answer = evidence.one('whole');
      return answer.response.status === 200
        ? check.judge(evidence)
        : untestable(`The response to the download of the whole clip was ${describe(answer)}.`, answer);
    },
  }));
}

type Response = Answered['response'];

/** Expects that every 206 for a promised range obeys a rule, which returns the expected value of a wrong part. */
export function ofParts(
  broken: (part: Answered, whole: Response, evidence: Evidence) => string | undefined,
): Expectation {
  return (evidence) => {
    const whole = evidence.one('whole').response;
    const parts = WITHIN.flatMap((label) => evidence.maybe(label) ?? []).filter(
      ({ response }) => response.status === 206,
    );
    if (parts.length === 0) return notApplicable(NOT_RANGED);
    for (const answer of parts) {
      const expected = broken(answer, whole, evidence);
      if (expected === undefined) continue;
      const got = header(answer.response, 'content-range') ?? 'nothing';
      const failure = fail(answer, expected, `${got}, ${answer.response.body.size} bytes`);
      return pinpointed(failure, [{ at: 'Content-Range', expected, got }]);
    }
    return pass(...parts);
  };
}

/** Judges that a part has only requested bytes, and that they match its `Content-Range`. */
export function rightBytes(evidence: Evidence, answer: Answered, asked?: Span): Outcome {
  return rightPart(answer, evidence.one('whole'), asked);
}

/** Judges a part of any clip that the kit downloaded whole. */
export function rightPart(answer: Answered, clip: Answered, asked = askedOf(clip, answer)): Outcome {
  const { response } = answer;
  if (response.status !== 206) return notApplicable(`The response is ${response.status}, not a part.`, answer);
  // A part may have fewer bytes than requested: RFC 9110, 15.3.7.
  const { start, end } = contentRange(response) ?? asked;
  if (start < asked.start || end > asked.end || end < start)
    return fail(answer, `bytes ${asked.start} to ${asked.end} of the clip, or fewer`, `bytes ${start} to ${end}`);
  const { body } = clip.response;
  const got = bytesOf(response.body, 0, Math.max(0, response.body.size - 1));
  if (end - start + 1 === body.size && response.body.sha256 === body.sha256) return pass(answer);
  const wanted = bytesOf(body, start, end);
  if (wanted === undefined) return untestable('The report does not contain these bytes of the clip.', answer);
  if (got?.equals(wanted) === true) return pass(answer);
  return pinpointed(
    fail(
      answer,
      `bytes ${start} to ${end} of the clip: ${wanted.length} of them`,
      `${response.body.size} bytes that differ`,
    ),
    got === undefined ? [] : byteDifferences(wanted, got, start),
  );
}

interface Span {
  readonly start: number;
  /** The last byte. In a request, it may be beyond the end of the clip. */
  readonly end: number;
}

/** Returns the bytes that a single valid range requests. Returns undefined for every other form. */
export function spanOf(range: string, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  const span = { start: Number(first), end: last === '' ? size - 1 : Number(last) };
  return last !== '' && span.end < span.start ? undefined : span;
}

/** Returns the bytes of the clip that a single range requests: none, if the range is invalid. */
function askedOf(clip: Answered, { request }: Answered): Span {
  const { size } = clip.response.body;
  const { start, end } = spanOf(header(request, 'range') ?? '', size) ?? { start: size, end: size };
  return { start, end: Math.min(end, size - 1) };
}

export function contentRange(
  response: Answered['response'],
): { start: number; end: number; total: string } | undefined {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header(response, 'content-range') ?? '') ?? [];
  return start === undefined || end === undefined || total === undefined
    ? undefined
    : { start: Number(start), end: Number(end), total };
}

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
  raw: true,
  ...ofDownload(async (kit, clip): Promise<ProbeFacts> => {
    const whole = kit.savedClip(clip);
    const first = await kit.content('cut', clip.id, { key: clip.key, cutAfter: 10_000 });
    // A small clip may arrive whole before the kit stops the download.
    const kept = bytesIn(first).subarray(0, Math.min(10_000, whole.length - 1));
    const rest = await stretch(kit, 'rest', [kept.length, whole.length - 1]);
    return joinFacts([{ start: 0, until: kept.length, bytes: kept }, rest], whole);
  }),
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
