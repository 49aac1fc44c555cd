/** Writes an answer over a connection that a fault treats badly: late, cut, reset, stalled, throttled, or never. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../api/api-request.ts';
import type { Wire } from '../api/wire.ts';
import { throttled, waitOnWire } from './wire-body.ts';

/** Time for what was written to reach the peer before a reset, which would overtake it. */
const ARRIVAL_MS = 30;

/** Sends the answer as its wire has it. A peer that goes, or an account that is reset, ends it at any point. */
export async function writeFaulty(response: ServerResponse, answer: ApiResponse, wire: Wire): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  wire.signal?.addEventListener('abort', () => response.socket?.destroy(), { once: true });

  if (wire.end?.kind === 'drop' || !(await waitOnWire(wire.delayMs, [gone.signal, wire.signal]))) return;
  if (wire.end?.at === 'start') return endBadly(response, wire.end.kind);
  response.writeHead(answer.status, headersOf(answer, wire));
  response.flushHeaders();
  if (wire.end?.at === 'headers') return endBadly(response, wire.end.kind);
  if (!(await waitOnWire(wire.firstByteMs, [gone.signal, wire.signal]))) return;
  for await (const chunk of throttled(answer.body, wire, gone.signal)) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  if (wire.end !== undefined) await endBadly(response, wire.end.kind);
  else if (wire.lengthDelta !== 0) await endBadly(response, 'cut');
  else response.end();
}

function headersOf({ headers }: ApiResponse, { end, lengthDelta }: Wire): Record<string, string> {
  const { 'content-length': length = '0', ...rest } = headers;
  if (end?.isChunked === true) return rest;
  return { ...rest, 'content-length': String(Math.max(0, Number(length) + lengthDelta)) };
}

async function endBadly({ socket }: ServerResponse, kind: 'reset' | 'cut' | 'stall' | 'drop'): Promise<void> {
  if (socket === null || kind === 'stall' || kind === 'drop') return;
  while (socket.writableLength > 0 && !socket.destroyed)
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  await sleep(ARRIVAL_MS);
  if (kind === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
}
