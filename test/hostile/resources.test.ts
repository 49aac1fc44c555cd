/** A server that runs out of something: files to open, the disk behind its log, the dates that there are. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { spawnServer } from '../support/spawned-server.ts';

const isLinux = process.platform === 'linux';
const KEY = { authorization: 'Bearer sk_standin_hostile~latency-instant' };
const CREATE = {
  method: 'POST',
  headers: { ...KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' }),
};

test.skipIf(!isLinux)(
  'clients that hold all connections do not keep the first create, clip and control call from working',
  async () => {
    const { url, port } = await spawnServer([], { limit: 'ulimit -n 200' });
    const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const connected = sockets.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect'));
    await Promise.allSettled(connected);
    // The server closes what is over its bound; one of the connections that it kept makes the first calls.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const open = sockets.filter(({ closed, destroyed }) => !closed && !destroyed);
    expect(open.length).toBeGreaterThan(40);
    open.pop()?.destroy();
    const create = await eventually(() => fetch(`${url}/v1/videos`, { ...CREATE, keepalive: false }));
    expect(create.status).toBe(202);
    const { id } = (await create.json()) as { id: string };
    expect((await eventually(() => fetch(`${url}/v1/videos/${id}/content`, { headers: KEY }))).status).not.toBe(500);
    expect((await eventually(() => fetch(`${url}/_standin/accounts`))).status).toBe(200);
  },
);

test.skipIf(!isLinux)('a full disk behind stderr does not end the server at its next warning', async () => {
  const { url } = await spawnServer(['--handlers', HANDLERS], { redirect: '2>/dev/full' });
  for (let round = 0; round < 3; round += 1) expect((await fetch(`${url}/throws`)).status).toBe(500);
  expect((await fetch(`${url}/v1/videos/x`, { headers: KEY })).status).toBe(404);
});

const HANDLERS = `${import.meta.dirname}/throwing-handlers.mjs`;

test('Retry-After is a date, whatever the clock', async () => {
  const emulator = createEmulator({
    clock: 'frozen@+275760-09-13T00:00:00.000Z',
    faults: [{ effect: { kind: 'answer', retryAfter: { dateIn: 60 } } }],
  });
  onTestFinished(() => emulator.close());
  const refused = await emulator.fetch(
    new Request('http://x/v1/videos/x', { headers: { authorization: 'Bearer sk_standin_late' } }),
  );
  expect(refused.headers.get('retry-after')).toBe('Sat, 13 Sep 275760 00:00:00 GMT');
});

/** Tries again while the server has no connection to spare. */
async function eventually(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send().catch(() => undefined);
    if (response !== undefined) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
