/** The types of a request and its response that the API passes to the journal. */

import type { Trace } from '../domain/trace.ts';

/** The parts of a request that the journal reads. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** The number of the connection. Undefined at entry points without connections. */
  readonly connection?: number | undefined;
  /** Visits each header by its lower-case name. The values of repeated headers are joined by a comma. */
  eachHeader(visit: (name: string, value: string) => void): void;
}

/** The parts of a response that the journal reads. A body that is not text is a clip. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | object | null;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The error code, if the engine rejected the request. */
  readonly code: string | undefined;
  readonly trace: Trace;
  /** The result of `Recorder.start` at the arrival of the request. */
  readonly startedAt: number;
}

/** The outcome of sending a response. */
export interface ResponseEnd {
  readonly bytesSent: number;
  readonly isAborted: boolean;
  readonly totalMs: number;
  /** The problem with the body from the service behind the proxy. */
  readonly late?: BodyProblem | undefined;
}

/** The problems of a body after its headers were forwarded. `length`: the length differs from the announced length. */
export const BODY_PROBLEMS = ['cut', 'reset', 'timeout', 'length'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];
