/** The create request: the values of `model` and `prompt`. */

import { LIMITS } from '../../../contract/limits.ts';
import { REFERENCE_MODE, TEXT } from '../lib/bodies.ts';
import { LARGE, REFERENCE } from '../lib/clips.ts';
import { ABSENT, wholeBody, type Field } from '../lib/field.ts';
import { MIDDLE_WIDEST, SMALL_TALL } from '../lib/shapes.ts';

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
    'create.prompt.handles': {
      accepted: {
        unmapped: [
          'an @handle in its `prompt`',
          wholeBody({ ...REFERENCE_MODE, prompt: 'The @hero waves.', subject_to_image_ids: { hero: [0] } }),
          { by: REFERENCE, as: (sent) => String(sent['prompt']).includes('@') },
        ],
      },
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
