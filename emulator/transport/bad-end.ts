/** Ends a connection before its response is complete, as a fault requires. */

import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from './delivery.ts';

/** The time for the client to read what was written, because a reset discards unread data. */
const ARRIVAL_MS = 50;
/** The wait is counted in event-loop turns, because timers can be late and a client here reads once per turn. */
const TURNS = 10;

export interface EndingConnection extends Delivery {
  /** Aborts when either side closes the connection. */
  readonly closed: AbortSignal;
}

/** Ends the connection after everything that was written has been sent. */
export async function endBadly(
  { socket }: ServerResponse,
  kind: 'reset' | 'cut' | 'stall' | 'drop',
  { closed, progress, receipt }: EndingConnection,
): Promise<void> {
  if (socket === null || kind === 'stall' || kind === 'drop') return;
  do await arrival();
  while (socket.writableLength > 0 && !closed.aborted);
  progress.isClosedByUs = !closed.aborted;
  receipt?.leaving();
  if (kind === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
}

async function arrival(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sleep(ARRIVAL_MS / TURNS);
    await setImmediate();
  }
}
