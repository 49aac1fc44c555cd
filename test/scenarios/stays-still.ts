/** Silence, told from a process that was held up: the server is in this one, and its timers are as late as a client's. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Enough for late timers of the server, its write, and the client's read of it. */
const BEATS = 5;
const BEAT_MS = 10;

/** Whether a number is the same after some time in which the event loop went on. */
export async function staysStill(count: () => number): Promise<boolean> {
  const before = count();
  for (let passed = 0; passed < BEATS; passed += 1) await sleep(BEAT_MS);
  return count() === before;
}
