/** Endpoints: content, and what is in the clip: its boxes, frames, length, shape and sound. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineObservation, type Check, type Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, observed, pass, untestable, Unjudged, type Outcome } from '../../engine/outcome.ts';
import { header, type ClipFacts } from '../../target/exchange.ts';
import { BASE, LONGER } from '../lib/clips.ts';
import { DOWNLOAD, DOWNLOAD_DEFAULTS, DOWNLOAD_EDIT, DOWNLOAD_EXTEND, DOWNLOAD_SILENT } from '../lib/downloads.ts';
import { hasStatus, tell } from '../lib/rules.ts';
import { isRatio, isTier } from './shape.ts';

const { framesPerSecond, durationSeconds: bounds } = LIMITS;

type Video = NonNullable<ClipFacts['video']>;
interface Seen {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly video: Video;
}

/** Half a second either way: the document does not say how exact a length is. */
const TOLERANCE = 0.5;
/** A file's clock may tick in milliseconds, so that a frame is up to half a tick off. */
const JITTER = 0.002;

const FILE: readonly Check[] = [
  defineCheck({
    id: 'content.answer.status',
    requirement: 'content.answer.status',
    proves: 'The content of a completed generation answers 200.',
    failing: 'It answers 206 without being asked, 202, or 404.',
    from: [DOWNLOAD],
    judge: (evidence) => hasStatus(evidence.one('whole'), 200, 'the content of a completed generation'),
  }),
  defineCheck({
    id: 'content.answer.type',
    requirement: 'content.answer.type',
    proves: 'Content is declared as `video/mp4`.',
    failing: 'It is application/octet-stream, or what the storage guessed.',
    from: [DOWNLOAD],
    judge: (evidence) => {
      const answer = evidence.one('whole');
      const type = header(answer.response, 'content-type') ?? 'nothing';
      return /^video\/mp4\s*(;|$)/i.test(type) ? pass(answer) : fail(answer, 'video/mp4', type);
    },
  }),
  about(
    {
      id: 'content.answer.video',
      requirement: 'content.answer.video',
      proves: 'Content is an MP4: `ftyp` comes first, `moov` and `mdat` are there, and it has a video track.',
      failing: 'It is another container, an HTML page, or cut off.',
    },
    DOWNLOAD,
    ({ answer, clip }) => {
      const whole =
        clip.boxes[0] === 'ftyp' &&
        clip.boxes.includes('moov') &&
        clip.boxes.some((box) => box === 'mdat' || box === 'moof');
      return whole && !clip.boxes.some((box) => box.endsWith('(cut)'))
        ? pass(answer)
        : fail(answer, 'the boxes ftyp, moov and mdat, all whole', clip.boxes.join(' '));
    },
  ),
  defineCheck({
    id: 'content.answer.length',
    requirement: 'content.answer.video',
    authority: 'http',
    proves: '`Content-Length`, if it is sent, is the length of the body.',
    failing: 'It is that of an earlier file.',
    from: [DOWNLOAD],
    judge: (evidence) => {
      const answer = evidence.one('whole');
      const length = header(answer.response, 'content-length');
      if (!answer.response.complete)
        return fail(
          answer,
          'a body as long as announced',
          `${answer.response.body.size} of ${length ?? 'unknown'} bytes`,
        );
      return length === undefined || Number(length) === answer.response.body.size
        ? pass(answer)
        : fail(answer, length, String(answer.response.body.size));
    },
  }),
];

const TIME: readonly Check[] = [
  about(
    {
      id: 'content.frame-rate',
      requirement: 'content.frame-rate',
      proves: 'A clip has exactly 24 frames per second.',
      failing: 'It has 25, 30 or 23.976, or a varying rate.',
    },
    DOWNLOAD,
    ({ answer, video }) => {
      const isRate = Math.abs(video.framesPerSecond - framesPerSecond) < 0.01;
      return isRate && video.jitter <= JITTER
        ? pass(answer)
        : fail(
            answer,
            '24 frames per second, evenly',
            `${video.framesPerSecond.toFixed(3)}, up to ${(video.jitter * 1000).toFixed(1)} ms off the beat`,
          );
    },
  ),
  about(
    {
      id: 'content.duration.bounds',
      requirement: 'content.duration.bounds',
      proves: 'The shortest clip, of 4 s, has no less than its 96 frames, and none lasts more than 30 s.',
      failing: 'It is a frame short: 3.96 s.',
    },
    DOWNLOAD,
    ({ answer, video }) => {
      const [least, most] = [bounds.min * framesPerSecond, bounds.max * framesPerSecond];
      return video.frames >= least && video.frames <= most
        ? pass(answer)
        : fail(answer, `${least} to ${most} frames`, String(video.frames));
    },
  ),
  lasts('content.duration.requested.text', {
    probe: DOWNLOAD,
    seconds: bounds.min,
    requirement: 'content.duration.requested',
  }),
  lasts('content.duration.requested.longer', {
    probe: DOWNLOAD_SILENT,
    seconds: LONGER,
    requirement: 'content.duration.requested',
  }),
  lasts('content.duration.requested.extend', {
    probe: DOWNLOAD_EXTEND,
    seconds: LONGER,
    requirement: 'content.duration.requested',
  }),
  lasts('content.duration.edit', { probe: DOWNLOAD_EDIT, seconds: bounds.min, requirement: 'content.duration.edit' }),
];

