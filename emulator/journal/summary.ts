/** Summarizes entries for lists of requests and the event stream. */

import type { Entry } from './entry.ts';

export type EntrySummary = ReturnType<typeof toSummary>;

const MOST_PROMPT = 120;

export function toSummary(entry: Entry) {
  const { request, response, timing, upstream } = entry;
  const { seq, request_id, account, key, operation, at, real_at, method, path, status, code, generation } = entry;
  return {
    seq,
    request_id,
    account,
    key,
    operation,
    at,
    real_at,
    method,
    path,
    status,
    code,
    generation,
    ...recordIn(entry),
    /** The refund that this request caused. */
    refunded_usd: refundOf(entry),
    faults: entry.faults,
    attempt: entry.attempt,
    gap_ms: entry.gap_ms,
    real_gap_ms: entry.real_gap_ms,
    real_pause_ms: entry.real_pause_ms,
    idempotency_key: request.idempotency_key,
    body_hash: request.body_hash,
    /** The beginning of the prompt. */
    prompt: request.prompt?.slice(0, MOST_PROMPT) ?? null,
    /** The Retry-After header: seconds or a date. */
    retry_after: response.headers['retry-after'] ?? null,
    range: request.range,
    user_agent: request.user_agent,
    /** Null while the response is being sent. */
    bytes_sent: response.bytes_sent,
    /** The Content-Length of the response. */
    bytes_announced: announcedIn(entry),
    is_aborted: entry.is_aborted,
    total_ms: timing.total_ms,
    /** The arrival on one monotonic clock for all entries. */
    arrived_ms: timing.arrived_ms,
    /** Whether the client got the response of the service behind the proxy. Null if the service got no request. */
    upstream: upstream?.answer ?? null,
    /** The number of promises that this response of the service breaks. */
    warnings: upstream?.warnings.length ?? 0,
  };
}

/** Reads the generation's status and failure code from the beginning of the response body. */
function recordIn({ operation, status, response: { body } }: Entry) {
  const hasRecord = (operation === 'create' || operation === 'get') && status < 300 && body !== null;
  const [, shown = null] = (hasRecord && /"status"\s*:\s*"(\w+)"/.exec(body)) || [];
  const [, code = null] = (hasRecord && /"error"\s*:\s*\{[^}]*"code"\s*:\s*"(\w+)"/.exec(body)) || [];
  return { generation_status: shown, failure_code: code };
}

function refundOf({ changes }: Entry): number | null {
  let micros = 0;
  for (const { ledger } of changes) {
    if (ledger === null || ledger.after.reserved_usd >= ledger.before.reserved_usd) continue;
    micros += Math.max(0, Math.round((ledger.after.balance_usd - ledger.before.balance_usd) * MILLION));
  }
  return micros === 0 ? null : micros / MILLION;
}

const MILLION = 1_000_000;

function announcedIn({ method, response: { headers } }: Entry): number | null {
  const { 'content-length': length } = headers;
  return length === undefined || method === 'HEAD' ? null : Number(length);
}
