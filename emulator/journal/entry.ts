/** An entry as people read it: JSON without any key, in snake_case, the same everywhere. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import { snakeName } from '../../lib/spelling.ts';
import { toLedgerInDollars, type LedgerInDollars } from '../domain/ledger.ts';
import type { Step, Evaluation, UpstreamTrace, UpstreamWarning } from '../domain/trace.ts';
import { SENT_FIELDS, type SentField } from './capture-headers.ts';
import { bodyHashOf, type CapturedRequest, type StoredEntry } from './stored-entry.ts';

/** What one atomic step changed; `before` is null for a generation that was made by it. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: LedgerInDollars; readonly after: LedgerInDollars } | null;
}

/** The request headers that are kept; `retry_count` is what the client says itself of how often it tried. */
type SentInJson = { [Field in SentField as Snake<Field>]: string | null };
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

export interface Entry {
  /** Its place in the journal, for cursors; it grows, but not by ones. */
  readonly seq: number;
  readonly request_id: string;
  /** Null when the request reached no account. */
  readonly account: string | null;
  /** A fingerprint of the key, good for as long as the emulator runs. */
  readonly key: string | null;
  readonly operation: OperationName | null;
  /** When it came, by the account's clock and by the machine's; ISO 8601. */
  readonly at: string;
  readonly real_at: string;
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** A number for each connection that brought a request; null at doors without connections, such as `fetch`. */
  readonly connection: number | null;
  /** 1 for the first request with its Idempotency-Key, or else with its method, path and body; 2 for the next. */
  readonly attempt: number;
  /** Milliseconds since the former attempt, from start to start, by the account's clock and by the machine's. */
  readonly gap_ms: number | null;
  readonly real_gap_ms: number | null;
  /** Real milliseconds since the end of the former attempt's answer; null if that was still being sent. */
  readonly real_pause_ms: number | null;
  readonly request: Readonly<SentInJson> & {
    /** Whether it had an Authorization header, whatever was in it. */
    readonly has_authorization: boolean;
    /** Null where no body was read. */
    readonly bytes: number | null;
    readonly body_hash: string | null;
    /** The beginning of the body. */
    readonly body: string | null;
    /** The beginning of the prompt. */
    readonly prompt: string | null;
  };
  readonly status: number;
  /** The error code of the answer, whether the engine or a fault rule gave it. */
  readonly code: string | null;
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    /** The beginning of a JSON body. */
    readonly body: string | null;
    /** Bytes of the body that were given to the system; null while it is being sent. */
    readonly bytes_sent: number | null;
  };
  /** Whether the peer went before the last byte; null while it is being sent. */
  readonly is_aborted: boolean | null;
  /** The generation that it was about. */
  readonly generation: string | null;
  readonly changes: readonly Change[];
  /** The fault rules that were evaluated, in order, with what decided. */
  readonly evaluations: readonly Evaluation[];
  /** The rules that fired. */
  readonly faults: readonly string[];
  readonly ending: 'answered' | 'client-gone' | 'crashed';
  /** What the service behind the proxy did; null where it was not asked, as in every emulator. */
  readonly upstream: {
    /** Whether the client got its answer as it came, changed by a fault rule, or not at all; `none`: nothing came. */
    readonly answer: UpstreamTrace['answer'];
    readonly status: number | null;
    /** Milliseconds until its headers had come. */
    readonly ms: number | null;
    /** Why nothing came, or how its body ended: `cut`, `reset`, `timeout`, or `length`, another than announced. */
    readonly problem: string | null;
    /** The promises of the API document that it broke, with `--check`. */
    readonly warnings: readonly UpstreamWarning[];
  } | null;
  /**
   * When it came, in real milliseconds on a clock that only goes forward and is the same for all entries; and from then
   * until the answer stood, and until its last byte was given to the system or the connection was broken off.
   * `rendered_ms` of those until the answer stood it waited for its clip.
   */
  readonly timing: {
    readonly arrived_ms: number;
    readonly engine_ms: number;
    readonly rendered_ms: number | null;
    readonly total_ms: number | null;
  };
}

/** Which request an entry is of, and when it came: the same in its whole form and in short. */
export function whichRequest({ seq, captured }: StoredEntry) {
  return {
    seq,
    request_id: captured.requestId,
    account: captured.account,
    key: captured.key,
    operation: captured.operation,
    at: isoOf(captured.at),
    real_at: isoOf(captured.realAt),
    method: captured.method,
    path: captured.target,
  };
}

