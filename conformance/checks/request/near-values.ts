/** The create request: values that are nearly those of the document, each refused all the same. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { Kit } from '../../engine/kit.ts';
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
      'a space behind it': `${model} `,
      'a space before it': ` ${model}`,
      'a line break behind it': `${model}\n`,
      'something before it': `x${model}`,
      'all in capitals': model.toUpperCase(),
      'a comma for its point': model.replace('.', ','),
      'another letter for its point': model.replace('.', 'x'),
      'a zero behind it': `${model}0`,
      'its number alone': '2.5',
      'no number': 'videomodel',
      'a hyphen of another kind': model.replace('-', '\u2010'),
      'a letter that looks the same': model.replace('o', '\u043E'),
      'a letter of full width': model.replace('v', '\uFF56'),
      'a NUL behind it': `${model}\u0000`,
      'a space of no width': `${model}\u200B`,
      'an array around it': [model],
      'no characters': '',
      null: null,
    },
  },
  {
    requirement: 'create.mode.values',
    field: 'mode',
    values: {
      'a space behind it': 'text-to-video ',
      'a line break behind it': 'text-to-video\n',
      'all in capitals': 'TEXT-TO-VIDEO',
      'underscores for hyphens': 'text_to_video',
      'its beginning alone': 'text',
      'its end alone': 'video',
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
      'a space behind it': '480p ',
      'a line break behind it': '480p\n',
      'its number alone': '480',
      'another letter': '480i',
      'its end alone': '80p',
      'a zero before it': '0480p',
      'frames behind it': '720p60',
      'another case at the largest': '1080P',
      'digits of full width': '\uFF14\uFF18\uFF10p',
      'a tier between two': '540p',
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
      'a space behind it': '16:9 ',
      'a space inside': '16: 9',
      'a line break behind it': '16:9\n',
      'a slash': '16/9',
      'a colon of full width': '16\uFF1A9',
      'a leading zero': '016:9',
      'its end alone': '6:9',
      'one number alone': '16:',
      'the numbers of two': '9:1',
      'the same as a fraction': '32:18',
      'two numbers swapped': '9:21',
      'one that cameras have': '3:2',
      'one that screens have': '16:10',
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
      'a space before it, as text': ' 4',
      'a line break behind it, as text': '4\n',
      'nearly 4': 4.000_001,
      'a fraction below the least': 3.999_999,
      'a fraction above the most': 30.000_1,
      'half a second more than the most': 30.5,
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
    values: { 'all in capitals': 'ADAPTIVE', 'a space behind it': 'adaptive ', 'a line break behind it': 'adaptive\n' },
  },
  {
    name: 'image',
    requirement: 'create.mode.values',
    field: 'mode',
    body: IMAGE_MODE,
    values: { 'another case': 'Image-to-video', 'a space behind it': 'image-to-video ', underscores: 'image_to_video' },
  },
  {
    name: 'reference',
    requirement: 'create.mode.values',
    field: 'mode',
    body: REFERENCE_MODE,
    values: {
      'another case': 'Reference-To-Video',
      'a space behind it': 'reference-to-video ',
      underscores: 'reference_to_video',
      plural: 'references-to-video',
    },
  },
];

const OPERATIONS = {
  'a space behind it': 'extend ',
  'a line break behind it': 'edit\n',
  'all in capitals': 'EDIT',
  'another case of reference': 'Reference',
  'two of them': 'edit,extend',
  'its beginning alone': 'ext',
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
    what: 'something in `reference_video_operation` that is nearly right',
    failing: failingOf('reference_video_operation'),
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(OPERATIONS).map(([odd, value]) => [
        `an operation with ${odd}`,
        (kit: Kit) => ({ ...sourceBody(kit, ''), reference_video_operation: value }),
      ]),
    ),
  }),
];

function nearly({ requirement, field, values, body = TEXT }: Near, name: string): Check {
  return refusals({
    id: `${requirement}.${name}`,
    requirement,
    defect: 'near-miss',
    what: `something in \`${field}\` that is nearly right`,
    failing: failingOf(field),
    bodies: Object.fromEntries(
      Object.entries(values).map(([odd, value]) => [`\`${field}\` with ${odd}`, { ...body, [field]: value }]),
    ),
  });
}

function failingOf(field: string): string {
  return `It trims or folds \`${field}\`, compares a part of it, or takes what a loose language takes for the same.`;
}
