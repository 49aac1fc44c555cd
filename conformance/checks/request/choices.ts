/** The create request: the values of `mode`, `resolution`, `aspect_ratio` and `audio`. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { IMAGE_MODE, REFERENCE_MODE } from '../lib/bodies.ts';
import { BASE, LARGE, WATCHED } from '../lib/clips.ts';
import type { Field } from '../lib/field.ts';
import { LARGE_3_4, LONGEST, MIDDLE_SQUARE, MIDDLE_WIDEST } from '../lib/thorough-clips.ts';

export const MODE: Field = {
  name: 'mode',
  rules: {
    'create.mode.values': {
      rejected: {
        other: ['a `mode` that is not listed', 'video-to-video'],
        case: ['a `mode` in another case', 'Text-To-Video'],
        type: ['a number as `mode`', 1],
      },
      accepted: { text: { value: 'text-to-video', by: LARGE } },
      near: {
        'a trailing space': 'text-to-video ',
        'a trailing line break': 'text-to-video\n',
        'uppercase letters': 'TEXT-TO-VIDEO',
        'underscores instead of hyphens': 'text_to_video',
        'only its beginning': 'text',
        'only its end': 'video',
        'an array around it': ['text-to-video'],
        'no characters': '',
        false: false,
        'an object': {},
      },
      nearIn: {
        image: [
          IMAGE_MODE,
          {
            'another case': 'Image-to-video',
            'a trailing space': 'image-to-video ',
            underscores: 'image_to_video',
          },
        ],
        reference: [
          REFERENCE_MODE,
          {
            'another case': 'Reference-To-Video',
            'a trailing space': 'reference-to-video ',
            underscores: 'reference_to_video',
            plural: 'references-to-video',
          },
        ],
      },
    },
  },
};

/** The clips whose creates show each resolution and each ratio. */
const OF_TIER = { '480p': BASE, '720p': MIDDLE_WIDEST, '1080p': LARGE } as const;
const OF_RATIO = {
  '16:9': LONGEST,
  '9:16': LARGE,
  '21:9': MIDDLE_WIDEST,
  '1:1': MIDDLE_SQUARE,
  '4:3': BASE,
  '3:4': LARGE_3_4,
} as const;

export const RESOLUTION: Field = {
  name: 'resolution',
  rules: {
    'create.resolution.values': {
      rejected: {
        other: '360p',
        'four-k': '4k',
        case: '480P',
        type: ['a number as `resolution`', 480],
      },
      accepted: Object.fromEntries(RESOLUTIONS.map((value) => [value, { value, by: OF_TIER[value] }])),
      near: {
        'a trailing space': '480p ',
        'a trailing line break': '480p\n',
        'only its number': '480',
        'another letter': '480i',
        'only its end': '80p',
        'a leading zero': '0480p',
        'a trailing frame rate': '720p60',
        'the highest resolution in another case': '1080P',
        'full-width digits': '\uFF14\uFF18\uFF10p',
        'a resolution between two': '540p',
        'the next tier': '1440p',
        'an array around it': ['480p'],
        'no characters': '',
        'the number 0': 0,
        false: false,
      },
      nearEverywhere: {
        'only its number': '480',
        'the next tier': '1440p',
        'another case': '720P',
        'a number': 720,
        false: false,
        'no characters': '',
      },
      everywhere: ['`resolution` 4k', { 'the tier 4k': '4k' }],
    },
  },
};

export const ASPECT_RATIO: Field = {
  name: 'aspect_ratio',
  rules: {
    'create.aspect-ratio.values': {
      rejected: { other: '2:1', spelling: '16x9', type: ['a number as `aspect_ratio`', 1.78] },
      accepted: Object.fromEntries(
        FIXED_RATIOS.map((value) => [value.replace(':', '-'), { value, by: OF_RATIO[value] }]),
      ),
      near: {
        'a trailing space': '16:9 ',
        'a space inside': '16: 9',
        'a trailing line break': '16:9\n',
        'a slash': '16/9',
        'a full-width colon': '16\uFF1A9',
        'a leading zero': '016:9',
        'only its end': '6:9',
        'only one number': '16:',
        'numbers that belong to two different ratios': '9:1',
        'an equal ratio with larger numbers': '32:18',
        'two numbers swapped': '9:21',
        'the ratio 3:2': '3:2',
        'the ratio 16:10': '16:10',
        auto: 'auto',
        'an array around it': ['16:9'],
        'no characters': '',
        'the number 0': 0,
      },
      nearIn: {
        adaptive: [
          IMAGE_MODE,
          { 'uppercase letters': 'ADAPTIVE', 'a trailing space': 'adaptive ', 'a trailing line break': 'adaptive\n' },
        ],
      },
      nearEverywhere: {
        auto: 'auto',
        'a slash': '16/9',
        'a trailing space': '16:9 ',
        'another case': 'Adaptive',
        'no characters': '',
        'the number 1': 1,
      },
      everywhere: [
        'an `aspect_ratio` that is not listed',
        {
          'an aspect ratio that is not listed': (body: Readonly<Record<string, unknown>>) =>
            body['aspect_ratio'] === 'adaptive' ? 'Adaptive' : '2:1',
        },
      ],
    },
  },
};

export const AUDIO: Field = {
  name: 'audio',
  rules: {
    'create.audio.type': {
      rejected: { string: ['`audio` as a string', 'true'], number: 1 },
      accepted: { true: { value: true, by: BASE }, false: { value: false, by: WATCHED } },
      near: { '"false"': 'false', 'the number 0': 0, 'no characters': '', 'an empty array': [], 'an object': {} },
      nearEverywhere: { 'the number 0': 0, 'the number 1': 1, '"false"': 'false', 'an empty array': [] },
      everywhere: ['`audio` as a string', { 'audio as a string': 'true' }],
    },
  },
};
