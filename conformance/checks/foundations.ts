/**
 * The checks that other checks depend on, in the order in which a report names them as causes: protocol, creates,
 * records, states, downloads, parts.
 */

import { STATUSES } from '../../contract/generation.ts';
import { header } from '../client/exchange.ts';
import type { Foundation } from '../engine/findings.ts';
import { errorCodeIn, hasSameWrongAnswer, isAcceptedCreate, operationOf } from '../engine/operation.ts';
import {
  hasIndexBeyond,
  hasManyBytes,
  isDenial,
  isKeyed,
  isOfSameClip,
  isRejection,
  isSuccess,
  isUnreadable,
  isUnreadableClip,
  lengthOfPart,
  recordIn,
  statusIn,
  tagOf,
  textOf,
  typeOf,
} from './lib/symptoms.ts';

const PROTOCOL: readonly Foundation[] = [
  {
    check: 'http.json.bom',
    fix: 'Send JSON without a byte order mark.',
    explains: (exchange) => textOf(exchange).startsWith('\uFEFF'),
  },
  {
    check: 'http.head.no-body',
    fix: 'Respond to HEAD without a body, even for errors.',
    explains: ({ request }) => request.method === 'HEAD',
  },
  {
    check: 'limits.rate.status',
    fix: 'Return 429 if a client sends requests too fast.',
  },
  {
    check: 'content.if-none-match.empty',
    fix: 'Send a 304 without a body.',
    explains: ({ response }) => response?.status === 304 && response.body.size > 0,
  },
  {
    check: 'error.success-status',
    fix: 'Return errors with a status of 400 or higher.',
    explains: (exchange) => isSuccess(exchange) && errorCodeIn(exchange) !== undefined,
  },
];

