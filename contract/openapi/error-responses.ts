/** The error responses of an operation, from the error catalog. */

import type { ErrorEntry, OperationName } from '../error-entry.ts';
import { ERRORS, isErrorCode, type ErrorCode } from '../errors.ts';
import type { ErrorEnvelope } from '../generation.ts';
import type { ApiResponseObject, Example } from './document-types.ts';
import { EXAMPLE_REQUEST_ID } from './examples.ts';
import { headerRefs, type HeaderName } from './headers.ts';
import { schemaRef } from './schemas.ts';

type ErrorStatus = (typeof ERRORS)[ErrorCode]['status'];

/** Returns the error responses by status. `default` has the errors that an operation does not return itself. */
export function errorResponses(operation: OperationName): Record<string, ApiResponseObject> {
  const codes = codesOn(operation);
  const listed = new Set(codes.filter(isOperationError).map(statusOf));
  const byStatus = [...listed]
    .toSorted((a, b) => a - b)
    .map((status): [string, ApiResponseObject] => {
      const examples = codes.filter((code) => statusOf(code) === status).map((code) => errorExample(code));
      return [String(status), errorResponse(ANSWERS[status], examples)];
    });
  const rest = codes.filter((code) => !listed.has(statusOf(code))).map((code) => errorExample(code, statusOf(code)));
  return { ...Object.fromEntries(byStatus), default: errorResponse(ANY_OTHER, [...rest, ...ietfExamples(codes)]) };
}

interface Answer {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
}

const ANSWERS: Record<ErrorStatus, Answer> = {
  400: { description: 'The request is not valid. Nothing was created or charged.' },
  401: { description: 'The API key is missing or not valid.', headers: ['WWW-Authenticate'] },
  402: { description: 'The balance is below the cost. Nothing was created or charged.' },
  404: {
    description:
      'The account has no such generation, or the generation has no content. The error code distinguishes the two cases.',
  },
  405: { description: 'The path does not support this method.', headers: ['Allow'] },
  409: { description: 'Another request with this Idempotency-Key is in progress.' },
  412: { description: 'The clip does not match the precondition.', headers: ['ETag'] },
  413: { description: 'The body is too large.' },
  416: { description: 'The range starts beyond the end of the clip.', headers: ['Accept-Ranges', 'Content-Range'] },
  429: {
    description: 'Too many requests or live generations. Nothing was charged. Retry with exponential backoff.',
    headers: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  },
  500: { description: 'The server failed.' },
  503: {
    description: 'The service cannot answer now. Nothing was charged. Retry with exponential backoff.',
    headers: ['Retry-After'],
  },
};

const ANY_OTHER: Answer = {
  description:
    'Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`.',
  headers: ['Allow'],
};

/** The errors before a request reaches its operation, or outside of the default profile. */
const OUTSIDE_OF_OPERATIONS = new Set<ErrorCode>([
  'not_found',
  'method_not_allowed',
  'idempotency_in_progress',
  'bad_request',
  'headers_too_large',
  'request_timeout',
  'unknown_scenario',
]);

/** Reports whether the operation itself returns a code in the default profile. */
export function isOperationError(code: ErrorCode): boolean {
  return !OUTSIDE_OF_OPERATIONS.has(code);
}

/** Returns every code that a request to the path of an operation can get. */
export function codesOn(operation: OperationName): ErrorCode[] {
  return Object.keys(ERRORS)
    .filter(isErrorCode)
    .filter((code) => {
      const { on }: ErrorEntry = ERRORS[code];
      return on === 'any' || on.includes(operation);
    });
}

function statusOf(code: ErrorCode): ErrorStatus {
  return ERRORS[code].status;
}

function errorResponse({ description, headers }: Answer, examples: readonly [string, Example][]): ApiResponseObject {
  const body = { schema: schemaRef('ErrorEnvelope'), examples: Object.fromEntries(examples) };
  return { description, headers: headerRefs(headers), content: { 'application/json': body } };
}

function ietfExamples(codes: readonly ErrorCode[]): [string, Example][] {
  return codes.flatMap((code) => {
    const { ietfStatus }: ErrorEntry = ERRORS[code];
    return ietfStatus === undefined ? [] : [errorExample(code, ietfStatus, ' in the profile ietf')];
  });
}

function errorExample(code: ErrorCode, status?: number, profile = ''): [string, Example] {
  const { message, when } = ERRORS[code];
  const value: ErrorEnvelope = { error: { code, message, request_id: EXAMPLE_REQUEST_ID } };
  return [code, { summary: status === undefined ? when : `${status}${profile}: ${when}`, value }];
}
