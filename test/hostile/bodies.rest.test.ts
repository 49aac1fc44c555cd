/** Requests that are small on the wire and could be large in memory: bodies in one-byte chunks. */

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
