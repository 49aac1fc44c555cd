/** A server that runs out of a resource: open files, space for its log, representable dates. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { freePort } from '../../emulator/transport/free-port.ts';
import { ROOT } from '../support/run.ts';
import { sendRequest, type RawResponse } from '../support/raw-http.ts';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';

const isLinux = process.platform === 'linux';
const KEY = { authorization: 'Bearer sk_standin_hostile~latency-instant' };
const CREATE: Call = {
  path: '/v1/videos',
  method: 'POST',
  body: JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' }),
};

type Call = NonNullable<Parameters<typeof sendRequest>[2]> & { readonly path: string };

function send({ port }: SpawnedServer, { path, ...call }: Call): Promise<RawResponse> {
  return sendRequest(port, path, {
    ...call,
    headers: { ...KEY, host: 'localhost', 'content-type': 'application/json' },
  });
}

describe.skipIf(!isLinux)('out of file descriptors', () => {
  test('clients that hold all connections do not keep the first create, clip and control call from working', async () => {
    const server = await spawnServer([], { limit: 'ulimit -n 200' });
    const sockets = Array.from({ length: 400 }, () => connect(server.port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const connected = sockets.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect'));
    await Promise.allSettled(connected);
    const open = (): Socket[] => sockets.filter(({ closed, destroyed }) => !closed && !destroyed);
    // The server closes connections above its limit. One of the remaining connections makes the first calls.
    await expect.poll(() => open().length, { timeout: 20_000 }).toBeLessThan(200);
    expect(open().length).toBeGreaterThan(40);
    open().pop()?.destroy();
    const { id } = JSON.parse((await eventually(() => send(server, CREATE))).text) as { id: string };
    expect((await eventually(() => send(server, { path: `/v1/videos/${id}/content` }))).status).toBe(200);
    expect((await eventually(() => send(server, { path: '/_standin/accounts' }))).status).toBe(200);
  });

  test('a module that is not loaded yet causes a 503 with the reason, and as ever once files are free', async () => {
    const server = await spawnServer(['--handlers', `${import.meta.dirname}/hoarding-handlers.mjs`], {
      limit: 'ulimit -n 200',
    });
    const calls = [CREATE, { path: '/_standin/accounts' }, { path: '/_standin/' }, { path: '/_standin/requests' }];
    const answers = async (): Promise<(number | undefined)[]> => {
      const statuses: (number | undefined)[] = [];
      for (const call of calls) statuses.push((await send(server, call)).status);
      return statuses;
    };
    await send(server, { path: '/hoard', method: 'POST' });
    expect(await answers()).toEqual([503, 503, 503, 503]);
    expect((await send(server, CREATE)).text).toContain('ulimit -n');
    expect((await send(server, { path: '/_standin/health/live' })).status).toBe(200);
    await send(server, { path: '/release', method: 'POST' });
    expect(await answers()).toEqual([202, 200, 200, 200]);

    const { id } = JSON.parse((await send(server, CREATE)).text) as { id: string };
    await send(server, { path: '/hoard', method: 'POST' });
    const refused = await send(server, { path: `/v1/videos/${id}/content` });
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('ulimit -n')]);
    await send(server, { path: '/release', method: 'POST' });
    const { status, text } = await send(server, { path: `/v1/videos/${id}/content` });
    expect({ status, says: status === 200 ? '' : text }).toEqual({ status: 200, says: '' });
  });

  test('with fewer than a server needs it says so, and how to get them, in one sentence', async () => {
    const run = spawn('sh', ['-c', `ulimit -n 100; exec "${process.execPath}" dist/bin/standin.js serve --port 0`], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    run.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [status] = await once(run, 'close');
    expect({ status, said }).toEqual({
      status: 2,
      said: 'standin: this process may open 100 files, and a server needs at least 160; raise the limit (ulimit -n 1024)\n',
    });
  });
});

test.skipIf(!isLinux)('a full disk behind stderr does not end the server at its next warning', async () => {
  const { url } = await spawnServer(['--handlers', HANDLERS], { redirect: '2>/dev/full' });
  for (let round = 0; round < 3; round += 1) expect((await fetch(`${url}/throws`)).status).toBe(500);
  expect((await fetch(`${url}/v1/videos/x`, { headers: KEY })).status).toBe(404);
});

/** Returns the exit status and stderr of a command whose stdout goes to a full disk. */
async function withFullStdout(args: string): Promise<[status: number | null, said: string]> {
  const command = `exec "${process.execPath}" dist/bin/standin.js ${args} >/dev/full`;
  const child = spawn('sh', ['-c', command], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return [status, said];
}

describe.skipIf(!isLinux)('a full disk behind stdout', () => {
  test.each(['--version', 'openapi', 'scenarios --json', 'conformance --plan', 'conformance explain get.unknown'])(
    'is reported in one line by standin %s, which ends with status 5',
    async (args) => {
      const [status, said] = await withFullStdout(args);
      expect([status, said]).toEqual([
        5,
        expect.stringMatching(/^standin: writing to standard output failed[^\n]*ENOSPC[^\n]*\n$/),
      ]);
    },
  );

  test('does not end a server that logs each request', async () => {
    const port = (await freePort(0)) ?? 0;
    const args = ['dist/bin/standin.js', 'serve', '--port', String(port), '--log', 'json'];
    const child = spawn('sh', ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, ...args], {
      cwd: ROOT,
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill());
    const ask = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/v1/videos/x`, { headers: KEY })).status;
    await vi.waitFor(async () => expect(await ask()).toBe(404), { timeout: 20_000 });
    for (let round = 0; round < 3; round += 1) expect(await ask()).toBe(404);
  });
});

const HANDLERS = `${import.meta.dirname}/throwing-handlers.mjs`;

test('Retry-After is a date, whatever the clock', async () => {
  const emulator = createEmulator({
    clock: 'frozen@+275760-09-13T00:00:00.000Z',
    faults: [{ effect: { kind: 'answer', retryAfter: { dateInSeconds: 60 } } }],
  });
  onTestFinished(() => emulator.close());
  const refused = await emulator.fetch(
    new Request('http://x/v1/videos/x', { headers: { authorization: 'Bearer sk_standin_late' } }),
  );
  expect(refused.headers.get('retry-after')).toBe('Sat, 13 Sep 275760 00:00:00 GMT');
});

/** Repeats a call until the server has a free connection. */
async function eventually(call: () => Promise<RawResponse>): Promise<RawResponse> {
  for (;;) {
    const response = await call().catch(() => undefined);
    if (response !== undefined) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
