/** The create request: values that are allowed separately are also allowed together, at both of their limits. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, many, ONE_SOUND, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT } from '../lib/bodies.ts';
import { eachOf, eachPair } from '../lib/cases.ts';
import { acceptances } from '../lib/creates.ts';

const { min, max } = LIMITS.durationSeconds;
const ENDS = [min, max] as const;
const LENGTHS = Array.from({ length: max - min - 1 }, (_, at) => min + 1 + at);
const RATIOS = ['adaptive', ...FIXED_RATIOS] as const;
const longest = 'a'.repeat(LIMITS.prompt.max);
const tier = (at: number): string | undefined => RESOLUTIONS[at % RESOLUTIONS.length];
const NO_LISTS = { audio_urls: [], source_video_ids: [] } as const;

/** Sound on and off alternate, so that each resolution and each length occurs with both. */
const shaped = RESOLUTIONS.flatMap((resolution, tier) =>
  FIXED_RATIOS.flatMap((ratio, at) =>
    ENDS.map((seconds, end) => [
      `${seconds} s of ${ratio} at ${resolution}`,
      { ...TEXT, resolution, aspect_ratio: ratio, duration_seconds: seconds, audio: (tier + at + end) % 2 === 0 },
    ]),
  ),
);

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

/** Creates with one kind of references, and with two kinds. */
const ALL_KINDS = {
  '30 images and 10 audio files': {
    ...REFERENCE_MODE,
    duration_seconds: max,
    prompt: longest,
    image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max),
    audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max),
  },
  'one audio file': { ...ONE_SOUND, audio: false },
};

const AT_LIMITS = {
  'the longest prompt, the longest clip and the highest resolution': {
    ...TEXT,
    prompt: longest,
    resolution: '1080p',
    duration_seconds: max,
    aspect_ratio: '21:9',
  },
  'the longest prompt, with three bytes for each character': { ...TEXT, prompt: '\u7A7A'.repeat(LIMITS.prompt.max) },
  'the longest prompt, filled with line breaks': { ...TEXT, prompt: `a${'\n'.repeat(LIMITS.prompt.max - 2)}a` },
  ...eachOf('the longest prompt, with two bytes for each character, at *', RESOLUTIONS, (resolution, at) => ({
    ...TEXT,
    prompt: '\u00E9'.repeat(LIMITS.prompt.max),
    resolution,
    duration_seconds: ENDS[at % 2],
    audio: at === 1,
  })),
  'the shortest prompt and the longest clip': { ...TEXT, prompt: 'x', duration_seconds: max },
  'the longest prompt in text mode, with empty lists': {
    ...TEXT,
    mode: 'text-to-video',
    prompt: longest,
    image_urls: [],
    ...NO_LISTS,
  },
};

export const COMBINATION_CHECKS: readonly Check[] = [
  ...acceptances('lost-rule', {
    'create.resolution.values.every-shape': [
      'each aspect ratio at each resolution, for the shortest and for the longest duration',
      'The server rejects the longest clip at the highest resolution, or one combination of aspect ratio and resolution.',
      Object.fromEntries(shaped),
    ],
    'create.duration-seconds.range.every-length': [
      `each duration from ${min + 1} to ${max - 1} seconds`,
      'The server accepts only some durations, such as 5 and 10 seconds.',
      eachOf('* s', LENGTHS, (seconds, at) => ({
        ...TEXT,
        duration_seconds: seconds,
        resolution: tier(at),
        aspect_ratio: FIXED_RATIOS[at % FIXED_RATIOS.length],
      })),
    ],
    'create.limits.together': [
      'several fields that are all at their limits',
      'The server limits the size of the whole body. Or the server accepts the largest value of a field only if the other fields are small.',
      AT_LIMITS,
      { requirement: 'create.prompt.length' },
    ],
  }),
  ...acceptances('near-miss', {
    'create.prompt.ordinary': [
      'an unusual but valid prompt',
      'The server rejects line breaks, markup or other scripts in a prompt, or removes them.',
      eachOf('a prompt with *', PROMPTS, (prompt) => ({ ...TEXT, prompt })),
      { requirement: 'create.prompt.type' },
    ],
  }),
  ...acceptances('lost-rule', {
    'workflow.image.defaults-given': [
      'default values in image mode and in reference mode, sent explicitly',
      'The server checks only whether a list exists. The server treats an empty list like a list with items.',
      {
        'an image and empty lists of audio files and source videos': { ...IMAGE_MODE, ...NO_LISTS },
        'an image and an empty list of audio files': { ...IMAGE_MODE, audio_urls: [] },
        'two images and an empty list of source videos, with sound': {
          ...IMAGE_MODE,
          image_urls: many(SOME_IMAGE, 2),
          source_video_ids: [],
          audio: true,
        },
        'a reference image and empty lists of audio files and source videos': {
          ...REFERENCE_MODE,
          ...NO_LISTS,
          aspect_ratio: '16:9',
        },
        'a reference audio file and empty lists of images and source videos': {
          ...ONE_SOUND,
          image_urls: [],
          source_video_ids: [],
          resolution: '720p',
        },
      },
      { requirement: 'workflow.image.accepted' },
    ],
    'workflow.image.every-tier': [
      'one or two images at each resolution, for the shortest and for the longest duration',
      'The server supports image mode or the last frame only for some resolutions or durations.',
      Object.fromEntries(
        RESOLUTIONS.flatMap((resolution) =>
          ENDS.flatMap((seconds) => [1, 2].map((count) => [resolution, seconds, count] as const)),
        ).map(([resolution, seconds, count]) => [
          `${count} of 2 images, ${seconds} s at ${resolution}`,
          {
            ...IMAGE_MODE,
            image_urls: many(SOME_IMAGE, count),
            ...(count === 2 ? { prompt: '\u7A7A'.repeat(LIMITS.prompt.max) } : {}),
            resolution,
            duration_seconds: seconds,
            audio: seconds === min,
          },
        ]),
      ),
      { requirement: 'workflow.image.accepted' },
    ],
    'workflow.reference.every-ratio': [
      'an image as a reference, for each aspect ratio and for `adaptive`',
      'The server requires a fixed aspect ratio for references, or requires `adaptive` as in other workflows.',
      eachOf('a reference and *', RATIOS, (ratio, at) => ({
        ...REFERENCE_MODE,
        aspect_ratio: ratio,
        resolution: tier(at),
        audio: at % 2 === 0,
      })),
      { requirement: 'workflow.reference.accepted' },
    ],
    'workflow.reference.every-ratio.sound': [
      'an audio file as the only reference, for each aspect ratio and for `adaptive`',
      'The server accepts `adaptive` only if it can copy the aspect ratio of an image or a source video.',
      eachOf('an audio file and *', RATIOS, (ratio, at) => ({
        ...ONE_SOUND,
        aspect_ratio: ratio,
        resolution: tier(at + 1),
        audio: at % 2 === 1,
      })),
      { requirement: 'workflow.reference.accepted' },
    ],
    'workflow.reference.every-tier': [
      'audio files alone and audio files with images, at each resolution',
      'The server supports one kind of reference only for some resolutions or durations.',
      eachPair('* at *', [ALL_KINDS, RESOLUTIONS], (body, resolution) => ({ ...body, resolution })),
      { requirement: 'workflow.reference.accepted' },
    ],
  }),
];
