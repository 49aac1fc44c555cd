/** An entry in short: what a list of requests shows, the same in lists and in the stream of events. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { UpstreamAnswer } from '../domain/trace.ts';
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
    faults: faultsOf(stored),
    attempt: stored.attempt,
    gap_ms: stored.gapMs ?? null,
    real_gap_ms: stored.realGapMs ?? null,
    real_pause_ms: stored.realPauseMs ?? null,
    idempotency_key: captured.idempotencyKey ?? null,
    body_hash: bodyHashOf(captured) ?? null,
    prompt: promptOf(stored)?.slice(0, MOST_PROMPT) ?? null,
    retry_after: captured.headers['retry-after'] ?? null,
    range: captured.range ?? null,
    user_agent: captured.userAgent ?? null,
    bytes_sent: stored.bytesSent ?? null,
    is_aborted: stored.isAborted ?? null,
    total_ms: stored.totalMs ?? null,
    arrived_ms: captured.arrivedMs,
    upstream: captured.upstream?.answer ?? null,
    warnings: captured.upstream?.warnings?.length ?? 0,
  };
}
