/** An entry as it is kept: bare facts without any key, put into words only when somebody reads them. */

import { hash } from 'node:crypto';
import type { OperationName } from '../../contract/error-entry.ts';
import type { Step, Trace, Weighed } from '../domain/trace.ts';

/** All but what becomes known once the entry has its place. */
export interface CapturedRequest {
  readonly requestId: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly operation: OperationName | null;
  readonly method: string;
  readonly target: string;
  readonly idempotencyKey: string | undefined;
  readonly range: string | undefined;
  readonly contentType: string | undefined;
  readonly userAgent: string | undefined;
  /** By the account's clock, and by the machine's. */
  readonly at: number;
  readonly realAt: number;
  /** The beginning of a JSON body; nothing where there was none, or it was never read. */
  readonly requestBody: string | undefined;
  readonly requestBytes: number | undefined;
  /** Nothing where the body was kept whole and as it came: `bodyHashOf` knows it all the same. */
  readonly bodyHash: string | undefined;
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseBody: string | undefined;
  readonly weighed: readonly Weighed[];
  /** Those that changed something. */
  readonly steps: readonly Step[];
  readonly ending: Trace['ending'];
  /** On a clock that only goes forward, whose zero means nothing. */
  readonly startedAt: number;
  readonly engineMs: number;
}

/** How a request stands to the ones before it at the same thing. */
export interface Attempt {
  readonly attempt: number;
  /** By the account's clock and by the machine's; nothing on a first attempt. */
  readonly gapMs: number | undefined;
  readonly realGapMs: number | undefined;
}

/** How an answer left; nothing while it is on its way. */
export interface Delivered {
  readonly bytesSent: number | undefined;
  readonly isAborted: boolean | undefined;
  readonly totalMs: number | undefined;
}

/** An entry in its place. */
export interface StoredEntry extends Attempt, Delivered {
  readonly seq: number;
  readonly facts: CapturedRequest;
}

/** The digest of the body; nothing where there was none. */
export function bodyHashOf({ bodyHash, requestBody }: CapturedRequest): string | undefined {
  return bodyHash ?? (requestBody === undefined ? undefined : hashOf(requestBody));
}

/** The digest by which bodies are told apart. */
export function hashOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url');
}
