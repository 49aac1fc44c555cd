/** Endpoints: content: the file, its frames and its length. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, type Probe } from '../../engine/define.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { cases, httpCases } from '../lib/cases.ts';
import { EXTENDED, WATCHED_SECONDS } from '../lib/clips.ts';
import { DOWNLOAD, DOWNLOAD_EDIT, DOWNLOAD_EXTEND, DOWNLOAD_WATCHED } from '../lib/downloads.ts';
import { hasStatus, wrongHeader } from '../lib/rules.ts';

import { aboutClip, type Seen } from './look.ts';

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

/** The tolerance of half a second. The document does not say how exact a length is. */
const TOLERANCE = 0.5;
/** The largest error of the time of a frame: half a tick of a clock that counts milliseconds. */
export const JITTER = 0.002;

const FILE: readonly Check[] = [
  ...cases([DOWNLOAD], {
    'content.answer.status': [
      'A request for the content of a completed generation returns 200.',
      'The server returns 202 or 404. Or it returns 206, although the request has no Range header.',
      (evidence) => hasStatus(evidence.one('whole'), 200, 'the content of a completed generation'),
    ],
    'content.answer.type': [
      'The content has the Content-Type `video/mp4`.',
      'The server sends application/octet-stream, or another type that its storage guessed.',
      (evidence) => {
        const answer = evidence.one('whole');
        const type = header(answer.response, 'content-type') ?? 'nothing';
        return /^video\/mp4\s*(;|$)/i.test(type) ? pass(answer) : wrongHeader(answer, 'Content-Type', 'video/mp4');
      },
    ],
  }),
  ...aboutClip(DOWNLOAD, {
    'content.answer.video': {
      proves:
        'The content is an MP4 file. The first box is `ftyp`. The file also has `moov`, `mdat` and a video track.',
      failing: 'The server sends another container format, an HTML page, or a truncated file.',
      rule: ({ answer, clip }) => {
        const whole =
          clip.boxes[0] === 'ftyp' &&
          clip.boxes.includes('moov') &&
          clip.boxes.some((box) => box === 'mdat' || box === 'moof');
        return whole && !clip.boxes.some((box) => box.endsWith('(cut)'))
          ? pass(answer)
          : fail(answer, 'the complete boxes ftyp, moov and mdat', clip.boxes.join(' '));
      },
    },
  }),
  ...httpCases([DOWNLOAD], {
    'content.answer.length': [
      'If the server sends `Content-Length`, its value is the length of the body (RFC 9110, 8.6).',
      'The server sends the length of an earlier file.',
      (evidence) => {
        const answer = evidence.one('whole');
        const length = header(answer.response, 'content-length');
        if (!answer.response.complete)
          return fail(
            answer,
            'a body with the length that Content-Length states',
            `${answer.response.body.size} of ${length ?? 'unknown'} bytes`,
          );
        return length === undefined || Number(length) === answer.response.body.size
          ? pass(answer)
          : wrongHeader(answer, 'Content-Length', String(answer.response.body.size));
      },
      { requirement: 'content.answer.video' },
    ],
  }),
];

/** The clips whose length is checked, by the id of the check. */
const LASTING: Readonly<Record<string, string>> = {
  'content.duration.requested.text': 'A text clip with `duration_seconds` 4',
  'content.duration.requested.longer': 'A text clip with `duration_seconds` 5',
  'content.duration.requested.extend': 'An extension by 5 s of a clip of 4 s',
  'content.duration.edit': 'An edit of a clip of 4 s and a clip of 5 s, with `duration_seconds` 7,',
};

const TIME: readonly Check[] = [
  ...aboutClip(DOWNLOAD, {
    'content.frame-rate': {
      proves: 'A clip has exactly 24 frames per second.',
      failing: 'The clips have 25, 30 or 23.976 frames per second, or a variable rate.',
      rule: ({ answer, video }) => {
        const isRate = Math.abs(video.framesPerSecond - framesPerSecond) < 0.01;
        return isRate && video.jitter <= JITTER
          ? pass(answer)
          : fail(
              answer,
              '24 frames per second at an even rate',
              `${video.framesPerSecond.toFixed(3)}, up to ${(video.jitter * 1000).toFixed(1)} ms off an even rate`,
            );
      },
    },
    'content.frames.order': {
      requirement: 'content.answer.video',
      proves:
        'A player can show the frames in order. Each frame has its own time. The stored order is close to the shown order. The times of audio packets increase.',
      failing: 'The server joins clips but does not correct the times in the joined file.',
      rule: frameOrder,
    },
    'content.duration.bounds': {
      proves: 'A clip has at least 96 frames (4 s), and lasts at most 30 s.',
      failing: 'The clip lacks one frame, so it lasts 3.96 s.',
      rule: ({ answer, video }) => {
        const [least, most] = [bounds.min * framesPerSecond, bounds.max * framesPerSecond];
        return video.frames >= least && video.frames <= most
          ? pass(answer)
          : fail(answer, `${least} to ${most} frames`, String(video.frames));
      },
    },
  }),
  ...lasts('content.duration.requested.text', {
    probe: DOWNLOAD,
    seconds: bounds.min,
    requirement: 'content.duration.requested',
  }),
  ...lasts('content.duration.requested.longer', {
    probe: DOWNLOAD_WATCHED,
    seconds: WATCHED_SECONDS,
    requirement: 'content.duration.requested',
  }),
  ...lasts('content.duration.requested.extend', {
    probe: DOWNLOAD_EXTEND,
    seconds: EXTENDED,
    requirement: 'content.duration.requested',
  }),
  ...lasts('content.duration.edit', {
    probe: DOWNLOAD_EDIT,
    seconds: bounds.min,
    requirement: 'content.duration.edit',
  }),
];

export const CLIP_CHECKS: readonly Check[] = [...FILE, ...TIME];

/** The maximum number of frames that H.264 and HEVC hold back to reorder them. */
export const MOST_DISPLACED = 16;

function frameOrder({ answer, clip: { audio }, video: { order } }: Seen): Outcome {
  if (order === undefined)
    return untestable(
      'An earlier version of the kit wrote the report and did not record the order of the frames.',
      answer,
    );
  const { repeated, displaced } = order;
  const differences = [
    { at: 'frames with the same time as another frame', expected: '0', got: String(repeated) },
    {
      at: 'audio packets with an earlier time than the previous packet',
      expected: '0',
      got: String(audio?.backwards ?? 0),
    },
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

function lasts(
  id: string,
  { probe, seconds, requirement }: { probe: Probe; seconds: number; requirement: Check['requirement'] },
): Check[] {
  return aboutClip(probe, {
    [id]: {
      requirement,
      proves: `${LASTING[id] ?? 'The clip'} lasts ${seconds} s, plus or minus half a second.`,
      failing: 'The server makes clips of only one length, and ignores `duration_seconds`.',
      rule: ({ answer, video, askedSeconds }) => {
        // An edit lasts as long as its first source.
        const asked = requirement === 'content.duration.edit' ? seconds : (askedSeconds ?? seconds);
        return Math.abs(video.frames / framesPerSecond - asked) <= TOLERANCE
          ? pass(answer)
          : fail(answer, `${asked} s (${asked * framesPerSecond} frames)`, `${video.frames} frames`);
      },
    },
  });
}
