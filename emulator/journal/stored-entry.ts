/** An entry as it is kept: bare facts without any key, put into words only when somebody reads them. */

import { hash } from 'node:crypto';
import type { OperationName } from '../../contract/error-entry.ts';
import type { SentHeaders } from './capture-headers.ts';
import type { Step, Trace, Evaluation, UpstreamTrace } from '../domain/trace.ts';

/** What is kept of a request and its answer: all but what becomes known once the entry has its place. */
export interface CapturedRequest {
  readonly requestId: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly operation: OperationName | null;
  readonly method: string;
  readonly target: string;
  readonly hasAuthorization: boolean;
  readonly sent: Readonly<SentHeaders>;
  /** Undefined where the door has no connections. */
  readonly connection: number | undefined;
  /** By the account's clock, and by the machine's. */
  readonly at: number;
  readonly realAt: number;
  /** Real milliseconds on a clock that only goes forward. */
  readonly arrivedMs: number;
  /** The beginning of a JSON body; undefined where there was none, or it was never read. */
  readonly requestBody: string | undefined;
  readonly requestBytes: number | undefined;
  /** Undefined where the body was kept whole and as it came: `bodyHashOf` computes it then. */
  readonly bodyHash: string | undefined;
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseBody: string | undefined;
  readonly evaluations: readonly Evaluation[];
  /** Those that changed something. */
  readonly steps: readonly Step[];
  readonly ending: Trace['ending'];
  /** What the service behind the proxy did; undefined where it was not asked. */
  readonly upstream: UpstreamTrace | undefined;
  readonly engineMs: number;
}

/** How a request stands to the ones before it in its retry group. */
export interface AttemptCount {
  readonly attempt: number;
  /** From start to start, by the account's clock and by the machine's; undefined on a first attempt. */
  readonly gapMs: number | undefined;
  readonly realGapMs: number | undefined;
  /** From the end of the former answer to this start; undefined where that was still being sent. */
  readonly realPauseMs: number | undefined;
}

/** How an answer left. */
export interface ResponseEnd {
  readonly bytesSent: number;
  readonly isAborted: boolean;
  readonly totalMs: number;
  /** What the service did wrong with its body. */
  readonly late?: BodyProblem | undefined;
}

/** What can go wrong with a body of the service once its headers have passed; `length` is another than announced. */
export const BODY_PROBLEMS = ['cut', 'reset', 'timeout', 'length'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];

/** An entry in its place; how its answer left is undefined while it is being sent. */
export interface StoredEntry extends AttemptCount {
  readonly seq: number;
  readonly bytesSent: number | undefined;
  readonly isAborted: boolean | undefined;
  readonly totalMs: number | undefined;
  readonly late: BodyProblem | undefined;
  readonly captured: CapturedRequest;
}

/** The digest of the body; undefined where there was none. */
export function bodyHashOf({ bodyHash, requestBody }: CapturedRequest): string | undefined {
  return bodyHash ?? (requestBody === undefined ? undefined : hashOf(requestBody));
}

/** The digest that distinguishes bodies. */
export function hashOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url');
}
