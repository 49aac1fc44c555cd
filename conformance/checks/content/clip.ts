/** Endpoints: content: the file of a clip, its frames, its length, and the rules for clips that other checks share. */

import { type FixedRatio, type Resolution, RESOLUTIONS, type Size, sizeOf } from '../../../contract/dimensions.ts';
import type { Check, Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, observed, type Outcome, pass, Unjudged, untestable } from '../../engine/outcome.ts';
import { type ClipFacts, header } from '../../client/exchange.ts';
import { creates, type Fields, once, pathOf, sightings, unjudged } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { cases, observations, httpCases, jointly } from '../lib/cases.ts';
import * as clips from '../lib/clips.ts';
import { DOWNLOAD, downloadOf } from '../lib/downloads.ts';
import { describe, hasStatus } from '../lib/rules.ts';
import { bodyOf } from '../lib/control-requests.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { EXTEND_MANY } from '../lib/replays.ts';
import * as thorough from '../lib/thorough-clips.ts';

/** The largest deviation of a ratio. Encoders need multiples of 8 or 16 pixels. */
const RATIO_TOLERANCE = 0.05;

/** The limits below the lowest and above the highest resolution, where no neighbor is nearer. */
const SMALLEST = 0.8;
const LARGEST = 1.25;

/**
 * Returns whether a resolution is the nearest one, by area or by the shorter side. Services use either definition.
 * Twice the value is as far away as half the value.
 */
export function isTier(size: Size, resolution: Resolution): boolean {
  return [areaOf, sideOf].some((measure) => {
    const [part = 0, ...others] = [resolution, ...RESOLUTIONS].map(
      (tier) => measure(size) / measure(sizeOf(tier, '16:9')),
    );
    const isNearest = others.every((other) => Math.abs(Math.log(other)) >= Math.abs(Math.log(part)));
    return isNearest && part >= SMALLEST && part <= LARGEST;
  });
}

/** Returns whether a size has the shape. */
export function isRatio({ width, height }: Size, ratio: FixedRatio): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const wanted = across / down;
  return Math.abs(width / height - wanted) / wanted <= RATIO_TOLERANCE;
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

function sideOf({ width, height }: Size): number {
  return Math.min(width, height);
}

/** The expected and the actual value of a wrong clip. */
export type ClipFlaw = readonly [expected: string, got: string] | undefined;
/** A clip that the kit could read. */
export interface Seen {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly video: NonNullable<ClipFacts['video']>;
  /** The fields of its create request, if the report has them. */
  readonly asked: Fields | undefined;
}

/** A sentence about the promise, a sentence about a server that breaks it, and the rule for the clip. */
type Row = readonly [
  proves: string,
  failing: string,
  rule: (seen: Seen) => ClipFlaw | Outcome,
  options?: Partial<Check>,
];

/** Builds checks of the content of one clip. A clip from `--reuse` does not show the fields of its create request. */
export function clipCases(download: Probe, rows: Readonly<Record<string, Row>>): Check[] {
  return cases(
    [download],
    Object.entries(rows).map(([id, [proves, failing, rule, options = {}]]) => [
      id,
      proves,
      failing,
      (evidence) => {
        const seen = look(evidence, download);
        const flaw = rule(seen);
        if (flaw === undefined) return pass(seen.answer);
        return 'verdict' in flaw ? flaw : fail(seen.answer, ...flaw);
      },
      options,
    ]),
  );
}

/** Builds observations of the content of one clip. */
export function clipSeen(
  download: Probe,
  rows: Readonly<Record<string, readonly [proves: string, say: (seen: Seen) => string]>>,
): Check[] {
  return observations(
    [download],
    Object.entries(rows).map(([id, [proves, say]]) => [
      id,
      proves,
      ({ one }) => {
        const answer = one('whole');
        const { clip } = answer.response.body;
        return clip?.video === undefined
          ? untestable('The kit could not read the file as an MP4.', answer)
          : observed(say({ answer, clip, video: clip.video, asked: undefined }), answer);
      },
    ]),
  );
}