/** Puts an entry into its readable form. */
export function toEntry(stored: StoredEntry): Entry {
  const { captured } = stored;
  return {
    ...whichRequest(stored),
    connection: captured.connection ?? null,
    attempt: stored.attempt,
    gap_ms: stored.gapMs ?? null,
    real_gap_ms: stored.realGapMs ?? null,
    real_pause_ms: stored.realPauseMs ?? null,
    request: requestOf(stored),
    status: captured.status,
    code: captured.code ?? null,
    response: {
      headers: captured.headers,
      body: captured.responseBody ?? null,
      bytes_sent: stored.bytesSent ?? null,
    },
    is_aborted: stored.isAborted ?? null,
    generation: generationOf(stored),
    changes: changesOf(stored),
    evaluations: captured.evaluations,
    faults: faultsOf(stored),
    ending: captured.ending ?? 'answered',
    upstream: upstreamIn(stored),
    timing: {
      arrived_ms: captured.arrivedMs,
      engine_ms: captured.engineMs,
      rendered_ms: renderedMs(captured),
      total_ms: stored.totalMs ?? null,
    },
  };
}

/** How long the answer waited for its clip, as its header says; nothing where the clip was at hand. */
function renderedMs({ headers }: CapturedRequest): number | null {
  const [, milliseconds] = /^render;dur=(\d+)$/.exec(headers['server-timing'] ?? '') ?? [];
  return milliseconds === undefined ? null : Number(milliseconds);
}

/** The generation that a request made or was answered with again, or else the one that its path names. */
export function generationOf({ captured }: StoredEntry): string | null {
  if (captured.operation === 'create') return captured.steps.find(isMaking)?.generation ?? replayedOf(captured);
  const [, id] = /\/(?:v1\/videos|clips)\/([^/?#.]+)/.exec(captured.target) ?? [];
  return id?.toLowerCase() ?? null;
}

/** The rules that fired for a request. */
export function faultsOf({ captured }: StoredEntry): string[] {
  return captured.evaluations.filter(({ fired }) => fired).map(({ rule }) => rule);
}

/** The prompt, as far as it lies in what was kept of the body. */
export function promptOf({ captured }: StoredEntry): string | null {
  const [, text] = /"prompt"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(captured.requestBody ?? '') ?? [];
  return text === undefined ? null : unescaped(text.replace(CUT_ESCAPE, ''));
}

const CUT_ESCAPE = /\\u[0-9a-fA-F]{0,3}$/;

/** A time as text; a clock that was set beyond what dates can say shows its number. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_DATE ? new Date(ms).toISOString() : String(ms);
}

const LAST_DATE = 8.64e15;

/** What is no valid text, because it was cut or was never valid, stays as it is. */
function unescaped(text: string): string {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

const MOST_PROMPT = 200;

function requestOf(stored: StoredEntry): Entry['request'] {
  const { captured } = stored;
  const sent = SENT_FIELDS.map((field) => [snakeName(field), captured.sent[field] ?? null]);
  return {
    has_authorization: captured.hasAuthorization,
    ...(Object.fromEntries(sent) as SentInJson),
    bytes: captured.requestBytes ?? null,
    body_hash: bodyHashOf(captured) ?? null,
    body: captured.requestBody ?? null,
    prompt: promptOf(stored)?.slice(0, MOST_PROMPT) ?? null,
  };
}

function upstreamIn({ captured: { upstream }, late }: StoredEntry): Entry['upstream'] {
  if (upstream === undefined) return null;
  const { answer, status = null, ms = null, problem = late ?? null, warnings = [] } = upstream;
  return { answer, status, ms, problem, warnings };
}

/** The generation that the answer names, where no step of this engine made it: of a replay, or of a service. */
function replayedOf({ headers, responseBody, upstream, status }: CapturedRequest): string | null {
  if (headers['idempotent-replayed'] === undefined && (upstream === undefined || status >= 300)) return null;
  const [, id] = /"id"\s*:\s*"([0-9a-f-]{36})"/i.exec(responseBody ?? '') ?? [];
  return id?.toLowerCase() ?? null;
}

function isMaking({ generation, statusBefore }: Step): boolean {
  return generation !== undefined && statusBefore === undefined;
}

function changesOf({ captured }: StoredEntry): Change[] {
  return captured.steps.map(({ generation: id, statusBefore, statusAfter, ledgerBefore, ledgerAfter }) => ({
    generation:
      id === undefined || statusAfter === undefined ? null : { id, before: statusBefore ?? null, after: statusAfter },
    ledger:
      ledgerBefore === undefined || ledgerAfter === undefined
        ? null
        : { before: toLedgerInDollars(ledgerBefore), after: toLedgerInDollars(ledgerAfter) },
  }));
}
