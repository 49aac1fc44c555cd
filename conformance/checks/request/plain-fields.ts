/** The create request: the body as a whole, and the fields that name no inputs. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { REFERENCE_MODE, SOME_IMAGE, TEXT, without } from '../lib/bodies.ts';
import { acceptedFree, refusal, toleration } from '../lib/rows.ts';

const { prompt, durationSeconds: duration } = LIMITS;
const text = JSON.stringify(TEXT);

const BODY: readonly Check[] = [
  refusal({ id: 'create.body.json.empty', requirement: 'create.body.json', what: 'an empty body', body: '' }),
  refusal({
    id: 'create.body.json.cut',
    requirement: 'create.body.json',
    what: 'JSON that is cut off',
    body: text.slice(0, -9),
  }),
  refusal({
    id: 'create.body.json.words',
    requirement: 'create.body.json',
    what: 'words instead of JSON',
    body: 'a red kite',
  }),
  refusal({
    id: 'create.body.json.array',
    requirement: 'create.body.json',
    what: 'an array around the body',
    body: [TEXT],
  }),
  refusal({
    id: 'create.body.json.string',
    requirement: 'create.body.json',
    what: 'a JSON string as body',
    body: '"a red kite"',
  }),
  refusal({ id: 'create.body.json.null', requirement: 'create.body.json', what: 'null as body', body: 'null' }),
  refusal({
    id: 'create.unknown-fields.other',
    requirement: 'create.unknown-fields',
    what: 'a field that is not in the table',
    body: { ...TEXT, webhook_url: 'https://example.com/hook' },
  }),
  refusal({
    id: 'create.unknown-fields.null',
    requirement: 'create.unknown-fields',
    what: 'an unknown field that is null',
    body: { ...TEXT, colour: null },
  }),
  refusal({
    id: 'create.unknown-fields.case',
    requirement: 'create.unknown-fields',
    what: 'a field in another case',
    body: { ...TEXT, Resolution: '480p' },
  }),
  refusal({
    id: 'create.unknown-fields.record',
    requirement: 'create.unknown-fields',
    what: 'a field of the answer (`status`)',
    body: { ...TEXT, status: 'completed' },
  }),
].flat();

const MODEL_AND_PROMPT: readonly Check[] = [
  refusal({
    id: 'create.model.required',
    requirement: 'create.model.required',
    what: 'no `model`',
    body: without(TEXT, 'model'),
  }),
  refusal({
    id: 'create.model.constant.other',
    requirement: 'create.model.constant',
    what: 'another `model`',
    body: { ...TEXT, model: 'videomodel-2' },
  }),
  refusal({
    id: 'create.model.constant.case',
    requirement: 'create.model.constant',
    what: '`model` in another case',
    body: { ...TEXT, model: 'VideoModel-2.5' },
  }),
  refusal({
    id: 'create.model.constant.longer',
    requirement: 'create.model.constant',
    what: '`model` with something behind it',
    body: { ...TEXT, model: `${TEXT.model}-pro` },
  }),
  refusal({
    id: 'create.model.constant.type',
    requirement: 'create.model.constant',
    what: 'a number as `model`',
    body: { ...TEXT, model: 2.5 },
  }),
  refusal({
    id: 'create.prompt.required',
    requirement: 'create.prompt.required',
    what: 'no `prompt`',
    body: without(TEXT, 'prompt'),
  }),
  refusal({
    id: 'create.prompt.type.number',
    requirement: 'create.prompt.type',
    what: 'a number as `prompt`',
    body: { ...TEXT, prompt: 42 },
  }),
  refusal({
    id: 'create.prompt.type.array',
    requirement: 'create.prompt.type',
    what: 'an array as `prompt`',
    body: { ...TEXT, prompt: ['a red kite'] },
  }),
  refusal({
    id: 'create.prompt.type.object',
    requirement: 'create.prompt.type',
    what: 'an object as `prompt`',
    body: { ...TEXT, prompt: { text: 'a red kite' } },
  }),
  refusal({
    id: 'create.prompt.length.empty',
    requirement: 'create.prompt.length',
    what: 'an empty `prompt`',
    body: { ...TEXT, prompt: '' },
  }),
  refusal({
    id: 'create.prompt.length.above',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max + 1} characters`,
    body: { ...TEXT, prompt: 'x'.repeat(prompt.max + 1) },
  }),
  acceptedFree({
    id: 'create.prompt.length.minimum',
    requirement: 'create.prompt.length',
    what: 'a `prompt` of one character',
    body: { ...TEXT, prompt: 'x' },
  }),
  acceptedFree({
    id: 'create.prompt.length.maximum',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max} characters`,
    body: { ...TEXT, prompt: 'x'.repeat(prompt.max) },
  }),
  acceptedFree({
    id: 'create.prompt.handles.unmapped',
    requirement: 'create.prompt.handles',
    what: 'an @handle in its `prompt`',
    body: { ...REFERENCE_MODE, prompt: 'The @hero waves.', subject_to_image_ids: { hero: [0] } },
  }),
  toleration({
    id: 'create.prompt.character.two-bytes',
    requirement: 'create.prompt.character',
    what: `a \`prompt\` of ${prompt.max} characters of two bytes each`,
    body: { ...TEXT, prompt: 'é'.repeat(prompt.max) },
  }),
  toleration({
    id: 'create.prompt.character.astral',
    requirement: 'create.prompt.character',
    what: `a \`prompt\` of ${prompt.max} characters beyond the basic plane`,
    body: { ...TEXT, prompt: '\u{1F6A2}'.repeat(prompt.max) },
  }),
  toleration({
    id: 'create.prompt.character.combining',
    requirement: 'create.prompt.character',
    what: `a \`prompt\` of ${prompt.max} letters with a combining mark each`,
    body: { ...TEXT, prompt: 'e\u0301'.repeat(prompt.max) },
  }),
  toleration({
    id: 'create.prompt.blank',
    requirement: 'create.prompt.blank',
    what: 'a `prompt` of one space',
    body: { ...TEXT, prompt: ' ' },
  }),
  toleration({
    id: 'subject-map.unmapped-handle',
    requirement: 'subject-map.unmapped-handle',
    what: 'an @handle that no map defines',
    body: { ...TEXT, prompt: '@nobody waves.' },
  }),
].flat();

const DURATION: readonly Check[] = [
  refusal({
    id: 'create.duration-seconds.required',
    requirement: 'create.duration-seconds.required',
    what: 'no `duration_seconds`',
    body: without(TEXT, 'duration_seconds'),
  }),
  refusal({
    id: 'create.duration-seconds.integer.fraction',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` 4.5',
    body: { ...TEXT, duration_seconds: 4.5 },
  }),
  refusal({
    id: 'create.duration-seconds.integer.string',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` as a string',
    body: { ...TEXT, duration_seconds: '4' },
  }),
  refusal({
    id: 'create.duration-seconds.integer.boolean',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` true',
    body: { ...TEXT, duration_seconds: true },
  }),
  refusal({
    id: 'create.duration-seconds.range.below',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.min - 1}`,
    body: { ...TEXT, duration_seconds: duration.min - 1 },
  }),
  refusal({
    id: 'create.duration-seconds.range.above',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.max + 1}`,
    body: { ...TEXT, duration_seconds: duration.max + 1 },
  }),
  refusal({
    id: 'create.duration-seconds.range.zero',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` 0',
    body: { ...TEXT, duration_seconds: 0 },
  }),
  refusal({
    id: 'create.duration-seconds.range.negative',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` -4',
    body: { ...TEXT, duration_seconds: -4 },
  }),
  refusal({
    id: 'create.duration-seconds.range.huge',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` 4294967300 (4 in 32 bits)',
    body: { ...TEXT, duration_seconds: 4_294_967_300 },
  }),
  acceptedFree({
    id: 'create.duration-seconds.range.minimum',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.min}`,
    body: TEXT,
  }),
  acceptedFree({
    id: 'create.duration-seconds.range.maximum',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.max}`,
    body: { ...TEXT, duration_seconds: duration.max },
  }),
  toleration({
    id: 'create.integer-spelling.point',
    requirement: 'create.integer-spelling',
    what: '`duration_seconds` written 5.0',
    body: text.replace(':4', ':5.0'),
  }),
  toleration({
    id: 'create.integer-spelling.exponent',
    requirement: 'create.integer-spelling',
    what: '`duration_seconds` written 5e0',
    body: text.replace(':4', ':5e0'),
  }),
].flat();

const ENUMS: readonly Check[] = [
  refusal({
    id: 'create.mode.values.other',
    requirement: 'create.mode.values',
    what: 'a `mode` that is not listed',
    body: { ...TEXT, mode: 'video-to-video' },
  }),
  refusal({
    id: 'create.mode.values.case',
    requirement: 'create.mode.values',
    what: 'a `mode` in another case',
    body: { ...TEXT, mode: 'Text-To-Video' },
  }),
  refusal({
    id: 'create.mode.values.type',
    requirement: 'create.mode.values',
    what: 'a number as `mode`',
    body: { ...TEXT, mode: 1 },
  }),
  refusal({
    id: 'create.mode.default.images',
    requirement: 'create.mode.default',
    what: 'images but no `mode`, which then is text-to-video',
    body: { ...TEXT, image_urls: [SOME_IMAGE] },
  }),
  acceptedFree({
    id: 'create.mode.values.text',
    requirement: 'create.mode.values',
    what: '`mode` text-to-video',
    body: { ...TEXT, mode: 'text-to-video' },
  }),
  refusal({
    id: 'create.resolution.values.other',
    requirement: 'create.resolution.values',
    what: '`resolution` 360p',
    body: { ...TEXT, resolution: '360p' },
  }),
  refusal({
    id: 'create.resolution.values.four-k',
    requirement: 'create.resolution.values',
    what: '`resolution` 4k',
    body: { ...TEXT, resolution: '4k' },
  }),
  refusal({
    id: 'create.resolution.values.case',
    requirement: 'create.resolution.values',
    what: '`resolution` 480P',
    body: { ...TEXT, resolution: '480P' },
  }),
  refusal({
    id: 'create.resolution.values.type',
    requirement: 'create.resolution.values',
    what: 'a number as `resolution`',
    body: { ...TEXT, resolution: 480 },
  }),
  ...RESOLUTIONS.map((resolution) =>
    acceptedFree({
      id: `create.resolution.values.${resolution}`,
      requirement: 'create.resolution.values',
      what: `\`resolution\` ${resolution}`,
      body: { ...TEXT, resolution },
    }),
  ),
  refusal({
    id: 'create.aspect-ratio.values.other',
    requirement: 'create.aspect-ratio.values',
    what: '`aspect_ratio` 2:1',
    body: { ...TEXT, aspect_ratio: '2:1' },
  }),
  refusal({
    id: 'create.aspect-ratio.values.spelling',
    requirement: 'create.aspect-ratio.values',
    what: '`aspect_ratio` 16x9',
    body: { ...TEXT, aspect_ratio: '16x9' },
  }),
  refusal({
    id: 'create.aspect-ratio.values.type',
    requirement: 'create.aspect-ratio.values',
    what: 'a number as `aspect_ratio`',
    body: { ...TEXT, aspect_ratio: 1.78 },
  }),
  ...FIXED_RATIOS.map((ratio) =>
    acceptedFree({
      id: `create.aspect-ratio.values.${ratio.replace(':', '-')}`,
      requirement: 'create.aspect-ratio.values',
      what: `\`aspect_ratio\` ${ratio}`,
      body: { ...TEXT, aspect_ratio: ratio },
    }),
  ),
  refusal({
    id: 'create.audio.type.string',
    requirement: 'create.audio.type',
    what: '`audio` as a string',
    body: { ...TEXT, audio: 'true' },
  }),
  refusal({
    id: 'create.audio.type.number',
    requirement: 'create.audio.type',
    what: '`audio` 1',
    body: { ...TEXT, audio: 1 },
  }),
  acceptedFree({
    id: 'create.audio.type.true',
    requirement: 'create.audio.type',
    what: '`audio` true',
    body: { ...TEXT, audio: true },
  }),
  acceptedFree({
    id: 'create.audio.type.false',
    requirement: 'create.audio.type',
    what: '`audio` false',
    body: { ...TEXT, audio: false },
  }),
].flat();

const NULLS: readonly Check[] = [
  'mode',
  'resolution',
  'aspect_ratio',
  'audio',
  'image_urls',
  'reference_video_operation',
  'subject_to_image_ids',
].flatMap((field) =>
  toleration({
    id: `create.null.${field.replaceAll('_', '-')}`,
    requirement: 'create.null',
    what: `null as \`${field}\``,
    body: { ...TEXT, [field]: null },
  }),
);

const ODD_JSON: readonly Check[] = [
  toleration({
    id: 'create.duplicate-keys.length',
    requirement: 'create.duplicate-keys',
    what: '`duration_seconds` twice, first 3 (not valid) and then 4',
    body: text.replace('{', '{"duration_seconds":3,'),
  }),
  toleration({
    id: 'create.body.order',
    requirement: 'idempotency.same-body',
    what: 'its fields in reverse order',
    body: Object.fromEntries(Object.entries(TEXT).toReversed()),
  }),
  toleration({
    id: 'create.body.trailing-comma',
    requirement: 'errors.codes',
    what: 'a trailing comma',
    body: text.replace(/}$/, ',}'),
  }),
  toleration({
    id: 'create.body.comment',
    requirement: 'errors.codes',
    what: 'a comment in its JSON',
    body: `/* hello */${text}`,
  }),
  toleration({
    id: 'create.body.single-quotes',
    requirement: 'errors.codes',
    what: 'single quotes',
    body: text.replaceAll('"', "'"),
  }),
  toleration({
    id: 'create.body.nan',
    requirement: 'errors.codes',
    what: 'NaN as `duration_seconds`',
    body: text.replace(':4', ':NaN'),
  }),
  toleration({ id: 'create.body.bom', requirement: 'errors.codes', what: 'a byte order mark', body: `\ufeff${text}` }),
  toleration({
    id: 'create.body.not-utf8',
    requirement: 'errors.codes',
    what: 'a byte that is no UTF-8',
    body: Buffer.from(text.replace('red', 'r\u00e9d'), 'latin1'),
  }),
  toleration({
    id: 'create.body.lone-surrogate',
    requirement: 'errors.codes',
    what: 'half of a surrogate pair',
    body: text.replace('red', String.raw`\ud800`),
  }),
  toleration({
    id: 'create.body.big-number',
    requirement: 'errors.codes',
    what: '`duration_seconds` 1e400',
    body: text.replace(':4', ':1e400'),
  }),
  toleration({
    id: 'create.body.nested',
    requirement: 'errors.codes',
    what: 'ten arrays around its prompt',
    body: { ...TEXT, prompt: JSON.parse(`${'['.repeat(10)}"x"${']'.repeat(10)}`) },
  }),
].flat();

export const PLAIN_FIELD_CHECKS: readonly Check[] = [
  ...BODY,
  ...MODEL_AND_PROMPT,
  ...DURATION,
  ...ENUMS,
  ...NULLS,
  ...ODD_JSON,
];
