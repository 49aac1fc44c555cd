/** Endpoints: content: the file of a clip, its frames and its length. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, type Probe } from '../../engine/define.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { header, type ClipFacts } from '../../client/exchange.ts';
import { cases, httpCases } from '../lib/cases.ts';
import {
  EDIT,
  EXTEND,
  EXTENDED,
  FRAMES,
  FRAMES_SECONDS,
  IMAGE,
  IMAGE_SECONDS,
  LONG,
  LONGEST_SECONDS,
  REFERENCE,
  REFERENCE_SECONDS,
  WATCHED,
  WATCHED_SECONDS,
} from '../lib/clips.ts';
import { DOWNLOAD, downloadOf } from '../lib/downloads.ts';
import { EXTEND_MANY } from '../lib/replays.ts';
import { hasStatus, wrongHeader } from '../lib/rules.ts';
import {
  EDIT_MANY,
  EXTEND_LARGE,
  EXTEND_TALL,
  FRAMES_LONG,
  FRAMES_LONG_SECONDS,
  IMAGE_LARGE,
  LONGEST,
  REFERENCE_IMAGE,
  REFERENCE_MANY,
  REFERENCE_SOUND,
  SOUND_SECONDS,
  TALL_SECONDS,
} from '../lib/thorough-clips.ts';
import { clipCases, type ClipFlaw, type Seen } from './look.ts';

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

/** The largest error of the time of a frame: half a tick of a clock that counts milliseconds. */
const JITTER = 0.002;
const VIDEO_MP4 = /^video\/mp4\s*(;|$)/i;

/** Returns the type of a response if it is not the type of a clip. */
export function otherType(response: Parameters<typeof header>[0]): string | undefined {
  const type = header(response, 'content-type') ?? 'nothing';
  return VIDEO_MP4.test(type) ? undefined : type;
}

/** Returns whether a file begins with `ftyp`, has an index, and has only complete boxes. */
export function isFile(boxes: readonly string[]): boolean {
  return boxes[0] === 'ftyp' && boxes.includes('moov') && !boxes.some((box) => box.endsWith('(cut)'));
}

type Video = NonNullable<ClipFacts['video']>;

/** Returns the flaw of a clip that does not have 24 frames per second at an even rate. */
export function rateFlaw({ framesPerSecond: rate, jitter }: Video): ClipFlaw {
  if (Math.abs(rate - framesPerSecond) < 0.01 && jitter <= JITTER) return undefined;
  const got = `${rate.toFixed(3)}, up to ${(jitter * 1000).toFixed(1)} ms off an even rate`;
  return [`${framesPerSecond} frames per second at an even rate`, got];
}

/** Returns the flaw of a clip that is shorter or longer than every allowed length. */
export function boundsFlaw({ frames }: Video): ClipFlaw {
  const [least, most] = [bounds.min * framesPerSecond, bounds.max * framesPerSecond];
  return frames >= least && frames <= most ? undefined : [`${least} to ${most} frames`, `${frames} frames`];
}

/** Returns the flaw of a clip that lasts half a second more or less. The document does not define the exact length. */
export function lengthFlaw({ frames }: Video, seconds: number): ClipFlaw {
  return Math.abs(frames / framesPerSecond - seconds) <= 0.5
    ? undefined
    : [`${seconds} s (${seconds * framesPerSecond} frames)`, `${frames} frames`];
}

