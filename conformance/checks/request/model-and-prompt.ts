/** The create request: the values of its required fields, `model`, `prompt` and `duration_seconds`. */

import { LIMITS } from '../../../contract/limits.ts';
import { TEXT } from '../lib/bodies.ts';
import { BASE, LARGE } from '../lib/clips.ts';
import { ABSENT, type Field } from '../lib/field.ts';
import { LONGEST, MIDDLE_WIDEST, SMALL_TALL } from '../lib/thorough-clips.ts';

const { max: longest } = LIMITS.prompt;
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

export const PROMPT: Field = {
  name: 'prompt',
  rules: {
    'create.prompt.required': { rejected: { '': ABSENT }, everywhere: ['no `prompt`', { 'no prompt': ABSENT }] },
    'create.prompt.type': {
      rejected: {
        number: ['a number as `prompt`', 42],
        array: ['an array as `prompt`', ['a red kite']],
        object: ['an object as `prompt`', { text: 'a red kite' }],
      },
      near: { null: null, true: true, false: false, 'the number 0': 0, 'an empty array': [] },
      nearEverywhere: { null: null, true: true, 'an array around it': [TEXT.prompt], 'an object': {} },
      everywhere: ['a number as `prompt`', { 'the prompt 42': 42 }],
    },
    'create.prompt.length': {
      rejected: {
        empty: ['an empty `prompt`', ''],
        above: [`a \`prompt\` of ${longest + 1} characters`, 'x'.repeat(longest + 1)],
        'above-in-lines': [
          `a \`prompt\` of ${longest + 1} characters, most of them line breaks`,
          `a${'\n'.repeat(longest - 1)}a`,
        ],
      },
      accepted: {
        minimum: ['a `prompt` of one character', 'x', { by: SMALL_TALL }],
        maximum: [
          `a \`prompt\` of ${longest} characters`,
          'x'.repeat(longest),
          { by: LARGE, as: (sent) => String(sent['prompt']).length === longest },
        ],
        'create.prompt.character.two-bytes': [
          `a \`prompt\` of ${longest} characters of two bytes each`,
          '\u00e9'.repeat(longest),
          { by: MIDDLE_WIDEST },
        ],
      },
      everywhere: [
        `a \`prompt\` that is empty or has ${longest + 1} characters`,
        { 'an empty prompt': '', 'too long a prompt': 'a'.repeat(longest + 1) },
      ],
    },
    'create.prompt.character': {
      open: {
        astral: [`a \`prompt\` of ${longest} characters beyond U+FFFF`, '\u{1F6A2}'.repeat(longest)],
        combining: [`a \`prompt\` of ${longest} letters, each with a combining mark`, 'e\u0301'.repeat(longest)],
      },
    },
    'create.prompt.blank': {
      open: {
        '': ['a `prompt` that is a single space', ' '],
        trimmed: [`a \`prompt\` of ${longest} characters and a trailing space`, `${'x'.repeat(longest)} `],
      },
    },
    'subject-map.unmapped-handle': { open: { '': ['an @handle that no subject map defines', '@nobody waves.'] } },
  },
};

const { min, max } = LIMITS.durationSeconds;

export const DURATION: Field = {
  name: 'duration_seconds',
  rules: {
    'create.duration-seconds.required': {
      rejected: { '': ABSENT },
      everywhere: ['no `duration_seconds`', { 'no length': ABSENT }],
    },
    'create.duration-seconds.integer': {
      rejected: { fraction: 4.5, string: ['`duration_seconds` as a string', '4'], boolean: true },
      near: {
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
      nearEverywhere: {
        true: true,
        null: null,
        'digits as a string': '10',
        'half a second': 4.5,
        'an array around it': [4],
      },
      everywhere: ['a `duration_seconds` that is not an integer', { '4.5 s': 4.5, 'a duration as a string': '4' }],
    },
    'create.duration-seconds.range': {
      rejected: {
        below: min - 1,
        above: max + 1,
        zero: 0,
        negative: -4,
        huge: ['`duration_seconds` 4294967300 (4 in 32 bits)', 4_294_967_300],
      },
      accepted: { minimum: { value: min, by: BASE }, maximum: { value: max, by: LONGEST } },
      near: {
        '260 (4 in 8 bits)': 260,
        '65540 (4 in 16 bits)': 65_540,
        '-4294967292 (4 in 32 bits)': -4_294_967_292,
        '100': 100,
        '9007199254740993': 9_007_199_254_740_992,
        '-1': -1,
        '1': 1,
      },
      nearEverywhere: { '0': 0, '-4': -4, '3': 3, '31': 31, '260 (4 in 8 bits)': 260, '100': 100 },
      everywhere: [
        `\`duration_seconds\` ${min - 1} or ${max + 1}`,
        { [`${min - 1} s`]: min - 1, [`${max + 1} s`]: max + 1 },
      ],
    },
  },
};
