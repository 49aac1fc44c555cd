/**
 * The control API during downloads and event streams: no call hangs, and no stream outlives a reset. No client waits
 * for a reader that does not read.
 */

import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'A pool.', duration_seconds: 4, resolution: '480p' });
const JSON_TYPE = { 'content-type': 'application/json' };

interface Place {
  readonly emulator: Emulator;
  readonly url: string;
  readonly port: number;
  readonly control: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>;
}

async function serve(settings: SettingsInput = {}): Promise<Place> {
  const emulator = createEmulator({ latency: 'instant', ...settings });
  onTestFinished(() => emulator.close());
  const { url, port } = await emulator.listen({ port: 0 });
  const control: Place['control'] = async (method, path, body) => {
    const text = method === 'GET' ? null : JSON.stringify(body ?? {});
    const response = await fetch(`${url}/_standin${path}`, { method, headers: JSON_TYPE, body: text });
    return { status: response.status, text: await response.text() };
  };
  return { emulator, url, port, control };
}

/** Creates a generation, completes it, and returns its id. */
async function completed(url: string): Promise<string> {
  const headers = { authorization: 'Bearer sk_standin_a', ...JSON_TYPE };
  const created = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: BODY });
  const { id } = (await created.json()) as { id: string };
  await (await fetch(`${url}/v1/videos/${id}`, { headers })).text();
  return id;
}

/** Starts a download. Resolves when the first bytes have arrived, with a promise of its ending. */
async function download(url: string, id: string): Promise<{ ending: Promise<string> }> {
  const response = await fetch(`${url}/v1/videos/${id}/content`, { headers: { authorization: 'Bearer sk_standin_a' } });
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = async (): Promise<string> => {
    while ((await reader?.read())?.done === false);
    return 'whole';
  };
  return { ending: rest().catch(() => 'broken') };
}

const SLOW = { match: { operation: 'content' }, effect: { kind: 'throttle', bytes_per_second: 2000 } } as const;

test('a snapshot is taken while clips are sent, goes into another account, and twenty resets at once end them all', async () => {
  const { url, control, emulator } = await serve();
  const id = await completed(url);
  await control('PUT', '/accounts/a/faults', {
    rules: [{ ...SLOW, match: { ...SLOW.match, phase: 'during-download' } }],
  });
  const downloads = await Promise.all(Array.from({ length: 6 }, () => download(url, id)));
  const snapshot = await control('GET', '/accounts/a/snapshot');
  expect(snapshot.status).toBe(200);
  expect((await control('PUT', '/accounts/b/snapshot', JSON.parse(snapshot.text))).status).toBe(200);
  expect(await emulator.account('b').generation(id)).toMatchObject({ status: 'completed' });
  // Streams continue if a request only read their account.
  const states = await Promise.all(downloads.map(({ ending }) => Promise.race([ending, Promise.resolve('under way')])));
  expect(new Set(states)).toEqual(new Set(['under way']));
  const resets = await Promise.all(Array.from({ length: 20 }, () => control('POST', '/accounts/a/reset')));
  expect(new Set(resets.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(downloads.map(({ ending }) => ending)))).toEqual(new Set(['broken']));
  expect((await control('GET', '/accounts/a/generations')).text).toBe('{"generations":[],"total":0}');
  expect(await emulator.account('b').generation(id)).toMatchObject({ status: 'completed' });
});

test('listeners that never read hold nobody up, and closing does not wait for them', async () => {
  const { url, port, control, emulator } = await serve();
  const id = await completed(url);
  const deaf = Array.from({ length: 3 }, () => listenDeaf(port));
  await Promise.all(deaf.map((socket) => new Promise((resolve) => socket.once('readable', resolve))));
  for (let round = 0; round < 30; round += 1) {
    const polls = Array.from({ length: 100 }, () =>
      emulator.fetch(new Request(`${url}/v1/videos/${id}`, { headers: { authorization: 'Bearer sk_standin_a' } })),
    );
    for (const response of await Promise.all(polls)) expect(response.status).toBe(200);
  }
  expect((await control('GET', '/accounts/a/journal?limit=1')).status).toBe(200);
  await emulator.close();
  await Promise.all(deaf.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))));
});

function listenDeaf(port: number): Socket {
  // A server that closes may reset the connection.
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET /_standin/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('a wait that its client leaves is over, and one beyond five minutes is not begun', async () => {
  const { url, control } = await serve();
  await completed(url);
  const long = await control('POST', '/accounts/a/journal/wait', { filter: {}, count: 1e9, timeout_seconds: 1e9 });
  expect([long.status, JSON.parse(long.text)]).toMatchObject([
    400,
    { error: { message: 'The field timeout_seconds must be at most 300.' } },
  ]);
  const leaving = new AbortController();
  const waits = Array.from({ length: 20 }, () =>
    fetch(`${url}/_standin/accounts/a/journal/wait`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ filter: { status: 599 }, timeout_seconds: 300 }),
      signal: leaving.signal,
    }).catch((error: unknown) => (error instanceof Error ? error.name : 'no error')),
  );
  expect((await control('GET', '/accounts/a')).status).toBe(200);
  leaving.abort();
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['AbortError']));
  expect((await control('POST', '/accounts/a/reset')).status).toBe(200);
});
