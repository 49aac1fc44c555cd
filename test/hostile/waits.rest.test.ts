/** Open waits of the journal: they need little memory, and do not block other requests. */

import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { peakMebibytes } from '../support/peak-memory.ts';
import { sendRequest } from '../support/raw-http.ts';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';

/** `.ci/long` runs these at full size. */
const isFull = process.env['HOSTILE'] === 'full';
const WAITS = isFull ? 1000 : 250;
/** The number of waits with a short timeout. */
const LAST = WAITS / 10;
const ENTRIES = isFull ? 2000 : 600;
/** This length makes a full journal of 4 MiB hold about 2,000 entries. */
const CREATE = JSON.stringify({
  model: 'videomodel-2.5',
  prompt: 'x'.repeat(1500),
  duration_seconds: 4,
  resolution: '480p',
});
const HEADERS = { host: 'localhost', 'content-type': 'application/json' };
/** A condition that never holds. */
const NEVER = { filter: { status: 599 }, timeout_seconds: 300 };

function headersOf(label: string): Record<string, string> {
  return { ...HEADERS, authorization: `Bearer sk_standin_${label}~balance-900000` };
}

async function fillJournal({ port }: SpawnedServer): Promise<void> {
  let left = ENTRIES;
  const lane = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const headers = headersOf('full');
      const { status } = await sendRequest(port, '/v1/videos', { method: 'POST', headers, body: CREATE });
      expect(status).toBe(202);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

interface OpenWaits {
  readonly sockets: readonly Socket[];
  readonly answers: string[];
}

/** Sends so many waits at once, each on its own connection. */
function openWaits({ port }: SpawnedServer, count: number, condition: object): OpenWaits {
  const body = JSON.stringify(condition);
  const head = `POST /_standin/accounts/full/journal/wait HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')));
    socket.write(head + body);
    return socket;
  });
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return { sockets, answers };
}

describe.skipIf(process.platform !== 'linux')('open waits on one account with a full journal', () => {
  test('take little memory, and tell what came nearest', { timeout: 180_000 }, async () => {
    const server = await spawnServer(['--latency manual']);
    await fillJournal(server);
    const before = peakMebibytes(server.process.pid ?? 0);
    openWaits(server, WAITS - LAST, NEVER);
    // The server has read all waits when it answers a request that was sent after them.
    const { answers } = openWaits(server, LAST, { ...NEVER, timeout_seconds: 1 });
    await expect.poll(() => answers.join('').split('"held":false').length - 1, { timeout: 120_000 }).toBe(LAST);
    expect(answers.join('')).toMatch(/0 of \d{3,4} entries match/);
    // A decoded journal for each wait took 3.5 GiB at full size.
    expect(peakMebibytes(server.process.pid ?? 0) - before).toBeLessThan(isFull ? 250 : 120);
  });

  test('for more entries than there are count with what they may find', async () => {
    const server = await spawnServer(['--latency manual']);
    await sendRequest(server.port, '/v1/videos', { method: 'POST', headers: headersOf('full'), body: CREATE });
    const { answers } = openWaits(server, 250, { filter: {}, count: 1e9, timeout_seconds: 300 });
    await expect.poll(() => answers.join(''), { timeout: 60_000 }).toContain('"no_room"');
  });
});

test('another account is answered while open waits look at a full journal', async () => {
  const emulator = createEmulator();
  onTestFinished(() => emulator.close());
  const poll = async (label: string): Promise<number> => {
    const headers = { authorization: `Bearer sk_standin_${label}` };
    return (await emulator.fetch(new Request('http://standin.test/v1/videos/none', { headers }))).status;
  };
  for (let at = 0; at < ENTRIES; at += 1) await poll('full');
  let shown = 0;
  const filter = (): boolean => {
    shown += 1;
    return false;
  };
  const waits = Array.from({ length: WAITS }, (_, nth) => {
    const leaving = new AbortController();
    const options = { timeoutMs: 300_000, signal: leaving.signal };
    const over = emulator.account('full').journal.wait({ filter: nth === 0 ? filter : { status: 599 } }, options);
    return { leaving, over };
  });
  for (let polls = 0; polls < 5; polls += 1) expect(await poll('other')).toBe(404);
  expect(shown).toBeLessThan(ENTRIES / 2);
  for (const { leaving } of waits) leaving.abort();
  for (const { over } of waits)
    expect(await over).toMatchObject({ held: false, why: `0 of ${ENTRIES} entries match, but 1 must match.` });
});
