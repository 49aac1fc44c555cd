/** The create request: limits of a text whose characters become longer when a program escapes them. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { many, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT } from '../lib/bodies.ts';
import { acceptances, eachOf, refusals } from '../lib/creates.ts';

const { max } = LIMITS.prompt;
const repeat = (text: string, length = max): string => text.repeat(length).slice(0, length);

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

/** A handle that reaches the maximum length of 64 characters with two more digits. */
const HANDLE = 'h'.repeat(62);

const INDEXES = Array.from({ length: LIMITS.imageUrls.max }, (_, at) => at);
/** The longest prompt of large characters, with lists and handles of the maximum length. */
const LARGEST = {
  ...REFERENCE_MODE,
  prompt: repeat('\u7a7a'),
  image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max),
  audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max),
  subject_to_image_ids: Object.fromEntries(INDEXES.map((at) => [`${HANDLE}${10 + at}`, INDEXES])),
};

export const SPECIAL_TEXT_CHECKS: readonly Check[] = [
  ...acceptances('near-miss', {
    'create.prompt.length.growing': [
      `a prompt of ${max} characters that need more space when they are escaped`,
      'The server counts the bytes of a prompt, or the characters of its escaped form.',
      eachOf('the longest prompt of *', GROWING, (prompt) => ({ ...TEXT, prompt })),
    ],
    'create.prompt.length.escaped-body': [
      'a large body, although each field is within its limit',
      'The server limits the size of a body to 64 KiB, so clients that escape characters cannot send all prompts.',
      {
        'the longest prompt, with each character escaped': ESCAPED,
        'the longest prompt, all images and audio files, and 30 handles with 30 indexes': LARGEST,
      },
    ],
  }),
  ...refusals('near-miss', {
    'create.prompt.length.above-growing': [
      `a prompt of ${max + 1} characters that are not plain letters`,
      'The server removes or combines characters before it counts them.',
      eachOf(
        `${max + 1} * as a prompt`,
        { backslashes: '\\', 'Chinese characters': '\u7a7a', 'characters beyond U+FFFF': '\u{1f6a2}' },
        (one) => ({ ...TEXT, prompt: one.repeat(max + 1) }),
      ),
    ],
  }),
];
