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

const isSuccess = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;
const isRejection = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500;
const isKeyed = ({ request }: Exchange): boolean => header(request, 'idempotency-key') !== undefined;
const typeOf = ({ request }: Exchange): string | undefined => header(request, 'content-type');
const isDenial = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403;
const textOf = ({ response }: Exchange): string => response?.body.text ?? '';

function recordIn({ response }: Exchange): Record<string, unknown> | undefined {
  const json = response === undefined ? undefined : jsonOf(response);
  return isObject(json) ? json : undefined;
}

function statusIn(exchange: Exchange): string | undefined {
  const status = recordIn(exchange)?.['status'];
  return typeof status === 'string' ? status : undefined;
}

/** Returns whether a successful response does not contain a record. */
const isUnreadable = (exchange: Exchange): boolean =>
  isSuccess(exchange) && typeof recordIn(exchange)?.['id'] !== 'string';
const tagOf = ({ response }: Exchange): string | undefined => response && header(response, 'etag');

const LONGEST_PROMPT = LIMITS.prompt.max;

function hasManyBytes({ request }: Exchange): boolean {
  const { prompt } = parsed(request.body);
  return typeof prompt === 'string' && Buffer.byteLength(prompt) > LONGEST_PROMPT;
}

const LISTS = {
  subject_to_image_ids: 'image_urls',
  subject_to_video_ids: 'source_video_ids',
  subject_to_audio_ids: 'audio_urls',
} as const;

function hasIndexBeyond({ request }: Exchange): boolean {
  const body = parsed(request.body);
  return Object.entries(LISTS).some(([map, list]) => {
    const [maps, things] = [body[map], body[list]];
    if (!isObject(maps)) return false;
    const length = Array.isArray(things) ? things.length : 0;
    return Object.values(maps).some(
      (indexes) => Array.isArray(indexes) && indexes.some((index) => typeof index === 'number' && index >= length),
    );
  });
}

function parsed(text = ''): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isUnreadableClip = ({ response }: Exchange): boolean =>
  response?.status === 200 && response.body.clip?.readable === false;

function isOfSameClip({ request }: Exchange, cause: Exchange): boolean {
  return request.url === cause.request.url;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\//;

function lengthOfPart({ response }: Exchange): number | undefined {
  const [, first, last] = CONTENT_RANGE.exec((response && header(response, 'content-range')) ?? '') ?? [];
  return first === undefined || last === undefined ? response?.body.size : Number(last) - Number(first) + 1;
}

/** The causes by their checks. */
type Causes = Readonly<Record<string, Omit<Foundation, 'check'>>>;

const PROTOCOL: Causes = {
  'http.json.bom': {
    fix: 'Send JSON without a byte order mark.',
    explains: (exchange) => textOf(exchange).startsWith('\uFEFF'),
  },
  'http.head.no-body': {
    fix: 'Respond to HEAD without a body, even for errors.',
    explains: ({ request }) => request.method === 'HEAD',
  },
  'limits.rate.status': {
    fix: 'Return 429 if a client sends requests too fast.',
  },
  'content.if-none-match.empty': {
    fix: 'Send a 304 without a body.',
    explains: ({ response }) => response?.status === 304 && response.body.size > 0,
  },
  'error.success-status': {
    fix: 'Return errors with a status of 400 or higher.',
    explains: (exchange) => isSuccess(exchange) && errorCodeIn(exchange) !== undefined,
  },
};

const CREATES: Causes = {
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
};

const RECORDS: Causes = {
  'versioning.path.base': {
    fix: 'Serve `GET /v1/videos/{id}` under the base URL.',
    shows: (exchange) => errorCodeIn(exchange) !== 'video_not_found' || operationOf(exchange) === 'get',
  },
  'record.cost-usd': {
    fix: 'Write `cost_usd` as a JSON number.',
    shows: (exchange) => recordIn(exchange) === undefined && /"cost_usd"\s*:\s*-?(NaN|Inf)/.test(textOf(exchange)),
    explains: (exchange, cause) => operationOf(exchange) === operationOf(cause) && isUnreadable(exchange),
  },
  'record.id': {
    fix: 'Return one JSON object with an `id` for each create request.',
    shows: (exchange) => operationOf(exchange) === 'create',
    explains: (exchange) => operationOf(exchange) === 'create' && isUnreadable(exchange),
  },
  'service.one-clip': { fix: 'Make a separate generation for each create request.' },
  'get.unknown': {
    fix: 'Return 404 for an id that does not exist.',
    explains: (exchange) =>
      operationOf(exchange) === 'get' && exchange.response?.status === 200 && recordIn(exchange) === undefined,
  },
  'events.polling-suffices': {
    fix: 'Return the whole record in the response to each poll.',
    shows: (exchange) => operationOf(exchange) === 'get' && statusIn(exchange) === undefined,
    explains: (exchange) => operationOf(exchange) === 'get' && isSuccess(exchange) && statusIn(exchange) === undefined,
  },
  'record.status': {
    fix: `Write \`status\` as ${STATUSES.join(', ')}.`,
    explains: (exchange) => isSuccess(exchange) && !STATUSES.some((status) => status === statusIn(exchange)),
  },
  'get.answer.record': { fix: 'Return 200 for get requests as soon as the create request has returned.' },
  'state.to-failed': { fix: 'Show the status `failed` for a failed generation.' },
};

const DOWNLOADS: Causes = {
  'authentication.bearer': {
    fix: 'Accept `Authorization: Bearer <key>` for every operation.',
    shows: isDenial,
  },
  'record.output.same-key': {
    fix: 'Accept downloads of a clip with the key that made the clip.',
    shows: isDenial,
  },
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
    shows: (_, all) => all.some((other) => operationOf(other) === 'content' && isSuccess(other)),
  },
  'service.poll-to-the-end': { fix: 'Serve the clip of each completed generation.' },
  'content.answer.status': { fix: 'Return 200 for a download.' },
  'content.answer.length': {
    fix: 'Send as many bytes as Content-Length states.',
    explains: (exchange) => operationOf(exchange) === 'content' && exchange.response?.complete !== true,
  },
  'content.answer.video': {
    fix: 'Serve a readable MP4 file.',
    explains: (exchange, cause) =>
      operationOf(exchange) === 'content' &&
      isSuccess(exchange) &&
      (isUnreadableClip(exchange) || isOfSameClip(exchange, cause)),
  },
};

