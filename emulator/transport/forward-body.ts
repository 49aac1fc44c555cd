/** Forwards the body of a service at the client's pace, and ends it as the service did. */

import type { ServerResponse } from 'node:http';
import type { ForwardedBody } from '../api/messages.ts';
import { endBadly } from './bad-end.ts';
import type { Delivery } from './delivery.ts';

const NOTHING = new Uint8Array(0);

/** Destroys an unread body together with its response. */
export function releaseWith(response: ServerResponse, { forwarded }: ForwardedBody): void {
  // A body may emit an error when it is destroyed on purpose.
  forwarded.on('error', () => undefined);
  if (response.destroyed) return void forwarded.destroy();
  response.once('close', () => forwarded.destroy());
}

/** Sends the body. It uses listeners instead of a pipeline, because data before a cut must still be sent. */
export function forwardBody(response: ServerResponse, body: ForwardedBody, { progress, receipt }: Delivery): void {
  const { forwarded } = body;
  response.on('drain', () => {
    progress.flushed = progress.written;
    forwarded.resume();
  });
  forwarded.on('data', (chunk: Buffer) => {
    progress.written += chunk.length;
    if (response.write(chunk)) progress.flushed = progress.written;
    // Pausing at once is faster, because reading on creates many small chunks (`bench:proxy`).
    else forwarded.pause();
  });
  forwarded.once('end', () => {
    receipt?.leaving();
    response.end();
  });
  forwarded.once('error', () => void breakOff(response, body, { progress, receipt }));
  // An empty write sends the head before the body arrives. `flushHeaders` would encode it as UTF-8.
  response.write(NOTHING);
  // The stream may have been paused before.
  forwarded.resume();
  // A stream that failed earlier does not emit the error again.
  if (forwarded.destroyed && !forwarded.readableEnded) void breakOff(response, body, { progress, receipt });
}

async function breakOff(response: ServerResponse, body: ForwardedBody, delivery: Delivery): Promise<void> {
  if (response.destroyed) return;
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  // A reset of the service is forwarded as a reset, and any other failure as a close.
  const kind = body.problem() === 'reset' ? 'reset' : 'cut';
  await endBadly(response, kind, { ...delivery, closed: closed.signal });
}
