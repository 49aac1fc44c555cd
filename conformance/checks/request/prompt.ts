/**
 * The create request: `prompt`. Elsewhere are a trailing space and text that some programs cannot handle (body.ts), and
 * all fields at their limits (workflows/combinations.ts).
 */

import { LIMITS } from '../../../contract/limits.ts';
import { many, REFERENCE_MODE, SAMPLE, TEXT } from '../lib/bodies.ts';
import { eachOf } from '../lib/cases.ts';
import { LARGE, REFERENCE } from '../lib/clips.ts';
import { ABSENT, type Field, written } from '../lib/field.ts';
import { MIDDLE_WIDEST, SMALL_TALL } from '../lib/thorough-clips.ts';

const { max: longest } = LIMITS.prompt;
const HOSTILE = { group: 'hostile' } as const;
/** Returns a value inside this number of arrays. */
const nested = (depth: number, value = '') => written(`${'['.repeat(depth)}${value}${']'.repeat(depth)}`);
const repeat = (text: string, length = longest): string => text.repeat(length).slice(0, length);

/** The texts whose characters become longer in JSON, HTML, a URL, a CSV file or SQL. */
const GROWING: Readonly<Record<string, string>> = {
  'quotation marks': repeat('"'),
  backslashes: repeat('\\'),
  'line breaks between letters': repeat('a\n'),
  'angle brackets and ampersands': repeat('<&>'),
  apostrophes: repeat("'"),
  'percent signs': repeat('%'),
  'Chinese characters': repeat('\u7a7a'),
};

/** Returns each character as an escape of six characters, as many JSON writers do outside of ASCII. */
const escaped = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const ESCAPED = JSON.stringify({ ...TEXT, prompt: '#' }).replace('#', escaped(repeat('\u7a7a')));

const HANDLES = Array.from({ length: LIMITS.imageUrls.max }, (_, at) => String(10 + at).padStart(64, 'h'));
/** The longest prompt of large characters, with lists and handles of the maximum length. */
const LARGEST = {
  ...REFERENCE_MODE,
  prompt: HANDLES.map((handle) => `@${handle} `)
    .join('')
    .padEnd(longest, '\u7a7a'),
  image_urls: many(SAMPLE.image, LIMITS.imageUrls.max),
  audio_urls: many(SAMPLE.audio, LIMITS.audioUrls.max),
  subject_to_image_ids: Object.fromEntries(HANDLES.map((handle, at) => [handle, [at]])),
};

const ORDINARY: Readonly<Record<string, string>> = {
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

export const PROMPT: Field = {
  name: 'prompt',
  rules: {
    'create.prompt.required': { rejected: { '': ABSENT }, everywhere: ['no `prompt`', { 'no prompt': ABSENT }] },
    'create.prompt.type': {
      rejected: {
        number: ['a number as `prompt`', 42],
        array: ['an array as `prompt`', ['a red kite']],
        object: ['an object as `prompt`', { text: 'a red kite' }],
        // Bodies that may harm a server. The server may reject them, but must not crash.
        'create.body.hostile.nested-1000': ['a thousand nested arrays as `prompt`', nested(1000), HOSTILE],
        'create.body.hostile.nested-100000': ['a hundred thousand nested arrays as `prompt`', nested(100_000), HOSTILE],
      },
      eachAccepted: {
        'create.prompt.ordinary': [
          'an unusual but valid prompt',
          'The server rejects line breaks, markup or other scripts in a prompt, or removes them.',
          eachOf('a prompt with *', ORDINARY, (prompt) => ({ ...TEXT, prompt })),
          { defect: 'near-miss' },
        ],
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
        'create.body.hostile.large': ['a `prompt` of 1,000,000 characters', 'x'.repeat(1_000_000), HOSTILE],
        'create.body.hostile.huge': ['a `prompt` of 10,000,000 characters', 'x'.repeat(10_000_000), HOSTILE],
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
      eachRejected: {
        'above-growing': [
          `a prompt of ${longest + 1} characters that are not plain letters`,
          'The server removes or combines characters before it counts them.',
          eachOf(
            `${longest + 1} * as a prompt`,
            { backslashes: '\\', 'Chinese characters': '\u7a7a', 'characters beyond U+FFFF': '\u{1f6a2}' },
            (one) => ({ ...TEXT, prompt: one.repeat(longest + 1) }),
          ),
          { defect: 'near-miss' },
        ],
      },
      eachAccepted: {
        growing: [
          `a prompt of ${longest} characters that need more space when they are escaped`,
          'The server counts the bytes of a prompt, or the characters of its escaped form.',
          eachOf('the longest prompt of *', GROWING, (prompt) => ({ ...TEXT, prompt })),
          { defect: 'near-miss' },
        ],
        'escaped-body': [
          'a large body, although each field is within its limit',
          'The server limits the size of a body to 64 KiB, so clients that escape characters cannot send all prompts.',
          {
            'the longest prompt, with each character escaped': ESCAPED,
            'the longest prompt, all images and audio files, and 30 handles': LARGEST,
          },
          { defect: 'near-miss' },
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
    'create.prompt.handles': {
      accepted: {
        unmapped: [
          'an @handle in its `prompt`',
          'The @hero waves.',
          {
            inside: { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0] } },
            by: REFERENCE,
            as: (sent) => String(sent['prompt']).includes('@'),
          },
        ],
      },
    },
    'errors.codes': {
      open: { 'create.body.nested': ['ten nested arrays around its prompt', nested(10, '"x"')] },
    },
    'subject-map.unmapped-handle': { open: { '': ['an @handle that no subject map defines', '@nobody waves.'] } },
  },
};
