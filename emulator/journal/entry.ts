/** The fields of an entry. A row defines how a field is captured, redacted, stored and shown. */

import { hash } from 'node:crypto';
import type { OperationName } from '../../contract/error-entry.ts';
import type { Evaluation, Trace, UpstreamTrace, UpstreamWarning } from '../domain/trace.ts';
import { BODY_PROBLEMS } from './answered-request.ts';
import { toChange, toRows } from './change.ts';
import {
  derivedField,
  flagField,
  headerField,
  listField,
  numberField,
  textField,
  timeField,
  type RequestFacts,
  type Shown,
  type TextField,
} from './entry-field.ts';
import { REDACTED } from './redact.ts';
import { HEAD, numberAt, type EntryReference } from './log-segment.ts';

/** The rows, in the order of the JSON. The id of the request is the first text, because `log.find` searches for it. */
export const ENTRY_FIELDS = {
  /** The sequence number, for cursors. It grows, but not always by one. */
  seq: numberField(HEAD.seq),
  request_id: textField(({ requestId }) => requestId),
  /** Null if the request did not reach an account. */
  account: textField<string | null>(({ trace }) => trace.account),
  /** A fingerprint of the key. It changes with each start of the emulator. */
  key: textField<string | null>(({ trace }) => trace.key),
  operation: textField<OperationName | null>(({ trace }) => trace.operation),
  /** The arrival of the request, by the account's clock and by the machine's clock, as ISO 8601. */
  at: timeField(({ trace, realAt }) => trace.now ?? realAt),
  real_at: timeField(({ realAt }) => realAt),
  method: textField(({ request }) => request.method, 'header'),
  /** Path and query as the client sent them. */
  path: textField(({ request }) => request.target, 'target'),
  /** A number for each connection. Null at entry points without connections, such as `fetch`. */
  connection: numberField<number | null>(({ request }) => request.connection),
  /** 1 for the first request with its Idempotency-Key, or else with its method, path and body; then 2, and so on. */
  attempt: numberField(HEAD.attempt),
  /** Milliseconds since the start of the previous attempt, on the account's clock and on the machine's clock. */
  gap_ms: numberField<number | null>(HEAD.gapMs),
  real_gap_ms: numberField<number | null>(HEAD.realGapMs),
  /** Real milliseconds since the end of the previous response. Null if that response was still being sent. */
  real_pause_ms: numberField<number | null>(HEAD.realPauseMs),
  request: {
    /** Whether the request had an Authorization header with any content. */
    has_authorization: flagField(({ hasAuthorization }) => Number(hasAuthorization)),
    idempotency_key: headerField('idempotency-key'),
    range: headerField('range'),
    if_range: headerField('if-range'),
    if_match: headerField('if-match'),
    if_none_match: headerField('if-none-match'),
    if_modified_since: headerField('if-modified-since'),
    if_unmodified_since: headerField('if-unmodified-since'),
    content_type: headerField('content-type'),
    user_agent: headerField('user-agent'),
    /** The number of attempts as the client counts them. SDKs and retry libraries send it in one of these headers. */
    retry_count: headerField(
      'x-stainless-retry-count',
      'x-retry-count',
      'retry-count',
      'x-retry-attempt',
      'amz-sdk-request',
    ),
    /** Null if no body was read. */
    bytes: numberField<number | null>(({ trace }) => trace.body?.length),
    /** Stored only if the body was not stored whole. Otherwise, it is computed when the entry is read. */
    body_hash: textField<string | null>(({ trace: { body, text } }) =>
      body === undefined || text !== undefined ? null : hashOf(body),
    ),
    /** The beginning of the body. */
    body: textField<string | null>(({ trace: { body, text } }) => text ?? (body && textOf(body)), 'body'),
    /** The beginning of the prompt. */
    prompt: derivedField<string | null>(),
  },
  status: numberField(({ response }) => response.status),
  /** The error code of the response, from the engine or from a fault rule. */
  code: textField<string | null>(({ code }) => code, 'header'),
  response: {
    headers: {
      stored: 'text',
      capture: headerLines,
      show: (lines) => headersIn(lines ?? ''),
    } satisfies TextField<Readonly<Record<string, string>>>,
    /** The beginning of a JSON body. */
    body: textField<string | null>(responseBody, 'body'),
    /** The bytes of the body that the system accepted. Null while the response is being sent. */
    bytes_sent: numberField<number | null>(HEAD.bytesSent),
  },
  /** Whether the client disconnected before the last byte. Null while the response is being sent. */
  is_aborted: flagField<boolean | null>(HEAD.isAborted),
  /** The generation of the request. */
  generation: derivedField<string | null>(),
  /** The changes of each atomic step. */
  changes: listField(({ trace: { steps } }) => toRows(steps), toChange),
  /** The evaluated fault rules in order, with the reason for each result. */
  evaluations: listField(
    ({ trace }) => trace.evaluations,
    (evaluation: Evaluation) => evaluation,
  ),
  /** The rules that fired. */
  faults: derivedField<readonly string[]>(),
  ending: {
    stored: 'text',
    capture: ({ trace }) => trace.ending,
    show: (ending) => (ending ?? 'answered') as Ending,
  } satisfies TextField<Ending>,
  /** The response of the service behind the proxy. Null if the service got no request, as in every emulator. */
  upstream: {
    stored: 'text',
    capture: ({ trace: { upstream }, redactor }) => upstream && JSON.stringify(redactedUpstream(upstream, redactor)),
    show: (json) => (json === undefined ? null : (JSON.parse(json) as Upstream)),
  } satisfies TextField<Upstream | null>,
  timing: {
    /** The arrival in real milliseconds, on one monotonic clock for all entries. */
    arrived_ms: numberField(({ startedAt }) => startedAt),
    /** The time from the arrival until the engine had the response. */
    engine_ms: numberField(({ engineMs }) => engineMs),
    /** The part of `engine_ms` for which the response waited for its clip. */
    rendered_ms: derivedField<number | null>(),
    /** The time from the arrival until the system accepted the last byte, or the connection broke. */
    total_ms: numberField<number | null>(HEAD.totalMs),
  },
};

