/** Requests that are small on the wire and could be large in memory: bodies in one-byte chunks, and pipelined requests. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { peakMebibytes } from '../support/peak-memory.ts';
import { sendBytes } from '../support/raw-http.ts';
import { spawnServer } from '../support/spawned-server.ts';

const KEY = 'Authorization: Bearer sk_standin_hostile';
/** `.ci/long` runs these at full size. */
const isFull = process.env['HOSTILE'] === 'full';

test.skipIf(process.platform !== 'linux')(
  'bodies in one-byte chunks need little more memory than their bytes',
  async () => {
    // Where others use the machine, so many bodies in pieces take longer than a request may.
    const { port, process: server } = await spawnServer(['--request-timeout-seconds 600']);
    await sendBytes(port, `GET /v1/videos/x HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`);
    const before = peakMebibytes(server.pid ?? 0);
    const head = `POST /v1/videos HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const bytes = Buffer.from(`${head}${'1\r\nx\r\n'.repeat(250_000)}0\r\n\r\n`);
    const answers = await Promise.all(Array.from({ length: isFull ? 24 : 4 }, () => sendBytes(port, bytes)));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 .*"invalid_json"/s);
    // 250 KB of each body are kept; as objects of their own they would take 100 MiB.
    expect(peakMebibytes(server.pid ?? 0) - before).toBeLessThan(isFull ? 400 : 150);
  },
);

test.skipIf(process.platform !== 'linux')('pipelined requests hold a few responses at a time', async () => {
  const { port, process: server } = await spawnServer();
  const get = `GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  await sendBytes(port, get);
  const before = peakMebibytes(server.pid ?? 0);
  const count = isFull ? 5000 : 1000;
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(get.repeat(count));
  // Nothing is read for a while, in which all that would be answered at once is answered.
  for (let round = 0; round < 20; round += 1) await sendBytes(port, get);
  expect(peakMebibytes(server.pid ?? 0) - before).toBeLessThan(100);
  // All are answered when they are read.
  let answers = 0;
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text.split('HTTP/1.1 200 OK').length - 1));
  socket.resume().end();
  await once(socket, 'end');
  expect(answers).toBeGreaterThan(count - 5);
  expect(answers).toBeLessThanOrEqual(count);
});
