/** The engine's notes about one request, from which the journal explains its response. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { NamedRule } from '../faults/rule.ts';
import type { Ledger } from './ledger.ts';

export type EffectKind = NamedRule['effect']['kind'];

/** A fault rule that was evaluated for a request. */
export interface Evaluation {
  readonly rule: string;
  readonly fired: boolean;
  /** The reason in words: the parts that matched or differed, and the count or draw that decided. */
  readonly why: string;
  /** The random draw, if chance decided. */
  readonly draw?: number | undefined;
  /** The number of matching requests so far, if the rule fired and a count decided. Parallel requests share counts. */
  readonly seen?: number | undefined;
  /** The kind of the effect, if the rule fired. */
  readonly kind?: EffectKind | undefined;
}

/** The facts and changes of one decision of a request. */
export interface Step {
  /** The id of the generation, and its status before and after. A new generation has no earlier status. */
  readonly generation: string | undefined;
  readonly statusBefore: Status | undefined;
  readonly statusAfter: Status | undefined;
  /** The ledger before and after, if it changed. */
  readonly ledgerBefore: Ledger | undefined;
  readonly ledgerAfter: Ledger | undefined;
}

/** How the proxy handled the response of the service: passed, changed or withheld it, or received none. */
export const UPSTREAM_ANSWERS = ['passed', 'changed', 'withheld', 'none'] as const;
export type UpstreamAnswer = (typeof UPSTREAM_ANSWERS)[number];

/** The response of the service behind the proxy, and whether it reached the client. */
export interface UpstreamTrace {
  answer: UpstreamAnswer;
  readonly status?: number | undefined;
  /** The milliseconds until its headers arrived. */
  readonly ms?: number | undefined;
  /** The reason why no response arrived. */
  readonly problem?: string | undefined;
  /** The promises of the API document that the response breaks, if responses are judged. */
  readonly warnings?: readonly UpstreamWarning[] | undefined;
}

/** A promise that a response breaks: the check that found it, and the reason. */
export interface UpstreamWarning {
  readonly check: string;
  readonly why: string;
}

/** The trace of one request. The steps of the request fill it in. */
export interface Trace {
  evaluations: readonly Evaluation[];
  steps: readonly Step[];
  /** The fingerprint of the key, if a key was read. */
  key?: string;
  operation?: OperationName;
  account?: string;
  /** The time of the account's clock. */
  now?: number;
  /** The body, if it was read. */
  body?: Uint8Array;
  /** The body as text, if it is UTF-8. */
  text?: string;
  /** The reason why the request ended without a regular response. */
  ending?: 'client-gone' | 'crashed';
  /** The response of the service behind the proxy, if the request was forwarded. */
  upstream?: UpstreamTrace;
}

const NONE: readonly never[] = [];

export function newTrace(): Trace {
  return { evaluations: NONE, steps: NONE };
}
