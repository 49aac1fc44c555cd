/**
 * The checks that other checks depend on, in the order in which a report names them as causes: protocol, creates,
 * records, states, downloads, parts.
 */

import { LIMITS } from '../../contract/limits.ts';
import { type Exchange, header, jsonOf } from '../client/exchange.ts';
import { isObject } from '../engine/evidence.ts';
import { STATUSES } from '../../contract/generation.ts';
import type { Foundation } from '../engine/findings.ts';
import { errorCodeIn, hasSameWrongAnswer, isAcceptedCreate, operationOf } from '../engine/operation.ts';
import { type Fields, indexesIn, referencesOf } from './lib/answers.ts';
import { asFieldsOf } from './lib/bodies.ts';
import { bodyOf } from './lib/control-requests.ts';

type Test = (exchange: Exchange) => boolean;

const isSuccess: Test = ({ response }) => response !== undefined && response.status >= 200 && response.status < 300;
const isRejection: Test = ({ response }) => response !== undefined && response.status >= 400 && response.status < 500;
const isDenial: Test = ({ response }) => response?.status === 401 || response?.status === 403;
const isPart: Test = ({ response }) => response?.status === 206;
const isCreate: Test = (exchange) => operationOf(exchange) === 'create';
const isGet: Test = (exchange) => operationOf(exchange) === 'get';
const isDownload: Test = (exchange) => operationOf(exchange) === 'content';
const isKeyed: Test = ({ request }) => header(request, 'idempotency-key') !== undefined;
const typeOf = ({ request }: Exchange): string | undefined => header(request, 'content-type');
const tagOf = ({ response }: Exchange): string | undefined => response && header(response, 'etag');
const textOf = ({ response }: Exchange): string => response?.body.text ?? '';

function recordIn({ response }: Exchange): Fields | undefined {
  const json = response && jsonOf(response);
  return isObject(json) ? json : undefined;
}

function statusIn(exchange: Exchange): string | undefined {
  const status = recordIn(exchange)?.['status'];
  return typeof status === 'string' ? status : undefined;
}

/** Returns whether a successful response does not contain a record. */
const isUnreadable: Test = (exchange) => isSuccess(exchange) && typeof recordIn(exchange)?.['id'] !== 'string';

const hasManyBytes: Test = (exchange) => {
  const { prompt } = asFieldsOf(bodyOf(exchange));
  return typeof prompt === 'string' && Buffer.byteLength(prompt) > LIMITS.prompt.max;
};

const hasIndexBeyond: Test = (exchange) => {
  const sent = asFieldsOf(bodyOf(exchange));
  return (['image', 'video', 'audio'] as const).some((kind) =>
    indexesIn(sent, kind).some((indexes) => indexes.some((index) => index >= referencesOf(sent, kind))),
  );
};

const isUnreadableClip: Test = ({ response }) => response?.status === 200 && response.body.clip?.readable === false;

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\//;

function lengthOfPart({ response }: Exchange): number | undefined {
  const [, first, last] = CONTENT_RANGE.exec((response && header(response, 'content-range')) ?? '') ?? [];
  return first === undefined || last === undefined ? response?.body.size : Number(last) - Number(first) + 1;
}

/** The keys whose clips the run downloads as their owner. */
const OWNERS: ReadonlySet<string | undefined> = new Set(['primary', 'once', 'watched', 'second', 'revoked']);
/** Returns whether a client that does not own a clip requested the clip. */
const isByOthers: Test = (exchange) => isDownload(exchange) && !OWNERS.has(exchange.key);

