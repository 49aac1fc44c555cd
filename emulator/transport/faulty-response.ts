/** Writes an answer over a connection that a fault treats badly: late, cut, reset, stalled, throttledBody, or never. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/messages.ts';
import type { ConnectionFaults } from '../api/connection-faults.ts';
import { endBadly, type EndingConnection } from './bad-end.ts';
import { writeHead } from './head.ts';
import { closeOnHalfClose } from './half-open.ts';
import { faultyHeaders, throttledBody, waitUnlessAborted } from './faulty-body.ts';

/** Writes the response as the fault wants it, until the client has gone or the account is reset. It never rejects. */
export async function writeFaultyResponse(
  response: ServerResponse,
  answer: ApiResponse,
  { wire, progress }: Pick<FaultyConnection, 'wire' | 'progress'>,
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
    else await write(response, answer, { wire, progress, receipt: answer.receipt, over: over.signal });
  } catch {
    // The headers have been sent: all that is left is to break the connection.
    breakOff();
  }
}

interface FaultyConnection extends EndingConnection {
  readonly wire: ConnectionFaults;
}

async function write(response: ServerResponse, answer: ApiResponse, connection: FaultyConnection): Promise<void> {
  const { wire, progress, over } = connection;
  const { end } = wire;
  if (end?.kind === 'drop' || !(await waitUnlessAborted(wire.delayMs, over))) return;
  if (end?.at === 'start') return endBadly(response, end.kind, connection);
  writeHead(response, { ...answer, headers: faultyHeaders(answer, wire) });
  response.flushHeaders();
  if (end?.at === 'headers') return endBadly(response, end.kind, connection);
  if (!(await waitUnlessAborted(wire.firstByteMs, over))) return;
  for await (const chunk of throttledBody(answer.body, wire, over)) {
    progress.written += chunk.length;
    if (!response.write(chunk)) await drained(response, over);
    if (over.aborted) return;
    progress.flushed = progress.written;
  }
  if (end !== undefined) await endBadly(response, end.kind, connection);
  else if (wire.lengthDelta !== 0) await endBadly(response, 'cut', connection);
  else {
    answer.receipt?.leaving();
    response.end();
  }
}

/** Waits until more can be written, or until the connection is closed; leaves no listener behind. */
async function drained(response: ServerResponse, over: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: over }).catch(() => undefined);
}
