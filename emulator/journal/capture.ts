/** What is kept of a request that was answered: cut to size, and without any key. */

import type { Step, Trace, UpstreamTrace } from '../domain/trace.ts';
import {
  captureHeaders,
  SENT_FIELDS,
  type CapturedHeaders,
  type HeaderSource,
  type SentHeaders,
} from './capture-headers.ts';
import type { EntryEncoder } from './entry-encoder.ts';
import { REDACTED, type Redactor, type RedactorFor } from './redact.ts';
import { hashOf, type CapturedRequest } from './stored-entry.ts';

/** As much of a request as the journal reads. */
export interface RecordedRequest extends HeaderSource {
  readonly method: string;
  readonly target: string;
  /** A number for each connection; undefined where the door has none. */
  readonly connection?: number | undefined;
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

/** When a request came, and how long its answer took. */
export type CapturedTimes = Pick<CapturedRequest, 'engineMs' | 'realAt' | 'arrivedMs'>;

/** Loads the encoder with what is to be kept, and returns that. */
export function captureRequest(
  { redactorFor, bodyLimit, encoder }: CaptureOptions,
  answered: AnsweredRequest,
  times: CapturedTimes,
): CapturedRequest {
  const { request, trace } = answered;
  const headers = captureHeaders(request);
  const redactor = redactorFor(headers.secrets);
  const captured = toCaptured(answered, headers, times);
  // Valid UTF-8 is the same as text and as bytes.
  encoder.load(captured, trace.text === undefined ? undefined : trace.body);
  // All texts are searched as one: nearly always there is nothing in them to redact (decision 0007).
  if (!hasForeignHeaders(captured) && isShort(captured, bodyLimit) && !isSuspect(captured, redactor, encoder.text)) {
    return captured;
  }
  const clean = redacted(captured, redactor, { bodyLimit, body: trace.body });
  encoder.load(clean);
  return clean;
}

const NONE: readonly never[] = [];

function isSuspect({ requestBody = '' }: CapturedRequest, { suspects }: Redactor, text: string): boolean {
  return suspects(text) || suspects(requestBody);
}

function toCaptured(
  { requestId, request, response, code, trace }: AnsweredRequest,
  { sent, hasAuthorization }: CapturedHeaders,
  { engineMs, realAt, arrivedMs }: CapturedTimes,
): CapturedRequest {
  const { body, text } = trace;
  return {
    requestId,
    account: trace.account ?? null,
    key: trace.key ?? null,
    operation: trace.operation ?? null,
    method: request.method,
    target: request.target,
    hasAuthorization,
    sent,
    connection: request.connection,
    at: trace.now ?? realAt,
    realAt,
    arrivedMs,
    requestBody: text ?? (body && textOf(body)),
    requestBytes: body?.length,
    // Where the text is kept as it came, the digest can be made of it when somebody asks.
    bodyHash: body === undefined || text !== undefined ? undefined : hashOf(body),
    status: response.status,
    code,
    headers: response.headers,
    responseBody: responseBody(response),
    evaluations: trace.evaluations,
    steps: trace.steps.length === 0 ? NONE : trace.steps.filter(isChange),
    ending: trace.ending,
    upstream: trace.upstream,
    engineMs,
  };
}

function isChange({ statusBefore, statusAfter, ledgerAfter }: Step): boolean {
  return ledgerAfter !== undefined || statusBefore !== statusAfter;
}

const MOST_HEADER = 256;
const MOST_TARGET = 2048;

function isShort(captured: CapturedRequest, bodyLimit: number): boolean {
  const { method, target, sent, requestBody = '', responseBody = '' } = captured;
  return (
    method.length <= MOST_HEADER &&
    SENT_FIELDS.every((field) => (sent[field]?.length ?? 0) <= MOST_HEADER) &&
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
  const short = SENT_FIELDS.map((field) => [field, excerpt(captured.sent[field])]);
  return {
    ...captured,
    sent: Object.fromEntries(short) as SentHeaders,
    method: redactor.excerpt(captured.method, MOST_HEADER),
    target: redactor.excerpt(captured.target, MOST_TARGET),
    requestBody,
    bodyHash: body !== undefined && requestBody !== captured.requestBody ? hashOf(body) : captured.bodyHash,
    headers: hasForeignHeaders(captured) ? redactedHeaders(redactor, captured.headers) : captured.headers,
    responseBody: excerpt(captured.responseBody, bodyLimit),
    upstream: captured.upstream && redactedUpstream(redactor, captured.upstream),
  };
}

/** The text of a body; creates read none but JSON, so none but JSON is ever handed in. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function responseBody({ body, headers }: RecordedResponse): string | undefined {
  return typeof body === 'string' && headers['content-type']?.includes('json') === true ? body : undefined;
}

/** Headers that a fault rule makes, or a service behind the proxy, may hold anything. */
function hasForeignHeaders({ evaluations, upstream }: CapturedRequest): boolean {
  return evaluations.length > 0 || upstream !== undefined;
}

function redactedHeaders({ redact }: Redactor, headers: CapturedRequest['headers']): CapturedRequest['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? REDACTED : redact(value)]),
  );
}

/** What a service answered wrongly may stand in a warning. */
function redactedUpstream({ excerpt }: Redactor, upstream: UpstreamTrace): UpstreamTrace {
  const { problem, warnings = [] } = upstream;
  return {
    ...upstream,
    problem: problem === undefined ? undefined : excerpt(problem, MOST_HEADER),
    warnings: warnings.map(({ check, why }) => ({ check, why: excerpt(why, MOST_HEADER) })),
  };
}
