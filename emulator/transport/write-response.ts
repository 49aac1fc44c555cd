/** Writes an answer to a socket, honouring its backpressure and leaving nothing open when the peer goes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { ApiBody, ApiResponse, ClipSlice, TextStream } from '../api/api-request.ts';
import { slicePieces } from './clip-stream.ts';
import { reportDelivery, type ResponseProgress } from './delivery.ts';
import { expectsContinue } from './node-request.ts';
import { readPart } from './open-files.ts';
import { sendFile } from './send-file.ts';
import { textStream } from './text-stream.ts';
import { writeFaultyResponse } from './faulty-response.ts';

/** A body up to this length is read to its end after an early answer, which keeps the connection usable. */
const WORTH_DRAINING = 1_048_576;
/** Parts of a file up to this length are read in one piece; a longer buffer would be mapped and zeroed anew each time. */
const READ_AT_ONCE = 65_536;
/** Pieces in memory up to this sum are handed over together, however small a socket's own buffer is: they lie in memory as it is. */
const SENT_AT_ONCE = 131_072;
/** How much and how long a peer may go on sending before its connection is closed. */
const MOST_DRAINED = 64 * 1_048_576;
const LONGEST_DRAIN_MS = 2000;

/** Sends the answer, whether or not the request was read to its end. */
export function writeResponse(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  const { status, headers, body, receipt, wire, signal } = answer;
  if (response.destroyed) return receipt?.sent(0, true);
  const progress = reportDelivery(response, receipt);
  if (signal?.aborted === true) return void response.destroy();
  if (wire !== undefined) return void writeFaultyResponse(response, answer, { wire, progress });
  if (mustClose(request)) {
    response.shouldKeepAlive = false;
    if (body === null || typeof body === 'string') {
      response.writeHead(status, headers);
      progress.written = Buffer.byteLength(body ?? '');
      return linger(request, response, body ?? '');
    }
    // Sending a clip takes a while, in which what the peer still sends is let go.
    request.resume();
  }
  // Nobody knows its end but whoever ends it, so the connection goes with it.
  if (isStream(body)) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  if (signal !== undefined) breakOffWith(signal, response);
  if (body === null || request.method === 'HEAD') response.end();
  else if (isStream(body)) pipeline(textStream(body), response, () => undefined);
  else if (typeof body !== 'string') sendClip(response, body, progress);
  else {
    // The engine has counted its bytes already.
    progress.written = Number(headers['content-length']);
    response.end(body);
  }
}

/** The signal lives as long as the account, so what listens to it goes with the response. */
function breakOffWith(signal: AbortSignal, response: ServerResponse): void {
  const breakOff = (): void => void response.destroy();
  signal.addEventListener('abort', breakOff, { once: true });
  response.once('close', () => signal.removeEventListener('abort', breakOff));
}

function isStream(body: ApiBody): body is TextStream {
  return typeof body === 'object' && body !== null && 'stream' in body;
}

/** An unread body that is long, or of unknown length, is not worth waiting for. */
function mustClose(request: IncomingMessage): boolean {
  if (request.complete) return false;
  // Told no, it may send its next request where the body would have been.
  if (expectsContinue(request)) return true;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || Number(length ?? 0) > WORTH_DRAINING;
}

/**
 * Closing a connection while the peer still sends makes its kernel throw away our answer. So the answer goes out
 * first, what still arrives is let go for a while, and only then the connection closes.
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

function sendClip(response: ServerResponse, slice: ClipSlice, progress: ResponseProgress): void {
  if (slice.clip.body.kind === 'memory') {
    sendPieces(response, slicePieces(slice.clip.body.pieces, slice.start, slice.end).values(), progress);
    return;
  }
  if (slice.end - slice.start < READ_AT_ONCE) {
    const { start, end } = slice;
    progress.written = end - start + 1;
    readPart(slice.clip.body.path, start, end - start + 1).then(
      (part) => response.end(part),
      () => response.destroy(),
    );
    return;
  }
  void sendFile(response, { path: slice.clip.body.path, start: slice.start, end: slice.end }, progress);
}

/** Straight to the socket, without a stream in between: this is what makes a warm clip fast. Short pieces go together, in one call of the system. */
function sendPieces(response: ServerResponse, pieces: Iterator<Uint8Array>, progress: ResponseProgress): void {
  let piece = pieces.next();
  const more = (): void => {
    progress.flushed = progress.written;
    const enough = progress.written + SENT_AT_ONCE;
    while (piece.done !== true) {
      if (response.destroyed) return;
      const { value } = piece;
      piece = pieces.next();
      progress.written += value.length;
      if (piece.done === true) return void response.end(value);
      if (!response.write(value) && progress.written >= enough) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
