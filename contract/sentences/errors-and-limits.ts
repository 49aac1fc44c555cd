/** The sentences of the parts "Errors", "Limits" and "Versioning". */

import type { Sentence } from './sentence.ts';

export const ERROR_SENTENCES: readonly Sentence[] = [
  {
    says: 'Every error response has the Error envelope: `error.code` (string), `error.message` (string), optional `error.request_id` (uuid).',
    rules: ['error.envelope', 'error.code', 'error.message', 'error.request-id'],
  },
  { says: 'Internal provider details are never exposed.', rules: ['errors.nothing-internal'] },
  {
    says: 'The insufficient-credit case has code `insufficient_credits`, and status `402` is listed for create.',
    rules: ['errors.insufficient-credits.code', 'errors.insufficient-credits.status'],
  },
  {
    says: 'Listed statuses: create `400`, `401`, `402`, `429`; get and download `404`. `503` is named as a retryable status.',
    rules: ['create.refusal.listed-status', 'get.unknown', 'content.unknown', 'limits.rate.status'],
  },
  {
    says: 'Client rule: retry `429` and `503` with exponential backoff; do not automatically retry other 4xx responses.',
    rules: ['errors.retry', 'errors.no-retry'],
  },
  {
    says: 'A failed generation reports its error in the `error` field of the VideoGeneration record.',
    rules: ['errors.failed-generation', 'record.error.when-failed'],
  },
  {
    says: 'Error code values other than `insufficient_credits`: not shown.',
    rules: ['errors.codes', 'errors.failure-codes'],
  },
  {
    says: 'Which validation condition yields which status and code: not shown.',
    rules: ['errors.codes', 'errors.precedence', 'errors.precedence.fields'],
  },
];

export const LIMIT_SENTENCES: readonly Sentence[] = [
  { says: 'Prompt: 1 to 15000 characters', rules: ['create.prompt.length'] },
  {
    says: 'Duration: 4 to 30 seconds (integer)',
    rules: ['create.duration-seconds.range', 'create.duration-seconds.integer', 'content.duration.bounds'],
  },
  { says: 'Output frame rate: 24 fps', rules: ['content.frame-rate'] },
  {
    says: 'image_urls: max 30 items; 1 to 2 for image-to-video',
    rules: ['create.image-urls.count', 'workflow.image.count'],
  },
  { says: 'audio_urls: max 10 items', rules: ['create.audio-urls.count'] },
  {
    says: 'source_video_ids: max 10 items; 30 input seconds combined',
    rules: ['create.source-video-ids.count', 'create.source-video-ids.seconds'],
  },
  { says: 'References combined (images, audio, source videos): up to 50', rules: ['workflow.reference.combined'] },
  {
    says: 'Subject map handle name: pattern `^[A-Za-z][A-Za-z0-9_]{0,63}$`; 1 to 30 indexes per handle',
    rules: ['subject-map.handle', 'subject-map.indexes.count'],
  },
  {
    says: 'Idempotency-Key: at most 128 characters',
    rules: ['create.idempotency-key.accepted', 'create.idempotency-key.length'],
  },
  {
    says: 'Images: public HTTPS URL; JPG, PNG or WebP; below 30 MB; 300 to 6000 px per axis; aspect ratio between 2:5 and 5:2.',
    rules: ['files.image.public', 'files.image.type', 'files.image.size', 'files.image.pixels', 'files.image.ratio'],
  },
  {
    says: 'Audio: public HTTPS URL; WAV or MP3; 2 to 30 seconds each; up to 30 seconds combined; below 15 MB.',
    rules: [
      'files.audio.public',
      'files.audio.type',
      'files.audio.seconds',
      'files.audio.combined',
      'files.audio.size',
    ],
  },
  {
    says: 'Source videos: completed generation IDs of the same account only.',
    rules: ['create.source-video-ids.completed', 'create.source-video-ids.owned'],
  },
  { says: 'Billing: the cost is reserved at creation.', rules: ['credits.reserve', 'record.cost-usd.reserved'] },
  { says: 'Source-video workflows bill input seconds plus output seconds.', rules: ['billing.source-seconds'] },
  { says: 'Prices include the service markup. (Billing)', rules: ['billing.markup'] },
  {
    says: 'Rate limits (the `429` status exists): numeric values not shown.',
    rules: ['limits.rate.status', 'limits.rate.values'],
  },
  { says: 'Per-second price table by resolution and mode: not shown.', rules: ['billing.prices'] },
];

export const VERSION_SENTENCES: readonly Sentence[] = [
  { says: 'The version appears in the path prefix `/v1`.', rules: ['versioning.path'] },
  {
    says: 'The machine-readable description of the interface is an OpenAPI 3.1 document with its own version number 1.0.0.',
    rules: ['versioning.openapi', 'versioning.openapi.place'],
  },
  {
    says: 'The model is identified by the constant `videomodel-2.5`; requests with any other value are invalid.',
    rules: ['service.one-model', 'create.model.constant', 'errors.invalid-request'],
  },
  { says: 'Deprecation and compatibility policy: not shown.', rules: ['versioning.policy'] },
];
