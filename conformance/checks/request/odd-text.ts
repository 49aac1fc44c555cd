/** The create request: text and names that some programs cannot handle, or whose characters become longer. */

import { type Check, defineProbe } from '../../engine/define.ts';
import type { SendOptions } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, many, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT, withFittingMedia } from '../lib/bodies.ts';
import { cases, eachOf } from '../lib/cases.ts';
import { acceptances, refusals } from '../lib/creates.ts';
import { keyedBy } from '../lib/clip-creates.ts';
import { describeRequest, noneOf, refusedForKey } from '../lib/rules.ts';
import { REQUEST_OF } from '../lib/lookups.ts';
import { LIMITS } from '../../../contract/limits.ts';

const TEXTS = {
  'a NUL': '\u0000',
  'control characters': '\u0001\u0008\u001B\u007F\u0085',
  'the first half of a UTF-16 surrogate pair': '\uD800',
  'the second half of a UTF-16 surrogate pair': '\uDC00',
  'a UTF-16 surrogate pair in the wrong order': '\uDC00\uD800',
  'Unicode noncharacters': '\uFFFE\uFFFF\uFDD0',
  'a byte order mark': '\uFEFF',
  'text direction marks': '\u202E\u2066\u200F',
  'line and paragraph separators': '\u2028\u2029',
  'a thousand combining marks': '\u0301'.repeat(1000),
} as const;

/**
 * The creates with unusual text. With the key of the account, they are also too short, so they make no clip. A prompt
 * may contain the text, so the kit also sends prompts with a key without credits.
 */
const PLACES: Readonly<Record<string, (text: string) => object>> = {
  'the prompt': (text) => ({ ...TEXT, prompt: `A red kite${text} at noon.` }),
  'the prompt of image mode': (text) => ({ ...IMAGE_MODE, prompt: `${text}A red kite.` }),
  'an image URL': (text) => ({ ...IMAGE_MODE, image_urls: [`${SOME_IMAGE}?n=${text}`] }),
  'a handle': (text) => ({ ...REFERENCE_MODE, subject_to_image_ids: { [`hero${text}`]: [0] } }),
  'a source id': (text) => ({ ...REFERENCE_MODE, source_video_ids: [`0b5e8c9a${text}`] }),
  'the name of a field': (text) => ({ ...TEXT, [`color${text}`]: 'red' }),
};

const ODD_TEXT = defineProbe({
  id: 'create.odd-text',
  mayBeCharged: true,
  sends: `Invalid create requests for 3 s, with unusual text in each text field: ${Object.keys(TEXTS).join(', ')}. If the profile has a key that has no credits, the kit also sends create requests for 4 s with this text in the prompt.`,
  run: async (kit) => {
    for (const [odd, text] of Object.entries(TEXTS)) {
      kit.skipIfRateLimited();
      for (const [place, body] of Object.entries(PLACES))
        await kit.create(`${odd} in ${place}`, { ...body(text), duration_seconds: 3 });
      if (!kit.hasKey('poor')) continue;
      for (const [place, body] of Object.entries(PLACES).filter(([name]) => name.startsWith('the prompt'))) {
        const sent = withFittingMedia(kit.profile, body(text));
        await kit.create(`${odd} in ${place}, without credits`, sent, { key: 'poor' });
      }
    }
  },
});

const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'length'] as const;
const FAILING =
  'The server looks the name up in an object that inherits a property with this name. So the server accepts the name, or returns 500.';

/** The fields whose allowed values the document lists. */
const LISTED = [
  ['model', 'create.model.constant'],
  ['mode', 'create.mode.values'],
  ['resolution', 'create.resolution.values'],
  ['aspect_ratio', 'create.aspect-ratio.values'],
] as const;

const ENDPOINTS = ['create', 'get', 'content'] as const;

const KEYS = defineProbe({
  id: 'authentication.inherited',
  mayBeCharged: true,
  sends: `The kit sends create requests, get requests and downloads with these API keys: ${NAMES.join(', ')}.`,
  run: async (kit) => {
    for (const name of NAMES) {
      const options: SendOptions = { key: undefined, headers: [['Authorization', `Bearer ${name}`]] };
      await kit.create(`create ${name}`, TEXT, options);
      await kit.get(`get ${name}`, kit.unknownId, options);
      await kit.content(`content ${name}`, kit.unknownId, options);
    }
  },
});

