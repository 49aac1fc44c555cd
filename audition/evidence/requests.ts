/** Converts the record of a case to the evidence for its checks: the requests of a client and its generations. */

import { hash } from 'node:crypto';
import type { ApplicableExpectation } from '../expectations/expectation.ts';
import type { AnswerEnd, CaseEvidence, ClientRequest, PaidGeneration } from './case-evidence.ts';
import type { CaseRecord } from './case-record.ts';
import type { JournalEntry } from './journal-entry.ts';

/** The effect of each rule, by its id in the journal. It shows which responses a rule interrupted. */
export type EffectKinds = ReadonlyMap<string, string>;

const BREAKING: ReadonlySet<string> = new Set(['reset', 'cut', 'stall', 'drop']);

/** Returns the evidence of a case. `effects` are the rules of its scenario at its pace. */
export function toEvidence(record: CaseRecord, expectation: ApplicableExpectation, effects: EffectKinds): CaseEvidence {
  const { scenario, pace, deadlineSeconds, prompts, entries, outcome, files } = record;
  const [requests, generations] = [toRequests(entries, effects), toGenerations(entries)];
  return { scenario, expectation, pace, deadlineSeconds, prompts, requests, generations, outcome, files };
}

/** Returns the requests of a client in order of arrival. */
export function toRequests(entries: readonly JournalEntry[], effects: EffectKinds): ClientRequest[] {
  const inOrder = entries.toSorted((a, b) => arrivalOf(a) - arrivalOf(b) || a.seq - b.seq);
  const [first] = inOrder;
  const start = first === undefined ? 0 : arrivalOf(first);
  return inOrder.map((entry, index) => toRequest(entry, { index, start, effects }));
}

interface Place {
  readonly index: number;
  readonly start: number;
  readonly effects: EffectKinds;
}

function toRequest(entry: JournalEntry, { index, start, effects }: Place): ClientRequest {
  const arrivedMs = arrivalOf(entry) - start;
  const { total_ms: totalMs } = entry.timing;
  const { request, response } = entry;
  return {
    seq: index + 1,
    requestId: entry.request_id,
    operation: entry.operation,
    method: entry.method,
    path: entry.path,
    generation: entry.generation,
    arrivedMs,
    endedMs: totalMs === null ? null : arrivedMs + totalMs,
    arrivedAt: Date.parse(entry.at),
    idempotencyKey: request.idempotency_key,
    bodyHash: valueHashOf(request.body) ?? request.body_hash,
    prompt: request.prompt,
    range: request.range,
    ifRange: request.if_range,
    ifMatch: request.if_match,
    hasAuthorization: request.has_authorization,
    userAgent: request.user_agent,
    retryCount: request.retry_count,
    connection: entry.connection,
    status: entry.status,
    code: entry.code,
    headers: response.headers,
    body: response.body,
    bytesSent: response.bytes_sent ?? 0,
    end: endOf(entry, effects),
    faults: entry.faults,
    made: entry.changes.find(({ generation }) => generation?.before === null)?.generation?.id ?? null,
  };
}

/** Returns a hash of the JSON value of a body, whatever its member order; undefined if it is cut or not JSON. */
function valueHashOf(body: string | null): string | undefined {
  try {
    return body === null ? undefined : hash('sha256', JSON.stringify(JSON.parse(body), inOrder), 'base64url');
  } catch {
    return undefined;
  }
}

function inOrder(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** Returns the arrival on the monotonic clock. Journals of former versions have only the machine's time. */
function arrivalOf({ timing, real_at: realAt }: JournalEntry): number {
  return timing.arrived_ms ?? Date.parse(realAt);
}

function endOf(entry: JournalEntry, effects: EffectKinds): AnswerEnd {
  const { faults, is_aborted: isAborted, ending, timing } = entry;
  const isOpen = timing.total_ms === null && ending !== 'client-gone';
  // A client may hang up right after the last byte.
  if (ending === 'client-gone' || (isAborted === true && !hasAll(entry))) return 'left';
  if (isOpen) return 'open';
  return faults.some((rule) => BREAKING.has(effects.get(rule) ?? '')) ? 'broken' : 'whole';
}

/** Returns whether the client received as many bytes as the headers announced. */
function hasAll({ response: { headers, bytes_sent: bytes } }: JournalEntry): boolean {
  const promised = headers['content-length'];
  return promised !== undefined && bytes !== null && bytes >= Number(promised) && bytes > 0;
}

/** Returns every generation of an account with its cost and its settlement, from the changes of the ledger. */
function toGenerations(entries: readonly JournalEntry[]): PaidGeneration[] {
  const found = new Map<string, PaidGeneration>();
  for (const { generation, ledger } of entries.flatMap(({ changes }) => changes)) {
    if (generation === null || ledger === null) continue;
    const { before, after } = ledger;
    if (generation.before === null) {
      const cost = rounded(after.reserved_usd - before.reserved_usd);
      found.set(generation.id, { id: generation.id, cost, settled: 'reserved' });
    }
    const known = found.get(generation.id);
    if (known === undefined) continue;
    if (after.captured_usd > before.captured_usd) found.set(known.id, { ...known, settled: 'captured' });
    else if (after.reserved_usd < before.reserved_usd) found.set(known.id, { ...known, settled: 'refunded' });
  }
  return [...found.values()];
}

/** Rounds to millionths, because sums of dollars in floating point are not exact. */
function rounded(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}
