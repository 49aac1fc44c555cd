/** The fields of an entry, as one table. A row defines how a field is captured, redacted, stored and shown. */

import { hash } from 'node:crypto';
import type { Evaluation, Trace, UpstreamTrace, UpstreamWarning } from '../domain/trace.ts';
import { changeRows, changesIn } from './change.ts';
import {
  ATTEMPT,
  END,
  headerField,
  isoOf,
  MOST_HEADER,
  numberField,
  readEntry,
  REQUEST,
  shownAs,
  textField,
  type OrNull,
  type RequestFacts,
  type Shown,
  type StoredEntry,
  BODY_PROBLEMS,
} from './entry-field.ts';
import type { EntryReference } from './log-segment.ts';
import { REDACTED } from './redact.ts';

const MOST_TARGET = 2048;
const MOST_PROMPT = 200;

/** The parts of an entry that several fields or other modules read. */
export const PARTS = {
  /** The id of the request. It is the first text, because `hasRequestId` reads it. */
  requestId: textField(({ answered }) => answered.requestId),
  /** The arrival of the request, by the account's clock, by the machine's clock and by a monotonic clock. */
  at: numberField(REQUEST, ({ answered, times }) => answered.trace.now ?? times.realAt),
  realAt: numberField(REQUEST, ({ times }) => times.realAt),
  arrivedMs: numberField(REQUEST, ({ answered }) => answered.startedAt),
  attempt: numberField(ATTEMPT, (count) => count.attempt),
  totalMs: numberField(END, (end) => end?.totalMs),
  bodyProblem: numberField(END, (end) => end?.bodyProblem && BODY_PROBLEMS.indexOf(end.bodyProblem)),
  evaluations: shownAs(
    textField(({ answered: { trace } }) =>
      trace.evaluations.length === 0 ? undefined : JSON.stringify(trace.evaluations),
    ),
    (json) => (json === null ? [] : (JSON.parse(json) as readonly Evaluation[])),
  ),
  headers: textField(headerLines),
  /** The beginning of the body, and its digest if the body was not stored whole. */
  body: textField(({ answered: { trace } }) => trace.text ?? (trace.body && UTF8.decode(trace.body)), 'body'),
  bodyHash: textField(({ answered: { trace }, texts }): string | undefined => {
    const isWhole = trace.text !== undefined && PARTS.body({ texts }) === trace.text;
    return trace.body === undefined || isWhole ? undefined : hashOf(trace.body);
  }),
  /** A warning may quote the response, so all texts are redacted. */
  upstream: textField(({ answered: { trace }, redactor }) => {
    const redacted = (_: string, value: unknown): unknown =>
      typeof value === 'string' ? redactor.excerpt(value, MOST_HEADER) : value;
    return trace.upstream && JSON.stringify(trace.upstream, redacted);
  }),
};

