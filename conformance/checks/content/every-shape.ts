/** Endpoints: content, mostly with `--thorough`: every ratio and tier, and the clip of every workflow. */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineObservation, type Check, type Probe } from '../../engine/define.ts';
import { fail, observed, pass, untestable } from '../../engine/outcome.ts';
import { EXTEND_MANY, FRAMES, IMAGE, LONG, LONGER, REFERENCE } from '../lib/clips.ts';
import {
  EDIT_MANY,
  EXTEND_LONGEST,
  EXTEND_SILENT,
  EXTEND_TALL,
  IMAGE_LARGE,
  REFERENCE_IMAGE,
  REFERENCE_MANY,
  REFERENCE_SOUND,
} from '../lib/thorough-clips.ts';
import {
  DOWNLOAD,
  DOWNLOAD_DEFAULTS,
  DOWNLOAD_EXTEND_MANY,
  DOWNLOAD_FRAMES,
  DOWNLOAD_IMAGE,
  DOWNLOAD_REFERENCE,
  DOWNLOAD_SILENT,
  downloadOf,
} from '../lib/downloads.ts';
import { LONGEST, SHAPED } from '../lib/shapes.ts';
import { about } from './look.ts';
import { shape, tier } from './picture-and-sound.ts';

const SECONDS = LIMITS.durationSeconds.min;

const downloads = new Map<Probe, Probe>([
  [IMAGE, DOWNLOAD_IMAGE],
  [FRAMES, DOWNLOAD_FRAMES],
  [REFERENCE, DOWNLOAD_REFERENCE],
  [EXTEND_MANY, DOWNLOAD_EXTEND_MANY],
]);

/** Four of the shapes are those of clips that every run makes. */
const SHAPES: readonly (readonly [Resolution, FixedRatio, download: Probe])[] = [
  ['480p', '16:9', DOWNLOAD],
  ['480p', '9:16', DOWNLOAD_SILENT],
  ['720p', '16:9', DOWNLOAD_DEFAULTS],
  ['480p', '3:4', DOWNLOAD_REFERENCE],
  ...SHAPED.map(([resolution, ratio, probe]) => [resolution, ratio, thoroughDownload(probe)] as const),
];

export const EVERY_SHAPE_CHECKS: readonly Check[] = [
  ...SHAPES.flatMap(([resolution, ratio, download]) => shaped(resolution, ratio, download)),
  ...([IMAGE, FRAMES, REFERENCE, EXTEND_MANY] as const).map((probe) => workflowClip(probe)),
  lasts(LONGEST, LIMITS.durationSeconds.max),
  lasts(EXTEND_LONGEST, LIMITS.durationSeconds.max),
  lasts(EXTEND_TALL, LONGER + 1),
  lasts(EXTEND_SILENT, SECONDS),
  lasts(REFERENCE_MANY, SECONDS),
  lasts(REFERENCE_IMAGE, SECONDS),
  lasts(REFERENCE_SOUND, LONG),
  lasts(IMAGE_LARGE, LONG),
  lasts(EDIT_MANY, LONGER),
  follows(EXTEND_TALL, 'its source'),
  follows(EDIT_MANY, 'its first source'),
  defineObservation({
    id: 'content.adaptive-shape',
    requirement: 'content.adaptive-shape',
    proves: 'The pixels of a clip with the ratio `adaptive`, made from the first image of the profile.',
    from: [DOWNLOAD_IMAGE],
    judge: (evidence) => {
      const answer = evidence.one('whole');
      const video = answer.response.body.clip?.video;
      return video === undefined
        ? untestable('The file could not be read as an MP4.', answer)
        : observed(`${video.width}x${video.height}`, answer);
    },
  }),
];

/** One for each clip, whoever asks for it. */
function thoroughDownload(probe: Probe): Probe {
  const known = downloads.get(probe) ?? { ...downloadOf(probe), group: 'thorough' as const };
  downloads.set(probe, known);
  return known;
}

function shaped(resolution: Resolution, ratio: FixedRatio, download: Probe): Check[] {
  const name = `${resolution}.${ratio.replace(':', '-')}`;
  return [
    about(
      {
        id: `content.aspect-ratio.${name}`,
        requirement: 'content.aspect-ratio',
        proves: `At ${resolution}, a clip asked for as ${ratio} has that shape.`,
        failing: 'It knows only some of the ratios.',
      },
      download,
      (seen) => shape(seen, ratio),
    ),
    about(
      {
        id: `content.resolution.${name}`,
        requirement: 'content.resolution',
        proves: `A ${ratio} clip asked for at ${resolution} is of that tier.`,
        failing: 'It makes everything at one tier.',
      },
      download,
      (seen) => tier(seen, resolution),
    ),
  ];
}

/** The clip of a workflow is a clip like any other; its length is known. */
function workflowClip(probe: Probe): Check {
  const seconds = probe === EXTEND_MANY ? SECONDS + 1 : SECONDS;
  return lasts(probe, seconds);
}

/** `adaptive` is not explained; who adapts to anything adapts to what is edited or goes on. */
function follows(probe: Probe, what: string): Check {
  const name = probe.id.replace('clip.', '');
  return {
    ...about(
      {
        id: `content.aspect-ratio.${name}`,
        requirement: 'content.aspect-ratio',
        proves: `With the ratio \`adaptive\`, the clip "${name}" is upright, as ${what} is.`,
        failing: 'It has a shape of its own for edits or extensions, or takes that of another source.',
      },
      thoroughDownload(probe),
      (seen) => shape(seen, '9:16'),
    ),
    level: 'should',
  };
}

function lasts(probe: Probe, seconds: number): Check {
  const name = probe.id.replace('clip.', '');
  const download = thoroughDownload(probe);
  return about(
    {
      id: `content.duration.requested.${name}`,
      requirement: probe === EDIT_MANY ? 'content.duration.edit' : 'content.duration.requested',
      proves: `The clip "${name}" lasts ${seconds} s, to half a second.`,
      failing: 'Its length follows its input.',
    },
    download,
    ({ answer, video }) => {
      const frames = seconds * LIMITS.framesPerSecond;
      return Math.abs(video.frames - frames) <= LIMITS.framesPerSecond / 2
        ? pass(answer)
        : fail(answer, `about ${frames} frames`, String(video.frames));
    },
  );
}