function look(evidence: Evidence, probe: Probe): Seen {
  const answer = evidence.one('whole');
  if (probe === DOWNLOAD && evidence.anyClip !== clips.BASE.id)
    unjudged('The clip comes from --reuse, so the kit does not know the fields of its create request.', answer);
  const { clip, size } = answer.response.body;
  if (!answer.response.complete)
    throw new Unjudged(fail(answer, 'a whole clip', `${size} bytes, fewer than Content-Length states`));
  if (clip?.unread !== undefined) unjudged(clip.unread, answer);
  const expected = 'an MP4 file with a video track';
  if (clip?.video === undefined) throw new Unjudged(fail(answer, expected, clip?.problem ?? describe(answer)));
  return { answer, clip, video: clip.video, asked: askedFor(evidence, answer) };
}

/** Returns the fields of the create request of a downloaded clip. */
export function askedFor({ every }: Pick<Evidence, 'every'>, { request }: Answered): Fields | undefined {
  const id = /\/v1\/videos\/([^/]+)\/content$/.exec(pathOf(request.url))?.[1] ?? '';
  return askedById(every).get(id.toLowerCase()) ?? askedById(every).get(id);
}

/** Returns the fields of the create requests of a run, by the id of the generation. */
export const askedById = once((every: Evidence['every']): ReadonlyMap<string, Fields> => {
  const made = sightings(creates(every));
  return new Map(made.map(({ answer, record }) => [String(record['id']), asFieldsOf(bodyOf(answer))]));
});

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

/** The largest error of the time of a frame: half a tick of a clock that counts milliseconds. */
const JITTER = 0.002;
const VIDEO_MP4 = /^video\/mp4\s*(;|$)/i;

/** Returns the flaw of a response whose type is not the type of a clip. */
export function typeFlaw(response: Parameters<typeof header>[0]): readonly [expected: string, got: string] | undefined {
  const type = header(response, 'content-type') ?? 'nothing';
  return VIDEO_MP4.test(type) ? undefined : ['Content-Type: video/mp4', type];
}

/** Returns whether a file begins with `ftyp`, has an index, and has only complete boxes. */
export function isFile(boxes: readonly string[]): boolean {
  return boxes[0] === 'ftyp' && boxes.includes('moov') && !boxes.some((box) => box.endsWith('(cut)'));
}

/** Returns the flaw of a clip that does not have 24 frames per second at an even rate. */
export function rateFlaw({ video: { framesPerSecond: rate, jitter } }: Seen): ClipFlaw {
  if (Math.abs(rate - framesPerSecond) < 0.01 && jitter <= JITTER) return undefined;
  const got = `${rate.toFixed(3)}, up to ${(jitter * 1000).toFixed(1)} ms off an even rate`;
  return [`${framesPerSecond} frames per second at an even rate`, got];
}

/** Returns the flaw of a clip that is shorter or longer than every allowed length. */
export function boundsFlaw({ video: { frames } }: Seen): ClipFlaw {
  const [least, most] = [bounds.min * framesPerSecond, bounds.max * framesPerSecond];
  return frames >= least && frames <= most ? undefined : [`${least} to ${most} frames`, `${frames} frames`];
}

/** Returns the flaw of a clip that lasts half a second more or less. The document does not define the exact length. */
export function lengthFlaw({ video: { frames } }: Seen, seconds: number): ClipFlaw {
  return Math.abs(frames / framesPerSecond - seconds) <= 0.5
    ? undefined
    : [`${seconds} s (${seconds * framesPerSecond} frames)`, `${frames} frames`];
}

/** The maximum number of frames that H.264 and HEVC hold back to reorder them. */
const MOST_DISPLACED = 16;

/** Returns the flaw of a clip whose frames or audio packets have wrong times, or are stored far from their places. */
export function orderFlaw({ clip: { audio }, video: { order } }: Seen): ClipFlaw {
  const [repeated, backwards, displaced] = [order?.repeated ?? 0, audio?.backwards ?? 0, order?.displaced ?? 0];
  if (repeated + backwards === 0 && displaced <= MOST_DISPLACED) return undefined;
  const got = `${repeated} repeated frame times, ${backwards} audio packets out of order, a frame ${displaced} places away from its place`;
  return ['frames and audio packets in order', got];
}

