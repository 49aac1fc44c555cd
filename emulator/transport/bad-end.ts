/** Ends a connection before its response is whole: by RST, by FIN, or not at all. */

import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '../journal/recorder.ts';
import type { ResponseProgress } from './delivery.ts';

/** Time for the client to read what was written: a reset discards what it has not read yet. */
const ARRIVAL_MS = 50;
/** Waits by event-loop turns, because timers may be delayed, and a client in this process reads once in each turn. */
const TURNS = 10;

export interface EndingConnection {
  readonly progress: ResponseProgress;
  readonly receipt: Receipt | undefined;
  /** Aborts when the connection is closed, by either side. */
  readonly over: AbortSignal;
}

/** Ends it once all that was written has left. */
export async function endBadly(
  { socket }: ServerResponse,
  kind: 'reset' | 'cut' | 'stall' | 'drop',
  { over, progress, receipt }: EndingConnection,
): Promise<void> {
  if (socket === null || kind === 'stall' || kind === 'drop') return;
  do await arrival();
  while (socket.writableLength > 0 && !over.aborted);
  progress.isClosedByUs = !over.aborted;
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