const SHAPE: readonly Check[] = [
  about(
    {
      id: 'content.resolution.480p',
      requirement: 'content.resolution',
      proves: 'A clip asked for at 480p is of that tier, by area or by its shorter side.',
      failing: 'Everything is made at 720p.',
    },
    DOWNLOAD,
    (seen) => tier(seen, '480p'),
  ),
  about(
    {
      id: 'content.resolution.edit',
      requirement: 'content.resolution',
      proves: 'An extension asked for at 480p is of that tier.',
      failing: 'It upscales.',
    },
    DOWNLOAD_EXTEND,
    (seen) => tier(seen, '480p'),
  ),
  about(
    {
      id: 'create.resolution.default',
      requirement: 'create.resolution.default',
      proves: 'Without `resolution`, the clip is of the tier 720p.',
      failing: 'Its default is 480p or 1080p.',
    },
    DOWNLOAD_DEFAULTS,
    (seen) => tier(seen, '720p'),
  ),
  about(
    {
      id: 'content.aspect-ratio.16-9',
      requirement: 'content.aspect-ratio',
      proves: 'A clip asked for as 16:9 has that shape.',
      failing: 'It is square.',
    },
    DOWNLOAD,
    (seen) => shape(seen, '16:9'),
  ),
  about(
    {
      id: 'content.aspect-ratio.9-16',
      requirement: 'content.aspect-ratio',
      proves: 'A clip asked for as 9:16 has that shape.',
      failing: 'Width and height are swapped.',
    },
    DOWNLOAD_SILENT,
    (seen) => shape(seen, '9:16'),
  ),
  about(
    {
      id: 'create.aspect-ratio.default',
      requirement: 'create.aspect-ratio.default',
      proves: 'Without `aspect_ratio`, the clip is 16:9.',
      failing: 'Its default is 1:1.',
    },
    DOWNLOAD_DEFAULTS,
    (seen) => shape(seen, '16:9'),
  ),
];

const SOUND: readonly Check[] = [
  about(
    {
      id: 'content.audio.on',
      requirement: 'content.audio.on',
      proves: 'With `audio` true, the clip has an audio track.',
      failing: 'The track is missing.',
    },
    DOWNLOAD,
    (seen) => hasSound(seen, true),
  ),
  about(
    {
      id: 'content.audio.off',
      requirement: 'content.audio.off',
      proves: 'With `audio` false, the clip has no audio track.',
      failing: 'It has a silent one.',
    },
    DOWNLOAD_SILENT,
    (seen) => hasSound(seen, false),
  ),
  about(
    {
      id: 'create.audio.default',
      requirement: 'create.audio.default',
      proves: 'Without `audio`, the clip has an audio track.',
      failing: 'Sound is off unless asked for.',
    },
    DOWNLOAD_DEFAULTS,
    (seen) => hasSound(seen, true),
  ),
  about(
    {
      id: 'content.audio.synchronized',
      requirement: 'content.audio.synchronized',
      proves: 'Sound begins and ends with the picture, to a quarter of a second.',
      failing: 'It begins late, or ends early.',
    },
    DOWNLOAD,
    ({ answer, clip: { audio }, video }) => {
      if (audio === undefined) return untestable('The clip has no audio track.', answer);
      const off = Math.max(
        Math.abs(audio.start - video.start),
        Math.abs(audio.start + audio.seconds - video.start - video.seconds),
      );
      return off <= 0.25
        ? pass(answer)
        : fail(
            answer,
            'sound for as long as the picture',
            `sound from ${audio.start.toFixed(2)} s for ${audio.seconds.toFixed(2)} s, picture for ${video.seconds.toFixed(2)} s`,
          );
    },
  ),
];

