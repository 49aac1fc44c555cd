/** Endpoints: content, mostly with `--thorough`: every ratio at every resolution, and the clip of every workflow. */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type Check, type Probe } from '../../engine/define.ts';
import { fail, observed, pass, untestable } from '../../engine/outcome.ts';
import { observations } from '../lib/cases.ts';
import {
  BASE,
  EDIT,
  FRAMES,
  FRAMES_SECONDS,
  IMAGE,
  IMAGE_SECONDS,
  LARGE,
  LONG,
  LONGEST_SECONDS,
  REFERENCE,
  REFERENCE_SECONDS,
  WATCHED,
} from '../lib/clips.ts';
import { EXTEND_MANY } from '../lib/extend-many.ts';
import {
  EDIT_MANY,
  EXTEND_LARGE,
  EXTEND_TALL,
  FRAMES_LONG,
  FRAMES_LONG_SECONDS,
  IMAGE_LARGE,
  REFERENCE_IMAGE,
  REFERENCE_MANY,
  REFERENCE_SOUND,
  SOUND_SECONDS,
} from '../lib/thorough-clips.ts';
import {
  DOWNLOAD,
  DOWNLOAD_DEFAULTS,
  DOWNLOAD_EDIT,
  DOWNLOAD_EXTEND_MANY,
  DOWNLOAD_FRAMES,
  DOWNLOAD_FRAMES_LONG,
  DOWNLOAD_IMAGE,
  DOWNLOAD_LARGE,
  DOWNLOAD_REFERENCE,
  DOWNLOAD_SPENDING,
  DOWNLOAD_WATCHED,
  downloadOf,
} from '../lib/downloads.ts';
import * as shapes from '../lib/shapes.ts';
import { aboutClip } from './look.ts';
import { shape, tier } from './picture-and-sound.ts';

const SECONDS = LIMITS.durationSeconds.min;

const downloads = new Map<Probe, Probe>([
  [BASE, DOWNLOAD],
  [LARGE, DOWNLOAD_LARGE],
  [WATCHED, DOWNLOAD_WATCHED],
  [EDIT, DOWNLOAD_EDIT],
  [IMAGE, DOWNLOAD_IMAGE],
  [FRAMES, DOWNLOAD_FRAMES],
  [REFERENCE, DOWNLOAD_REFERENCE],
  [EXTEND_MANY, DOWNLOAD_EXTEND_MANY],
  [FRAMES_LONG, DOWNLOAD_FRAMES_LONG],
]);

/** Every ratio at every resolution. Every run makes six of these clips, and three others also test references. */
const SHAPES: readonly (readonly [Resolution, FixedRatio, download: Probe])[] = [
  ['480p', '16:9', downloadFor(shapes.LONGEST)],
  ['480p', '9:16', downloadFor(shapes.SMALL_TALL)],
  ['480p', '21:9', DOWNLOAD_REFERENCE],
  ['480p', '1:1', DOWNLOAD_SPENDING],
  ['480p', '4:3', DOWNLOAD],
  ['480p', '3:4', DOWNLOAD_WATCHED],
  ['720p', '16:9', DOWNLOAD_DEFAULTS],
  ['720p', '9:16', downloadFor(shapes.MIDDLE_TALL)],
  ['720p', '21:9', downloadFor(shapes.MIDDLE_WIDEST)],
  ['720p', '1:1', downloadFor(shapes.MIDDLE_SQUARE)],
  ['720p', '4:3', downloadFor(shapes.MIDDLE_4_3)],
  ['720p', '3:4', downloadFor(shapes.MIDDLE_3_4)],
  ['1080p', '16:9', downloadFor(shapes.LARGE_WIDE)],
  ['1080p', '9:16', DOWNLOAD_LARGE],
  ['1080p', '21:9', downloadFor(shapes.LARGE_WIDEST)],
  ['1080p', '1:1', downloadFor(REFERENCE_IMAGE)],
  ['1080p', '4:3', downloadFor(REFERENCE_SOUND)],
  ['1080p', '3:4', downloadFor(shapes.LARGE_3_4)],
];

