/** The sentences of the parts "Errors", "Limits" and "Versioning". */

import type { Sentences } from './sentence.ts';

export const ERROR_SENTENCES: Sentences = {
  'Every error response has the Error envelope: `error.code` (string), `error.message` (string), optional `error.request_id` (uuid).':
    ['error.envelope', 'error.code', 'error.message', 'error.request-id'],
  'Internal provider details are never exposed.': ['errors.nothing-internal'],
  'The insufficient-credit case has code `insufficient_credits`, and status `402` is listed for create.': [
    'errors.insufficient-credits.code',
    'errors.insufficient-credits.status',
  ],
  'Listed statuses: create `400`, `401`, `402`, `429`; get and download `404`. `503` is named as a retryable status.': [
    'create.refusal.listed-status',
    'get.unknown',
    'content.unknown',
    'limits.rate.status',
  ],
  'Client rule: retry `429` and `503` with exponential backoff; do not automatically retry other 4xx responses.': [
    'errors.retry',
    'errors.no-retry',
  ],
  'A failed generation reports its error in the `error` field of the VideoGeneration record.': [
    'errors.failed-generation',
    'record.error.when-failed',
  ],
  'Error code values other than `insufficient_credits`: not shown.': ['errors.codes', 'errors.failure-codes'],
  'Which validation condition yields which status and code: not shown.': [
    'errors.codes',
    'errors.precedence',
    'errors.precedence.fields',
  ],
};

export const LIMIT_SENTENCES: Sentences = {
  'Prompt: 1 to 15000 characters': ['create.prompt.length'],
  'Duration: 4 to 30 seconds (integer)': [
    'create.duration-seconds.range',
    'create.duration-seconds.integer',
    'content.duration.bounds',
  ],
  'Output frame rate: 24 fps': ['content.frame-rate'],
  'image_urls: max 30 items; 1 to 2 for image-to-video': ['create.image-urls.count', 'workflow.image.count'],
  'audio_urls: max 10 items': ['create.audio-urls.count'],
  'source_video_ids: max 10 items; 30 input seconds combined': [
    'create.source-video-ids.count',
    'create.source-video-ids.seconds',
  ],
  'References combined (images, audio, source videos): up to 50': ['workflow.reference.combined'],
  'Subject map handle name: pattern `^[A-Za-z][A-Za-z0-9_]{0,63}$`; 1 to 30 indexes per handle': [
    'subject-map.handle',
    'subject-map.indexes.count',
  ],
  'Idempotency-Key: at most 128 characters': ['create.idempotency-key.accepted', 'create.idempotency-key.length'],
  'Images: public HTTPS URL; JPG, PNG or WebP; below 30 MB; 300 to 6000 px per axis; aspect ratio between 2:5 and 5:2.':
    ['files.image.public', 'files.image.type', 'files.image.size', 'files.image.pixels', 'files.image.ratio'],
  'Audio: public HTTPS URL; WAV or MP3; 2 to 30 seconds each; up to 30 seconds combined; below 15 MB.': [
    'files.audio.public',
    'files.audio.type',
    'files.audio.seconds',
    'files.audio.combined',
    'files.audio.size',
  ],
  'Source videos: completed generation IDs of the same account only.': [
    'create.source-video-ids.completed',
    'create.source-video-ids.owned',
  ],
  'Billing: the cost is reserved at creation.': ['credits.reserve', 'record.cost-usd.reserved'],
  'Source-video workflows bill input seconds plus output seconds.': ['billing.source-seconds'],
  'Prices include the service markup. (Billing)': ['billing.markup'],
  'Rate limits (the `429` status exists): numeric values not shown.': ['limits.rate.status', 'limits.rate.values'],
  'Per-second price table by resolution and mode: not shown.': ['billing.prices'],
};

export const VERSION_SENTENCES: Sentences = {
  'The version appears in the path prefix `/v1`.': ['versioning.path'],
  'The machine-readable description of the interface is an OpenAPI 3.1 document with its own version number 1.0.0.': [
    'versioning.openapi',
    'versioning.openapi.place',
  ],
  'The model is identified by the constant `videomodel-2.5`; requests with any other value are invalid.': [
    'service.one-model',
    'create.model.constant',
    'errors.invalid-request',
  ],
  'Deprecation and compatibility policy: not shown.': ['versioning.policy'],
};
