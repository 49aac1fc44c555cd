/** Clips that are large and hold nothing: the kit downloads several at once and stays within its memory. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { peakMebibytes } from '../support/peak-memory.ts';
import { ROOT } from '../support/run.ts';

const CLIP_BYTES = 96_000_000;
const FULLEST_MEBIBYTES = 500;
const EMPTY_BOX = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);
const BLOCKS = 1000;
const BLOCK = Buffer.alloc(CLIP_BYTES / BLOCKS, EMPTY_BOX);

/** A file of empty boxes, another one for each generation. Every second one comes without its length. */
function sendClip(response: ServerResponse, id: string): void {
  const head = Buffer.alloc(64, EMPTY_BOX);
  head.writeUInt32BE(16, 0);
  head.write('ftypisom', 4, 'latin1');
  head.writeUInt32BE(40, 16);
  head.write(id.replaceAll('-', ''), 24, 'latin1');
  const length = head.length + BLOCKS * BLOCK.length;
  const isAnnounced = Number.parseInt(id, 16) % 2 === 0;
  response.writeHead(200, { 'content-type': 'video/mp4', ...(isAnnounced ? { 'content-length': length } : {}) });
  Readable.from([head, ...Array.from({ length: BLOCKS }, () => BLOCK)]).pipe(response);
}

async function listen(): Promise<{ readonly server: Server; readonly downloads: () => number }> {
  let downloads = 0;
  const server = createServer((request, response) => {
    request.resume();
    const [id = '', content] = (request.url ?? '').split('/').slice(3);
    if (content !== undefined) {
      downloads += 1;
      return sendClip(response, id);
    }
    const isCreate = request.method === 'POST';
    const status = isCreate ? 'pending' : 'completed';
    const record = { id: isCreate ? randomUUID() : id, status, model: 'videomodel-2.5', cost_usd: 0.48 };
    response.writeHead(isCreate ? 202 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, downloads: () => downloads };
}

test.skipIf(process.platform !== 'linux')(
  'a server whose every clip is 96 MB of empty boxes is judged in less than 500 MiB',
  async () => {
    const { server, downloads } = await listen();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['conformance', url, '--key', 'key-of-this-test', '--no-journal', '--only', 'content.duration.*'];
    const kit = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, ...args], {
      env: { ...process.env, NO_COLOR: '1', CI: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void kit.kill('SIGKILL'));
    let output = '';
    kit.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const closed = once(kit, 'close');
    let peak = 0;
    for await (const _ of setInterval(20)) {
      if (kit.exitCode !== null || kit.signalCode !== null) break;
      peak = Math.max(peak, peakMebibytes(kit.pid ?? 0) || 0);
    }
    expect(await closed).toEqual([1, null]);
    expect(output).toContain('content.duration.bounds');
    expect(downloads()).toBeGreaterThan(4);
    expect(peak).toBeGreaterThan(CLIP_BYTES / 1024 ** 2);
    expect(peak).toBeLessThan(FULLEST_MEBIBYTES);
  },
  600_000,
);
