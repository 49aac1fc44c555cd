/** The interface of drivers: the call that a client receives, and its outcome. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientOutcome } from '../evidence/case-record.ts';

/** The work that a client is asked to do in one case: the same by environment, by line and by call. */
export interface ClientCall {
  /** A name for the case that tells the client nothing about its scenario. */
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  /** `make`, `batch` or `derive`, or an unknown goal. */
  readonly goal: string;
  readonly body: unknown;
  readonly output: string;
  readonly deadlineSeconds: number;
  /** The working folder of the case. */
  readonly folder: string;
}

/** The end of a client, and its output. */
export interface DrivenCase {
  readonly outcome: ClientOutcome;
  /** The beginning and the end of its output, without its key; undefined for a client without its own process. */
  readonly output?: string | undefined;
}

export interface ClientDriver {
  /** The client is a process that starts in the empty folder of its case. */
  readonly startsInCaseFolder?: boolean;
  /** Drives one case to its end, or until the signal ends it. It never rejects because of the client's behavior. */
  drive(call: ClientCall, signal: AbortSignal, firstRequestMs?: FirstRequestMs): Promise<DrivenCase>;
  /** Ends a running process. Resolves to the output of a process that was driven through all cases. */
  close?(): Promise<string | undefined>;
}

/** Returns when the first request of a case arrived, by `performance.now()`; undefined before that. */
export type FirstRequestMs = () => number | undefined;

/** A client cannot be started. The message contains the reason and the next step. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

/** A grace period after the deadline, because the client is not responsible for a busy machine. */
export const GRACE_MS = 5000;

/** The end of a client, before the audition adds its duration and its leaks. */
export type Ending = Pick<ClientOutcome, 'end' | 'how' | 'said'>;

interface Limits {
  readonly signal: AbortSignal;
  readonly firstRequestMs: FirstRequestMs | undefined;
  /** The text for an overdue client. */
  readonly how?: string;
}

/**
 * Resolves to the end of a client and its duration, also if the client is overdue or if the run ends. A client counts its
 * deadline from its own start, which a busy machine may delay by seconds. The delay of its first request therefore
 * extends the wait.
 */
export async function endInTime(
  { deadlineSeconds }: ClientCall,
  { signal, firstRequestMs, how = 'still running after its deadline' }: Limits,
  end: (over: AbortSignal) => Promise<Ending>,
): Promise<Ending & Pick<ClientOutcome, 'ranMs'>> {
  const started = performance.now();
  const over = new AbortController();
  const options = { signal: AbortSignal.any([signal, over.signal]) };
  const overdue = async (): Promise<Ending> => {
    try {
      await sleep(deadlineSeconds * 1000 + GRACE_MS, undefined, options);
      const lateMs = (firstRequestMs?.() ?? started) - started;
      if (lateMs > 0) await sleep(lateMs, undefined, options);
      return { end: 'hung', how };
    } catch {
      return { end: 'not-observed', how: 'ended with the run' };
    }
  };
  const ending = await Promise.race([end(options.signal), overdue()]).finally(() => over.abort());
  return { ...ending, ranMs: performance.now() - started };
}
