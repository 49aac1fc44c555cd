import { createServer, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import type { ApiResponse } from '../api/messages.ts';
import { writeResponse } from './write-response.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

test('a part that spans pieces of a clip in memory leaves in one call of the system, behind its head', async () => {
  const pieces = [30, 2, 40].map((kibibytes, at) => Buffer.alloc(kibibytes * KIBIBYTE, at + 1));
  const { calls } = await sending(partOf(pieces, 1, 72 * KIBIBYTE - 2));
  expect(calls).toHaveLength(1);
  const sent = calls[0] ?? Buffer.alloc(0);
  const body = sent.indexOf('\r\n\r\n') + 4;
  expect(sent.toString('latin1', 0, body)).toMatch(/^HTTP\/1\.1 206 /);
  expect(sent.subarray(body).equals(Buffer.concat(pieces).subarray(1, 72 * KIBIBYTE - 1))).toBe(true);
});

test('a peer that does not read is handed no more than a little of a long clip, however small its pieces', async () => {
  const small = Buffer.alloc(KIBIBYTE);
  for (const pieces of [[Buffer.alloc(8 * MEBIBYTE)], Array.from({ length: 8 * KIBIBYTE }, () => small)]) {
    const { response } = await sending(partOf(pieces, 0, 8 * MEBIBYTE - 1));
    expect(response.writableLength).toBeGreaterThan(64 * KIBIBYTE);
    expect(response.writableLength).toBeLessThan(MEBIBYTE / 2);
  }
});

test('a clip goes on where it stopped whenever the peer reads again', async () => {
  const whole = Buffer.alloc(2 * MEBIBYTE).map((_, at) => at % 251);
  const pieces = Array.from({ length: 64 }, (_, at) => whole.subarray(at * 32 * KIBIBYTE, (at + 1) * 32 * KIBIBYTE));
  const { calls, response, read } = await sending(partOf(pieces, 0, whole.length - 1));
  while (!response.writableFinished) {
    read();
    await new Promise(setImmediate);
  }
  expect(calls.length).toBeGreaterThan(4);
  expect(Buffer.concat(calls).subarray(-whole.length).equals(whole)).toBe(true);
});

function partOf(pieces: readonly Uint8Array[], start: number, end: number): ApiResponse {
  const clip = { size: end + 1, etag: 'x', pieces };
  return { status: 206, headers: { 'content-length': String(end - start + 1) }, body: { clip, start, end } };
}

/** Begins to send a response over a connection whose peer reads on command. */
async function sending(answer: ApiResponse): Promise<{ calls: Buffer[]; response: ServerResponse; read: () => void }> {
  const calls: Buffer[] = [];
  const unread: (() => void)[] = [];
  const socket = new Duplex({
    read: () => undefined,
    writev: (chunks, done) => {
      // The head comes as text, marked as what it is.
      calls.push(Buffer.concat(chunks.map(({ chunk, encoding }) => Buffer.from(chunk, encoding))));
      unread.push(done);
    },
    decodeStrings: false,
  });
  const response = await new Promise<ServerResponse>((resolve) => {
    const server = createServer((request, began) => {
      writeResponse(request, began, answer);
      resolve(began);
    });
    server.emit('connection', socket);
    socket.push('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  });
  return { calls, response, read: () => unread.shift()?.() };
}
