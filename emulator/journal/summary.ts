/** Summarizes entries for lists of requests and the event stream. */

import { toDollars, toMicros } from '../../contract/prices.ts';
import type { Entry } from './entry.ts';
import { firedRules } from './fired-rules.ts';

export type EntrySummary = ReturnType<typeof toSummary>;

export function toSummary(entry: Entry) {
  const { method, request, response, timing, upstream } = entry;
  const { 'content-length': length, 'x-standin-fault': faultHeader } = response.headers;
  const record = recordIn(entry);
  /** The rules that set the response, with the rule that made the generation fail. */
  const faults = (record.generation_status === 'failed' && faultHeader?.split(', ')) || firedRules(entry).acting;
  /** The Content-Length of the response. */
  const announced = length === undefined || method === 'HEAD' ? null : Number(length);
  return {
    ...pick(entry, ['seq', 'request_id', 'account', 'key', 'operation', 'at', 'real_at', 'method', 'path', 'status']),
    ...pick(entry, ['code', 'generation', 'attempt', 'gap_ms', 'real_gap_ms', 'real_pause_ms', 'is_aborted']),
    ...pick(request, ['idempotency_key', 'body_hash', 'range', 'user_agent']),
    ...record,
    faults,
    /** Whether a rule ended the connection before the client got a response. */
    is_lost: faults.length > 0 && response.bytes_sent === 0 && hadToSend(entry, announced),
    /** The refund that this request caused. */
    refunded_usd: refundOf(entry),
    /** The beginning of the prompt. */
    prompt: request.prompt,
    /** The Retry-After header: seconds or a date. If the response has retry-after-ms, this header in seconds. */
    retry_after: waitIn(response.headers),
    /** Null while the response is being sent. */
    bytes_sent: response.bytes_sent,
    bytes_announced: announced,
    ...pick(timing, ['total_ms', 'arrived_ms']),
    /** Whether the client got the response of the service behind the proxy. Null if the service got no request. */
    upstream: upstream?.answer ?? null,
    /** The number of promises that this response of the service breaks. */
    warnings: upstream?.warnings.length ?? 0,
  };
}

/** Returns whether a response without a body is incomplete. A dropped request has the status 503 without a code. */
function hadToSend({ operation, status, code }: Entry, announced: number | null): boolean {
  return status < 300 ? operation !== 'content' && announced !== null : status === 503 && code === null;
}

/** Returns some members of an object. */
export function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
}

/** Reads the generation's status and failure code from the beginning of the response body. */
export function recordIn({ operation, status, response: { body } }: Entry) {
  const hasRecord = (operation === 'create' || operation === 'get') && status < 300 && body !== null;
  const [, shown = null] = (hasRecord && /"status"\s*:\s*"(\w+)"/.exec(body)) || [];
  const [, code = null] =
    (hasRecord && shown === 'failed' && /"error"\s*:\s*\{[^}]*"code"\s*:\s*"(\w+)"/.exec(body)) || [];
  return { generation_status: shown, failure_code: code };
}

function waitIn({ 'retry-after-ms': ms, 'retry-after': header }: Entry['response']['headers']): string | null {
  return Number(ms) >= 0 ? String(Number(ms) / 1000) : (header ?? null);
}

function refundOf({ changes }: Entry): number | null {
  const refunds = changes.flatMap(({ ledger }) => {
    if (ledger === null || ledger.after.reserved_usd >= ledger.before.reserved_usd) return [];
    return Math.max(0, toMicros(ledger.after.balance_usd - ledger.before.balance_usd));
  });
  return toDollars(refunds.reduce((sum, refund) => sum + refund, 0)) || null;
}
