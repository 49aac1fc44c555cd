/** What is kept of a request that was answered: cut to size, and without any key. */

import type { Step, Trace } from '../domain/trace.ts';
import type { EntryEncoder } from './entry-encoder.ts';
import { PREFIX, REDACTED, type Redactor, type RedactorFor } from './redact.ts';
import { hashOf, type CapturedRequest } from './stored-entry.ts';

/** As much of a request as the journal reads. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** Each header by its lower-case name, the values of one that was sent twice joined by a comma. */
  eachHeader(visit: (name: string, value: string) => void): void;
}

/** As much of an answer. A body that is no text is a clip. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | object | null;
}

/** A request with its answer, as the API hands it over. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The error code, when the engine refused. */
  readonly code: string | undefined;
  readonly trace: Trace;
  /** What `Recorder.start` returned when the request came. */
  readonly startedAt: number;
}

export interface CaptureOptions {
  readonly redactorFor: RedactorFor;
  /** Characters kept of a body. */
  readonly bodyLimit: number;
  readonly encoder: EntryEncoder;
}

/** Loads the encoder with what is to be kept, and returns that. */
export function captureRequest(
  { redactorFor, bodyLimit, encoder }: CaptureOptions,
  answered: AnsweredRequest,
  times: { readonly engineMs: number; readonly realAt: number },
): CapturedRequest {
  const { request, trace } = answered;
  const headers = captureHeaders(request);
  const redactor = redactorFor(headers.secrets);
  const captured = toCaptured(answered, headers, times);
  // Valid UTF-8 is the same as text and as bytes.
  encoder.load(captured, trace.text === undefined ? undefined : trace.body);
  // All texts are searched as one: nearly always there is nothing in them to redact (decision 0007).
  if (trace.evaluations.length === 0 && isShort(captured, bodyLimit) && !isSuspect(captured, redactor, encoder.text)) {
    return captured;
  }
  const clean = redacted(captured, redactor, { bodyLimit, body: trace.body });
  encoder.load(clean);
  return clean;
}

/** The headers that are kept, and credentials, which must be known in order not to be kept. */
export interface CapturedHeaders {
  hasAuthorization: boolean;
  idempotencyKey: string | undefined;
  range: string | undefined;
  ifRange: string | undefined;
  ifMatch: string | undefined;
  contentType: string | undefined;
  userAgent: string | undefined;
  retryCount: string | undefined;
  secrets: readonly string[];
}

/** Goes through all headers once: looking up a single one by its name takes as long. */
export function captureHeaders(request: RecordedRequest): CapturedHeaders {
  const headers: CapturedHeaders = {
    hasAuthorization: false,
    idempotencyKey: undefined,
    range: undefined,
    ifRange: undefined,
    ifMatch: undefined,
    contentType: undefined,
    userAgent: undefined,
    retryCount: undefined,
    secrets: NONE,
  };
  request.eachHeader((name, value) => {
    switch (name) {
      case 'content-type':
        headers.contentType = value;
        break;
      case 'user-agent':
        headers.userAgent = value;
        break;
      case 'idempotency-key':
        headers.idempotencyKey = value;
        break;
      case 'range':
        headers.range = value;
        break;
      case 'if-range':
        headers.ifRange = value;
        break;
      case 'if-match':
        headers.ifMatch = value;
        break;
      // What SDKs and retry libraries count their attempts with.
      case 'x-stainless-retry-count':
      case 'x-retry-count':
      case 'retry-count':
      case 'x-retry-attempt':
      case 'amz-sdk-request':
        headers.retryCount = value;
        break;
      case 'authorization':
        headers.hasAuthorization = true;
        if (!isKnownByForm(value)) headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
        break;
      case 'proxy-authorization':
      case 'x-api-key':
      case 'api-key':
      case 'x-auth-token':
      case 'cookie':
        headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
        break;
      default:
    }
  });
  return headers;
}

const NONE: readonly never[] = [];

/** Nearly every request brings such a key, which redactors find by its form. */
function isKnownByForm(value: string): boolean {
  return value.startsWith(KNOWN_FORM) && !value.includes(',') && !value.includes(' ', BEARER.length);
}

const BEARER = 'Bearer ';
const KNOWN_FORM = `${BEARER}${PREFIX}`;

function secretsIn(name: string, value: string): string[] {
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  if (value.startsWith(BEARER) && !value.includes(',')) return [value.slice(BEARER.length)];
  // A header that was sent twice comes joined by a comma.
  const parts = value.split(/[\s,]+/);
  return parts[0]?.toLowerCase() === 'basic' ? [...parts, ...basicParts(parts[1] ?? '')] : parts;
}

