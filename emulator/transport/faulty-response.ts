/** Writes a response over a connection with faults: late, cut, reset, stalled, throttled, or never. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/messages.ts';
import type { ConnectionFaults } from '../api/connection-faults.ts';
import { endBadly, type EndingConnection } from './bad-end.ts';
import { writeHead } from './delivery.ts';
import { closeOnHalfClose } from './half-open.ts';
import { faultyHeaders, throttledBody, waitUnlessAborted } from './faulty-body.ts';

/** Writes the response until the client disconnects or the account is reset. The promise never rejects. */
export async function writeFaultyResponse(
  response: ServerResponse,
  answer: ApiResponse,
  { wire, progress }: Pick<FaultyConnection, 'wire' | 'progress'>,
): Promise<void> {
  closeOnHalfClose(response);
  const closed = new AbortController();
  const end = (): void => closed.abort();
  const breakOff = (): void => {
    progress.isClosedByUs = true;
    response.destroy();
  };
  response.once('close', end);
  wire.signal?.addEventListener('abort', breakOff, { once: true, signal: closed.signal });
  try {
    if (wire.signal?.aborted === true) breakOff();
    else await write(response, answer, { wire, progress, receipt: answer.receipt, closed: closed.signal });
  } catch {
    // The headers have been sent, so the only way to report the error is to close the connection.
    breakOff();
  }
}

interface FaultyConnection extends EndingConnection {
  readonly wire: ConnectionFaults;
}

async function write(response: ServerResponse, answer: ApiResponse, connection: FaultyConnection): Promise<void> {
  const { wire, progress, closed } = connection;
  const { end } = wire;
  if (end?.kind === 'drop' || !(await waitUnlessAborted(wire.delayMs, closed))) return;
  if (end?.at === 'start') return endBadly(response, end.kind, connection);
  writeHead(response, { ...answer, headers: faultyHeaders(answer, wire) });
  response.flushHeaders();
  if (end?.at === 'headers') return endBadly(response, end.kind, connection);
  if (!(await waitUnlessAborted(wire.firstByteMs, closed))) return;
  for await (const chunk of throttledBody(answer.body, wire, closed)) {
    progress.written += chunk.length;
    if (!response.write(chunk)) await drained(response, closed);
    if (closed.aborted) return;
    progress.flushed = progress.written;
  }
  if (end !== undefined) await endBadly(response, end.kind, connection);
  else if (wire.lengthDelta !== 0) await endBadly(response, 'cut', connection);
  else {
    answer.receipt?.leaving();
    response.end();
  }
}

/** Waits until more can be written or the connection is closed. It leaves no listeners behind. */
async function drained(response: ServerResponse, closed: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: closed }).catch(() => undefined);
}
