/** The sentences of the API document by part, in the document's order. */

import { requirementById, type RequirementId } from './requirements/requirements.ts';

/** A sentence of the document. A table row is one sentence, with its cells on one line. */
export interface Sentence {
  readonly says: string;
  readonly rules: readonly RequirementId[];
  /** The reason why the sentence contains no requirement: it introduces, explains or repeats other sentences. */
  readonly reason?: string;
}

/** Each sentence with the ids of its requirements, separated by commas. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string | { readonly reason: string }>>>> = {
  'What the service does': {
    'This document covers the whole service: a JSON-over-HTTPS interface for submitting a video generation request, polling its status, and downloading the finished MP4.':
      'service.json, service.https, content.answer.video',
    'It has nine parts, in the order: what the service does, resources, states, endpoints, authentication, events, errors, limits, versioning.':
      { reason: 'It says how the document is divided.' },
    'The service generates one video clip per request from a single model, identified by the value `videomodel-2.5`.':
      'service.one-clip, service.one-model',
    'Generation is asynchronous.': 'service.asynchronous',
    '`POST {base_url}/v1/videos` answers at once with a generation record.': 'service.asynchronous',
    'The client then polls `GET {base_url}/v1/videos/{id}` until the status is `completed` or `failed`, and downloads the result from the output URL.':
      'service.poll-to-the-end, get.answer.status, state.download-with-completion',
    'Workflows, chosen by `mode` and the fields supplied:': 'service.workflow-choice',
    'Text to video: from a prompt alone.': 'workflow.text.accepted',
    'Image to video: animate one image.': 'workflow.image.accepted',
    'First and last frame: image-to-video with exactly two images, the first being the start frame and the second the final frame.':
      'workflow.frames.accepted, workflow.frames.order',
    'Reference to video: combine images, audio files and earlier completed videos as references, named with @handles in the prompt.':
      'workflow.reference.accepted, create.prompt.handles',
    'Edit or extend: use earlier completed videos from the same account as source material (`reference_video_operation` = `edit` or `extend`).':
      'workflow.edit.accepted, workflow.extend.accepted, create.source-video-ids.owned',
    'Output is 4 to 30 seconds at 24 frames per second, optionally with synchronized generated audio (dialogue, ambience, sound effects).':
      'content.duration.bounds, content.frame-rate, content.audio.synchronized, content.audio.kinds',
    'Results are nondeterministic.': 'service.nondeterministic',
    'Creating a generation reserves credits in the displayed cost.': 'credits.reserve',
    'A generation that ends as `failed` has its reservation refunded automatically.':
      'credits.refund, credits.refund.once',
    'Video references are accepted only as IDs of completed generations owned by the same account, so that durations and ownership are verified by the service and input plus output seconds are billed exactly.':
      'create.source-video-ids.type, create.source-video-ids.completed, create.source-video-ids.owned, create.source-video-ids.seconds, billing.source-seconds',
    'No subscription is required.': 'service.no-subscription',
    'Prices include the service markup.': 'billing.markup',
  },
  'Resources and their fields': {
    'VideoGeneration (response of create and get)': 'create.answer.record, get.answer.record',
    'id: string, uuid; required. Generation identifier.': 'record.id',
    'object: string; required. Constant `video.generation`.': 'record.object',
    'model: string; required. Constant `videomodel-2.5`.': 'record.model',
    'status: string enum; required. `pending`, `running`, `completed`, `failed`.': 'record.status',
    'cost_usd: number; required. Cost in US dollars (the reserved, displayed cost).':
      'record.cost-usd, record.cost-usd.reserved',
    'output: object; not required. Present when completed. Contains `url` (string): a relative URL of the form `/v1/videos/<id>/content`, authenticated with the same bearer key.':
      'record.output.when-completed, record.output.not-otherwise, record.output.url, record.output.same-key',
    'error: ErrorBody; not required. Present when the generation failed.':
      'record.error.when-failed, record.error.not-otherwise',
    'Error (envelope of every error response)': 'error.envelope',
    'error: ErrorBody; required.': 'error.envelope',
    'code: string; required. Machine-readable code.': 'error.code',
    'message: string; required. Human-readable text.': 'error.message',
    'request_id: string, uuid; not required. To be quoted when contacting support.':
      'error.request-id, error.request-id.quote',
    'SubjectMap (used by the three subject_to_* request fields)': {
      reason: 'It says where the map is used; the rows of the three fields say it again.',
    },
    'An object whose keys are handle names and whose values are arrays.': 'subject-map.object',
    'Key pattern: `^[A-Za-z][A-Za-z0-9_]{0,63}$` (no leading @; the prompt refers to it as @handle).':
      'subject-map.handle, create.prompt.handles',
    'Value: array of integers, each >= 0 (zero-based index into the corresponding reference array), 1 to 30 items.':
      'subject-map.index.integer, subject-map.index.minimum, subject-map.indexes.count',
    'CreateVideoRequest (body of create)': 'create.body.json',
    'Unknown fields are rejected (no additional properties).': 'create.unknown-fields',
    'All array indexes are zero-based.':
      'subject-map.index.minimum, create.subject-to-image-ids.index, create.subject-to-video-ids.index, create.subject-to-audio-ids.index',
    'model: string; required. Must be exactly `videomodel-2.5`.': 'create.model.required, create.model.constant',
    'prompt: string; required. 1 to 15000 characters. Describes subject, action, environment, camera, sound; may contain @handles.':
      'create.prompt.required, create.prompt.type, create.prompt.length, create.prompt.content, create.prompt.handles',
    'mode: enum; not required, default `text-to-video`. `text-to-video`, `image-to-video`, `reference-to-video`.':
      'create.mode.values, create.mode.default',
    'duration_seconds: integer; required. 4 to 30.':
      'create.duration-seconds.required, create.duration-seconds.integer, create.duration-seconds.range, content.duration.requested',
    'For edit the output length equals the first source video even though the field is still required; for extend the output uses this value.':
      'content.duration.edit, create.duration-seconds.required, content.duration.requested',
    'resolution: enum; not required, default `720p`. `480p`, `720p`, `1080p`.':
      'create.resolution.values, create.resolution.default, content.resolution',
    'aspect_ratio: enum; not required, default `16:9`. `adaptive`, `21:9`, `16:9`, `9:16`, `1:1`, `4:3`, `3:4`.':
      'create.aspect-ratio.values, create.aspect-ratio.default, content.aspect-ratio',
    'audio: boolean; not required, default `true`. Generate synchronized audio.':
      'create.audio.type, create.audio.default, content.audio.on, content.audio.off',
    'image_urls: array of string (uri, must start with https://); by mode, default empty. Max 30 items. 1 to 2 for image-to-video; up to 30 for reference-to-video.':
      'create.image-urls.type, create.image-urls.https, create.image-urls.default, create.image-urls.count, workflow.image.count',
    'audio_urls: array of string (uri, must start with https://); by mode, default empty. Max 10 items. Public HTTPS MP3 or WAV; reference mode only.':
      'create.audio-urls.type, create.audio-urls.https, create.audio-urls.default, create.audio-urls.count, create.audio-urls.reference-mode, files.audio.public, files.audio.type',
    'source_video_ids: array of string (uuid); by mode, default empty. Max 10 items. Completed generations owned by the same account; 30 input seconds combined.':
      'create.source-video-ids.type, create.source-video-ids.default, create.source-video-ids.count, create.source-video-ids.completed, create.source-video-ids.owned, create.source-video-ids.seconds',
    'reference_video_operation: enum; not required, no default. `reference`, `edit`, `extend`. Requires source_video_ids.':
      'create.reference-video-operation.values, create.reference-video-operation.optional, create.reference-video-operation.needs-sources',
    'subject_to_image_ids: SubjectMap; not required, no default. Reference mode only. Indexes into image_urls.':
      'create.subject-to-image-ids.optional, create.subject-to-image-ids.reference-mode, create.subject-to-image-ids.index',
    'subject_to_video_ids: SubjectMap; not required, no default. Reference mode only. Indexes into source_video_ids.':
      'create.subject-to-video-ids.optional, create.subject-to-video-ids.reference-mode, create.subject-to-video-ids.index',
    'subject_to_audio_ids: SubjectMap; not required, no default. Reference mode only. Indexes into audio_urls.':
      'create.subject-to-audio-ids.optional, create.subject-to-audio-ids.reference-mode, create.subject-to-audio-ids.index',
    'Text to video: mode text-to-video; model, prompt, duration_seconds.': 'workflow.text.accepted',
    'Use a fixed (non-adaptive) aspect ratio.': 'workflow.text.fixed-ratio',
    'All reference arrays must be empty.': 'workflow.text.no-images, workflow.text.no-audio, workflow.text.no-sources',
    'Image to video: mode image-to-video; model, prompt, duration_seconds, 1 to 2 image_urls.':
      'workflow.image.accepted, workflow.image.count',
    'aspect_ratio must be `adaptive`.': 'workflow.image.adaptive',
    'A second image, when present, is the final frame.': 'workflow.frames.order',
    'First and last frame: mode image-to-video; exactly 2 image_urls in start, end order, plus prompt and duration_seconds. Adaptive framing.':
      'workflow.frames.accepted, workflow.frames.order, workflow.image.adaptive',
    'Reference to video: mode reference-to-video; model, prompt, duration_seconds, and at least one image, audio file or completed source video.':
      'workflow.reference.accepted, workflow.reference.some',
    'At most 50 references combined across all arrays.': 'workflow.reference.combined',
    'Edit or extend: mode reference-to-video; source_video_ids and reference_video_operation set to `edit` or `extend`.':
      'workflow.edit.accepted, workflow.extend.accepted, workflow.operation.mode',
    'Adaptive framing required.': 'workflow.edit.adaptive, workflow.extend.adaptive',
  },
  'States and transitions': {
    'States of `status`: `pending`, `running`, `completed`, `failed`.': 'record.status',
    'The terminal states are `completed` and `failed`.': 'state.terminal',
    'From (none), POST /v1/videos accepted: request valid, credits sufficient; to pending. Cost is reserved; response is 202 with the record.':
      'state.initial, state.accepted-if, state.refused-create, credits.reserve, create.answer.status, create.answer.record',
    'From pending, processing starts: progress observed by polling; to running.':
      'state.pending-to-running, state.no-way-back',
    'From running, processing finishes: result is available; to completed. `output.url` becomes available.':
      'state.running-to-completed, state.no-way-back, state.download-with-completion, record.output.when-completed, record.output.not-otherwise',
    'From any non-terminal state, generation fails: observed on a poll; to failed. The reservation is refunded automatically; `error` is carried in the record.':
      'state.to-failed, state.refund-with-failure, credits.refund, record.error.when-failed',
    'Each poll checks the underlying task directly, and the status shown, including the refund on failure, results from that check.':
      'state.poll-asks, state.refund-with-failure, get.answer.record',
    'Which exact states can move to `failed`: not shown.': 'state.failed-from',
  },
  Endpoints: {
    'Base address: `{base_url}`. All endpoints require the bearer credential (see Authentication).':
      'authentication.bearer, authentication.create.missing, authentication.get.missing, authentication.content.missing, get.foreign, content.foreign',
    'createVideo, request headers: `Authorization: Bearer <API_KEY>`, `Content-Type: application/json`, optional `Idempotency-Key` (string, at most 128 characters).':
      'authentication.bearer, create.content-type, create.idempotency-key.optional, create.idempotency-key.accepted, create.idempotency-key.length',
    'Request body: CreateVideoRequest (JSON).': 'create.body.json',
    'Success: `202` with a VideoGeneration (initial status `pending`, `cost_usd` carries the reserved cost).':
      'create.answer.status, create.answer.record, state.initial, record.cost-usd.reserved',
    'The call reserves the cost and returns immediately.': 'credits.reserve, service.asynchronous',
    'Error responses listed: `400`, `401`, `402`, `429`, each with the Error envelope.':
      'create.refusal.listed-status, error.envelope, errors.invalid-request, limits.rate.status',
    'Behaviour when the same Idempotency-Key is sent again: not shown.': 'idempotency.replay, idempotency.mismatch',
    'getVideo, path parameter `id`: string, uuid.': 'get.malformed, get.answer.record',
    'Response `200`: VideoGeneration with the current state.':
      'get.answer.status, get.answer.record, errors.failed-generation',
    'Poll with exponential backoff beginning at 2 seconds until `completed` or `failed`.': 'get.backoff',
    'Error responses listed: `404` with the Error envelope. (getVideo)':
      'get.unknown, get.malformed, get.foreign, error.envelope',
    'downloadVideo, path parameter `id`: string, uuid. Valid for a completed generation.':
      'content.not-completed, content.failed, content.malformed, content.answer.status',
    'Optional request header `Range` (string, byte range form `bytes=<start>-<end>`); byte ranges are supported for playback and resumed downloads.':
      'content.range.status, content.range.bytes, content.range.resume',
    'Response `200`: body is an MP4 video (`video/mp4`).':
      'content.answer.status, content.answer.type, content.answer.video',
    'Response `206`: partial MP4 content for a range request.':
      'content.range.status, content.range.type, content.range.bytes',
    'Error responses listed: `404` with the Error envelope. (downloadVideo)':
      'content.unknown, content.malformed, content.foreign, error.envelope',
    'The same bearer key is required.': 'record.output.same-key, content.foreign',
  },
  Authentication: {
    'Scheme: HTTP bearer. Header `Authorization: Bearer <API_KEY>` on every request, including content downloads.':
      'authentication.bearer, authentication.get.missing, authentication.get.invalid, authentication.content.missing, authentication.content.invalid',
    'Keys are created from the account dashboard and are displayed only once.':
      'authentication.key.dashboard, authentication.key.shown-once',
    'Keys must be kept on the server side and never placed in browser code.': 'authentication.key.server-side',
    'A missing or invalid key leads to a `401` (listed for create).':
      'authentication.create.missing, authentication.create.invalid, authentication.read-status',
    'Source videos must belong to the account that owns the key.':
      'create.source-video-ids.owned, get.foreign, content.foreign',
  },
  Events: {
    'Events, callbacks or webhooks: not shown.': 'events.callbacks',
    'Progress is obtained only by polling.': 'events.polling-suffices',
  },
  Errors: {
    'Every error response has the Error envelope: `error.code` (string), `error.message` (string), optional `error.request_id` (uuid).':
      'error.envelope, error.code, error.message, error.request-id',
    'Internal provider details are never exposed.': 'errors.nothing-internal',
    'The insufficient-credit case has code `insufficient_credits`, and status `402` is listed for create.':
      'errors.insufficient-credits.code, errors.insufficient-credits.status',
    'Listed statuses: create `400`, `401`, `402`, `429`; get and download `404`. `503` is named as a retryable status.':
      'create.refusal.listed-status, get.unknown, content.unknown, limits.rate.status',
    'Client rule: retry `429` and `503` with exponential backoff; do not automatically retry other 4xx responses.':
      'errors.retry, errors.no-retry',
    'A failed generation reports its error in the `error` field of the VideoGeneration record.':
      'errors.failed-generation, record.error.when-failed',
    'Error code values other than `insufficient_credits`: not shown.': 'errors.codes, errors.failure-codes',
    'Which validation condition yields which status and code: not shown.':
      'errors.codes, errors.precedence, errors.precedence.fields',
  },
  Limits: {
    'Prompt: 1 to 15000 characters': 'create.prompt.length',
    'Duration: 4 to 30 seconds (integer)':
      'create.duration-seconds.range, create.duration-seconds.integer, content.duration.bounds',
    'Output frame rate: 24 fps': 'content.frame-rate',
    'image_urls: max 30 items; 1 to 2 for image-to-video': 'create.image-urls.count, workflow.image.count',
    'audio_urls: max 10 items': 'create.audio-urls.count',
    'source_video_ids: max 10 items; 30 input seconds combined':
      'create.source-video-ids.count, create.source-video-ids.seconds',
    'References combined (images, audio, source videos): up to 50': 'workflow.reference.combined',
    'Subject map handle name: pattern `^[A-Za-z][A-Za-z0-9_]{0,63}$`; 1 to 30 indexes per handle':
      'subject-map.handle, subject-map.indexes.count',
    'Idempotency-Key: at most 128 characters': 'create.idempotency-key.accepted, create.idempotency-key.length',
    'Images: public HTTPS URL; JPG, PNG or WebP; below 30 MB; 300 to 6000 px per axis; aspect ratio between 2:5 and 5:2.':
      'files.image.public, files.image.type, files.image.size, files.image.pixels, files.image.ratio',
    'Audio: public HTTPS URL; WAV or MP3; 2 to 30 seconds each; up to 30 seconds combined; below 15 MB.':
      'files.audio.public, files.audio.type, files.audio.seconds, files.audio.combined, files.audio.size',
    'Source videos: completed generation IDs of the same account only.':
      'create.source-video-ids.completed, create.source-video-ids.owned',
    'Billing: the cost is reserved at creation.': 'credits.reserve, record.cost-usd.reserved',
    'Source-video workflows bill input seconds plus output seconds.': 'billing.source-seconds',
    'Prices include the service markup. (Billing)': 'billing.markup',
    'Rate limits (the `429` status exists): numeric values not shown.': 'limits.rate.status, limits.rate.values',
    'Per-second price table by resolution and mode: not shown.': 'billing.prices',
  },
  Versioning: {
    'The version appears in the path prefix `/v1`.': 'versioning.path',
    'The machine-readable description of the interface is an OpenAPI 3.1 document with its own version number 1.0.0.':
      'versioning.openapi, versioning.openapi.place',
    'The model is identified by the constant `videomodel-2.5`; requests with any other value are invalid.':
      'service.one-model, create.model.constant, errors.invalid-request',
    'Deprecation and compatibility policy: not shown.': 'versioning.policy',
  },
};

export const SENTENCES: readonly (readonly [part: string, sentences: readonly Sentence[]])[] = Object.entries(
  PARTS,
).map(([part, sentences]) => [part, Object.entries(sentences).map(toSentence)]);

function toSentence([says, found]: [string, string | { readonly reason: string }]): Sentence {
  return typeof found === 'string' ? { says, rules: found.split(', ').map(ruleOf) } : { says, rules: [], ...found };
}

function ruleOf(id: string): RequirementId {
  const requirement = requirementById(id);
  if (requirement === undefined) throw new Error(`A sentence has the unknown requirement ${id}.`);
  return requirement.id;
}