function basicParts(credentials: string): string[] {
  const text = Buffer.from(credentials, 'base64').toString();
  return [text, text.slice(text.indexOf(':') + 1)];
}

function isSuspect({ requestBody = '' }: CapturedRequest, { suspects }: Redactor, text: string): boolean {
  return suspects(text) || suspects(requestBody);
}

function toCaptured(
  { requestId, request, response, code, trace }: AnsweredRequest,
  headers: CapturedHeaders,
  { engineMs, realAt }: { readonly engineMs: number; readonly realAt: number },
): CapturedRequest {
  const { body, text } = trace;
  return {
    requestId,
    account: trace.account ?? null,
    key: trace.key ?? null,
    operation: trace.operation ?? null,
    method: request.method,
    target: request.target,
    hasAuthorization: headers.hasAuthorization,
    idempotencyKey: headers.idempotencyKey,
    range: headers.range,
    ifRange: headers.ifRange,
    ifMatch: headers.ifMatch,
    contentType: headers.contentType,
    userAgent: headers.userAgent,
    retryCount: headers.retryCount,
    at: trace.now ?? realAt,
    realAt,
    requestBody: text ?? (body && textOf(body)),
    requestBytes: body?.length,
    // Where the text is kept as it came, the digest can be made of it when somebody asks.
    bodyHash: body === undefined || text !== undefined ? undefined : hashOf(body),
    status: response.status,
    code,
    headers: response.headers,
    responseBody: responseBody(response),
    weighed: trace.evaluations,
    steps: trace.steps.length === 0 ? NONE : trace.steps.filter(isChange),
    ending: trace.ending,
    engineMs,
  };
}

function isChange({ statusBefore, statusAfter, ledgerAfter }: Step): boolean {
  return ledgerAfter !== undefined || statusBefore !== statusAfter;
}

const MOST_HEADER = 256;
const MOST_TARGET = 2048;

function isShort(captured: CapturedRequest, bodyLimit: number): boolean {
  const { method, target, requestBody = '', responseBody = '' } = captured;
  const { idempotencyKey = '', range = '', ifRange = '', ifMatch = '' } = captured;
  const { contentType = '', userAgent = '', retryCount = '' } = captured;
  return (
    Math.max(method.length, idempotencyKey.length, range.length, ifRange.length, ifMatch.length) <= MOST_HEADER &&
    Math.max(contentType.length, userAgent.length, retryCount.length) <= MOST_HEADER &&
    target.length <= MOST_TARGET &&
    Math.max(requestBody.length, responseBody.length) <= bodyLimit
  );
}

interface Bodies {
  readonly bodyLimit: number;
  readonly body: Uint8Array | undefined;
}

function redacted(captured: CapturedRequest, redactor: Redactor, { bodyLimit, body }: Bodies): CapturedRequest {
  const excerpt = (text: string | undefined, most = MOST_HEADER): string | undefined =>
    text === undefined ? undefined : redactor.excerpt(text, most);
  const requestBody = excerpt(captured.requestBody, bodyLimit);
  return {
    ...captured,
    method: redactor.excerpt(captured.method, MOST_HEADER),
    target: redactor.excerpt(captured.target, MOST_TARGET),
    idempotencyKey: excerpt(captured.idempotencyKey),
    range: excerpt(captured.range),
    ifRange: excerpt(captured.ifRange),
    ifMatch: excerpt(captured.ifMatch),
    contentType: excerpt(captured.contentType),
    userAgent: excerpt(captured.userAgent),
    retryCount: excerpt(captured.retryCount),
    requestBody,
    bodyHash: body !== undefined && requestBody !== captured.requestBody ? hashOf(body) : captured.bodyHash,
    headers: captured.weighed.length === 0 ? captured.headers : redactedHeaders(redactor, captured.headers),
    responseBody: excerpt(captured.responseBody, bodyLimit),
  };
}

/** The text of a body; creates read none but JSON, so none but JSON is ever handed in. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function responseBody({ body, headers }: RecordedResponse): string | undefined {
  return typeof body === 'string' && headers['content-type']?.includes('json') === true ? body : undefined;
}

/** Headers that a fault rule makes may hold anything. */
function redactedHeaders({ redact }: Redactor, headers: CapturedRequest['headers']): CapturedRequest['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? REDACTED : redact(value)]),
  );
}