/** The stored fields, in the order of the JSON. */
export const ENTRY_FIELDS = {
  /** The sequence number, for cursors. It grows, but not always by one. */
  seq: ({ seq }: StoredEntry): number => seq,
  request_id: PARTS.requestId,
  /** Null if the request did not reach an account. */
  account: textField(({ answered }) => answered.trace.account),
  /** A fingerprint of the key. It changes with each start of the emulator. */
  key: textField(({ answered }) => answered.trace.key),
  operation: textField(({ answered }) => answered.trace.operation),
  /** The arrival of the request, by the account's clock and by the machine's clock, as ISO 8601. */
  at: shownAs(PARTS.at, isoOf),
  real_at: shownAs(PARTS.realAt, isoOf),
  method: textField(({ answered }) => answered.request.method, MOST_HEADER),
  /** Path and query as the client sent them. */
  path: textField(({ answered }) => answered.request.target, MOST_TARGET),
  /** A number for each connection. Null at entry points without connections, such as `fetch`. */
  connection: numberField(REQUEST, ({ answered }) => answered.request.connection),
  /** 1 for the first request with its Idempotency-Key, or else with its method, path and body; then 2, and so on. */
  attempt: PARTS.attempt,
  /** Milliseconds since the start of the previous attempt, on the account's clock and on the machine's clock. */
  gap_ms: numberField(ATTEMPT, (count) => count.gapMs),
  real_gap_ms: numberField(ATTEMPT, (count) => count.realGapMs),
  /** Real milliseconds since the end of the previous response. Null if that response was still being sent. */
  real_pause_ms: numberField(ATTEMPT, (count) => count.realPauseMs),
  request: {
    /** Whether the request had an Authorization header with any content. */
    has_authorization: shownAs(
      numberField(REQUEST, (facts) => Number(facts.hasAuthorization)),
      (bit) => bit === 1,
    ),
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
    bytes: numberField(REQUEST, ({ answered }) => answered.trace.body?.length),
    body_hash: (entry: StoredEntry): string | null => {
      const text = PARTS.body(entry);
      return PARTS.bodyHash(entry) ?? (text === null ? null : hashOf(text));
    },
    /** The beginning of the body. */
    body: PARTS.body,
    /** The beginning of the prompt. */
    prompt: shownAs(PARTS.body, (text) => promptIn(text)?.slice(0, MOST_PROMPT) ?? null),
  },
  /** 499 if the client left before the response began. */
  status: numberField(REQUEST, ({ answered }) => answered.response.status),
  /** The error code of the response, from the engine or from a fault rule. `client_gone` if no response was sent. */
  code: textField(({ answered }) => answered.code, MOST_HEADER),
  response: {
    headers: shownAs(PARTS.headers, headersIn),
    /** The beginning of a JSON body. */
    body: textField(responseBody, 'body'),
    /** The bytes of the body that the system accepted. Null while the response is being sent. */
    bytes_sent: numberField(END, (end) => end?.bytesSent),
  },
  /** Whether the client disconnected before the last byte. Null while the response is being sent. */
  is_aborted: shownAs(
    numberField(END, (end) => end && Number(end.isAborted)),
    (bit) => (bit === null ? null : bit === 1),
  ),
  /** The changes of each atomic step. */
  changes: shownAs(
    textField(({ answered }) => changeRows(answered.trace.steps)),
    changesIn,
  ),
  /** The evaluated fault rules in order, with the reason for each result. */
  evaluations: PARTS.evaluations,
  /** The rules that fired. */
  faults: shownAs(PARTS.evaluations, (all): readonly string[] =>
    all.flatMap(({ rule, fired }) => (fired ? [rule] : [])),
  ),
  ending: shownAs(
    textField(({ answered }) => answered.trace.ending),
    (ending) => ending ?? 'answered',
  ),
  /**
   * The response of the service behind the proxy. Null if the service got no request, as in every emulator. The problem
   * is the reason why nothing arrived, or the way in which the body ended: `cut`, `reset`, `timeout` or `length`.
   */
  upstream: (entry: StoredEntry): Upstream | null => {
    const json = PARTS.upstream(entry);
    if (json === null) return null;
    const problem = BODY_PROBLEMS[PARTS.bodyProblem(entry) ?? -1] ?? null;
    return { status: null, ms: null, problem, warnings: [], ...(JSON.parse(json) as Pick<Upstream, 'answer'>) };
  },
  timing: {
    /** The arrival in real milliseconds, on one monotonic clock for all entries. */
    arrived_ms: PARTS.arrivedMs,
    /** The time from the arrival until the engine had the response. */
    engine_ms: numberField(REQUEST, ({ times }) => times.engineMs),
    /** The part of `engine_ms` for which the response waited for its clip. */
    rendered_ms: shownAs(PARTS.headers, renderedMs),
    /** The time from the arrival until the system accepted the last byte, or the connection broke. */
    total_ms: PARTS.totalMs,
  },
};

/** An entry without its generation. */
export type Stored = Shown<typeof ENTRY_FIELDS>;

/** An entry of the journal as snake_case JSON without keys. */
export type Entry = Stored & {
  /** The generation of the request. */
  readonly generation: string | null;
};

/** The trace of a forwarded request. A fact is null if it is unknown. */
type Upstream = { readonly [Name in Exclude<keyof UpstreamTrace, 'warnings'>]-?: OrNull<UpstreamTrace[Name]> } & {
  readonly warnings: readonly UpstreamWarning[];
};

/** Decodes an entry to its public JSON. */
export function toEntry(reference: EntryReference): Entry {
  const stored = readEntry(ENTRY_FIELDS, reference);
  return Object.assign(stored, { generation: generationOf(stored) });
}

/** Returns the digest that distinguishes bodies. */
export function hashOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url');
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function responseBody({ answered }: RequestFacts): string | undefined {
  const { body, headers } = answered.response;
  return typeof body === 'string' && headers['content-type']?.includes('json') === true ? body : undefined;
}

/** Returns whether headers come from a fault rule or a service, so that they may contain anything. */
export function isForeign({ evaluations, upstream }: Trace): boolean {
  return evaluations.length > 0 || upstream !== undefined;
}

/** Joins headers with line breaks, which neither names nor values contain. */
function headerLines({ answered: { response, trace }, redactor: { redact } }: RequestFacts): string {
  const { headers } = response;
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

/** Returns the part of the render time in the headers. */
function renderedMs(lines: string): number | null {
  const [, milliseconds] = /^server-timing\nrender;dur=(\d+)$/m.exec(lines) ?? [];
  return milliseconds === undefined ? null : Number(milliseconds);
}

/** Returns the beginning of the prompt, if the stored part of the body contains it. Invalid escapes stay unchanged. */
export function promptIn(body: string | null): string | null {
  const [, text] = /"prompt"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body ?? '') ?? [];
  if (text === undefined) return null;
  const whole = text.replace(CUT_ESCAPE, '');
  try {
    return String(JSON.parse(`"${whole}"`));
  } catch {
    return whole;
  }
}

const CUT_ESCAPE = /\\u[0-9a-fA-F]{0,3}$/;

/** Returns the generation that the request created or that its response repeats, or else the generation in its path. */
function generationOf({ operation, path, status, changes, upstream, response }: Stored): string | null {
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
