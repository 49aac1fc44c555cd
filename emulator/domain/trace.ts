/** The notes of the engine about a request, for the journal: enough to explain its response. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { Ledger } from './ledger.ts';

/** A fault rule that was evaluated for a request. */
export interface Evaluation {
  readonly rule: string;
  readonly fired: boolean;
  /** In words: what matched, what did not, which count or draw decided. */
  readonly why: string;
  /** The draw, where chance decided, and the number of requests that the rule has matched so far. */
  readonly draw?: number | undefined;
  readonly seen?: number | undefined;
}

/** The facts and changes of one decision; a request has a step for each of its decisions. */
export interface Step {
  /** The generation's id, and its status before (nothing, if it was made) and after. */
  readonly generation: string | undefined;
  readonly statusBefore: Status | undefined;
  readonly statusAfter: Status | undefined;
  /** The ledger before and after, where it changed. */
  readonly ledgerBefore: Ledger | undefined;
  readonly ledgerAfter: Ledger | undefined;
}

/** Whether the client got the answer of a service as it came, changed by a fault rule, or not; `none`: nothing came. */
export const UPSTREAM_ANSWERS = ['passed', 'changed', 'withheld', 'none'] as const;
export type UpstreamAnswer = (typeof UPSTREAM_ANSWERS)[number];

/** The response of the service behind the proxy, and whether it reached the client. */
export interface UpstreamTrace {
  answer: UpstreamAnswer;
  readonly status?: number | undefined;
  /** Milliseconds until its headers had come. */
  readonly ms?: number | undefined;
  /** Why nothing came. */
  readonly problem?: string | undefined;
  /** The promises of the API document that it breaks, where answers are judged. */
  readonly warnings?: readonly UpstreamWarning[] | undefined;
}

/** A promise that an answer breaks: the check that says so, and how. */
export interface UpstreamWarning {
  readonly check: string;
  readonly why: string;
}

/** Filled in by the steps of a request, in order. */
export interface Trace {
  evaluations: readonly Evaluation[];
  steps: readonly Step[];
  /** The fingerprint of the key, once one was read. */
  key?: string;
  operation?: OperationName;
  account?: string;
  /** The reading of the account's clock. */
  now?: number;
  /** The body, once it was read. */
  body?: Uint8Array;
  /** The same as text, when it is UTF-8. */
  text?: string;
  /** How it ended without a regular answer. */
  ending?: 'client-gone' | 'crashed';
  /** Where the service behind the proxy was asked. */
  upstream?: UpstreamTrace;
}

const NONE: readonly never[] = [];

/** A trace with nothing in it. */
export function newTrace(): Trace {
  return { evaluations: NONE, steps: NONE };
}
