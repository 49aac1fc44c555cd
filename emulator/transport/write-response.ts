/** Writes a response to a socket with backpressure, and cleans up when the client disconnects. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { ApiBody, ApiResponse, ForwardedBody, TextStream } from '../api/messages.ts';
import { bodyStream, slicePieces } from './clip-stream.ts';
import { endBadly, reportDelivery, writeHead, type Delivery } from './delivery.ts';
import { expectsContinue } from './node-request.ts';
import { writeFaultyResponse } from './faulty-response.ts';

/** An unread body of at most this length is read after the response, so that the connection can be reused. */
const WORTH_DRAINING = 1_048_576;
/** At most this many bytes are written without waiting for a drain, because they are in memory already. */
const SENT_AT_ONCE = 131_072;
/** The maximum size and time of an unread body that is read before the connection is closed. */
const MOST_DRAINED = 64 * 1_048_576;
const LONGEST_DRAIN_MS = 2000;
const NOTHING = new Uint8Array(0);

/** Writes the response. The request may be unread. */
export function writeResponse(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  const { headers, body, receipt, connectionFaults: faults, signal } = answer;
  if (isForwarded(body)) releaseWith(response, body);
  if (response.destroyed) return receipt?.sent(0, true);
  const progress = reportDelivery(response, answer);
  if (signal?.aborted === true) return void response.destroy();
  if (faults !== undefined) return void writeFaultyResponse(response, answer, { faults, progress });
  if (mustClose(request)) {
    response.shouldKeepAlive = false;
    if (body === null || typeof body === 'string') {
      writeHead(response, answer);
      progress.written = Buffer.byteLength(body ?? '');
      receipt?.leaving();
      return linger(request, response, body ?? '');
    }
    // The rest of the request is discarded while the clip is sent.
    request.resume();
  }
  // A stream has no length, so the end of the connection marks its end.
  if (isStream(body)) response.shouldKeepAlive = false;
  writeHead(response, answer);
  if (signal !== undefined) destroyOnAbort(signal, response);
  if (body === null || request.method === 'HEAD') {
    receipt?.leaving();
    response.end();
  } else if (isForwarded(body)) forwardBody(response, body, { progress, receipt });
  else if (isStream(body)) pipeline(bodyStream(body), response, () => undefined);
  else if (typeof body !== 'string') {
    sendPieces(response, slicePieces(body.clip.pieces, body.start, body.end).values(), { progress, receipt });
  } else {
    // The engine sets Content-Length from the bytes of the body.
    progress.written = Number(headers['content-length']);
    receipt?.leaving();
    // Before a string body, node:http writes the head as UTF-8. The head of a service may have other bytes.
    response.end(answer.isForwarded === true ? Buffer.from(body) : body);
  }
}

/** Closes the connection on abort. The listener is removed early, because the signal lives as long as the account. */
function destroyOnAbort(signal: AbortSignal, response: ServerResponse): void {
  const breakOff = (): void => void response.destroy();
  signal.addEventListener('abort', breakOff, { once: true });
  response.once('close', () => signal.removeEventListener('abort', breakOff));
}

function isStream(body: ApiBody): body is TextStream {
  return typeof body === 'object' && body !== null && 'stream' in body;
}

function isForwarded(body: ApiBody): body is ForwardedBody {
  return typeof body === 'object' && body !== null && 'forwarded' in body;
}

/** Returns whether the rest of the request is too long, or of unknown length, to be read. */
function mustClose(request: IncomingMessage): boolean {
  if (request.complete) return false;
  // A client that is rejected before its body may send its next request instead of the body.
  if (expectsContinue(request)) return true;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || Number(length ?? 0) > WORTH_DRAINING;
}

/**
 * Closes a connection gently while the client still sends. An immediate close would cause a reset, which discards the
 * response at the client. The response is written, then data is discarded for a while.
 */
function linger(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (expectsContinue(request)) return void response.end(text);
  response.write(text);
  let drained = 0;
  const close = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(close, LONGEST_DRAIN_MS);
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MOST_DRAINED) request.destroy();
  });
  request.once('end', close);
  request.once('close', close);
  request.resume();
}

/** Writes chunks without an intermediate stream (`bench:content`). Short chunks share a system call. */
function sendPieces(response: ServerResponse, pieces: Iterator<Uint8Array>, { progress, receipt }: Delivery): void {
  let piece = pieces.next();
  const writeMore = (): void => {
    progress.flushed = progress.written;
    const enough = progress.written + SENT_AT_ONCE;
    while (piece.done !== true) {
      if (response.destroyed) return;
      const { value } = piece;
      piece = pieces.next();
      progress.written += value.length;
      if (piece.done === true) {
        receipt?.leaving();
        return void response.end(value);
      }
      if (!response.write(value) && progress.written >= enough) return void response.once('drain', writeMore);
    }
    response.end();
  };
  writeMore();
}

/** Destroys an unread body together with its response. */
function releaseWith(response: ServerResponse, { forwarded }: ForwardedBody): void {
  // A body may emit an error when it is destroyed on purpose.
  forwarded.on('error', () => undefined);
  if (response.destroyed) return void forwarded.destroy();
  response.once('close', () => forwarded.destroy());
}

/** Sends the body. It uses listeners instead of a pipeline, because data before a cut must still be sent. */
function forwardBody(response: ServerResponse, body: ForwardedBody, { progress, receipt }: Delivery): void {
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
  // A reset of the service is forwarded as a reset, and any other failure as a close.
  const breakOff = (): void => {
    const kind = body.problem() === 'reset' ? 'reset' : 'cut';
    if (!response.destroyed) void endBadly(response, kind, { progress, receipt });
  };
  forwarded.once('error', breakOff);
  // An empty write sends the head before the body arrives. `flushHeaders` would encode it as UTF-8.
  response.write(NOTHING);
  // The stream may have been paused before.
  forwarded.resume();
  // A stream that failed earlier does not emit the error again.
  if (forwarded.destroyed && !forwarded.readableEnded) breakOff();
}