const CREATES: readonly Foundation[] = [
  {
    check: 'create.content-type',
    fix: 'Accept create requests with `Content-Type: application/json`.',
    shows: (exchange, all) =>
      isRejection(exchange) &&
      all.some(isAcceptedCreate) &&
      !all.some((other) => isAcceptedCreate(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => typeOf(exchange) === typeOf(cause) && hasSameWrongAnswer(exchange, cause),
  },
  {
    check: 'create.idempotency-key.optional',
    fix: 'Accept create requests without an Idempotency-Key.',
    shows: (exchange, all) => isRejection(exchange) && all.some((other) => isAcceptedCreate(other) && isKeyed(other)),
    explains: (exchange, cause) => !isKeyed(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  {
    check: 'create.idempotency-key.short',
    fix: 'Accept every Idempotency-Key of 1 to 128 characters.',
    shows: (exchange, all) =>
      isRejection(exchange) &&
      all.some((other) => isAcceptedCreate(other) && !isKeyed(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => isKeyed(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  {
    check: 'create.prompt.character.two-bytes',
    fix: 'Count the characters of a prompt, not its bytes.',
    shows: (exchange, all) =>
      all.some((other) => isAcceptedCreate(other) && !hasManyBytes(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => hasManyBytes(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  { check: 'create.answer.status', fix: 'Return 202 and the record for a valid create request.' },
];

const RECORDS: readonly Foundation[] = [
  {
    check: 'versioning.path.base',
    fix: 'Serve `GET /v1/videos/{id}` under the base URL.',
    shows: (exchange) => errorCodeIn(exchange) !== 'video_not_found' || operationOf(exchange) === 'get',
  },
  {
    check: 'record.cost-usd',
    fix: 'Write `cost_usd` as a JSON number.',
    shows: (exchange) => recordIn(exchange) === undefined && /"cost_usd"\s*:\s*-?(NaN|Inf)/.test(textOf(exchange)),
    explains: (exchange, cause) => operationOf(exchange) === operationOf(cause) && isUnreadable(exchange),
  },
  {
    check: 'record.id',
    fix: 'Return one JSON object with an `id` for each create request.',
    shows: (exchange) => operationOf(exchange) === 'create',
    explains: (exchange) => operationOf(exchange) === 'create' && isUnreadable(exchange),
  },
  { check: 'service.one-clip', fix: 'Make a separate generation for each create request.' },
  {
    check: 'get.unknown',
    fix: 'Return 404 for an id that does not exist.',
    explains: (exchange) =>
      operationOf(exchange) === 'get' && exchange.response?.status === 200 && recordIn(exchange) === undefined,
  },
  {
    check: 'events.polling-suffices',
    fix: 'Return the whole record in the response to each poll.',
    shows: (exchange) => operationOf(exchange) === 'get' && statusIn(exchange) === undefined,
    explains: (exchange) => operationOf(exchange) === 'get' && isSuccess(exchange) && statusIn(exchange) === undefined,
  },
  {
    check: 'record.status',
    fix: `Write \`status\` as ${STATUSES.join(', ')}.`,
    explains: (exchange) => isSuccess(exchange) && !STATUSES.some((status) => status === statusIn(exchange)),
  },
  { check: 'get.answer.record', fix: 'Return 200 for get requests as soon as the create request has returned.' },
  { check: 'state.to-failed', fix: 'Show the status `failed` for a failed generation.' },
];

const DOWNLOADS: readonly Foundation[] = [
  {
    check: 'authentication.bearer',
    fix: 'Accept `Authorization: Bearer <key>` for every operation.',
    shows: isDenial,
  },
  {
    check: 'record.output.same-key',
    fix: 'Accept downloads of a clip with the key that made the clip.',
    shows: isDenial,
  },
  {
    check: 'versioning.path',
    fix: 'Serve all operations under /v1.',
    shows: (exchange) => /^(not_found|route_not_found)?$/.test(errorCodeIn(exchange) ?? ''),
  },
  {
    check: 'state.download-with-completion',
    fix: 'Show `completed` only when the clip can be downloaded.',
    shows: ({ request, n }, all) =>
      all.some((other) => other.n > n && other.request.url === request.url && isSuccess(other)),
  },
  {
    check: 'state.terminal.content',
    fix: 'Keep the clip of a completed generation.',
    shows: (_, all) => all.some((other) => operationOf(other) === 'content' && isSuccess(other)),
  },
  { check: 'service.poll-to-the-end', fix: 'Serve the clip of each completed generation.' },
  { check: 'content.answer.status', fix: 'Return 200 for a download.' },
  {
    check: 'content.answer.length',
    fix: 'Send as many bytes as Content-Length states.',
    explains: (exchange) => operationOf(exchange) === 'content' && exchange.response?.complete !== true,
  },
  {
    check: 'content.answer.video',
    fix: 'Serve a readable MP4 file.',
    explains: (exchange, cause) =>
      operationOf(exchange) === 'content' &&
      isSuccess(exchange) &&
      (isUnreadableClip(exchange) || isOfSameClip(exchange, cause)),
  },
];

/** The keys whose clips the run downloads as their owner. */
const OWNERS: ReadonlySet<string | undefined> = new Set(['primary', 'once', 'watched', 'second', 'revoked']);

const ACCESS: readonly Foundation[] = [
  {
    check: 'authentication.content.invalid',
    fix: 'Check the API key of each download.',
    explains: (exchange) => operationOf(exchange) === 'content' && !OWNERS.has(exchange.key),
  },
  {
    check: 'content.foreign',
    fix: 'Check the owner of a clip before serving it.',
    explains: (exchange) => operationOf(exchange) === 'content' && !OWNERS.has(exchange.key),
  },
  {
    check: 'create.subject-to-image-ids.index.beyond',
    fix: 'Compare each index in a subject map with the length of the right list.',
    explains: (exchange) => isAcceptedCreate(exchange) && hasIndexBeyond(exchange),
  },
  {
    check: 'credits.refund.once',
    fix: 'Refund a failed generation only once.',
    explains: (exchange) =>
      isSuccess(exchange) &&
      (exchange.beyond === true || (operationOf(exchange) === 'create' && exchange.key === 'once')),
  },
];

const PARTS: readonly Foundation[] = [
  {
    check: 'content.etag.same-bytes',
    fix: 'Change the ETag when the bytes of the clip change, or always send the same bytes.',
    explains: (exchange, cause) => exchange.response?.status === 206 && tagOf(exchange) === tagOf(cause),
  },
  {
    check: 'content.range.no-multipart',
    fix: 'Return a single part for a single range.',
    explains: ({ response }) =>
      response?.status === 206 && /^multipart\//i.test(header(response, 'content-type') ?? ''),
  },
  {
    check: 'content.range.length',
    fix: 'Send as many bytes as Content-Range states.',
    explains: (exchange) => exchange.response?.status === 206 && exchange.response.body.size !== lengthOfPart(exchange),
  },
];

export const FOUNDATIONS: readonly Foundation[] = [
  ...PROTOCOL,
  ...CREATES,
  ...RECORDS,
  ...DOWNLOADS,
  ...PARTS,
  ...ACCESS,
];
