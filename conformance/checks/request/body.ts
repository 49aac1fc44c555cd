/** The create request: its body as a whole, the names of its fields, and JSON that the document does not mention. */

import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT, without } from '../lib/bodies.ts';
import { leftOpen, mustReject, refusals } from '../lib/creates.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = JSON.stringify(TEXT);

/** Returns the body with these members before its own members. */
const begins = (members: string): string => text.replace('{', `{${members},`);
/** Returns the body with this text in place of the number of seconds. */
const lasting = (seconds: string): string => text.replace(':4', `:${seconds}`);

const NULLS = [
  'mode',
  'resolution',
  'aspect_ratio',
  'audio',
  'image_urls',
  'reference_video_operation',
  'subject_to_image_ids',
];

const hostile = { group: 'hostile' } as const;
const nested = (depth: number): string =>
  `{"model":"videomodel-2.5","prompt":${'['.repeat(depth)}${']'.repeat(depth)},"duration_seconds":4}`;
const longPrompt = (length: number): object => ({ ...TEXT, prompt: 'x'.repeat(length) });
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
  image_url: SOME_IMAGE,
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
  audio_urls: { ...REFERENCE_MODE, audio_urls: [SOME_AUDIO] },
  source_video_ids: { ...TEXT, source_video_ids: [] },
  subject_to_image_ids: { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0] } },
  subject_to_audio_ids: { ...REFERENCE_MODE, audio_urls: [SOME_AUDIO], subject_to_audio_ids: { tune: [0] } },
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.split('_').map(capital).join('_'),
  (name) => name.toUpperCase(),
  (name) =>
    name
      .split('_')
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(''),
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

export const BODY_CHECKS: readonly Check[] = [
  ...mustReject({
    'create.body.json': {
      empty: ['an empty body', ''],
      cut: ['truncated JSON', text.slice(0, -9)],
      words: ['words instead of JSON', 'a red kite'],
      array: ['an array around the body', [TEXT]],
      string: ['a JSON string as body', '"a red kite"'],
      encoded: ['the whole JSON body inside a JSON string', JSON.stringify(text)],
      null: ['null as body', 'null'],
    },
    'create.unknown-fields': {
      other: ['a field that the document does not list', { ...TEXT, webhook_url: 'https://example.com/hook' }],
      null: ['an unknown field that is null', { ...TEXT, color: null }],
      case: ['a field name in another case', { ...TEXT, Resolution: '480p' }],
      record: ['a field of the response (`status`)', { ...TEXT, status: 'completed' }],
      'create.body.hostile.fields': ['ten thousand unknown fields', { ...TEXT, ...manyFields }, hostile],
      'create.body.hostile.prototype': ['the field `__proto__`', begins('"__proto__":{"admin":true}'), hostile],
    },
    // Bodies that may harm a server, with `--hostile`. The server may reject them, but must not crash.
    'create.prompt.type': {
      'create.body.hostile.nested-1000': ['a thousand nested arrays as `prompt`', nested(1000), hostile],
      'create.body.hostile.nested-100000': ['a hundred thousand nested arrays as `prompt`', nested(100_000), hostile],
    },
    'create.prompt.length': {
      'create.body.hostile.large': ['a `prompt` of 1,000,000 characters', longPrompt(1_000_000), hostile],
      'create.body.hostile.huge': ['a `prompt` of 10,000,000 characters', longPrompt(10_000_000), hostile],
    },
    'create.duration-seconds.range': {
      'create.body.hostile.digits': ['a `duration_seconds` of 400 digits', lasting('9'.repeat(400)), hostile],
    },
  }),
  ...leftOpen({
    'create.null': Object.fromEntries(
      NULLS.map((field) => [field.replaceAll('_', '-'), [`null as \`${field}\``, { ...TEXT, [field]: null }]]),
    ),
    'create.duplicate-keys': {
      length: ['two `duration_seconds` fields, first 3 (invalid) and then 4', begins('"duration_seconds":3')],
    },
    'idempotency.same-body': {
      'create.body.order': ['its fields in reverse order', Object.fromEntries(Object.entries(TEXT).toReversed())],
    },
    'errors.codes': {
      'create.body.trailing-comma': ['a trailing comma', text.replace(/}$/, ',}')],
      'create.body.comment': ['a comment in the JSON', `/* hello */${text}`],
      'create.body.single-quotes': ['single quotes', text.replaceAll('"', "'")],
      'create.body.nan': ['NaN as `duration_seconds`', lasting('NaN')],
      'create.body.bom': ['a byte order mark', `\ufeff${text}`],
      'create.body.not-utf8': ['a byte that is not UTF-8', Buffer.from(text.replace('red', 'r\u00e9d'), 'latin1')],
      'create.body.lone-surrogate': ['half of a UTF-16 surrogate pair', text.replace('red', String.raw`\ud800`)],
      'create.body.big-number': ['`duration_seconds` 1e400', lasting('1e400')],
      'create.body.nested': [
        'ten nested arrays around its prompt',
        { ...TEXT, prompt: JSON.parse(`${'['.repeat(10)}"x"${']'.repeat(10)}`) },
      ],
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
      {
        '`duration_seconds` 3 and 31': lasting('3,"duration_seconds":31'),
        '`duration_seconds` 31 twice': lasting('31,"duration_seconds":31'),
        'two unknown models': text.replace(/"model":"[^"]*"/, '"model":"a","model":"b"'),
        'two empty prompts': text.replace(/"prompt":"[^"]*"/, '"prompt":"","prompt":""'),
      },
      { requirement: 'create.duration-seconds.range' },
    ],
    'create.unknown-fields.in-place': [
      'another spelling of a field name instead of the correct name',
      'The server accepts another spelling of a field name if the correct name is missing.',
      Object.fromEntries(Object.entries(WITH).flatMap(([field, body]) => spelled(field, body))),
    ],
  }),
];
