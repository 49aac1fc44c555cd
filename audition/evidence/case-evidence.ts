/** The evidence for a verdict on a case: the journal, the ledger, the client's own report, and the file. Plain data. */

import type { StoryPace } from '../cases/audition-case.ts';
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

/** The client's own report: how it ended, and its last line. */
export interface ClientOutcome {
  readonly end: 'delivered' | 'gave-up' | 'unsupported' | 'crashed' | 'hung' | 'not-observed';
  /** A text for people: `exit status 1`, `killed by SIGKILL`. */
  readonly how: string;
  /** Milliseconds from its start to its end. */
  readonly ranMs: number;
  readonly said?: ClientWord | undefined;
  /** The places in which its key was found although it is a secret: `stdout`, `stderr`, a file. */
  readonly leaks: readonly string[];
}

/** The last line of a client, as far as it is readable. */
export interface ClientWord {
  readonly ids: readonly string[];
  readonly status?: string | undefined;
  readonly error?: SaidError | undefined;
  /** Texts in other members. A client may report its Idempotency-Key in any member. */
  readonly also?: readonly string[] | undefined;
}

/** The failure that a client reports. */
export interface SaidError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly request_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean | undefined;
}

/** A requested file, and the clip that it should be. */
export interface FileEvidence {
  /** `0` for a single file; the position in the batch otherwise. */
  readonly index: number;
  /** The clip of the generation that the client completed for the file; undefined without such a generation. */
  readonly clip?: FileDigest | undefined;
  /** The file that exists there; undefined if there is none. */
  readonly found?: FileDigest | undefined;
  /** Whether its bytes equal the clip of another generation. */
  readonly isForeign: boolean;
}

export interface FileDigest {
  readonly sha256: string;
  readonly bytes: number;
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