/** An entry of the journal as snake_case JSON without keys. */
export type Entry = Shown<typeof ENTRY_FIELDS>;

type Ending = NonNullable<Trace['ending']> | 'answered';

/** A type alias, so that the declarations of the package show its fields. */
type Upstream = {
  /** Whether the client got the response unchanged, changed by a fault rule, or not at all. `none`: nothing arrived. */
  readonly answer: UpstreamTrace['answer'];
  readonly status: number | null;
  /** Milliseconds until the headers arrived. */
  readonly ms: number | null;
  /** The reason why nothing arrived, or the way in which the body ended: `cut`, `reset`, `timeout` or `length`. */
  readonly problem: string | null;
  /** The promises of the API document that the response breaks, with `--check`. */
  readonly warnings: readonly UpstreamWarning[];
};

/** Computes the fields of an entry that its bytes do not contain. */
export function addDerived(entry: Entry, reference: EntryReference): Entry {
  const { request, response, evaluations, timing, upstream } = entry;
  const { body, body_hash: known } = request;
  Object.assign(request, {
    body_hash: known ?? (body === null ? null : hashOf(body)),
    prompt: promptOf(entry)?.slice(0, MOST_PROMPT) ?? null,
  });
  Object.assign(entry, {
    generation: generationOf(entry),
    faults: evaluations.filter(({ fired }) => fired).map(({ rule }) => rule),
  });
  const [, milliseconds] = /^render;dur=(\d+)$/.exec(response.headers['server-timing'] ?? '') ?? [];
  if (milliseconds !== undefined) Object.assign(timing, { rendered_ms: Number(milliseconds) });
  const problem = BODY_PROBLEMS[numberAt(reference, HEAD.bodyProblem) ?? -1];
  if (upstream !== null && problem !== undefined) Object.assign(upstream, { problem: upstream.problem ?? problem });
  return entry;
}

const MOST_PROMPT = 200;

/** Returns the digest that distinguishes bodies. */
export function hashOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url');
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function responseBody({ response: { body, headers } }: RequestFacts): string | undefined {
  return typeof body === 'string' && headers['content-type']?.includes('json') === true ? body : undefined;
}

/** Returns whether headers come from a fault rule or a service, so that they may contain anything. */
export function isForeign({ evaluations, upstream }: Trace): boolean {
  return evaluations.length > 0 || upstream !== undefined;
}

/** Joins headers with line breaks, which neither names nor values contain. */
function headerLines({ response: { headers }, trace, redactor: { redact } }: RequestFacts): string {
  const isRedacted = isForeign(trace);
  let lines = '';
  for (const name in headers) {
    const value = headers[name] ?? '';
    lines += `${name}\n${isRedacted ? (name === 'set-cookie' ? REDACTED : redact(value)) : value}\n`;
  }
  return lines;
}

function headersIn(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at] ?? ''] = lines[at + 1] ?? '';
  return headers;
}

/** Returns the beginning of the prompt, if the stored part of the body contains it. */
export function promptOf({ request }: Entry): string | null {
  const [, text] = /"prompt"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(request.body ?? '') ?? [];
  return text === undefined ? null : unescaped(text.replace(CUT_ESCAPE, ''));
}

const CUT_ESCAPE = /\\u[0-9a-fA-F]{0,3}$/;

/** Decodes JSON escapes. Invalid text, such as a cut escape, stays unchanged. */
function unescaped(text: string): string {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Returns the generation that the request created or that its response repeats, or else the one in its path. */
function generationOf({ operation, path, status, changes, upstream, response }: Entry): string | null {
  if (operation !== 'create') {
    const [, id] = /\/(?:v1\/videos|clips)\/([^/?#.]+)/.exec(path) ?? [];
    return id?.toLowerCase() ?? null;
  }
  const created = changes.find(({ generation }) => generation !== null && generation.before === null);
  if (created?.generation) return created.generation.id;
  // No step of this engine created the generation of a repeated response, or of a service behind the proxy.
  if (response.headers['idempotent-replayed'] === undefined && (upstream === null || status >= 300)) return null;
  const [, id] = /"id"\s*:\s*"([0-9a-f-]{36})"/i.exec(response.body ?? '') ?? [];
  return id?.toLowerCase() ?? null;
}

/** Redacts the texts of an upstream response, because a warning may quote it. */
function redactedUpstream(upstream: UpstreamTrace, { excerpt }: RequestFacts['redactor']): Upstream {
  const { answer, status = null, ms = null, problem, warnings = [] } = upstream;
  return {
    answer,
    status,
    ms,
    problem: problem === undefined ? null : excerpt(problem, MOST_HEADER),
    warnings: warnings.map(({ check, why }) => ({ check, why: excerpt(why, MOST_HEADER) })),
  };
}

/** The maximum number of characters that are stored of a header. */
export const MOST_HEADER = 256;
