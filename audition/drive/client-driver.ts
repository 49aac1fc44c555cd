/** How a client is driven: what it is asked, and what came of it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientOutcome } from '../evidence/case-evidence.ts';

/** What a client is asked to do in one case; the same whether it comes by environment, by line or by call. */
export interface ClientCall {
  /** A name for the case that tells the client nothing. */
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  /** `make`, `batch`, `derive`; or one that nobody knows. */
  readonly goal: string;
  readonly body: unknown;
  readonly output: string;
  readonly deadlineSeconds: number;
  /** The working folder of the case. */
  readonly folder: string;
}

/** How a client ended, and what it wrote meanwhile. */
export interface DrivenCase {
  readonly outcome: ClientOutcome;
  /** Beginning and end of what it wrote, without its key; undefined where it is no process of its own. */
  readonly output: string | undefined;
}

export interface ClientDriver {
  /** The client is a process that starts in the empty folder of its case. */
  readonly startsInCaseFolder?: boolean;
  /** Drives one case to its end, or until the signal ends it. It never rejects for what a client does. */
  drive(call: ClientCall, signal: AbortSignal, firstRequestMs?: FirstRequestMs): Promise<DrivenCase>;
  /** Ends what is still running. The result is what one process wrote that was driven through all cases. */
  close(): Promise<string | undefined>;
}

/** When the first request of a case came, by `performance.now()`; nothing before that. */
export type FirstRequestMs = () => number | undefined;

/** A client cannot be started at all: the message says why and what to do. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

/** A grace after the deadline: a busy machine is no fault of the client. */
export const GRACE_MS = 5000;

/**
 * Resolves once a client is overdue. It counts its deadline from its own start, and a busy machine may take seconds to
 * start it: as late as its first request came, so much later is it overdue.
 */
export async function untilOverdue(
  { deadlineSeconds }: Pick<ClientCall, 'deadlineSeconds'>,
  firstRequestMs: FirstRequestMs | undefined,
  options: { readonly signal: AbortSignal; readonly ref?: boolean },
): Promise<void> {
  const started = performance.now();
  await sleep(deadlineSeconds * 1000 + GRACE_MS, undefined, options);
  const lateMs = (firstRequestMs?.() ?? started) - started;
  if (lateMs > 0) await sleep(lateMs, undefined, options);
}
