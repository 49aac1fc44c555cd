/** The catalog of all error codes. The document names one of them; the others are defaults of the emulator. */

import { CREATE_ERRORS } from './create-errors.ts';
import type { ErrorEntry } from './error-entry.ts';

export const ERRORS = {
  missing_api_key: {
    ...facts(401, 'any', 'status'),
    when: 'The Authorization header is missing, does not use the scheme Bearer, or does not contain a token.',
    message: 'No API key was sent. Send the header "Authorization: Bearer <API key>".',
  },
  invalid_api_key: {
    ...facts(401, 'any', 'status'),
    when: 'The key is unknown or revoked, or the settings in the key are misspelled.',
    message: 'The API key is unknown or revoked. Send a key that was issued to you.',
  },
  ...CREATE_ERRORS,
  rate_limited: {
    ...facts(429, 'any', 'status'),
    when: 'The account sent more requests than its rate limit allows. Retry-After contains the time to wait.',
    message: 'Too many requests. Wait as long as Retry-After says, then retry.',
  },
  video_not_found: {
    ...facts(404, ['get', 'content'], 'status'),
    when: 'The id is unknown, belongs to another account, or is not a UUID. All of these ids get the same response.',
    message: 'No generation with this id exists in this account.',
  },
  content_not_ready: {
    ...facts(404, ['content'], 'status'),
    when: 'The generation is pending or running.',
    message: 'The generation is not completed yet. Poll the generation until its status is completed.',
  },
  content_unavailable: {
    ...facts(404, ['content'], 'status'),
    when: 'The generation failed, so it has no content.',
    message: 'The generation failed, so it has no content. The `error` in its record gives the reason.',
  },
  content_expired: {
    ...facts(404, ['content'], 'status'),
    when: 'A failure scenario made the content expire.',
    message: 'The content of this generation has expired.',
  },
  precondition_failed: {
    ...facts(412, ['content'], 'protocol'),
    when: 'If-Match does not contain the ETag of the clip, or If-Unmodified-Since is too early.',
    message: 'The clip does not match the precondition of this request.',
  },
  range_not_satisfiable: {
    ...facts(416, ['content'], 'protocol'),
    when: 'The range starts at or beyond the end of the clip. Content-Range contains the size of the clip.',
    message: 'The range starts beyond the end of the clip. Content-Range contains the size of the clip.',
  },
  unknown_scenario: {
    ...facts(400, 'any', 'default'),
    when: 'A marker in the prompt or the header x-standin-scenario names a failure scenario that does not exist.',
    message: 'No failure scenario has this name. The command `standin scenarios` lists the valid names.',
  },
  method_not_allowed: {
    ...facts(405, 'any', 'protocol'),
    when: 'The path does not support this method. The Allow header lists the supported methods.',
    message: 'This path does not support this method. The Allow header lists the supported methods.',
  },
  not_found: {
    ...facts(404, 'any', 'protocol'),
    when: 'The API does not have this path.',
    message: 'No such path. The API has POST /v1/videos, GET /v1/videos/{id} and GET /v1/videos/{id}/content.',
  },
  bad_request: {
    ...facts(400, 'any', 'protocol'),
    when: 'The message is not valid HTTP, lacks a Host header, or names a host that the server does not accept.',
    message: 'The request is not valid HTTP/1.1.',
  },
  headers_too_large: {
    ...facts(400, 'any', 'protocol'),
    ietfStatus: 431,
    when: 'The header section is over 16 KiB.',
    message: 'The headers are over 16 KiB. Send fewer or shorter ones.',
  },
  request_timeout: {
    ...facts(400, 'any', 'protocol'),
    ietfStatus: 408,
    when: 'The headers or the body did not arrive within the timeout.',
    message: 'The request did not arrive within the timeout. Send the request again without pauses.',
  },
  internal_error: {
    ...facts(500, 'any', 'protocol'),
    when: 'The server failed. The response does not contain internal details.',
    message: 'The server failed. Quote the request_id when you ask for help.',
  },
  service_unavailable: {
    ...facts(503, 'any', 'status'),
    when: 'The server is overloaded, full, or unable to work. Retry-After contains the time to wait.',
    message: 'The service cannot answer now. Wait as long as Retry-After says, then retry.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** The codes whose status the API document or HTTP promises. The status of other codes is open. */
export const PROMISED_STATUS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'missing_api_key',
  'invalid_api_key',
  'insufficient_credits',
  'rate_limited',
  'concurrency_limited',
  'video_not_found',
  'service_unavailable',
  'precondition_failed',
  'range_not_satisfiable',
]);

/** Reports whether the catalog contains a code. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

type Facts = Pick<ErrorEntry, 'on' | 'documented'>;

/** Returns the facts of an entry without its texts. */
function facts<const Status extends number>(status: Status, on: Facts['on'], documented: Facts['documented']) {
  return { status, on, documented };
}
