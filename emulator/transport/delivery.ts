/** Writes the head of a response, tracks its delivery for the journal, and ends its connection as a fault requires. */

import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../api/messages.ts';
import type { Receipt } from '../journal/recorder.ts';

export interface ResponseProgress {
  /** The bytes of the body that were written, and the part of them that the system has accepted. */
  written: number;
  flushed: number;
  /** Whether this side closes the connection early, because of a fault or a reset. */
  isClosedByUs: boolean;
}

export interface Delivery {
  readonly progress: ResponseProgress;
  readonly receipt: Receipt | undefined;
}

/** Writes the status and the headers, with a separate header line for each cookie. */
export function writeHead(
  response: ServerResponse,
  { status, headers, cookies }: Pick<ApiResponse, 'status' | 'headers' | 'cookies'>,
): void {
  response.writeHead(status, cookies === undefined ? headers : { ...headers, 'set-cookie': [...cookies] });
}

/** Fills in the receipt when the response ends. Bytes that may not have been sent do not count. */
export function reportDelivery(
  response: ServerResponse,
  { receipt, body }: Pick<ApiResponse, 'receipt' | 'body'>,
): ResponseProgress {
  const progress: ResponseProgress = { written: 0, flushed: 0, isClosedByUs: false };
  if (receipt === undefined) return progress;
  response.once('close', () => {
    const isWhole = response.writableFinished || progress.isClosedByUs;
    const bytes = isWhole ? progress.written : progress.flushed;
    const problem = body !== null && typeof body === 'object' && 'forwarded' in body ? body.problem() : undefined;
    receipt.sent(response.req.method === 'HEAD' ? 0 : bytes, !isWhole, problem);
  });
  return progress;
}

/** The time for the client to read what was written, because a reset discards unread data. */
const ARRIVAL_MS = 50;
/** Counts event-loop turns, because timers can be late, and a client in this process reads once per turn. */
const TURNS = 10;

/** Ends the connection after everything that was written has been sent. */
export async function endBadly(
  response: ServerResponse,
  kind: 'reset' | 'cut' | 'stall' | 'drop',
  { progress, receipt }: Delivery,
): Promise<void> {
  const { socket } = response;
  if (socket === null || kind === 'stall' || kind === 'drop') return;
  do await arrival();
  while (socket.writableLength > 0 && !response.closed);
  progress.isClosedByUs = !response.closed;
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