/** The clips whose length is checked: the end of the id, the seconds, and a phrase for a clip of each run. */
const LASTING: readonly (readonly [clip: Probe, seconds: number, name?: string, what?: string])[] = [
  [WATCHED, WATCHED_SECONDS, 'longer', 'A text clip with `duration_seconds` 5'],
  [EXTEND, EXTENDED, 'extend', 'An extension by 5 s of a clip of 4 s'],
  [IMAGE, IMAGE_SECONDS],
  [FRAMES, FRAMES_SECONDS],
  [REFERENCE, REFERENCE_SECONDS],
  [EXTEND_MANY, LONGEST_SECONDS],
  [LONGEST, LONGEST_SECONDS],
  [EXTEND_TALL, TALL_SECONDS + 1],
  [EXTEND_LARGE, bounds.min],
  [REFERENCE_MANY, bounds.min],
  [REFERENCE_IMAGE, bounds.min],
  [REFERENCE_SOUND, SOUND_SECONDS],
  [IMAGE_LARGE, LONG],
  [FRAMES_LONG, FRAMES_LONG_SECONDS],
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
      ({ one }) => {
        const answer = one('whole');
        const isOther = otherType(answer.response) !== undefined;
        return isOther ? wrongHeader(answer, 'Content-Type', 'video/mp4') : pass(answer);
      },
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
      ({ one }) => {
        const answer = one('whole');
        const { body, complete } = answer.response;
        const length = header(answer.response, 'content-length');
        const got = `${body.size} of ${length ?? 'unknown'} bytes`;
        if (!complete) return fail(answer, 'a body with the length that Content-Length states', got);
        return length === undefined || Number(length) === body.size
          ? pass(answer)
          : wrongHeader(answer, 'Content-Length', String(body.size));
      },
      { requirement: 'content.answer.video' },
    ],
  }),
  ...clipCases(DOWNLOAD, {
    'content.frame-rate': [
      'A clip has exactly 24 frames per second.',
      'The clips have 25, 30 or 23.976 frames per second, or a variable rate.',
      ({ video }) => rateFlaw(video),
    ],
    'content.frames.order': [
      'A player can show the frames in order. Each frame has its own time. The stored order is close to the shown order. The times of audio packets increase.',
      'The server joins clips but does not correct the times in the joined file.',
      frameOrder,
      { requirement: 'content.answer.video' },
    ],
    'content.duration.bounds': [
      'A clip has at least 96 frames (4 s), and lasts at most 30 s.',
      'The clip lacks one frame, so it lasts 3.96 s.',
      ({ video }) => boundsFlaw(video),
    ],
  }),
  ...lasts(DOWNLOAD, 'content.duration.requested.text', ['A text clip with `duration_seconds` 4', bounds.min]),
  ...LASTING.flatMap(([clip, seconds, name = clip.id.replace('clip.', ''), what = `The clip "${name}"`]) =>
    lasts(downloadOf(clip), `content.duration.requested.${name}`, [what, seconds]),
  ),
  // An edit lasts as long as its first source.
  ...lasts(downloadOf(EDIT), 'content.duration.edit', [
    'An edit of a clip of 4 s and a clip of 5 s, with `duration_seconds` 7,',
    bounds.min,
  ]),
  ...lasts(downloadOf(EDIT_MANY), 'content.duration.requested.edit-many', ['The clip "edit-many"', TALL_SECONDS]),
];

/** The maximum number of frames that H.264 and HEVC hold back to reorder them. */
export const MOST_DISPLACED = 16;

function frameOrder({ answer, clip: { audio }, video: { order } }: Seen): Outcome {
  if (order === undefined)
    return untestable(
      'An earlier version of the kit wrote the report and did not record the order of the frames.',
      answer,
    );
  const { repeated, displaced } = order;
  const backwards = String(audio?.backwards ?? 0);
  const differences = [
    { at: 'frames with the same time as another frame', expected: '0', got: String(repeated) },
    { at: 'audio packets with an earlier time than the previous packet', expected: '0', got: backwards },
  ].filter(({ expected, got }) => expected !== got);
  if (displaced > MOST_DISPLACED)
    differences.push({
      at: 'largest distance between the stored place and the shown place of a frame',
      expected: `at most ${MOST_DISPLACED}`,
      got: String(displaced),
    });
  if (differences.length === 0) return pass(answer);
  const got = differences.map((one) => `${one.at}: ${one.got}`).join('; ');
  return pinpointed(fail(answer, 'frames and audio packets in order', got), differences);
}

function lasts(download: Probe, id: string, [what, seconds]: readonly [string, number]): Check[] {
  const isEdit = id.includes('edit');
  return clipCases(download, {
    [id]: [
      `${what} lasts ${seconds} s, plus or minus half a second.`,
      'The server ignores `duration_seconds`: its clips have only one length, or a length that depends on the input.',
      ({ video, askedSeconds = seconds }) => lengthFlaw(video, isEdit ? seconds : askedSeconds),
      { requirement: isEdit ? 'content.duration.edit' : 'content.duration.requested' },
    ],
  });
}
