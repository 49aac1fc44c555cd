/** The create request: values that are allowed separately are also allowed together, at both of their limits. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  fromProfile,
  imageBody,
  images,
  lacksAudio,
  lacksImages,
  lacksMedia,
  NO_REFERENCE,
  REFERENCE_MODE,
  referenceBody,
  sounds,
  TEXT,
} from '../lib/bodies.ts';
import { acceptances } from '../lib/creates.ts';

const { min, max } = LIMITS.durationSeconds;
const ENDS = [min, max] as const;
const LENGTHS = Array.from({ length: max - min - 1 }, (_, at) => min + 1 + at);
const longest = 'a'.repeat(LIMITS.prompt.max);

/** Sound on and off alternate, so that each resolution and each length occurs with both. */
const shaped = RESOLUTIONS.flatMap((resolution, tier) =>
  FIXED_RATIOS.flatMap((ratio, at) =>
    ENDS.map((seconds, end) => [
      `${seconds} s of ${ratio} at ${resolution}`,
      {
        ...TEXT,
        resolution,
        aspect_ratio: ratio,
        duration_seconds: seconds,
        audio: (tier + at + end) % 2 === 0,
      },
    ]),
  ),
);

const timed = LENGTHS.map((seconds, at) => [
  `${seconds} s`,
  {
    ...TEXT,
    duration_seconds: seconds,
    resolution: RESOLUTIONS[at % RESOLUTIONS.length],
    aspect_ratio: FIXED_RATIOS[at % FIXED_RATIOS.length],
  },
]);

const PROMPTS: Readonly<Record<string, string>> = {
  'line breaks': 'A kite.\nA beach.\r\nNoon.',
  'a tab': 'A kite.\tA beach.',
  'quotes and backslashes': String.raw`A "red" kite, 'high' \ up.`,
  markup: '<b>A kite</b> &amp; <script>alert(1)</script>',
  'an emoji': 'A kite \u{1FA81} over a beach \u{1F3D6}\uFE0F.',
  'several scripts': '\u0627\u0644\u0633\u0645\u0627\u0621 \u7A7A \u043D\u0435\u0431\u043E \u0E1F\u0E49\u0E32',
  'a combining mark': 'A cafe\u0301 by the sea.',
  'a percent sign and braces': 'A 100% {{red}} ${kite} %s %00 {0}.',
  'an @ without a name': 'Look @ the kite @',
  'leading and trailing spaces': ' A red kite. ',
  null: 'null',
  'the word false': 'false',
};

