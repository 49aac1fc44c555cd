/** The create request: its body as a whole, the names of its fields, unusual text, and unusual JSON. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { IMAGE_MODE, REFERENCE_MODE, SAMPLE, TEXT, withFittingMedia, without } from '../lib/bodies.ts';
import { cases, type Expectation, mustBe } from '../lib/cases.ts';
import { leftOpen, mustReject, refusals } from '../lib/creates.ts';
import { written } from '../lib/field.ts';
import { describeRequest, noneOf } from '../lib/rules.ts';
import { EVERY_WORKFLOW_CHECKS } from './every-workflow.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = JSON.stringify(TEXT);

/** Returns the body with these members before its own members. */
const begins = (members: string): string => text.replace('{', `{${members},`);

/** The optional fields without a table of values. */
const NULLS = ['image_urls', 'reference_video_operation', 'subject_to_image_ids'];

/** Duplicate fields, with two invalid values. */
const BOTH_WRONG = [
  ['model', '"a"', '"b"'],
  ['prompt', '""', '""'],
  ['duration_seconds', '3', '31'],
  ['duration_seconds', '31', '31'],
] as const;

const hostile = { group: 'hostile' } as const;
const manyFields = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field${at}`, at]));

/** Unknown field names. Some servers ignore their values, or read the values as their own settings. */
export const NEAR_FIELDS: Fields = {
  'model ': TEXT.model,
  Model: TEXT.model,
  Prompt: TEXT.prompt,
  durationSeconds: 4,
  duration: 4,
  aspectRatio: '16:9',
  'aspect ratio': '16:9',
  'prompt.text': TEXT.prompt,
  image_url: SAMPLE.image,
  images: [],
  seed: 7,
  n: 1,
  id: '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a',
  object: 'video.generation',
  cost_usd: 0,
  output: {},
  toString: 1,
  constructor: {},
  hasOwnProperty: true,
  '': 1,
  extra: false,
  empty: '',
};

/** A valid create with each field, by the name of the field. */
const WITH: Readonly<Record<string, Fields>> = {
  model: TEXT,
  prompt: TEXT,
  duration_seconds: TEXT,
  resolution: TEXT,
  mode: { ...TEXT, mode: 'text-to-video' },
  aspect_ratio: { ...TEXT, aspect_ratio: '16:9' },
  audio: { ...TEXT, audio: true },
  image_urls: IMAGE_MODE,
  audio_urls: { ...REFERENCE_MODE, audio_urls: [SAMPLE.audio] },
  source_video_ids: { ...TEXT, source_video_ids: [] },
  subject_to_image_ids: { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0] } },
  subject_to_audio_ids: { ...REFERENCE_MODE, audio_urls: [SAMPLE.audio], subject_to_audio_ids: { tune: [0] } },
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.split('_').map(capital).join('_'),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  (name) => name.replaceAll('_', '-'),
];

/** The fields that are tried in every spelling. The other fields are tried in the first spelling only. */
const REQUIRED = new Set(['model', 'prompt', 'duration_seconds']);

function spelled(field: string, body: Fields): [string, Fields][] {
  const spellings = REQUIRED.has(field) ? SPELLINGS : SPELLINGS.slice(0, 1);
  const names = new Set(spellings.map((spell) => spell(field)).filter((name) => name !== field));
  return [...names].map((name) => [
    `"${name}" instead of "${field}"`,
    { ...without(body, field), [name]: body[field] },
  ]);
}

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
  'an image URL': (text) => ({ ...IMAGE_MODE, image_urls: [`${SAMPLE.image}?n=${text}`] }),
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

const JUDGED: readonly Check[] = [
  ...mustReject({
    'create.body.json': {
      empty: ['an empty body', ''],
      cut: ['truncated JSON', text.slice(0, -9)],
      words: ['words instead of JSON', 'a red kite'],
      array: ['an array around the body', [TEXT]],
      wrapped: ['the body inside a field of an object', { video: TEXT }],
      string: ['a JSON string as body', '"a red kite"'],
      encoded: ['the whole JSON body inside a JSON string', JSON.stringify(text)],
      null: ['null as body', 'null'],
      two: ['a second JSON object after the body', `${text}${text}`],
    },
    'create.unknown-fields': {
      other: ['a field that the document does not list', { ...TEXT, webhook_url: 'https://example.com/hook' }],
      null: ['an unknown field that is null', { ...TEXT, color: null }],
      case: ['a field name in another case', { ...TEXT, Resolution: '480p' }],
      record: ['a field of the response (`status`)', { ...TEXT, status: 'completed' }],
      'create.body.hostile.fields': ['ten thousand unknown fields', { ...TEXT, ...manyFields }, hostile],
      'create.body.hostile.prototype': ['the field `__proto__`', begins('"__proto__":{"admin":true}'), hostile],
    },
  }),
  ...leftOpen({
    'create.null': Object.fromEntries(
      NULLS.map((field) => [field.replaceAll('_', '-'), [`null as \`${field}\``, { ...TEXT, [field]: null }]]),
    ),
    'idempotency.same-body': {
      'create.body.order': ['its fields in reverse order', Object.fromEntries(Object.entries(TEXT).toReversed())],
    },
    'errors.codes': {
      'create.body.trailing-comma': ['a trailing comma', text.replace(/}$/, ',}')],
      'create.body.comment': ['a comment in the JSON', `/* hello */${text}`],
      'create.body.single-quotes': ['single quotes', text.replaceAll('"', "'")],
      'create.body.bom': ['a byte order mark', `\ufeff${text}`],
      'create.body.not-utf8': ['a byte that is not UTF-8', Buffer.from(text.replace('red', 'r\u00e9d'), 'latin1')],
      'create.body.lone-surrogate': ['half of a UTF-16 surrogate pair', text.replace('red', String.raw`\ud800`)],
    },
  }),
  ...refusals('near-miss', {
    'create.unknown-fields.near': [
      'a field name that nearly equals a listed name, or is the name of an inherited property',
      'The server accepts other spellings of field names, ignores fields with empty values, or looks names up in an object with inherited properties.',
      {
        ...Object.fromEntries(
          Object.entries(NEAR_FIELDS).map(([name, value]) => [`a field "${name}"`, { ...TEXT, [name]: value }]),
        ),
        // An object literal would set the prototype instead of a field.
        'a field "__proto__"': begins('"__proto__":{"audio":false}'),
        'a duplicate unknown field': begins('"color":null,"color":null'),
      },
    ],
    'create.duplicate-keys.both-wrong': [
      'a duplicate field with two invalid values',
      'The server does not validate the values of duplicate fields.',
      Object.fromEntries(
        BOTH_WRONG.map(([field, one, other]) => [
          `\`${field}\` ${one} and ${other}`,
          written(`${one},"${field}":${other}`)(TEXT, field),
        ]),
      ),
      { requirement: 'create.duration-seconds.range' },
    ],
    'create.unknown-fields.in-place': [
      'another spelling of a field name instead of the correct name',
      'The server accepts another spelling of a field name if the correct name is missing.',
      Object.fromEntries(Object.entries(WITH).flatMap(([field, body]) => spelled(field, body))),
    ],
  }),
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
];

