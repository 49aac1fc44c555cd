/** What a verdict on a case rests on: the journal, the ledger, the client's own word, and the file. Plain data. */

import type { StoryPace } from '../cases/audition-case.ts';
import type { ApplicableExpectation } from '../expectations/expectation.ts';

/** How an answer ended, as the client felt it. */
export type AnswerEnd =
  /** All of it was sent. */
  | 'whole'
  /** A fault broke it off, on purpose. */
  | 'broken'
  /** The client went before it had all. */
  | 'left'
  /** It is still being sent. */
  | 'open';

/** One request of the client with its answer, in the order of arrival. */
export interface ClientRequest {
  /** Its number in the case, counted from 1; verdicts name their exchanges by it. */
  readonly seq: number;
  readonly requestId: string;
  readonly operation: 'create' | 'get' | 'content' | null;
  readonly method: string;
  readonly path: string;
  readonly generation: string | null;
  /** Milliseconds since the first request of the case, on a clock that only goes forward: arrival, and last byte. */
  readonly arrivedMs: number;
  readonly endedMs: number | null;
  /** By the account's clock, which dates in headers are told by. */
  readonly arrivedAt: number;
  readonly idempotencyKey: string | null;
  /** Equal for bodies of the same JSON value. */
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
  /** The generation that it made, if it made one. */
  readonly made: string | null;
}

/** What became of a generation, and what it cost. */
export interface PaidGeneration {
  readonly id: string;
  /** US dollars that were reserved for it. */
  readonly cost: number;
  readonly settled: 'reserved' | 'captured' | 'refunded';
}

/** The client's own word: how it ended, and the last line that it said. */
export interface ClientOutcome {
  readonly end: 'delivered' | 'gave-up' | 'unsupported' | 'crashed' | 'hung' | 'not-observed';
  /** For people: `exit status 1`, `killed by SIGKILL`. */
  readonly how: string;
  /** Milliseconds from its start to its end. */
  readonly ranMs: number;
  readonly said?: ClientWord | undefined;
  /** Where its key was found although it is a secret: `stdout`, `stderr`, a file. */
  readonly leaks: readonly string[];
}

/** The last line of a client, as far as it can be read. */
export interface ClientWord {
  readonly ids: readonly string[];
  readonly status?: string | undefined;
  readonly error?: SaidError | undefined;
  /** Texts in other members: a client may name its Idempotency-Key where it likes. */
  readonly also?: readonly string[] | undefined;
}

/** What a client says of its failure. */
export interface SaidError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly request_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean | undefined;
}

/** A file that was asked for, and the clip that it ought to be. */
export interface FileEvidence {
  /** `0` for the only one; the place in the batch otherwise. */
  readonly index: number;
  /** Of the generation that the client finished for it; undefined where there is none. */
  readonly clip?: FileDigest | undefined;
  /** What lies there; undefined where nothing does. */
  readonly found?: FileDigest | undefined;
  /** Whether its bytes are those of a clip of another generation. */
  readonly isForeign: boolean;
}

export interface FileDigest {
  readonly sha256: string;
  readonly bytes: number;
}

/** Everything that the checks of one case see. */
export interface CaseEvidence {
  readonly scenario: string;
  readonly expectation: ApplicableExpectation;
  readonly pace: StoryPace;
  readonly deadlineSeconds: number;
  /** The prompts of the bodies that the client was asked to make, one for each intent. */
  readonly prompts: readonly string[];
  readonly requests: readonly ClientRequest[];
  readonly generations: readonly PaidGeneration[];
  readonly outcome: ClientOutcome;
  /** Undefined where files cannot be seen, as with `--watch`. */
  readonly files: readonly FileEvidence[] | undefined;
}
