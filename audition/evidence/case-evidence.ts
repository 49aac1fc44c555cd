/** The evidence for a verdict on a case: the journal, the ledger, the client's own report, and the file. Plain data. */

import type { StoryPace } from '../cases/audition-case.ts';
import type { ApplicableExpectation } from '../expectations/expectation.ts';
import type { ClientOutcome, FileEvidence } from './case-record.ts';

export type { ClientOutcome, FileEvidence } from './case-record.ts';

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
export interface ClientRequest {
  /** Its number in the case, counted from 1. Verdicts refer to exchanges by this number. */
  readonly seq: number;
  readonly requestId: string;
  readonly operation: 'create' | 'get' | 'content' | null;
  readonly method: string;
  readonly path: string;
  readonly generation: string | null;
  /** Milliseconds since the first request of the case, on a monotonic clock: the arrival, then the last byte. */
  readonly arrivedMs: number;
  readonly endedMs: number | null;
  /** The arrival by the account's clock, which is also the clock of dates in headers. */
  readonly arrivedAt: number;
  readonly idempotencyKey: string | null;
  /** Equal for bodies with the same JSON value. */
  readonly bodyHash: string | null;
  /** The beginning of the prompt of a create. */
  readonly prompt: string | null;
  readonly range: string | null;
  readonly ifRange: string | null;
  readonly ifMatch: string | null;
  readonly hasAuthorization: boolean;
  readonly userAgent: string | null;
  readonly retryCount: string | null;
  readonly connection: number | null;
  readonly status: number;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bytesSent: number;
  readonly end: AnswerEnd;
  /** Ids of the rules that fired, with their scenario: `storm_503:1`. */
  readonly faults: readonly string[];
  /** The generation that the request created, if any. */
  readonly made: string | null;
}

/** A generation with its outcome and its cost. */
export interface PaidGeneration {
  readonly id: string;
  /** The US dollars that were reserved for it. */
  readonly cost: number;
  readonly settled: 'reserved' | 'captured' | 'refunded';
}

/** All evidence for the checks of one case. */
export interface CaseEvidence {
  readonly scenario: string;
  readonly expectation: ApplicableExpectation;
  readonly pace: StoryPace;
  readonly deadlineSeconds: number;
  /** The prompts of the requested bodies, one for each intent. */
  readonly prompts: readonly string[];
  readonly requests: readonly ClientRequest[];
  readonly generations: readonly PaidGeneration[];
  readonly outcome: ClientOutcome;
  /** Undefined if files are not available, as with `--watch`. */
  readonly files: readonly FileEvidence[] | undefined;
}