/** The keys whose clips the run downloads as their owner. */
const OWNERS: ReadonlySet<string | undefined> = new Set(['primary', 'once', 'watched', 'second', 'revoked']);

const ACCESS: Causes = {
  'authentication.content.invalid': {
    fix: 'Check the API key of each download.',
    explains: (exchange) => operationOf(exchange) === 'content' && !OWNERS.has(exchange.key),
  },
  'content.foreign': {
    fix: 'Check the owner of a clip before serving it.',
    explains: (exchange) => operationOf(exchange) === 'content' && !OWNERS.has(exchange.key),
  },
  'create.subject-to-image-ids.index.beyond': {
    fix: 'Compare each index in a subject map with the length of the right list.',
    explains: (exchange) => isAcceptedCreate(exchange) && hasIndexBeyond(exchange),
  },
  'credits.refund.once': {
    fix: 'Refund a failed generation only once.',
    explains: (exchange) =>
      isSuccess(exchange) &&
      (exchange.beyond === true || (operationOf(exchange) === 'create' && exchange.key === 'once')),
  },
};

const PARTS: Causes = {
  'content.etag.same-bytes': {
    fix: 'Change the ETag when the bytes of the clip change, or always send the same bytes.',
    explains: (exchange, cause) => exchange.response?.status === 206 && tagOf(exchange) === tagOf(cause),
  },
  'content.range.no-multipart': {
    fix: 'Return a single part for a single range.',
    explains: ({ response }) =>
      response?.status === 206 && /^multipart\//i.test(header(response, 'content-type') ?? ''),
  },
  'content.range.length': {
    fix: 'Send as many bytes as Content-Range states.',
    explains: (exchange) => exchange.response?.status === 206 && exchange.response.body.size !== lengthOfPart(exchange),
  },
};

export const FOUNDATIONS: readonly Foundation[] = Object.entries({
  ...PROTOCOL,
  ...CREATES,
  ...RECORDS,
  ...DOWNLOADS,
  ...PARTS,
  ...ACCESS,
}).map(([check, cause]) => ({ check, ...cause }));