/** The causes by their checks. */
const CAUSES: Readonly<Record<string, Omit<Foundation, 'check'>>> = {
  'http.json.bom': {
    fix: 'Send JSON without a byte order mark.',
    explains: (exchange) => textOf(exchange).startsWith('\uFEFF'),
  },
  'http.head.no-body': {
    fix: 'Respond to HEAD without a body, even for errors.',
    explains: ({ request }) => request.method === 'HEAD',
  },
  'limits.rate.status': { fix: 'Return 429 if a client sends requests too fast.' },
  'content.if-none-match.empty': {
    fix: 'Send a 304 without a body.',
    explains: ({ response }) => response?.status === 304 && response.body.size > 0,
  },
  'error.success-status': {
    fix: 'Return errors with a status of 400 or higher.',
    explains: (exchange) => isSuccess(exchange) && errorCodeIn(exchange) !== undefined,
  },
  'create.content-type': {
    fix: 'Accept create requests with `Content-Type: application/json`.',
    shows: (exchange, all) =>
      isRejection(exchange) &&
      all.some(isAcceptedCreate) &&
      !all.some((other) => isAcceptedCreate(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => typeOf(exchange) === typeOf(cause) && hasSameWrongAnswer(exchange, cause),
  },
  'create.idempotency-key.optional': {
    fix: 'Accept create requests without an Idempotency-Key.',
    shows: (exchange, all) => isRejection(exchange) && all.some((other) => isAcceptedCreate(other) && isKeyed(other)),
    explains: (exchange, cause) => !isKeyed(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  'create.idempotency-key.short': {
    fix: 'Accept every Idempotency-Key of 1 to 128 characters.',
    shows: (exchange, all) =>
      isRejection(exchange) &&
      all.some((other) => isAcceptedCreate(other) && !isKeyed(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => isKeyed(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  'create.prompt.character.two-bytes': {
    fix: 'Count the characters of a prompt, not its bytes.',
    shows: (exchange, all) =>
      all.some((other) => isAcceptedCreate(other) && !hasManyBytes(other) && typeOf(other) === typeOf(exchange)),
    explains: (exchange, cause) => hasManyBytes(exchange) && hasSameWrongAnswer(exchange, cause),
  },
  'create.answer.status': { fix: 'Return 202 and the record for a valid create request.' },
  'versioning.path.base': {
    fix: 'Serve `GET /v1/videos/{id}` under the base URL.',
    shows: (exchange) => errorCodeIn(exchange) !== 'video_not_found' || isGet(exchange),
  },
  'record.cost-usd': {
    fix: 'Write `cost_usd` as a JSON number.',
    shows: (exchange) => recordIn(exchange) === undefined && /"cost_usd"\s*:\s*-?(NaN|Inf)/.test(textOf(exchange)),
    explains: (exchange, cause) => operationOf(exchange) === operationOf(cause) && isUnreadable(exchange),
  },
  'record.id': {
    fix: 'Return one JSON object with an `id` for each create request.',
    shows: isCreate,
    explains: (exchange) => isCreate(exchange) && isUnreadable(exchange),
  },
  'service.one-clip': { fix: 'Make a separate generation for each create request.' },
  'get.unknown': {
    fix: 'Return 404 for an id that does not exist.',
    explains: (exchange) => isGet(exchange) && exchange.response?.status === 200 && recordIn(exchange) === undefined,
  },
  'events.polling-suffices': {
    fix: 'Return the whole record in the response to each poll.',
    shows: (exchange) => isGet(exchange) && statusIn(exchange) === undefined,
    explains: (exchange) => isGet(exchange) && isSuccess(exchange) && statusIn(exchange) === undefined,
  },
  'record.status': {
    fix: `Write \`status\` as ${STATUSES.join(', ')}.`,
    explains: (exchange) => isSuccess(exchange) && !STATUSES.some((status) => status === statusIn(exchange)),
  },
  'get.answer.record': { fix: 'Return 200 for get requests as soon as the create request has returned.' },
  'state.to-failed': { fix: 'Show the status `failed` for a failed generation.' },
  'authentication.bearer': { fix: 'Accept `Authorization: Bearer <key>` for every operation.', shows: isDenial },
  'record.output.same-key': { fix: 'Accept downloads of a clip with the key that made the clip.', shows: isDenial },
  'versioning.path': {
    fix: 'Serve all operations under /v1.',
    shows: (exchange) => /^(not_found|route_not_found)?$/.test(errorCodeIn(exchange) ?? ''),
  },
  'state.download-with-completion': {
    fix: 'Show `completed` only when the clip can be downloaded.',
    shows: ({ request, n }, all) =>
      all.some((other) => other.n > n && other.request.url === request.url && isSuccess(other)),
  },
  'state.terminal.content': {
    fix: 'Keep the clip of a completed generation.',
    shows: (_, all) => all.some((other) => isDownload(other) && isSuccess(other)),
  },
  'service.poll-to-the-end': { fix: 'Serve the clip of each completed generation.' },
  'content.answer.status': { fix: 'Return 200 for a download.' },
  'content.answer.length': {
    fix: 'Send as many bytes as Content-Length states.',
    explains: (exchange) => isDownload(exchange) && exchange.response?.complete !== true,
  },
  'content.answer.video': {
    fix: 'Serve a readable MP4 file.',
    explains: (exchange, cause) =>
      isDownload(exchange) &&
      isSuccess(exchange) &&
      (isUnreadableClip(exchange) || exchange.request.url === cause.request.url),
  },
  'content.etag.same-bytes': {
    fix: 'Change the ETag when the bytes of the clip change, or always send the same bytes.',
    explains: (exchange, cause) => isPart(exchange) && tagOf(exchange) === tagOf(cause),
  },
  'content.range.no-multipart': {
    fix: 'Return a single part for a single range.',
    explains: ({ response }) =>
      response?.status === 206 && /^multipart\//i.test(header(response, 'content-type') ?? ''),
  },
  'content.range.length': {
    fix: 'Send as many bytes as Content-Range states.',
    explains: (exchange) => isPart(exchange) && exchange.response?.body.size !== lengthOfPart(exchange),
  },
  'authentication.content.invalid': { fix: 'Check the API key of each download.', explains: isByOthers },
  'content.foreign': { fix: 'Check the owner of a clip before serving it.', explains: isByOthers },
  'create.subject-to-image-ids.index.beyond': {
    fix: 'Compare each index in a subject map with the length of the right list.',
    explains: (exchange) => isAcceptedCreate(exchange) && hasIndexBeyond(exchange),
  },
  'credits.refund.once': {
    fix: 'Refund a failed generation only once.',
    explains: (exchange) =>
      isSuccess(exchange) && (exchange.beyond === true || (isCreate(exchange) && exchange.key === 'once')),
  },
};

export const FOUNDATIONS: readonly Foundation[] = Object.entries(CAUSES).map(([check, cause]) => ({ check, ...cause }));
