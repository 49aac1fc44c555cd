/** The create request: `model`, `mode`, `resolution` and `audio`, whose allowed values the document lists. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { IMAGE_MODE, REFERENCE_MODE, SAMPLE, TEXT } from '../lib/bodies.ts';
import { BASE, LARGE, WATCHED } from '../lib/clips.ts';
import { ABSENT, type Field } from '../lib/field.ts';
import { MIDDLE_WIDEST } from '../lib/thorough-clips.ts';

const { model } = TEXT;

export const MODEL: Field = {
  name: 'model',
  rules: {
    'create.model.required': { rejected: { '': ABSENT }, everywhere: ['no `model`', { 'no model': ABSENT }] },
    'create.model.constant': {
      rejected: {
        other: ['another `model`', 'videomodel-2'],
        case: ['`model` in another case', 'VideoModel-2.5'],
        longer: ['`model` with a suffix', `${model}-pro`],
        type: ['a number as `model`', 2.5],
      },
      isListed: true,
      near: {
        'a trailing space': `${model} `,
        'a leading space': ` ${model}`,
        'a trailing line break': `${model}\n`,
        'a leading letter': `x${model}`,
        'uppercase letters': model.toUpperCase(),
        'a comma instead of the decimal point': model.replace('.', ','),
        'a letter instead of the decimal point': model.replace('.', 'x'),
        'a trailing zero': `${model}0`,
        'only its number': '2.5',
        'no number': 'videomodel',
        'a Unicode hyphen': model.replace('-', '\u2010'),
        'a look-alike letter': model.replace('o', '\u043E'),
        'a full-width letter': model.replace('v', '\uFF56'),
        'a trailing NUL': `${model}\u0000`,
        'a zero-width space': `${model}\u200B`,
        'an array around it': [model],
        'no characters': '',
        null: null,
      },
      nearEverywhere: {
        'uppercase letters': model.toUpperCase(),
        'a trailing space': `${model} `,
        'a trailing zero': `${model}0`,
        null: null,
      },
      everywhere: ['another `model`', { 'another model': 'videomodel-2' }],
    },
  },
};

export const MODE: Field = {
  name: 'mode',
  isOptional: true,
  rules: {
    'create.mode.values': {
      rejected: {
        other: ['a `mode` that is not listed', 'video-to-video'],
        case: ['a `mode` in another case', 'Text-To-Video'],
        type: ['a number as `mode`', 1],
      },
      accepted: { text: { value: 'text-to-video', by: LARGE } },
      isListed: true,
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
          { 'another case': 'Image-to-video', 'a trailing space': 'image-to-video ', underscores: 'image_to_video' },
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
    'create.mode.default': {
      rejected: {
        images: [
          'images but no `mode` (the default mode is text-to-video)',
          ABSENT,
          { inside: { ...TEXT, image_urls: [SAMPLE.image] } },
        ],
      },
    },
  },
};

/** Each ratio at each resolution, at both limits of the length. Each resolution occurs with and without sound. */
const SHAPES = RESOLUTIONS.flatMap((resolution, tier) =>
  FIXED_RATIOS.flatMap((aspect_ratio, at) =>
    [LIMITS.durationSeconds.min, LIMITS.durationSeconds.max].map((duration_seconds, end) => [
      `${duration_seconds} s of ${aspect_ratio} at ${resolution}`,
      { ...TEXT, resolution, aspect_ratio, duration_seconds, audio: (tier + at + end) % 2 === 0 },
    ]),
  ),
);

export const RESOLUTION: Field = {
  name: 'resolution',
  isOptional: true,
  rules: {
    'create.resolution.values': {
      rejected: {
        other: '360p',
        'four-k': '4k',
        case: '480P',
        type: ['a number as `resolution`', 480],
      },
      accepted: {
        '480p': { value: '480p', by: BASE },
        '720p': { value: '720p', by: MIDDLE_WIDEST },
        '1080p': { value: '1080p', by: LARGE },
      },
      isListed: true,
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
      eachAccepted: {
        'every-shape': [
          'each aspect ratio at each resolution, for the shortest and for the longest duration',
          'The server rejects the longest clip at the highest resolution, or one combination of aspect ratio and resolution.',
          Object.fromEntries(SHAPES),
        ],
      },
    },
  },
};

export const AUDIO: Field = {
  name: 'audio',
  isOptional: true,
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
