/** What the API hands to the journal about a request that it has answered. */

import type { Trace } from '../domain/trace.ts';

/** As much of a request as the journal looks at. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** Each header by its lower-case name, the values of one that was sent twice joined by a comma. */
  eachHeader(hear: (name: string, value: string) => void): void;
}

/** As much of an answer. A body that is no text is a clip. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | object | null;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The error code, when the engine refused. */
  readonly code: string | undefined;
  readonly trace: Trace;
  /** What `Recorder.start` answered when the request came. */
  readonly startedAt: number;
}

/** Hears how an answer left: when its last byte was given to the system, or the peer had gone. Called once. */
export interface Receipt {
  sent(bytes: number, isAborted: boolean): void;
}

export interface Recorder {
  /** Marks the moment at which a request came, for its durations. */
  start(): number;
  /** Takes a request down; its answer has still to be sent. */
  record(facts: AnsweredRequest): Receipt;
}
