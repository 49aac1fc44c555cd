/** A sleep that ends early when the run is aborted. */

import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after the time, or when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
