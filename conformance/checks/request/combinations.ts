/** The create request: values that are allowed one by one are allowed together, at both ends of both. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  imageBody,
  images,
  lacksAudio,
  lacksImages,
  lacksMedia,
  REFERENCE_MODE,
  referenceBody,
  sounds,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { acceptances } from '../lib/refusals.ts';
import { fromProfile } from '../lib/rows.ts';

const { min, max } = LIMITS.durationSeconds;
const ENDS = [min, max] as const;
const LENGTHS = Array.from({ length: max - min - 1 }, (_, at) => min + 1 + at);
const longest = 'a'.repeat(LIMITS.prompt.max);

/** Sound on and off alternate, so that each tier and each end meets both. */
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
  'an @ alone and at its end': 'Look @ the kite @',
  'leading and trailing spaces': ' A red kite. ',
  null: 'null',
  'the word false': 'false',
};

export const COMBINATION_CHECKS: readonly Check[] = [
  acceptances({
    id: 'create.resolution.values.every-shape',
    requirement: 'create.resolution.values',
    defect: 'lost-rule',
    what: 'each ratio at each tier, with the shortest and the longest duration',
    failing: 'It rejects the longest clip at the largest tier, or one ratio at one tier.',
    bodies: Object.fromEntries(shaped),
  }),
  acceptances({
    id: 'create.duration-seconds.range.every-length',
    requirement: 'create.duration-seconds.range',
    defect: 'lost-rule',
    what: `each length from ${min + 1} to ${max - 1} seconds`,
    failing: 'It accepts only some lengths, such as 5 and 10.',
    bodies: Object.fromEntries(timed),
  }),
  acceptances({
    id: 'create.limits.together',
    requirement: 'create.prompt.length',
    defect: 'lost-rule',
    what: 'several fields at their limits at once',
    failing: 'It limits the size of the whole body, or accepts a value at its limit only if other fields are small.',
    bodies: {
      'the longest prompt, the longest and largest clip': {
        ...TEXT,
        prompt: longest,
        resolution: '1080p',
        duration_seconds: max,
        aspect_ratio: '21:9',
      },
      'the longest prompt of three bytes a character': { ...TEXT, prompt: '\u7A7A'.repeat(LIMITS.prompt.max) },
      'the longest prompt of line breaks': { ...TEXT, prompt: `a${'\n'.repeat(LIMITS.prompt.max - 2)}a` },
      ...Object.fromEntries(
        RESOLUTIONS.map((resolution, at) => [
          `the longest prompt of two bytes a character at ${resolution}`,
          {
            ...TEXT,
            prompt: '\u00E9'.repeat(LIMITS.prompt.max),
            resolution,
            duration_seconds: ENDS[at % 2],
            audio: at === 1,
          },
        ]),
      ),
      'the shortest prompt, the longest clip': { ...TEXT, prompt: 'x', duration_seconds: max },
      'the longest prompt in text mode, all lists empty': {
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
    failing: 'It treats line breaks, markup or other scripts in a prompt as an attack or as empty.',
    bodies: Object.fromEntries(
      Object.entries(PROMPTS).map(([odd, prompt]) => [`a prompt with ${odd}`, { ...TEXT, prompt }]),
    ),
  }),
  acceptances({
    id: 'workflow.image.defaults-given',
    requirement: 'workflow.image.accepted',
    defect: 'lost-rule',
    what: 'explicit default values in image and in reference mode',
    failing: 'It checks whether a field exists, not whether its list is empty.',
    lacks: lacksMedia,
    bodies: {
      'an image and empty lists of sounds and source videos': fromProfile((profile) => ({
        ...imageBody(profile),
        audio_urls: [],
        source_video_ids: [],
      })),
      'an image and an empty list of sounds': fromProfile((profile) => ({ ...imageBody(profile), audio_urls: [] })),
      'two images and an empty list of source videos, with sound': fromProfile((profile) => ({
        ...imageBody(profile, 2),
        source_video_ids: [],
        audio: true,
      })),
      'a reference image and empty lists of the others': fromProfile((profile) => ({
        ...referenceBody(profile),
        audio_urls: [],
        source_video_ids: [],
        aspect_ratio: '16:9',
      })),
      'a reference sound and empty lists of the others': fromProfile((profile) => ({
        ...without(REFERENCE_MODE, 'image_urls'),
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
    what: 'one or two images at each tier, with the shortest and the longest duration',
    failing: 'It supports image mode, or the last frame, only for some tiers or lengths.',
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
    what: 'an image as a reference and each ratio, including adaptive',
    failing: 'It requires a fixed ratio for references, or adaptive framing as in other workflows.',
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
    what: 'a sound as the only reference and each ratio, including adaptive',
    failing: 'It accepts `adaptive` only with an image or a source video from which to take the aspect ratio.',
    lacks: lacksAudio,
    bodies: Object.fromEntries(
      (['adaptive', ...FIXED_RATIOS] as const).map((ratio, at) => [
        `a sound and ${ratio}`,
        fromProfile((profile) => ({
          ...without(REFERENCE_MODE, 'image_urls'),
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
    what: 'sounds, or images and sounds, at each tier',
    failing: 'It supports a kind of references only for some tiers or lengths.',
    lacks: lacksMedia,
    bodies: Object.fromEntries(
      RESOLUTIONS.flatMap((resolution) => [
        [
          `30 images and 10 sounds at ${resolution}`,
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
          `one sound at ${resolution}`,
          fromProfile((profile) => ({
            ...without(REFERENCE_MODE, 'image_urls'),
            resolution,
            audio_urls: sounds(profile, 1),
            audio: false,
          })),
        ],
      ]),
    ),
  }),
];
