/**
 * Endpoints: content: every clip that a run downloads, of every workflow, against the create that it was made by. What
 * a server keeps in one workflow, tier or length it may have lost in another.
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

/** A clip and the create that it came of. */
interface MadeClip {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly asked: Fields;
  /** The generations that a run made, by id. */
  readonly all: ReadonlyMap<string, Fields>;
}

/** What is expected of a clip, and what is there instead; nothing if it is as it has to be. */
type Rule = (
  made: MadeClip,
  video: NonNullable<ClipFacts['video']>,
) => readonly [expected: string, got: string] | undefined;

/** The clips of one prompt may be silent; where all are, nothing makes their sound. */
const FEWEST_SILENT = 3;

export const EVERY_CLIP_CHECKS: readonly Check[] = [
  every('content.every-clip.file', 'content.answer.video', {
    proves:
      'Every clip of a run is a whole MP4 with a picture in it, whose frames can be decoded and follow each other.',
    failing: 'The clips of one workflow are put together by another program.',
    rule: ({ clip: { boxes, audio } }, { order, frames, brokenFrames = 0 }) => {
      const isWhole = boxes[0] === 'ftyp' && boxes.includes('moov') && !boxes.some((box) => box.endsWith('(cut)'));
      if (!isWhole) return ['ftyp first, and all boxes whole', boxes.join(' ')];
      // A clip of which no frame is one may be that of a server for tests; where some are, the others were lost.
      if (brokenFrames > 0 && brokenFrames < frames)
        return ['frames that can be decoded', `${brokenFrames} that are no units of H.264`];
      const isInOrder = (order?.repeated ?? 0) + (audio?.backwards ?? 0) === 0;
      const got = `${order?.repeated ?? 0} frames and ${audio?.backwards ?? 0} sounds out of order`;
      return isInOrder && (order?.displaced ?? 0) <= MOST_DISPLACED ? undefined : ['frames and sound in order', got];
    },
  }),
  every('content.every-clip.frame-rate', 'content.frame-rate', {
    proves: 'Every clip of a run has 24 frames per second.',
    failing: 'It takes the rate of a source, or of the model behind a workflow.',
    rule: (_, { framesPerSecond, jitter }) =>
      Math.abs(framesPerSecond - rate) < 0.01 && jitter <= JITTER
        ? undefined
        : ['24 frames per second, evenly', `${framesPerSecond.toFixed(3)}, up to ${(jitter * 1000).toFixed(1)} ms off`],
  }),
  every('content.every-clip.length', 'content.duration.requested', {
    proves:
      'Every clip of a run is as long as was asked for, and an edit as long as its first source, to half a second.',
    failing: 'It takes the length of another source, of all of them, or what one workflow may have at most.',
    rule: ({ asked, all }, { frames }) => {
      const seconds = secondsOf(asked, all);
      if (seconds === undefined || Math.abs(frames / rate - seconds) <= 0.5) return undefined;
      return [`${seconds} s, that is ${seconds * rate} frames`, `${frames} frames`];
    },
  }),
  every('content.every-clip.bounds', 'content.duration.bounds', {
    proves: 'Every clip of a run has at least the frames of 4 s, and at most those of 30 s.',
    failing: 'One workflow loses a frame: 3.96 s.',
    rule: (_, { frames }) => {
      const [least, most] = [LIMITS.durationSeconds.min * rate, LIMITS.durationSeconds.max * rate];
      return frames >= least && frames <= most ? undefined : [`${least} to ${most} frames`, `${frames} frames`];
    },
  }),
  every('content.every-clip.sound', 'content.audio.on', {
    proves: 'Every clip of a run that was to have sound has it, from its start to its end.',
    failing: 'One workflow makes pictures only, or takes the sound of its source, however long that is.',
    rule: ({ asked, clip: { audio } }, video) => {
      if (asked['audio'] === false) return undefined;
      if (audio === undefined) return ['an audio track', 'none'];
      return isTogether(audio, video)
        ? undefined
        : ['sound with the picture', `sound from ${audio.start.toFixed(2)} s for ${audio.seconds.toFixed(2)} s`];
    },
  }),
  soundHeard(),
  every('content.every-clip.silence', 'content.audio.off', {
    proves: 'Every clip of a run that was to have no sound has none.',
    failing: 'One workflow does not look at `audio`.',
    rule: ({ asked, clip }) =>
      asked['audio'] === false && isAudible(clip) ? ['no sound', 'an audio track'] : undefined,
  }),
  every('content.every-clip.tier', 'content.resolution', {
    proves:
      'Every clip of a run is of the tier that was asked for; an edit or an extension may be of that of its source.',
    failing: 'One workflow has a tier of its own, or knows the tiers in one shape only.',
    rule: ({ asked, all }, video) => {
      const tiers = tiersOf(asked, all);
      const isRight = tiers === undefined || tiers.some((tier) => isTier(video, tier));
      return isRight ? undefined : [`the tier ${tiers.join(' or ')}`, `${video.width}x${video.height}`];
    },
  }),
  every('content.every-clip.shape', 'content.aspect-ratio', {
    proves: 'Every clip of a run with a fixed ratio has that shape.',
    failing: 'A shape is made right at one tier, and wrong at another.',
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
    proves: `Where a run has at least ${FEWEST_SILENT} clips with sound, there is something to hear in one of them.`,
    failing: 'It writes a track of silence.',
    from: CLIP_DOWNLOADS,
    passive: true,
    judge: (evidence) => {
      const clips = clipsOf(evidence).filter(({ clip, asked }) => clip.audio !== undefined && asked['audio'] !== false);
      const answers = clips.map(({ answer }) => answer);
      if (clips.length < FEWEST_SILENT)
        return untestable(`It takes ${FEWEST_SILENT} clips with sound that a run has made and read.`, ...answers);
      const heard = clips.find(({ clip }) => isAudible(clip));
      return heard === undefined
        ? fail(answers.slice(0, FEWEST_SILENT), 'sound in one clip at least', `silence in all ${clips.length}`)
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
  if (readable.length === 0) return untestable('No clip that the run made was downloaded and read.');
  for (const made of readable) {
    const broken = made.clip.video === undefined ? undefined : rule(made, made.clip.video);
    const what = made.answer.probe.replace('download.', '');
    if (broken !== undefined) return fail(made.answer, broken[0], `${broken[1]} ("${what}")`);
  }
  return pass(...readable.map(({ answer }) => answer));
}

/** The clips that came whole, with the body of its create. Cached per list, which each of these checks asks for. */
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

/** The tiers that a clip may have: whose an edit or an extension has is not said. Unknown where the source is. */
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

/** How long a clip has to be; unknown where its source is. */
function secondsOf(asked: Fields, all: MadeClip['all'], depth = 0): number | undefined {
  const { duration_seconds: seconds } = asked;
  if (asked['reference_video_operation'] !== 'edit') return typeof seconds === 'number' ? seconds : undefined;
  const source = firstSource(asked, all);
  return source === undefined || depth > 3 ? undefined : secondsOf(source, all, depth + 1);
}