export const COMBINATION_CHECKS: readonly Check[] = [
  acceptances({
    id: 'create.resolution.values.every-shape',
    defect: 'lost-rule',
    what: 'each aspect ratio at each resolution, for the shortest and for the longest duration',
    failing:
      'The server rejects the longest clip at the highest resolution, or one combination of aspect ratio and resolution.',
    bodies: Object.fromEntries(shaped),
  }),
  acceptances({
    id: 'create.duration-seconds.range.every-length',
    defect: 'lost-rule',
    what: `each duration from ${min + 1} to ${max - 1} seconds`,
    failing: 'The server accepts only some durations, such as 5 and 10 seconds.',
    bodies: Object.fromEntries(timed),
  }),
  acceptances({
    id: 'create.limits.together',
    requirement: 'create.prompt.length',
    defect: 'lost-rule',
    what: 'several fields that are all at their limits',
    failing:
      'The server limits the size of the whole body. Or the server accepts the largest value of a field only if the other fields are small.',
    bodies: {
      'the longest prompt, the longest clip and the highest resolution': {
        ...TEXT,
        prompt: longest,
        resolution: '1080p',
        duration_seconds: max,
        aspect_ratio: '21:9',
      },
      'the longest prompt, with three bytes for each character': {
        ...TEXT,
        prompt: '\u7A7A'.repeat(LIMITS.prompt.max),
      },
      'the longest prompt, filled with line breaks': { ...TEXT, prompt: `a${'\n'.repeat(LIMITS.prompt.max - 2)}a` },
      ...Object.fromEntries(
        RESOLUTIONS.map((resolution, at) => [
          `the longest prompt, with two bytes for each character, at ${resolution}`,
          {
            ...TEXT,
            prompt: '\u00E9'.repeat(LIMITS.prompt.max),
            resolution,
            duration_seconds: ENDS[at % 2],
            audio: at === 1,
          },
        ]),
      ),
      'the shortest prompt and the longest clip': { ...TEXT, prompt: 'x', duration_seconds: max },
      'the longest prompt in text mode, with empty lists': {
        ...TEXT,
        mode: 'text-to-video',
        prompt: longest,
        image_urls: [],
        audio_urls: [],
        source_video_ids: [],
      },
    },
  }),
  acceptances({
    id: 'create.prompt.ordinary',
    requirement: 'create.prompt.type',
    defect: 'near-miss',
    what: 'an unusual but valid prompt',
    failing: 'The server rejects line breaks, markup or other scripts in a prompt, or removes them.',
    bodies: Object.fromEntries(
      Object.entries(PROMPTS).map(([odd, prompt]) => [`a prompt with ${odd}`, { ...TEXT, prompt }]),
    ),
  }),
  acceptances({
    id: 'workflow.image.defaults-given',
    requirement: 'workflow.image.accepted',
    defect: 'lost-rule',
    what: 'default values in image mode and in reference mode, sent explicitly',
    failing: 'The server checks only whether a list exists. The server treats an empty list like a list with items.',
    lacks: lacksMedia,
    bodies: {
      'an image and empty lists of audio files and source videos': fromProfile((profile) => ({
        ...imageBody(profile),
        audio_urls: [],
        source_video_ids: [],
      })),
      'an image and an empty list of audio files': fromProfile((profile) => ({
        ...imageBody(profile),
        audio_urls: [],
      })),
      'two images and an empty list of source videos, with sound': fromProfile((profile) => ({
        ...imageBody(profile, 2),
        source_video_ids: [],
        audio: true,
      })),
      'a reference image and empty lists of audio files and source videos': fromProfile((profile) => ({
        ...referenceBody(profile),
        audio_urls: [],
        source_video_ids: [],
        aspect_ratio: '16:9',
      })),
      'a reference audio file and empty lists of images and source videos': fromProfile((profile) => ({
        ...NO_REFERENCE,
        image_urls: [],
        audio_urls: sounds(profile, 1),
        source_video_ids: [],
        resolution: '720p',
      })),
    },
  }),
  acceptances({
    id: 'workflow.image.every-tier',
    requirement: 'workflow.image.accepted',
    defect: 'lost-rule',
    what: 'one or two images at each resolution, for the shortest and for the longest duration',
    failing: 'The server supports image mode or the last frame only for some resolutions or durations.',
    lacks: lacksImages,
    bodies: Object.fromEntries(
      RESOLUTIONS.flatMap((resolution) =>
        ENDS.flatMap((seconds) =>
          [1, 2].map((count) => [
            `${count} of 2 images, ${seconds} s at ${resolution}`,
            fromProfile((profile) => ({
              ...imageBody(profile, count),
              ...(count === 2 ? { prompt: '\u7A7A'.repeat(LIMITS.prompt.max) } : {}),
              resolution,
              duration_seconds: seconds,
              audio: seconds === min,
            })),
          ]),
        ),
      ),
    ),
  }),
  acceptances({
    id: 'workflow.reference.every-ratio',
    requirement: 'workflow.reference.accepted',
    defect: 'lost-rule',
    what: 'an image as a reference, for each aspect ratio and for `adaptive`',
    failing: 'The server requires a fixed aspect ratio for references, or requires `adaptive` as in other workflows.',
    lacks: lacksImages,
    bodies: Object.fromEntries(
      (['adaptive', ...FIXED_RATIOS] as const).map((ratio, at) => [
        `a reference and ${ratio}`,
        fromProfile((profile) => ({
          ...referenceBody(profile),
          aspect_ratio: ratio,
          resolution: RESOLUTIONS[at % RESOLUTIONS.length],
          audio: at % 2 === 0,
        })),
      ]),
    ),
  }),
  acceptances({
    id: 'workflow.reference.every-ratio.sound',
    requirement: 'workflow.reference.accepted',
    defect: 'lost-rule',
    what: 'an audio file as the only reference, for each aspect ratio and for `adaptive`',
    failing: 'The server accepts `adaptive` only if it can copy the aspect ratio of an image or a source video.',
    lacks: lacksAudio,
    bodies: Object.fromEntries(
      (['adaptive', ...FIXED_RATIOS] as const).map((ratio, at) => [
        `an audio file and ${ratio}`,
        fromProfile((profile) => ({
          ...NO_REFERENCE,
          audio_urls: sounds(profile, 1),
          aspect_ratio: ratio,
          resolution: RESOLUTIONS[(at + 1) % RESOLUTIONS.length],
          audio: at % 2 === 1,
        })),
      ]),
    ),
  }),
  acceptances({
    id: 'workflow.reference.every-tier',
    requirement: 'workflow.reference.accepted',
    defect: 'lost-rule',
    what: 'audio files alone and audio files with images, at each resolution',
    failing: 'The server supports one kind of reference only for some resolutions or durations.',
    lacks: lacksMedia,
    bodies: Object.fromEntries(
      RESOLUTIONS.flatMap((resolution) => [
        [
          `30 images and 10 audio files at ${resolution}`,
          fromProfile((profile) => ({
            ...REFERENCE_MODE,
            resolution,
            duration_seconds: max,
            prompt: longest,
            image_urls: images(profile, LIMITS.imageUrls.max),
            audio_urls: sounds(profile, LIMITS.audioUrls.max),
          })),
        ],
        [
          `one audio file at ${resolution}`,
          fromProfile((profile) => ({
            ...NO_REFERENCE,
            resolution,
            audio_urls: sounds(profile, 1),
            audio: false,
          })),
        ],
      ]),
    ),
  }),
];
