/** The sentences of the part "Endpoints". */

import type { Sentence } from './sentence.ts';

export const ENDPOINT_SENTENCES: readonly Sentence[] = [
  {
    says: 'Base address: `{base_url}`. All endpoints require the bearer credential (see Authentication).',
    rules: [
      'authentication.bearer',
      'authentication.create.missing',
      'authentication.get.missing',
      'authentication.content.missing',
      'get.foreign',
      'content.foreign',
    ],
  },
  {
    says: 'createVideo, request headers: `Authorization: Bearer <API_KEY>`, `Content-Type: application/json`, optional `Idempotency-Key` (string, at most 128 characters).',
    rules: [
      'authentication.bearer',
      'create.content-type',
      'create.idempotency-key.optional',
      'create.idempotency-key.accepted',
      'create.idempotency-key.length',
    ],
  },
  { says: 'Request body: CreateVideoRequest (JSON).', rules: ['create.body.json'] },
  {
    says: 'Success: `202` with a VideoGeneration (initial status `pending`, `cost_usd` carries the reserved cost).',
    rules: ['create.answer.status', 'create.answer.record', 'state.initial', 'record.cost-usd.reserved'],
  },
  {
    says: 'The call reserves the cost and returns immediately.',
    rules: ['credits.reserve', 'service.asynchronous'],
  },
  {
    says: 'Error responses listed: `400`, `401`, `402`, `429`, each with the Error envelope.',
    rules: ['create.refusal.listed-status', 'error.envelope', 'errors.invalid-request', 'limits.rate.status'],
  },
  {
    says: 'Behaviour when the same Idempotency-Key is sent again: not shown.',
    rules: ['idempotency.replay', 'idempotency.mismatch'],
  },
  {
    says: 'getVideo, path parameter `id`: string, uuid.',
    rules: ['get.malformed', 'get.answer.record'],
  },
  {
    says: 'Response `200`: VideoGeneration with the current state.',
    rules: ['get.answer.status', 'get.answer.record', 'errors.failed-generation'],
  },
  {
    says: 'Poll with exponential backoff beginning at 2 seconds until `completed` or `failed`.',
    rules: ['get.backoff'],
  },
  {
    says: 'Error responses listed: `404` with the Error envelope. (getVideo)',
    rules: ['get.unknown', 'get.malformed', 'get.foreign', 'error.envelope'],
  },
  {
    says: 'downloadVideo, path parameter `id`: string, uuid. Valid for a completed generation.',
    rules: ['content.not-completed', 'content.failed', 'content.malformed', 'content.answer.status'],
  },
  {
    says: 'Optional request header `Range` (string, byte range form `bytes=<start>-<end>`); byte ranges are supported for playback and resumed downloads.',
    rules: ['content.range.status', 'content.range.bytes', 'content.range.resume'],
  },
  {
    says: 'Response `200`: body is an MP4 video (`video/mp4`).',
    rules: ['content.answer.status', 'content.answer.type', 'content.answer.video'],
  },
  {
    says: 'Response `206`: partial MP4 content for a range request.',
    rules: ['content.range.status', 'content.range.type', 'content.range.bytes'],
  },
  {
    says: 'Error responses listed: `404` with the Error envelope. (downloadVideo)',
    rules: ['content.unknown', 'content.malformed', 'content.foreign', 'error.envelope'],
  },
  { says: 'The same bearer key is required.', rules: ['record.output.same-key', 'content.foreign'] },
];