/** The clips whose length is checked: the seconds, the end of the id, and a phrase for a clip of each run. */
const LASTING: readonly (readonly [clip: Probe, seconds: number, name?: string, what?: string])[] = [
  [clips.BASE, bounds.min, 'text', 'A text clip with `duration_seconds` 4'],
  [clips.WATCHED, clips.WATCHED_SECONDS, 'longer', 'A text clip with `duration_seconds` 5'],
  [clips.EXTEND, clips.EXTENDED, 'extend', 'An extension by 5 s of a clip of 4 s'],
  [clips.IMAGE, clips.IMAGE_SECONDS],
  [clips.FRAMES, clips.FRAMES_SECONDS],
  [clips.REFERENCE, clips.REFERENCE_SECONDS],
  [EXTEND_MANY, clips.LONGEST_SECONDS],
  [thorough.LONGEST, clips.LONGEST_SECONDS],
  [thorough.EXTEND_TALL, thorough.TALL_SECONDS + 1],
  [thorough.EXTEND_LARGE, bounds.min],
  [thorough.REFERENCE_MANY, bounds.min],
  [thorough.REFERENCE_IMAGE, bounds.min],
  [thorough.REFERENCE_SOUND, thorough.SOUND_SECONDS],
  [thorough.IMAGE_LARGE, clips.LONG],
  [thorough.FRAMES_LONG, thorough.FRAMES_LONG_SECONDS],
  // An edit lasts as long as its first source.
  [clips.EDIT, bounds.min, 'edit', 'An edit of a clip of 4 s and a clip of 5 s, with `duration_seconds` 7,'],
  [thorough.EDIT_MANY, thorough.TALL_SECONDS],
];

export const CLIP_CHECKS: readonly Check[] = [
  ...cases([DOWNLOAD], {
    'content.answer.status': [
      'A request for the content of a completed generation returns 200.',
      'The server returns 202 or 404. Or it returns 206, although the request has no Range header.',
      (evidence) => hasStatus(evidence.one('whole'), 200, 'the content of a completed generation'),
    ],
    'content.answer.type': [
      'The content has the Content-Type `video/mp4`.',
      'The server sends application/octet-stream, or another type that its storage guessed.',
      jointly(['whole'], ([{ response }]) => typeFlaw(response)),
    ],
  }),
  ...clipCases(DOWNLOAD, {
    'content.answer.video': [
      'The content is an MP4 file. The first box is `ftyp`. The file also has `moov`, `mdat` and a video track.',
      'The server sends another container format, an HTML page, or a truncated file.',
      ({ clip: { boxes } }) => {
        const isWhole = isFile(boxes) && boxes.some((box) => box === 'mdat' || box === 'moof');
        return isWhole ? undefined : ['the complete boxes ftyp, moov and mdat', boxes.join(' ')];
      },
    ],
  }),
  ...httpCases([DOWNLOAD], {
    'content.answer.length': [
      'If the server sends `Content-Length`, its value is the length of the body (RFC 9110, 8.6).',
      'The server sends the length of an earlier file.',
      jointly(['whole'], ([{ response }]) => {
        const { body, complete } = response;
        const length = header(response, 'content-length');
        return complete && Number(length ?? body.size) === body.size
          ? undefined
          : ['a body with the length that Content-Length states', `${body.size} of ${length ?? 'unknown'} bytes`];
      }),
      { requirement: 'content.answer.video' },
    ],
  }),
  ...clipCases(DOWNLOAD, {
    'content.frame-rate': [
      'A clip has exactly 24 frames per second.',
      'The clips have 25, 30 or 23.976 frames per second, or a variable rate.',
      rateFlaw,
    ],
    'content.frames.order': [
      'A player can show the frames in order. Each frame has its own time. The stored order is close to the shown order. The times of audio packets increase.',
      'The server joins clips but does not correct the times in the joined file.',
      orderFlaw,
      { requirement: 'content.answer.video' },
    ],
    'content.duration.bounds': [
      'A clip has at least 96 frames (4 s), and lasts at most 30 s.',
      'The clip lacks one frame, so it lasts 3.96 s.',
      boundsFlaw,
    ],
  }),
  ...LASTING.flatMap(([clip, seconds, name = clip.id.replace('clip.', ''), what = `The clip "${name}"`]) => {
    const isEdit = name.startsWith('edit');
    const requirement = isEdit ? 'content.duration.edit' : 'content.duration.requested';
    return clipCases(downloadOf(clip), {
      [clip === clips.EDIT ? requirement : `content.duration.requested.${name}`]: [
        `${what} lasts ${seconds} s, plus or minus half a second.`,
        'The server ignores `duration_seconds`: its clips have only one length, or a length that depends on the input.',
        // Other versions of the kit may request other seconds.
        (seen) => lengthFlaw(seen, isEdit ? seconds : Number(seen.asked?.['duration_seconds'] ?? seconds)),
        { requirement },
      ],
    });
  }),
];
