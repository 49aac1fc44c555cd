/**
 * Sends one request over a plain socket, without retries, buffers or repairs. It distinguishes a RST from an orderly
 * end.
 */

import { connect, type Socket } from 'node:net';
import { readHead, type RawHead } from '../support/raw-http.ts';
import type { Seen, Sent } from './seen.ts';
import { staysStill } from './stays-still.ts';

/** Sends a request to a server on this machine, and reads until the connection is over. */
export function sendRaw(port: number, sent: Sent): Promise<Seen> {
  const started = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(toText(sent, port));
  const reading = { bytes: Buffer.alloc(0), headFirst: false, largestPiece: 0 };
  socket.on('data', (chunk: Buffer) => {
    socket.setTimeout(sent.idleMs);
    const wasHead = readHead(reading.bytes) !== undefined;
    reading.bytes = Buffer.concat([reading.bytes, chunk]);
    const head = readHead(reading.bytes);
    if (head !== undefined && !wasHead) reading.headFirst = head.bodyAt === reading.bytes.length;
    const inBody = head === undefined ? 0 : reading.bytes.length - head.bodyAt;
    reading.largestPiece = Math.max(reading.largestPiece, Math.min(chunk.length, inBody));
  });
  return endOf(socket, sent.patienceMs).then((ending) => {
    const { bytes, headFirst, largestPiece } = reading;
    const head = readHead(bytes) ?? { status: 0, headers: {}, bodyAt: bytes.length };
    const { body, isWhole } = bodyOf(head, bytes.subarray(head.bodyAt));
    const { status, headers } = head;
    const tookMs = performance.now() - started;
    return { status, headers, body, ending: isWhole ? 'whole' : ending, tookMs, headFirst, largestPiece };
  });
}

function endOf(socket: Socket, patienceMs: number): Promise<'reset' | 'short' | 'silent'> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(patienceMs);
    socket.on('timeout', () => {
      void staysStill(() => socket.bytesRead).then((isStill) => {
        if (!isStill || socket.readableEnded || socket.destroyed) return;
        resolve('silent');
        socket.destroy();
      });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve('reset');
      else reject(error);
    });
    socket.on('close', () => resolve('short'));
  });
}

function toText({ method, path, headers, body = '' }: Sent, port: number): string {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    connection: 'close',
    ...headers,
    ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

function bodyOf({ status, headers }: RawHead, bytes: Buffer): { body: Buffer; isWhole: boolean } {
  if (status === 0) return { body: bytes, isWhole: false };
  if (headers['transfer-encoding'] === 'chunked') return unchunked(bytes);
  return { body: bytes, isWhole: bytes.length === Number(headers['content-length'] ?? 0) };
}

function unchunked(bytes: Buffer): { body: Buffer; isWhole: boolean } {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return { body: Buffer.concat(pieces), isWhole: false };
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (size === 0) return { body: Buffer.concat(pieces), isWhole: true };
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
