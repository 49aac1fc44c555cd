/** The evidence for a verdict on a case, made from its record: requests, generations, the report of the client, files. */

import { hash } from 'node:crypto';
import type { Entry } from '../../emulator/index.ts';
import type { CaseRecord, JournalEntry } from './case-record.ts';
import type { ApplicableExpectation } from '../expectations/expectation.ts';

/** The end of a response, from the view of the client. */
export type AnswerEnd =
  /** The server sent all of it. */
  | 'whole'
  /** A fault interrupted it. */
  | 'broken'
  /** The client disconnected before it had received all of it. */
  | 'left'
  /** The server is still sending it. */
  | 'open';

/** A request of the client with its response, in order of arrival. */
export type ClientRequest = Readonly<ReturnType<typeof toRequests>[number]>;

/** All evidence for the checks of one case. Files are undefined if they are not available, as with `--watch`. */
export interface CaseEvidence extends Pick<
  CaseRecord,
  'scenario' | 'pace' | 'deadlineSeconds' | 'prompts' | 'bodies' | 'outcome' | 'files'
> {
  readonly expectation: ApplicableExpectation;
  readonly requests: readonly ClientRequest[];
  /** The number of generations whose cost is captured, or still reserved. */
  readonly paidFor: number;
}

interface Effect {
  /** It interrupts the response. */
  readonly breaks?: true;
  /** A client notices it even without a response, because the client disconnects. */
  readonly isFeltByWaiting?: true;
  readonly revokesKeys?: true;
}

/** The effect of each rule, by its id in the journal. */
export type EffectsOfRules = ReadonlyMap<string, Effect>;

/** The effects by the kind in a rule. A new kind does not compile without an entry. */
export const EFFECTS: Readonly<Record<NonNullable<Entry['evaluations'][number]['kind']>, Effect>> = {
  account: { revokesKeys: true },
  answer: {},
  content: {},
  cut: { breaks: true },
  delay: { isFeltByWaiting: true },
  drop: { breaks: true, isFeltByWaiting: true },
  outcome: {},
  price: {},
  record: {},
  reset: { breaks: true },
  stall: { breaks: true, isFeltByWaiting: true },
  throttle: { isFeltByWaiting: true },
};

/** Returns the evidence of a case. `effects` are the rules of its scenario at its pace. */
export function toEvidence(
  record: CaseRecord,
  expectation: ApplicableExpectation,
  effects: EffectsOfRules,
): CaseEvidence {
  const { entries } = record;
  return { ...record, expectation, requests: toRequests(entries, effects), paidFor: countPaid(entries) };
}

/** Returns the requests of a client in order of arrival. */
export function toRequests(entries: readonly JournalEntry[], effects: EffectsOfRules) {
  const inOrder = entries.toSorted((a, b) => a.timing.arrived_ms - b.timing.arrived_ms || a.seq - b.seq);
  const start = inOrder[0]?.timing.arrived_ms ?? 0;
  return inOrder.map((entry, index) => ({
    /** Its number in the case, counted from 1. Verdicts refer to exchanges by this number. */
    seq: index + 1,
    ...toRequest(entry, start, effects),
  }));
}

function toRequest(entry: JournalEntry, start: number, effects: EffectsOfRules) {
  const { seq: _seq, account: _account, is_aborted: _isAborted, ending: _ending, ...shown } = entry;
  const { request_id: requestId, at, request, response, changes, timing, ...same } = shown;
  const arrivedMs = timing.arrived_ms - start;
  return {
    requestId,
    ...same,
    /** Milliseconds since the first request of the case, on a monotonic clock: the arrival, then the last byte. */
    arrivedMs,
    endedMs: timing.total_ms === null ? null : arrivedMs + timing.total_ms,
    /** The arrival by the account's clock, which is also the clock of dates in headers. */
    arrivedAt: Date.parse(at),
    idempotencyKey: request.idempotency_key,
    /** Equal for bodies with the same JSON value. */
    bodyHash: valueHashOf(request.body) ?? request.body_hash,
    /** The beginning of the body of a create, then of its prompt. */
    requestBody: request.body,
    prompt: request.prompt,
    range: request.range,
    ifRange: request.if_range,
    ifMatch: request.if_match,
    hasAuthorization: request.has_authorization,
    userAgent: request.user_agent,
    retryCount: request.retry_count,
    headers: response.headers,
    body: response.body,
    bytesSent: response.bytes_sent ?? 0,
    end: endOf(entry, effects),
    /** The generation that the request created, if any. */
    made: changes.find((change) => change.generation?.before === null)?.generation?.id ?? null,
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

function endOf(entry: JournalEntry, effects: EffectsOfRules): AnswerEnd {
  const { faults, is_aborted: isAborted, ending, timing } = entry;
  const isOpen = timing.total_ms === null && ending !== 'client-gone';
  // A client may hang up right after the last byte.
  if (ending === 'client-gone' || (isAborted === true && !hasAll(entry))) return 'left';
  if (isOpen) return 'open';
  return faults.some((rule) => effects.get(rule)?.breaks) ? 'broken' : 'whole';
}

/** Returns whether the client received as many bytes as the headers announced. */
function hasAll({ response: { headers, bytes_sent: bytes } }: JournalEntry): boolean {
  const promised = headers['content-length'];
  return promised !== undefined && bytes !== null && bytes >= Number(promised) && bytes > 0;
}

/** Counts the generations of an account without those that were refunded, from the changes of the ledger. */
function countPaid(entries: readonly JournalEntry[]): number {
  const paid = new Set<string>();
  for (const { generation, ledger } of entries.flatMap(({ changes }) => changes)) {
    if (generation === null || ledger === null) continue;
    const { before, after } = ledger;
    if (generation.before === null) paid.add(generation.id);
    else if (after.captured_usd <= before.captured_usd && after.reserved_usd < before.reserved_usd) {
      paid.delete(generation.id);
    }
  }
  return paid.size;
}