/** The observations of whether the server accepts bodies that are not JSON. */
const NOT_JSON = ['trailing-comma', 'comment', 'single-quotes', 'nan'].map((odd) => `create.body.${odd}`);

export const BODY_CHECKS: readonly Check[] = [
  ...JUDGED,
  ...cases(
    { from: [], level: 'should' },
    {
      'create.body.not-json': [
        'A create request whose body is not JSON is rejected: a trailing comma, a comment, single quotes or NaN.',
        'The server has a tolerant parser. So it charges for a body that other parsers reject.',
        noneAccepted('a rejection, because the body is not JSON'),
        { requirement: 'service.json', from: probesOf(NOT_JSON) },
      ],
      'create.prompt.length.trailing-space': [
        `A prompt of ${LIMITS.prompt.max} characters and a trailing space is too long.`,
        'The server trims a prompt before it counts the characters.',
        noneAccepted(`a rejection of ${LIMITS.prompt.max + 1} characters`),
        { from: probesOf(['create.prompt.blank.trimmed']) },
      ],
    },
  ),
];

/** Returns the probes of observations, so that the checks send no further requests. */
function probesOf(ids: readonly string[]): Check['from'] {
  const known = [...JUDGED, ...EVERY_WORKFLOW_CHECKS];
  return ids.flatMap((id) => {
    const from = known.find((check) => check.id === id)?.from;
    if (from === undefined) throw new Error(`No table of the create request has the check "${id}".`);
    return from;
  });
}

/** Judges creates without credits. The response 402 shows that the server found them valid. */
function noneAccepted(expected: string): Expectation {
  return ({ answers, one }) => {
    const control = one('control invalid');
    const isValidatedFirst = control.response.status !== 402;
    mustBe(isValidatedFirst, 'The server checks the credits before it validates the request.', control);
    const sent = answers.filter(({ label }) => label === 'create');
    mustBe(sent.length > 0, 'The run did not send these create requests.');
    const taken = sent.filter(({ response: { status } }) => status === 202 || status === 402);
    return noneOf(taken, sent, [expected]);
  };
}
