/** The create request: values that are nearly those of the document, each refused all the same. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, REFERENCE_MODE, TEXT } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/refusals.ts';

const { model } = TEXT;

/** A field, and values of it by what is odd about them. */
interface Near {
  readonly requirement: RequirementId;
  readonly field: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The create in which the field stands; the cheapest text by default. */
  readonly body?: object;
}

export const NEAR_VALUES: readonly Near[] = [
  {
    requirement: 'create.model.constant',
    field: 'model',
    values: {
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
  },
  {
    requirement: 'create.mode.values',
    field: 'mode',
    values: {
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
  },
  {
    requirement: 'create.resolution.values',
    field: 'resolution',
    values: {
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
  },
  {
    requirement: 'create.aspect-ratio.values',
    field: 'aspect_ratio',
    values: {
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
  },
  {
    requirement: 'create.audio.type',
    field: 'audio',
    values: { '"false"': 'false', 'the number 0': 0, 'no characters': '', 'an empty array': [], 'an object': {} },
  },
  {
    requirement: 'create.prompt.type',
    field: 'prompt',
    values: { null: null, true: true, false: false, 'the number 0': 0, 'an empty array': [] },
  },
  {
    requirement: 'create.duration-seconds.integer',
    field: 'duration_seconds',
    values: {
      null: null,
      false: false,
      'an array around it': [4],
      'an object': {},
      'no characters': '',
      'a unit': '4s',
      'a string with a leading space': ' 4',
      'a string with a trailing line break': '4\n',
      'nearly 4': 4.000_001,
      'a fraction just below the smallest allowed value': 3.999_999,
      'a fraction just above the largest allowed value': 30.000_1,
      'half a second more than the largest allowed value': 30.5,
    },
  },
  {
    requirement: 'create.duration-seconds.range',
    field: 'duration_seconds',
    values: {
      '260 (4 in 8 bits)': 260,
      '65540 (4 in 16 bits)': 65_540,
      '-4294967292 (4 in 32 bits)': -4_294_967_292,
      '100': 100,
      '9007199254740993': 9_007_199_254_740_992,
      '-1': -1,
      '1': 1,
    },
  },
];

/** In the modes that need adaptive framing or references. */
const ELSEWHERE: readonly (Near & { readonly name: string })[] = [
  {
    name: 'adaptive',
    requirement: 'create.aspect-ratio.values',
    field: 'aspect_ratio',
    body: IMAGE_MODE,
    values: { 'uppercase letters': 'ADAPTIVE', 'a trailing space': 'adaptive ', 'a trailing line break': 'adaptive\n' },
  },
  {
    name: 'image',
    requirement: 'create.mode.values',
    field: 'mode',
    body: IMAGE_MODE,
    values: { 'another case': 'Image-to-video', 'a trailing space': 'image-to-video ', underscores: 'image_to_video' },
  },
  {
    name: 'reference',
    requirement: 'create.mode.values',
    field: 'mode',
    body: REFERENCE_MODE,
    values: {
      'another case': 'Reference-To-Video',
      'a trailing space': 'reference-to-video ',
      underscores: 'reference_to_video',
      plural: 'references-to-video',
    },
  },
];

const OPERATIONS = {
  'a trailing space': 'extend ',
  'a trailing line break': 'edit\n',
  'uppercase letters': 'EDIT',
  'another case of reference': 'Reference',
  'two of them': 'edit,extend',
  'only its beginning': 'ext',
  'an array around it': ['extend'],
  'no characters': '',
  false: false,
  'the number 0': 0,
} as const;

export const NEAR_VALUE_CHECKS: readonly Check[] = [
  ...NEAR_VALUES.map((near) => nearly(near, 'near')),
  ...ELSEWHERE.map((near) => nearly(near, `near.${near.name}`)),
  refusals({
    id: 'create.reference-video-operation.values.near',
    requirement: 'create.reference-video-operation.values',
    defect: 'near-miss',
    what: 'a nearly valid `reference_video_operation`',
    failing: failingOf('reference_video_operation'),
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(OPERATIONS).map(([odd, value]) => [
        `an operation with ${odd}`,
        (kit: ProbeTools) => ({ ...sourceBody(kit, ''), reference_video_operation: value }),
      ]),
    ),
  }),
];

function nearly({ requirement, field, values, body = TEXT }: Near, name: string): Check {
  return refusals({
    id: `${requirement}.${name}`,
    requirement,
    defect: 'near-miss',
    what: `a nearly valid \`${field}\``,
    failing: failingOf(field),
    bodies: Object.fromEntries(
      Object.entries(values).map(([odd, value]) => [`\`${field}\` with ${odd}`, { ...body, [field]: value }]),
    ),
  });
}

function failingOf(field: string): string {
  return `The server trims \`${field}\`, ignores case, compares only a part of the value, or converts types before the comparison.`;
}
