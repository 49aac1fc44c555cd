/** The sentences of the part "Endpoints". */

import type { Sentences } from './sentence.ts';

export const ENDPOINT_SENTENCES: Sentences = {
  'Base address: `{base_url}`. All endpoints require the bearer credential (see Authentication).': [
    'authentication.bearer',
    'authentication.create.missing',
    'authentication.get.missing',
    'authentication.content.missing',
    'get.foreign',
    'content.foreign',
  ],
  'createVideo, request headers: `Authorization: Bearer <API_KEY>`, `Content-Type: application/json`, optional `Idempotency-Key` (string, at most 128 characters).':
    [
      'authentication.bearer',
      'create.content-type',
      'create.idempotency-key.optional',
      'create.idempotency-key.accepted',
      'create.idempotency-key.length',
    ],
  'Request body: CreateVideoRequest (JSON).': ['create.body.json'],
  'Success: `202` with a VideoGeneration (initial status `pending`, `cost_usd` carries the reserved cost).': [
    'create.answer.status',
    'create.answer.record',
    'state.initial',
    'record.cost-usd.reserved',
  ],
  'The call reserves the cost and returns immediately.': ['credits.reserve', 'service.asynchronous'],
  'Error responses listed: `400`, `401`, `402`, `429`, each with the Error envelope.': [
    'create.refusal.listed-status',
    'error.envelope',
    'errors.invalid-request',
    'limits.rate.status',
  ],
  'Behaviour when the same Idempotency-Key is sent again: not shown.': ['idempotency.replay', 'idempotency.mismatch'],
  'getVideo, path parameter `id`: string, uuid.': ['get.malformed', 'get.answer.record'],
  'Response `200`: VideoGeneration with the current state.': [
    'get.answer.status',
    'get.answer.record',
    'errors.failed-generation',
  ],
  'Poll with exponential backoff beginning at 2 seconds until `completed` or `failed`.': ['get.backoff'],
  'Error responses listed: `404` with the Error envelope. (getVideo)': [
    'get.unknown',
    'get.malformed',
    'get.foreign',
    'error.envelope',
  ],
  'downloadVideo, path parameter `id`: string, uuid. Valid for a completed generation.': [
    'content.not-completed',
    'content.failed',
    'content.malformed',
    'content.answer.status',
  ],
  'Optional request header `Range` (string, byte range form `bytes=<start>-<end>`); byte ranges are supported for playback and resumed downloads.':
    ['content.range.status', 'content.range.bytes', 'content.range.resume'],
  'Response `200`: body is an MP4 video (`video/mp4`).': [
    'content.answer.status',
    'content.answer.type',
    'content.answer.video',
  ],
  'Response `206`: partial MP4 content for a range request.': [
    'content.range.status',
    'content.range.type',
    'content.range.bytes',
  ],
  'Error responses listed: `404` with the Error envelope. (downloadVideo)': [
    'content.unknown',
    'content.malformed',
    'content.foreign',
    'error.envelope',
  ],
  'The same bearer key is required.': ['record.output.same-key', 'content.foreign'],
};
