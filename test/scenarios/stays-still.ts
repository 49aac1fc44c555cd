/**
 * Distinguishes silence from a slow process: the server runs in this process, so its timers are as late as the
 * client's.
 */

import { setTimeout as sleep } from 'node:timers/promises';

/** Enough for late timers of the server, its write, and the read of the client. */
const BEATS = 5;
const BEAT_MS = 10;

/** Reports whether a number stays the same for some time while the event loop runs. */
export async function staysStill(count: () => number): Promise<boolean> {
  const before = count();
  for (let passed = 0; passed < BEATS; passed += 1) await sleep(BEAT_MS);
  return count() === before;
}
