/** Passes the body of a service on to the client, no faster than the client reads, and ends as the service ended. */

import type { ServerResponse } from 'node:http';
import type { ForwardedBody } from '../api/messages.ts';
import type { Receipt } from '../journal/recorder.ts';
import { endBadly } from './bad-end.ts';
import type { ResponseProgress } from './delivery.ts';

const NOTHING = new Uint8Array(0);

/** How the body leaves. */
export interface Forwarding {
  readonly progress: ResponseProgress;
  readonly receipt: Receipt | undefined;
}

/** Lets go of a body that nobody will read: with the response, or at once where that is over. */
export function releaseWith(response: ServerResponse, { forwarded }: ForwardedBody): void {
  // A body that is destroyed on purpose may still say so.
  forwarded.on('error', () => undefined);
  if (response.destroyed) return void forwarded.destroy();
  response.once('close', () => forwarded.destroy());
}

/** Sends the body. Listeners rather than a pipeline: what came before a cut has to leave before the connection ends. */
export function forwardBody(response: ServerResponse, body: ForwardedBody, { progress, receipt }: Forwarding): void {
  const { forwarded } = body;
  response.on('drain', () => {
    progress.flushed = progress.written;
    forwarded.resume();
  });
  forwarded.on('data', (chunk: Buffer) => {
    progress.written += chunk.length;
    if (response.write(chunk)) progress.flushed = progress.written;
    // At once: reading on meanwhile makes many small chunks, which cost more than they gain (`bench:proxy`).
    else forwarded.pause();
  });
  forwarded.once('end', () => {
    receipt?.leaving();
    response.end();
  });
  forwarded.once('error', () => void breakOff(response, body, { progress, receipt }));
  // The head leaves before the body comes; `flushHeaders` would write it as UTF-8, whatever bytes are in it.
  response.write(NOTHING);
  // It may have been paused until now.
  forwarded.resume();
  // One that failed before anybody listened says nothing more.
  if (forwarded.destroyed && !forwarded.readableEnded) void breakOff(response, body, { progress, receipt });
}

async function breakOff(response: ServerResponse, body: ForwardedBody, forwarding: Forwarding): Promise<void> {
  if (response.destroyed) return;
  const over = new AbortController();
  response.once('close', () => over.abort());
  // A connection that the service reset is reset, any other end is an end.
  const kind = body.problem() === 'reset' ? 'reset' : 'cut';
  await endBadly(response, kind, { ...forwarding, over: over.signal });
}