/** The unusual Idempotency-Keys. Only the names of inherited properties do not begin with the id of the run. */
const ODD_KEYS: Readonly<Record<string, (start: string) => string>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, () => name])),
  'a percent sign without hexadecimal digits': (start) => `${start}%zz`,
  'a percent sign at its end': (start) => `${start}%`,
  'an encoded NUL': (start) => `${start}%00`,
  'an encoded byte that is not UTF-8': (start) => `${start}%ff`,
  'a quotation mark': (start) => `${start}'--`,
  'a backslash at its end': (start) => `${start}\\`,
  'braces and a dollar sign': (start) => `${start}$\{x}{{x}}`,
  'an opening bracket': (start) => `${start}[(`,
};

const IDEMPOTENCY_KEYS = defineProbe({
  id: 'create.idempotency-key.odd',
  mayBeCharged: true,
  sends:
    'Invalid create requests with unusual Idempotency-Keys. Each is the name of an inherited property, or contains characters that are special in encodings, databases or patterns. If the profile has a key that has no credits, the kit also sends valid create requests with the same Idempotency-Keys.',
  run: async (kit) => {
    for (const [label, write] of Object.entries(ODD_KEYS)) {
      kit.skipIfRateLimited();
      // A proxy in front of the server may reject some of them without an envelope.
      const options = { ...keyedBy(write(`standin-${kit.runId}-`)), outsideApi: true };
      await kit.create(`refused, ${label}`, { ...TEXT, prompt: '' }, options);
      if (kit.hasKey('poor')) await kit.create(`valid, ${label}`, TEXT, { ...options, key: 'poor' });
    }
  },
});

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

export const ODD_TEXT_CHECKS: readonly Check[] = [
  ...cases([ODD_TEXT], {
    'errors.invalid-request.odd-text': [
      `Unusual text in a create request does not crash the server, whichever field contains the text: ${Object.keys(TEXTS).join(', ')}.`,
      'The server cannot store the text in its database or its log, or cannot write it as JSON. So the server returns 500.',
      (evidence) => {
        const answers = evidence.all('');
        const crashed = answers.filter(({ response: { status } }) => status >= 500 && status !== 503);
        const witnesses = [evidence.one('a NUL in the prompt'), ...answers.slice(-2)];
        return noneOf(crashed, witnesses, ['a status below 500', describeRequest]);
      },
      { defect: 'near-miss' },
    ],
  }),
  ...LISTED.flatMap(([field, requirement]) =>
    refusals('near-miss', {
      [`${requirement}.inherited`]: [
        `the name of an inherited property as \`${field}\``,
        FAILING,
        eachOf(`\`${field}\` *`, NAMES, (name) => ({ ...TEXT, [field]: name })),
        { requirement },
      ],
    }),
  ),
  ...cases(
    [KEYS],
    ENDPOINTS.map((endpoint) => [
      `authentication.${endpoint}.invalid.inherited`,
      `A ${REQUEST_OF[endpoint]} is rejected if its API key is the name of an inherited property: ${NAMES.join(', ')}.`,
      FAILING,
      refusedForKey(NAMES.map((name) => `${endpoint} ${name}`)),
    ]),
  ),
  ...cases([IDEMPOTENCY_KEYS], {
    'create.idempotency-key.odd': [
      `An unusual \`Idempotency-Key\` does not crash the server, and never matches the Idempotency-Key of another request: ${Object.keys(ODD_KEYS).join('; ')}.`,
      'The server decodes the Idempotency-Key, builds a query from it, or looks it up in an object that inherits this name.',
      (evidence) => {
        const answers = evidence.all('');
        // Neither an empty prompt nor a key without credits makes a generation, whatever the Idempotency-Key is.
        const wrong = answers.filter(({ response: { status } }) => status < 400 || (status >= 500 && status !== 503));
        return noneOf(wrong, answers.slice(0, 3), ['a rejection (400 to 499)', describeRequest]);
      },
      { requirement: 'create.idempotency-key.accepted', defect: 'near-miss' },
    ],
  }),
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
