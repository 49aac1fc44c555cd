/** A proxy remembers passing data within limits, for any answers of the service. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run.ts';
import { peakMebibytes } from '../support/peak-memory.ts';

/** `.ci/long` runs these, in one size only, because smaller sizes prove too little. */
const isFull = process.env['HOSTILE'] === 'full';
/** The smallest total that a proxy accepts. */
const TOTAL = 704;
const LONG = 'x'.repeat(1_000_000);
/** In megabytes. More than the limit of the proxy, which includes about 100 for its own code. */
const FLOOD = 800;
const BODY = { model: 'videomodel-2.5', duration_seconds: 4, resolution: '480p' };

/** Opens a service that accepts everything. Its records have so much padding, and their ends may arrive later. */
async function openService(padding: string, endAfterMs = 0): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const id = request.method === 'POST' ? randomUUID() : request.url?.split('/')[3];
      const record = { id, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 0.01 };
      response.writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' });
      const text = JSON.stringify({ ...record, padding });
      if (endAfterMs === 0) return response.end(text);
      response.write(text.slice(0, -1));
      return setTimeout(() => response.end(text.slice(-1)), endAfterMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openProxy(upstream: string): Promise<{ readonly url: string; readonly pid: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-proxy-flood-'));
  const flags = `--allow-private --check --budget 1000 --total-mebibytes ${TOTAL} --port 0 --json --spend-log ${join(folder, 'spend.jsonl')}`;
  const args = ['proxy', '--upstream', upstream, ...flags.split(' ')];
  const child = spawn(process.execPath, [join(ROOT, 'dist/bin/standin.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return { url, pid: child.pid ?? 0 };
}

async function send(count: number, ask: (at: number) => Promise<Response>): Promise<void> {
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const answer = await ask(sent);
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(300);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

/** Polls once on each of so many connections, which then stay open. */
async function pollOnMany(url: string, count: number): Promise<void> {
  const answered: Promise<unknown>[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET /v1/videos/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_standin_flood\r\n\r\n');
    answered.push(
      new Promise((resolve, reject) => {
        let bytes = 0;
        socket.on('data', ({ length }) => (bytes += length) >= LONG.length && resolve(bytes));
        socket.once('close', () => reject(new Error('An answer broke off.')));
      }),
    );
  }
  await Promise.all(answered);
}

const headers = { authorization: 'Bearer sk_standin_flood', 'content-type': 'application/json' };

describe.skipIf(process.platform !== 'linux')('a proxy that judges', () => {
  test.runIf(isFull)('remembers little of records of a megabyte', { timeout: 180_000 }, async () => {
    const proxy = await openProxy(await openService(LONG));
    await send(FLOOD, () => fetch(`${proxy.url}/v1/videos/${randomUUID()}`, { headers }));
    expect(peakMebibytes(proxy.pid)).toBeLessThan(TOTAL);
  });

  test.runIf(isFull).for([
    ['at once', 0],
    ['slowly', 1500],
  ] as const)(
    'holds little of records of a megabyte that come %s, however many connections they were for',
    { timeout: 180_000 },
    async ([, endAfterMs]) => {
      const proxy = await openProxy(await openService(LONG, endAfterMs));
      await pollOnMany(proxy.url, FLOOD);
      expect(peakMebibytes(proxy.pid)).toBeLessThan(TOTAL);
    },
  );

  test.runIf(isFull)('remembers little of prompts of a megabyte', { timeout: 180_000 }, async () => {
    const proxy = await openProxy(await openService(''));
    await send(FLOOD, (at) => {
      const body = JSON.stringify({ ...BODY, prompt: `${at}${LONG}` });
      return fetch(`${proxy.url}/v1/videos`, { method: 'POST', headers, body });
    });
    expect(peakMebibytes(proxy.pid)).toBeLessThan(TOTAL);
  });
});
