/**
 * Endpoints: content: every clip of a run against its create request, in every workflow. A server may break a rule in
 * one workflow, resolution or length only.
 */

import { FIXED_RATIOS, RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import type { ClipFacts } from '../../client/exchange.ts';
import { creates, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { CLIP_DOWNLOADS } from '../lib/downloads.ts';
import { bodyOf } from '../lib/twins.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { JITTER, MOST_DISPLACED } from './clip.ts';
import { isAudible, isTogether } from './picture-and-sound.ts';
import { isRatio, isTier } from './shape.ts';

const { framesPerSecond: rate } = LIMITS;

/** A clip and its create request. */
interface MadeClip {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly asked: Fields;
  /** The fields of the create requests of the run, by the id of the generation. */
  readonly all: ReadonlyMap<string, Fields>;
}

/** A rule that returns the expected and the actual value, or undefined for a correct clip. */
type Rule = (
  made: MadeClip,
  video: NonNullable<ClipFacts['video']>,
) => readonly [expected: string, got: string] | undefined;

/** The brands of QuickTime, of images and of audio files. Other brands may be brands of MP4. */
const OTHER_FORMAT = /^(qt {2}|heic|heix|mif1|avif|avis|M4A |M4B |jp2 |crx )$/;

/** The minimum number of clips with sound, so that the check can expect at least one audible clip. */
const FEWEST_SILENT = 3;

export const EVERY_CLIP_CHECKS: readonly Check[] = [
  every('content.every-clip.file', 'content.answer.video', {
    proves:
      'Every clip of a run is a complete MP4 with a video track. The frames of the clip can be decoded and are in order.',
    failing: 'The server uses another program for the clips of one workflow, and this program writes invalid files.',
    rule: ({ clip: { boxes, audio } }, { order, frames, brokenFrames = 0 }) => {
      const isWhole = boxes[0] === 'ftyp' && boxes.includes('moov') && !boxes.some((box) => box.endsWith('(cut)'));
      if (!isWhole) return ['ftyp as the first box, and only complete boxes', boxes.join(' ')];
      // A test server may write clips without real frames. If only some frames are broken, the server damaged the clip.
      if (brokenFrames > 0 && brokenFrames < frames)
        return ['frames that can be decoded', `${brokenFrames} frames that are not H.264 units`];
      const isInOrder = (order?.repeated ?? 0) + (audio?.backwards ?? 0) === 0;
      const got = `${order?.repeated ?? 0} frames and ${audio?.backwards ?? 0} audio packets out of order`;
      return isInOrder && (order?.displaced ?? 0) <= MOST_DISPLACED
        ? undefined
        : ['frames and audio packets in order', got];
    },
  }),
  every('content.every-clip.brand', 'content.answer.video', {
    proves: 'The `ftyp` box of every clip of a run names a brand of MP4, and not only the brand of another format.',
    failing: 'The server stores clips as QuickTime files, and calls them MP4. Some players reject these files.',
    rule: ({ clip: { brand = '', brands = [] } }) =>
      OTHER_FORMAT.test(brand) && brands.every((name) => OTHER_FORMAT.test(name))
        ? ['a brand of MP4, such as isom or mp42', [brand, ...brands].join(', ')]
        : undefined,
  }),
  every('content.every-clip.frame-rate', 'content.frame-rate', {
    proves: 'Every clip of a run has 24 frames per second.',
    failing: 'In one workflow, the server uses the frame rate of the source video, or another fixed frame rate.',
    rule: (_, { framesPerSecond, jitter }) =>
      Math.abs(framesPerSecond - rate) < 0.01 && jitter <= JITTER
        ? undefined
        : [
            '24 frames per second at an even rate',
            `${framesPerSecond.toFixed(3)}, up to ${(jitter * 1000).toFixed(1)} ms off`,
          ],
  }),
  every('content.every-clip.length', 'content.duration.requested', {
    proves:
      'Every clip of a run has the requested length, plus or minus half a second. An edit has the length of its first source video.',
    failing:
      'The server makes a clip as long as another source video, as all source videos together, or as the longest allowed clip.',
    rule: ({ asked, all }, { frames }) => {
      const seconds = secondsOf(asked, all);
      if (seconds === undefined || Math.abs(frames / rate - seconds) <= 0.5) return undefined;
      return [`${seconds} s (${seconds * rate} frames)`, `${frames} frames`];
    },
  }),
  every('content.every-clip.bounds', 'content.duration.bounds', {
    proves: 'Every clip of a run has at least 96 frames (4 s), and at most 720 frames (30 s).',
    failing: 'The server loses a frame in one workflow, so the clip lasts 3.96 s.',
    rule: (_, { frames }) => {
      const [least, most] = [LIMITS.durationSeconds.min * rate, LIMITS.durationSeconds.max * rate];
      return frames >= least && frames <= most ? undefined : [`${least} to ${most} frames`, `${frames} frames`];
    },
  }),
  every('content.every-clip.sound', 'content.audio.on', {
    proves: 'If a clip of the run was requested with sound, it has sound from its start to its end.',
    failing:
      'The server makes the clips of one workflow without sound. Or the server copies the sound of the source video, although the clip has another length.',
    rule: ({ asked, clip: { audio } }, video) => {
      if (asked['audio'] === false) return undefined;
      if (audio === undefined) return ['an audio track', 'none'];
      return isTogether(audio, video)
        ? undefined
        : [
            'sound that is as long as the video',
            `sound from ${audio.start.toFixed(2)} s for ${audio.seconds.toFixed(2)} s`,
          ];
    },
  }),
  soundHeard(),
  every('content.every-clip.silence', 'content.audio.off', {
    proves: 'If a clip of the run was requested without sound, it has no audible sound.',
    failing: 'The server ignores `audio` in one workflow.',
    rule: ({ asked, clip }) =>
      asked['audio'] === false && isAudible(clip) ? ['no sound', 'an audio track'] : undefined,
  }),
  every('content.every-clip.tier', 'content.resolution', {
    proves:
      'Every clip of a run has the requested resolution. For an edit or an extension, the resolution of the source video is also allowed.',
    failing: 'The server ignores `resolution` in one workflow, or for some aspect ratios.',
    rule: ({ asked, all }, video) => {
      const tiers = tiersOf(asked, all);
      const isRight = tiers === undefined || tiers.some((tier) => isTier(video, tier));
      return isRight ? undefined : [`the resolution ${tiers.join(' or ')}`, `${video.width}x${video.height}`];
    },
  }),
  every('content.every-clip.shape', 'content.aspect-ratio', {
    proves: 'If a clip of the run was requested with a fixed aspect ratio, it has that aspect ratio.',
    failing: 'The server makes an aspect ratio correctly at one resolution, and wrongly at another.',
    rule: ({ asked }, video) => {
      const ratio = FIXED_RATIOS.find((known) => known === (asked['aspect_ratio'] ?? '16:9'));
      return ratio === undefined || isRatio(video, ratio)
        ? undefined
        : [`the shape ${ratio}`, `${video.width}x${video.height}`];
    },
  }),
];

function soundHeard(): Check {
  return defineCheck({
    id: 'content.every-clip.heard',
    requirement: 'content.audio.on',
    level: 'should',
    proves: `If a run has at least ${FEWEST_SILENT} clips with sound, at least one of them is audible.`,
    failing: 'The server writes a silent audio track into every clip.',
    from: CLIP_DOWNLOADS,
    passive: true,
    judge: (evidence) => {
      const clips = clipsOf(evidence).filter(({ clip, asked }) => clip.audio !== undefined && asked['audio'] !== false);
      const answers = clips.map(({ answer }) => answer);
      if (clips.length < FEWEST_SILENT)
        return untestable(`The run made and read fewer than ${FEWEST_SILENT} clips with sound.`, ...answers);
      const heard = clips.find(({ clip }) => isAudible(clip));
      return heard === undefined
        ? fail(answers.slice(0, FEWEST_SILENT), 'audible sound in at least one clip', `silence in all ${clips.length}`)
        : pass(heard.answer);
    },
  });
}

interface About {
  readonly proves: string;
  readonly failing: string;
  readonly rule: Rule;
}

function every(id: string, requirement: Check['requirement'], { rule, ...about }: About): Check {
  return defineCheck({
    ...about,
    id,
    requirement,
    from: CLIP_DOWNLOADS,
    passive: true,
    judge: (evidence) => judged(clipsOf(evidence), rule),
  });
}

function judged(clips: readonly MadeClip[], rule: Rule): Outcome {
  const readable = clips.filter(({ clip }) => clip.video !== undefined);
  if (readable.length === 0) return untestable('The kit could not download and read any clip that the run made.');
  for (const made of readable) {
    const broken = made.clip.video === undefined ? undefined : rule(made, made.clip.video);
    const what = made.answer.probe.replace('download.', '');
    if (broken !== undefined) return fail(made.answer, broken[0], `${broken[1]} ("${what}")`);
  }
  return pass(...readable.map(({ answer }) => answer));
}

/** Returns the clips that arrived whole, with their create requests. Cached, because all these checks need them. */
function clipsOf({ every: answers }: Evidence): readonly MadeClip[] {
  const known = CLIPS.get(answers);
  if (known !== undefined) return known;
  const all = new Map(
    sightings(creates(answers)).map(
      ({ answer, record }) => [String(record['id']), asFieldsOf(bodyOf(answer))] as const,
    ),
  );
  const found = answers.flatMap((answer): MadeClip[] => {
    const { clip } = answer.response.body;
    const id = /\/v1\/videos\/([^/]+)\/content$/.exec(pathOf(answer.request.url))?.[1] ?? '';
    const asked = all.get(id.toLowerCase()) ?? all.get(id);
    const isWhole = answer.label === 'whole' && answer.response.status === 200 && answer.response.complete;
    return clip === undefined || asked === undefined || !isWhole ? [] : [{ answer, clip, asked, all }];
  });
  CLIPS.set(answers, found);
  return found;
}

const CLIPS = new WeakMap<readonly Answered[], readonly MadeClip[]>();

/** Returns the resolutions that a clip may have. An edit or an extension may have the resolution of its source, too. */
function tiersOf(asked: Fields, all: MadeClip['all'], depth = 0): readonly Resolution[] | undefined {
  const own = RESOLUTIONS.filter((known) => known === (asked['resolution'] ?? '720p'));
  const operation = asked['reference_video_operation'];
  if (own.length === 0 || depth > 3) return undefined;
  if (operation !== 'edit' && operation !== 'extend') return own;
  const source = firstSource(asked, all);
  const others = source === undefined ? undefined : tiersOf(source, all, depth + 1);
  return others === undefined ? undefined : [...new Set([...own, ...others])];
}

function firstSource({ source_video_ids: sources }: Fields, all: MadeClip['all']): Fields | undefined {
  const first: unknown = Array.isArray(sources) ? sources[0] : undefined;
  return typeof first === 'string' ? all.get(first) : undefined;
}

/** Returns the required length of a clip. The length of an edit is unknown if its source is unknown. */
function secondsOf(asked: Fields, all: MadeClip['all'], depth = 0): number | undefined {
  const { duration_seconds: seconds } = asked;
  if (asked['reference_video_operation'] !== 'edit') return typeof seconds === 'number' ? seconds : undefined;
  const source = firstSource(asked, all);
  return source === undefined || depth > 3 ? undefined : secondsOf(source, all, depth + 1);
}