export const EVERY_SHAPE_CHECKS: readonly Check[] = [
  ...SHAPES.flatMap(([resolution, ratio, download]) => shaped(resolution, ratio, download)),
  ...lasts(IMAGE, IMAGE_SECONDS),
  ...lasts(FRAMES, FRAMES_SECONDS),
  ...lasts(REFERENCE, REFERENCE_SECONDS),
  ...lasts(EXTEND_MANY, LONGEST_SECONDS),
  ...lasts(shapes.LONGEST, LONGEST_SECONDS),
  ...lasts(EXTEND_TALL, shapes.TALL_SECONDS + 1),
  ...lasts(EXTEND_LARGE, SECONDS),
  ...lasts(REFERENCE_MANY, SECONDS),
  ...lasts(REFERENCE_IMAGE, SECONDS),
  ...lasts(REFERENCE_SOUND, SOUND_SECONDS),
  ...lasts(IMAGE_LARGE, LONG),
  ...lasts(FRAMES_LONG, FRAMES_LONG_SECONDS),
  ...lasts(EDIT_MANY, shapes.TALL_SECONDS),
  ...follows(EDIT, ['4:3', 'its first source video']),
  ...follows(EXTEND_TALL, ['9:16', 'its source video']),
  ...follows(EXTEND_LARGE, ['3:4', 'its source video']),
  ...follows(EDIT_MANY, ['9:16', 'its first source video']),
  ...observations([DOWNLOAD_FRAMES], {
    'content.adaptive-shape': [
      'The width and height in pixels of a clip with the aspect ratio `adaptive`. The clip is made from the first image of the profile.',
      (evidence) => {
        const answer = evidence.one('whole');
        const video = answer.response.body.clip?.video;
        return video === undefined
          ? untestable('The kit could not read the file as an MP4.', answer)
          : observed(`${video.width}x${video.height}`, answer);
      },
    ],
  }),
];

/** Returns the same download for each use of a clip. */
function downloadFor(probe: Probe): Probe {
  const known = downloads.get(probe) ?? downloadOf(probe);
  downloads.set(probe, known);
  return known;
}

function shaped(resolution: Resolution, ratio: FixedRatio, download: Probe): Check[] {
  const name = `${resolution}.${ratio.replace(':', '-')}`;
  return aboutClip(download, {
    [`content.aspect-ratio.${name}`]: {
      proves: `At ${resolution}, a clip that was requested with the aspect ratio ${ratio} has this aspect ratio.`,
      failing: 'The server supports only some of the aspect ratios.',
      rule: (seen) => shape(seen, ratio),
    },
    [`content.resolution.${name}`]: {
      proves: `A ${ratio} clip that was requested at ${resolution} has this resolution.`,
      failing: 'The server makes all clips with the same resolution.',
      rule: (seen) => tier(seen, resolution),
    },
  });
}

/** Judges the shape of an `adaptive` clip. The document does not define it, but a clip should follow its source. */
function follows(probe: Probe, [ratio, what]: readonly [FixedRatio, string]): Check[] {
  const name = probe.id.replace('clip.', '');
  return aboutClip(downloadFor(probe), {
    [`content.aspect-ratio.${name}`]: {
      level: 'should',
      proves: `With the aspect ratio \`adaptive\`, the clip "${name}" is ${ratio}, like ${what}.`,
      failing:
        'The server uses a fixed aspect ratio for edits or extensions, or the aspect ratio of another source video.',
      rule: (seen) => shape(seen, ratio),
    },
  });
}

function lasts(probe: Probe, seconds: number): Check[] {
  const name = probe.id.replace('clip.', '');
  return aboutClip(downloadFor(probe), {
    [`content.duration.requested.${name}`]: {
      requirement: probe === EDIT_MANY ? 'content.duration.edit' : 'content.duration.requested',
      proves: `The clip "${name}" lasts ${seconds} s, plus or minus half a second.`,
      failing: 'The server ignores `duration_seconds`. The length of the clip depends on the input.',
      rule: ({ answer, video, askedSeconds = seconds }) => {
        // An edit lasts as long as its first source.
        const frames = (probe === EDIT_MANY ? seconds : askedSeconds) * LIMITS.framesPerSecond;
        return Math.abs(video.frames - frames) <= LIMITS.framesPerSecond / 2
          ? pass(answer)
          : fail(answer, `about ${frames} frames`, String(video.frames));
      },
    },
  });
}
