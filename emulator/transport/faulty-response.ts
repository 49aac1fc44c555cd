/** Writes an answer over a connection that a fault treats badly: late, cut, reset, stalled, throttledBody, or never. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../api/api-request.ts';
import type { Wire } from '../api/wire.ts';
import type { ResponseProgress } from './delivery.ts';
import { closeOnHalfClose } from './half-open.ts';
import { faultyHeaders, throttledBody, waitUnlessAborted } from './faulty-body.ts';

/** Time for what was written to be read by the peer: a reset overtakes what is still on its way, and hides behind what is not yet read. */
const ARRIVAL_MS = 50;

/** Sends the answer as its wire has it. A peer that goes, or an account that is reset, ends it at any point; it never rejects. */
export async function writeFaultyResponse(
  response: ServerResponse,
  answer: ApiResponse,
  { wire, progress }: Omit<Passage, 'over'>,
): Promise<void> {
  closeOnHalfClose(response);
  const over = new AbortController();
  const end = (): void => over.abort();
  const breakOff = (): void => {
    progress.isClosedByUs = true;
    response.destroy();
  };
  response.once('close', end);
  wire.signal?.addEventListener('abort', breakOff, { once: true, signal: over.signal });
  try {
    if (wire.signal?.aborted === true) breakOff();
    else await write(response, answer, { wire, progress, over: over.signal });
  } catch {
    // A failure here comes after the headers: all that is left is to break the connection.
    breakOff();
  }
}

interface Passage {
  readonly wire: Wire;
  readonly progress: ResponseProgress;
  /** Aborts when the connection is over, whoever ended it. */
  readonly over: AbortSignal;
}

async function write(response: ServerResponse, answer: ApiResponse, passage: Passage): Promise<void> {
  const { wire, progress, over } = passage;
  const { end } = wire;
  if (end?.kind === 'drop' || !(await waitUnlessAborted(wire.delayMs, over))) return;
  if (end?.at === 'start') return endBadly(response, end.kind, passage);
  response.writeHead(answer.status, faultyHeaders(answer, wire));
  response.flushHeaders();
  if (end?.at === 'headers') return endBadly(response, end.kind, passage);
  if (!(await waitUnlessAborted(wire.firstByteMs, over))) return;
  for await (const chunk of throttledBody(answer.body, wire, over)) {
    progress.written += chunk.length;
    if (!response.write(chunk)) await drained(response, over);
    if (over.aborted) return;
    progress.flushed = progress.written;
  }
  if (end !== undefined) await endBadly(response, end.kind, passage);
  else if (wire.lengthDelta !== 0) await endBadly(response, 'cut', passage);
  else response.end();
}

async function endBadly(
  { socket }: ServerResponse,
  kind: 'reset' | 'cut' | 'stall' | 'drop',
  { over, progress }: Passage,
): Promise<void> {
  if (socket === null || kind === 'stall' || kind === 'drop') return;
  do await sleep(ARRIVAL_MS);
  while (socket.writableLength > 0 && !over.aborted);
  // A peer in this very process reads when this loop comes round, however late the timer was.
  await setImmediate();
  progress.isClosedByUs = !over.aborted;
  if (kind === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
}

/** Waits until more can be written, or until it is over; leaves no listener behind. */
async function drained(response: ServerResponse, over: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: over }).catch(() => undefined);
}
