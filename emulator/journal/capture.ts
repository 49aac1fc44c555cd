/** Turns what was told of a request into what is kept of it: cut to size, and freed of keys before it is kept. */

import type { Step } from '../domain/trace.ts';
import type { AnsweredRequest, RecordedResponse } from './answered-request.ts';
import { captureHeaders, type CapturedHeaders } from './captured-headers.ts';
import type { EntryEncoder } from './entry-encoder.ts';
import { hashOf, type CapturedRequest } from './stored-entry.ts';
import { REDACTED, type Redactor, type RedactorFor } from './redact.ts';

/** What was told of a request, and when. */
export interface Told {
  readonly facts: AnsweredRequest;
  readonly engineMs: number;
  readonly realAt: number;
}

export interface TakeDownOptions {
  readonly redactorFor: RedactorFor;
  /** Characters kept of a body. */
  readonly bodyLimit: number;
  readonly pen: EntryEncoder;
}

/** Dips the pen into what is to be kept, and answers what that is. */
export function capture({ redactorFor, bodyLimit, pen }: TakeDownOptions, told: Told): CapturedRequest {
  const { request, trace } = told.facts;
  const heard = captureHeaders(request);
  const redactor = redactorFor(heard.secrets);
  const facts = factsOf(told, heard);
  // Valid UTF-8 is the same as text and as bytes.
  pen.load(facts, trace.text === undefined ? undefined : trace.body);
  // One look at all the texts together: nearly always there is nothing in them that has to go.
  if (trace.weighed.length === 0 && isShort(facts, bodyLimit) && !isSuspect(facts, redactor, pen.text)) return facts;
  const clean = cleaned(facts, redactor, { bodyLimit, body: trace.body });
  pen.load(clean);
  return clean;
}

function isSuspect({ requestBody = '' }: CapturedRequest, { suspects }: Redactor, text: string): boolean {
  return suspects(text) || suspects(requestBody);
}

function factsOf({ facts, engineMs, realAt }: Told, heard: CapturedHeaders): CapturedRequest {
  const { request, response, trace, requestId, code, startedAt } = facts;
  const { body, text } = trace;
  return {
    requestId,
    account: trace.account ?? null,
    key: trace.key ?? null,
    operation: trace.operation ?? null,
    method: request.method,
    target: request.target,
    idempotencyKey: heard.idempotencyKey,
    range: heard.range,
    contentType: heard.contentType,
    userAgent: heard.userAgent,
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
    weighed: trace.weighed,
    steps: trace.steps.length === 0 ? NO_STEPS : trace.steps.filter(isChange),
    ending: trace.ending,
    startedAt,
    engineMs,
  };
}

const NO_STEPS: readonly Step[] = [];

function isChange({ statusBefore, statusAfter, booksAfter }: Step): boolean {
  return booksAfter !== undefined || statusBefore !== statusAfter;
}

const MOST_HEADER = 256;
const MOST_TARGET = 2048;

function isShort(facts: CapturedRequest, bodyLimit: number): boolean {
  const { method, target, idempotencyKey = '', range = '', contentType = '', userAgent = '' } = facts;
  const { requestBody = '', responseBody = '' } = facts;
  return (
    Math.max(method.length, idempotencyKey.length, range.length, contentType.length, userAgent.length) <= MOST_HEADER &&
    target.length <= MOST_TARGET &&
    Math.max(requestBody.length, responseBody.length) <= bodyLimit
  );
}

interface Bodies {
  readonly bodyLimit: number;
  readonly body: Uint8Array | undefined;
}

function cleaned(facts: CapturedRequest, redactor: Redactor, { bodyLimit, body }: Bodies): CapturedRequest {
  const excerpt = (text: string | undefined, most: number): string | undefined =>
    text === undefined ? undefined : redactor.excerpt(text, most);
  const requestBody = excerpt(facts.requestBody, bodyLimit);
  return {
    ...facts,
    method: redactor.excerpt(facts.method, MOST_HEADER),
    target: redactor.excerpt(facts.target, MOST_TARGET),
    idempotencyKey: excerpt(facts.idempotencyKey, MOST_HEADER),
    range: excerpt(facts.range, MOST_HEADER),
    contentType: excerpt(facts.contentType, MOST_HEADER),
    userAgent: excerpt(facts.userAgent, MOST_HEADER),
    requestBody,
    bodyHash: body !== undefined && requestBody !== facts.requestBody ? hashOf(body) : facts.bodyHash,
    headers: facts.weighed.length === 0 ? facts.headers : cleanHeaders(redactor, facts.headers),
    responseBody: excerpt(facts.responseBody, bodyLimit),
  };
}

/** The text of a body; the creates read none but JSON, so none but JSON is ever handed in. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function responseBody({ body, headers }: RecordedResponse): string | undefined {
  return typeof body === 'string' && headers['content-type']?.includes('json') === true ? body : undefined;
}

/** Headers of a rule's making may hold anything. */
function cleanHeaders({ redact }: Redactor, headers: CapturedRequest['headers']): CapturedRequest['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? REDACTED : redact(value)]),
  );
}
