/** An entry in short: what a list of requests shows, the same in lists and in the stream of events. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { UpstreamAnswer } from '../domain/trace.ts';
import { toDollars } from '../../contract/prices.ts';
import { faultsOf, generationOf, promptOf, whichRequest } from './entry.ts';
import { bodyHashOf, type StoredEntry } from './stored-entry.ts';

export interface EntrySummary {
  readonly seq: number;
  readonly request_id: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly operation: OperationName | null;
  readonly at: string;
  readonly real_at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly generation: string | null;
  /** The status that the record in the response showed. */
  readonly generation_status: string | null;
  readonly failure_code: string | null;
  /** The refund that this request caused. */
  readonly refunded_usd: number | null;
  readonly faults: readonly string[];
  readonly attempt: number;
  readonly gap_ms: number | null;
  readonly real_gap_ms: number | null;
  readonly real_pause_ms: number | null;
  readonly idempotency_key: string | null;
  readonly body_hash: string | null;
  /** The beginning of the prompt. */
  readonly prompt: string | null;
  /** As the answer had it: seconds, or a date. */
  readonly retry_after: string | null;
  readonly range: string | null;
  readonly user_agent: string | null;
  /** Null while the answer is being sent. */
  readonly bytes_sent: number | null;
  /** The length that the response announced. */
  readonly bytes_announced: number | null;
  readonly is_aborted: boolean | null;
  readonly total_ms: number | null;
  /** On one clock for all entries, that only goes forward. */
  readonly arrived_ms: number;
  /** What became of the answer of the service behind the proxy; null where it was not asked. */
  readonly upstream: UpstreamAnswer | null;
  /** How many promises the service broke with it. */
  readonly warnings: number;
}

const MOST_PROMPT = 120;

/** Puts an entry in short. */
export function toSummary(stored: StoredEntry): EntrySummary {
  const { captured } = stored;
  return {
    ...whichRequest(stored),
    status: captured.status,
    code: captured.code ?? null,
    generation: generationOf(stored),
    ...recordIn(stored),
    refunded_usd: refundOf(stored),
    faults: faultsOf(stored),
    attempt: stored.attempt,
    gap_ms: stored.gapMs ?? null,
    real_gap_ms: stored.realGapMs ?? null,
    real_pause_ms: stored.realPauseMs ?? null,
    idempotency_key: captured.sent.idempotencyKey ?? null,
    body_hash: bodyHashOf(captured) ?? null,
    prompt: promptOf(stored)?.slice(0, MOST_PROMPT) ?? null,
    retry_after: captured.headers['retry-after'] ?? null,
    range: captured.sent.range ?? null,
    user_agent: captured.sent.userAgent ?? null,
    bytes_sent: stored.bytesSent ?? null,
    bytes_announced: announcedIn(stored),
    is_aborted: stored.isAborted ?? null,
    total_ms: stored.totalMs ?? null,
    arrived_ms: captured.arrivedMs,
    upstream: captured.upstream?.answer ?? null,
    warnings: captured.upstream?.warnings?.length ?? 0,
  };
}

/** Reads only the beginning of the body, which is all that the journal keeps. */
function recordIn({ captured }: StoredEntry): Pick<EntrySummary, 'generation_status' | 'failure_code'> {
  const { operation, status, responseBody = '' } = captured;
  if ((operation !== 'create' && operation !== 'get') || status >= 300)
    return { generation_status: null, failure_code: null };
  const [, shown = null] = /"status"\s*:\s*"(\w+)"/.exec(responseBody) ?? [];
  const [, code = null] = /"error"\s*:\s*\{[^}]*"code"\s*:\s*"(\w+)"/.exec(responseBody) ?? [];
  return { generation_status: shown, failure_code: code };
}

function refundOf({ captured }: StoredEntry): number | null {
  let micros = 0;
  for (const { ledgerBefore: before, ledgerAfter: after } of captured.steps) {
    if (before === undefined || after === undefined || after.reserved >= before.reserved) continue;
    micros += Math.max(0, after.balance - before.balance);
  }
  return micros === 0 ? null : toDollars(micros);
}

function announcedIn({ captured }: StoredEntry): number | null {
  const { 'content-length': length } = captured.headers;
  return length === undefined || captured.method === 'HEAD' ? null : Number(length);
}
