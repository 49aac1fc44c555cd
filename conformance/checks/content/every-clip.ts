/**
 * Endpoints: content: every clip of a run against its create request, in every workflow. A server may break a rule in
 * one workflow, resolution or length only.
 */

import { FIXED_RATIOS, RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import { type Check } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { once, type Fields } from '../lib/answers.ts';
import { cases, type Expectation } from '../lib/cases.ts';
import { CLIP_DOWNLOADS } from '../lib/downloads.ts';
import {
  askedById,
  askedFor,
  boundsFlaw,
  type ClipFlaw,
  isFile,
  lengthFlaw,
  orderFlaw,
  rateFlaw,
  type Seen,
} from './clip.ts';
import { isAudible, shape, tier, togetherFlaw } from './picture-and-sound.ts';

/** A clip and its create request. */
interface MadeClip extends Seen {
  readonly asked: Fields;
  /** The fields of the create requests of the run, by the id of the generation. */
  readonly all: ReadonlyMap<string, Fields>;
}

/** The brands of QuickTime, of images and of audio files. Other brands may be brands of MP4. */
const OTHER_FORMAT = /^(qt {2}|heic|heix|mif1|avif|avis|M4A |M4B |jp2 |crx )$/;

/** The minimum number of clips with sound, so that the check can expect at least one audible clip. */
const FEWEST_SILENT = 3;

const PASSIVE = { from: CLIP_DOWNLOADS, passive: true } as const;

export const EVERY_CLIP_CHECKS: readonly Check[] = cases(PASSIVE, {
  'content.every-clip.file': [
    'Every clip of a run is a complete MP4 with a video track. The frames of the clip can be decoded and are in order.',
    'The server uses another program for the clips of one workflow, and this program writes invalid files.',
    every(fileFlaw),
    { requirement: 'content.answer.video' },
  ],
  'content.every-clip.brand': [
    'The `ftyp` box of every clip of a run names a brand of MP4, and not only the brand of another format.',
    'The server stores clips as QuickTime files, and calls them MP4. Some players reject these files.',
    every(({ clip: { brand = '', brands = [] } }) =>
      [brand, ...brands].every((name) => OTHER_FORMAT.test(name))
        ? ['a brand of MP4, such as isom or mp42', [brand, ...brands].join(', ')]
        : undefined,
    ),
    { requirement: 'content.answer.video' },
  ],
  'content.every-clip.frame-rate': [
    'Every clip of a run has 24 frames per second.',
    'In one workflow, the server uses the frame rate of the source video, or another fixed frame rate.',
    every(rateFlaw),
    { requirement: 'content.frame-rate' },
  ],
  'content.every-clip.length': [
    'Every clip of a run has the requested length, plus or minus half a second. An edit has the length of its first source video.',
    'The server makes a clip as long as another source video, as all source videos together, or as the longest allowed clip.',
    every((made) => {
      const seconds = secondsOf(made.asked, made.all);
      return seconds === undefined ? undefined : lengthFlaw(made, seconds);
    }),
    { requirement: 'content.duration.requested' },
  ],
  'content.every-clip.bounds': [
    'Every clip of a run has at least 96 frames (4 s), and at most 720 frames (30 s).',
    'The server loses a frame in one workflow, so the clip lasts 3.96 s.',
    every(boundsFlaw),
    { requirement: 'content.duration.bounds' },
  ],
  'content.every-clip.sound': [
    'If a clip of the run was requested with sound, it has sound from its start to its end.',
    'The server makes the clips of one workflow without sound. Or the server copies the sound of the source video, although the clip has another length.',
    every(({ asked, clip: { audio }, video }) => {
      if (asked['audio'] === false) return undefined;
      return audio === undefined ? ['an audio track', 'none'] : togetherFlaw(audio, video);
    }),
    { requirement: 'content.audio.on' },
  ],
  'content.every-clip.heard': [
    `If a run has at least ${FEWEST_SILENT} clips with sound, at least one of them is audible.`,
    'The server writes a silent audio track into every clip.',
    soundHeard,
    { requirement: 'content.audio.on', level: 'should' },
  ],
  'content.every-clip.silence': [
    'If a clip of the run was requested without sound, it has no audible sound.',
    'The server ignores `audio` in one workflow.',
    every(({ asked, clip }) =>
      asked['audio'] === false && isAudible(clip) ? ['no sound', 'an audio track'] : undefined,
    ),
    { requirement: 'content.audio.off' },
  ],
  'content.every-clip.tier': [
    'Every clip of a run has the requested resolution. For an edit or an extension, the resolution of the source video is also allowed.',
    'The server ignores `resolution` in one workflow, or for some aspect ratios.',
    every((made) => {
      const tiers = tiersOf(made.asked, made.all);
      return tiers && tier(...tiers)(made);
    }),
    { requirement: 'content.resolution' },
  ],
  'content.every-clip.shape': [
    'If a clip of the run was requested with a fixed aspect ratio, it has that aspect ratio.',
    'The server makes an aspect ratio correctly at one resolution, and wrongly at another.',
    every((made) => {
      const ratio = FIXED_RATIOS.find((known) => known === (made.asked['aspect_ratio'] ?? '16:9'));
      return ratio && shape(ratio)(made);
    }),
    { requirement: 'content.aspect-ratio' },
  ],
});

function fileFlaw(made: MadeClip): ClipFlaw {
  const { boxes } = made.clip;
  const { frames, brokenFrames = 0 } = made.video;
  if (!isFile(boxes)) return ['ftyp as the first box, and only complete boxes', boxes.join(' ')];
  // A test server may write clips without real frames. If only some frames are broken, the server damaged the clip.
  return brokenFrames > 0 && brokenFrames < frames
    ? ['frames that can be decoded', `${brokenFrames} frames that are not H.264 units`]
    : orderFlaw(made);
}

function soundHeard(evidence: Evidence): Outcome {
  const clips = clipsOf(evidence.every).filter(
    ({ clip, asked }) => clip.audio !== undefined && asked['audio'] !== false,
  );
  const answers = clips.map(({ answer }) => answer);
  if (clips.length < FEWEST_SILENT)
    return untestable(`The run made and read fewer than ${FEWEST_SILENT} clips with sound.`, ...answers);
  const heard = clips.find(({ clip }) => isAudible(clip));
  return heard === undefined
    ? fail(answers.slice(0, FEWEST_SILENT), 'audible sound in at least one clip', `silence in all ${clips.length}`)
    : pass(heard.answer);
}

/** Expects that no clip of the run has a flaw. */
function every(rule: (made: MadeClip) => ClipFlaw): Expectation {
  return (evidence) => {
    const clips = clipsOf(evidence.every);
    if (clips.length === 0) return untestable('The kit could not download and read any clip that the run made.');
    for (const made of clips) {
      const flaw = rule(made);
      const what = made.answer.probe.replace('download.', '');
      if (flaw !== undefined) return fail(made.answer, flaw[0], `${flaw[1]} ("${what}")`);
    }
    return pass(...clips.map(({ answer }) => answer));
  };
}

/** Returns the readable clips that arrived whole, with their create requests. */
const clipsOf = once((answers: Evidence['every']): readonly MadeClip[] =>
  answers.flatMap((answer) => {
    const { complete, status, body } = answer.response;
    const [video, asked] = [body.clip?.video, askedFor({ every: answers }, answer)];
    const isWhole = answer.label === 'whole' && status === 200 && complete;
    if (body.clip === undefined || video === undefined || asked === undefined || !isWhole) return [];
    return [{ answer, clip: body.clip, video, asked, all: askedById(answers) }];
  }),
);

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