const OPEN: readonly Check[] = [
  seen('content.encoding.video', 'content.encoding', ({ video }) => video.codec ?? 'unknown'),
  seen('content.encoding.audio', 'content.encoding', ({ clip: { audio } }) =>
    audio === undefined ? 'none' : `${audio.codec ?? 'unknown'} ${audio.sampleRate} Hz, ${audio.channels} channels`,
  ),
  seen('content.encoding.brand', 'content.encoding', ({ clip }) => clip.brand?.trim() ?? 'none'),
  seen('content.encoding.index', 'content.encoding', ({ clip }) =>
    clip.boxes.indexOf('moov') < clip.boxes.indexOf('mdat') ? 'before the data' : 'behind the data',
  ),
  seen(
    'content.encoding.key-frames',
    'content.encoding',
    ({ video }) => `one in ${(video.seconds / Math.max(1, video.keyFrames)).toFixed(2)} s`,
  ),
  seen('content.pixels.480p', 'content.pixels', ({ video }) => `${video.width}x${video.height}`),
  seen('content.duration.tolerance', 'content.duration.tolerance', ({ video }) => {
    const over = video.frames - bounds.min * framesPerSecond;
    return over === 0 ? 'exact to the frame' : `${over} frames over`;
  }),
  seen('content.pixels.720p', 'content.pixels', ({ video }) => `${video.width}x${video.height}`, DOWNLOAD_DEFAULTS),
  seen('content.pixels.480p.9-16', 'content.pixels', ({ video }) => `${video.width}x${video.height}`, DOWNLOAD_SILENT),
  seen(
    'content.edit-resolution',
    'content.edit-resolution',
    ({ video }) => `${video.width}x${video.height}`,
    DOWNLOAD_EDIT,
  ),
];

export const CLIP_CHECKS: readonly Check[] = [...FILE, ...TIME, ...SHAPE, ...SOUND, ...OPEN];

/** A check of what is in a clip. A given clip says nothing of what was asked for. */
export function about(
  check: Pick<Check, 'id' | 'requirement' | 'proves' | 'failing'>,
  probe: Probe,
  rule: (seen: Seen) => Outcome,
): Check {
  return defineCheck({ ...check, from: [probe], judge: (evidence) => rule(look(evidence, probe)) });
}

export function tier({ answer, video }: Seen, resolution: '480p' | '720p' | '1080p'): Outcome {
  return isTier(video, resolution)
    ? pass(answer)
    : fail(answer, `a clip of the tier ${resolution}`, `${video.width}x${video.height}`);
}

export function shape({ answer, video }: Seen, ratio: '21:9' | '16:9' | '9:16' | '1:1' | '4:3' | '3:4'): Outcome {
  return isRatio(video, ratio)
    ? pass(answer)
    : fail(answer, `a clip of the shape ${ratio}`, `${video.width}x${video.height}`);
}

function look(evidence: Evidence, probe: Probe): Seen {
  const answer = evidence.one('whole');
  if (probe === DOWNLOAD && evidence.anyClip !== BASE.id)
    throw new Unjudged(untestable('What was asked for is not known of a given clip.', answer));
  const { clip } = answer.response.body;
  const expected = 'an MP4 file with a video in it';
  if (clip?.video === undefined) throw new Unjudged(fail(answer, expected, clip?.problem ?? tell(answer)));
  return { answer, clip, video: clip.video };
}

function lasts(
  id: string,
  { probe, seconds, requirement }: { probe: Probe; seconds: number; requirement: Check['requirement'] },
): Check {
  return about(
    {
      id,
      requirement,
      proves: `The clip lasts ${seconds} s, to half a second.`,
      failing: 'It is as long as its model likes to make them.',
    },
    probe,
    ({ answer, video }) =>
      Math.abs(video.frames / framesPerSecond - seconds) <= TOLERANCE
        ? pass(answer)
        : fail(answer, `${seconds} s, that is ${seconds * framesPerSecond} frames`, `${video.frames} frames`),
  );
}

function hasSound({ answer, clip }: Seen, wanted: boolean): Outcome {
  const has = clip.audio !== undefined;
  return has === wanted
    ? pass(answer)
    : fail(answer, wanted ? 'an audio track' : 'no audio track', has ? 'one' : 'none');
}

function seen(
  id: string,
  requirement: Check['requirement'],
  say: (seen: Seen) => string,
  probe: Probe = DOWNLOAD,
): Check {
  return defineObservation({
    id,
    requirement,
    proves: `What the clip shows (${id.replace('content.', '')}).`,
    from: [probe],
    judge: (evidence) => {
      const answer = evidence.one('whole');
      const { clip } = answer.response.body;
      return clip?.video === undefined
        ? untestable('The clip could not be read.', answer)
        : observed(say({ answer, clip, video: clip.video }), answer);
    },
  });
}
