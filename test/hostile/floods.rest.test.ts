/**
 * Floods of every kind of stored data against the built command. Beyond the limit, requests get a 503 with the reason,
 * and the process stays below its total.
 */

import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { peakMebibytes } from '../support/peak-memory.ts';
import { sendRequest, type RawResponse } from '../support/raw-http.ts';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';

/** `.ci/long` runs these at full size. */
const isFull = process.env['HOSTILE'] === 'full';
const TOTAL = 640;
const SMALL = [`--total-mebibytes ${TOTAL}`, '--memory-mebibytes 64', '--journal-mebibytes 16', '--latency manual'];
/** 60 KB as UTF-8, and the same size in memory. */
const WIDE = '\u{1f98a}'.repeat(14_990);
const JSON_TYPE = { 'content-type': 'application/json', host: 'localhost' };

type Flood = (server: SpawnedServer, at: number) => Promise<RawResponse>;

function create({ port }: SpawnedServer, label: string, { prompt = 'a red fox', key = '' } = {}): Promise<RawResponse> {
  const body = JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: 4, resolution: '480p' });
  const headers = {
    ...JSON_TYPE,
    authorization: `Bearer sk_standin_${label}~balance-900000`,
    ...(key !== '' && { 'idempotency-key': key }),
  };
  return sendRequest(port, '/v1/videos', { method: 'POST', headers, body });
}

/** Calls the control API. `call` contains the method and the path. */
function control({ port }: SpawnedServer, call: string, body?: object): Promise<RawResponse> {
  const [method = '', path = ''] = call.split(' ');
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return sendRequest(port, `/_standin${path}`, { method, headers: JSON_TYPE, ...text });
}

/** Sends requests until a 503 arrives or all are sent. Returns the last response. */
async function sendUntilFull(server: SpawnedServer, count: number, flood: Flood): Promise<RawResponse | undefined> {
  let full: RawResponse | undefined;
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (full === undefined && sent < count) {
      sent += 1;
      const answer = await flood(server, sent);
      if (answer.status === 503) full = answer;
      else expect(answer.status, answer.text).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return full;
}

function messageOf(answer: RawResponse | undefined): string {
  const { error } = JSON.parse(answer?.text ?? '{"error":{}}') as { error: { message?: string } };
  return error.message ?? '';
}

describe.skipIf(process.platform !== 'linux')('a flood of', () => {
  test('prompts of 60 KB ends with a 503 that says why, here and in the journal, and leaves room for its end', async () => {
    const server = await spawnServer(SMALL);
    const full = await sendUntilFull(server, 6000, (to, at) =>
      create(to, `p${at % (isFull ? 4 : 1)}`, { prompt: WIDE + at }),
    );
    expect(messageOf(full)).toContain('totalMebibytes');
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
    const explained = await control(server, `GET /explain/${String(full?.headers['x-request-id'])}`);
    expect(explained.text).toContain('service_unavailable');
    expect(explained.text).toContain('totalMebibytes');
    // Generations that have ended make room.
    const listed = await control(server, 'GET /accounts/p0/generations?limit=5');
    const { generations } = JSON.parse(listed.text) as { generations: readonly { id: string }[] };
    for (const { id } of generations)
      await control(server, `POST /accounts/p0/generations/${id}/move`, { status: 'failed' });
    expect((await create(server, 'p0', { prompt: 'a short one' })).status).toBe(202);
  });

  test('fault rules is refused past the bounds of their account', async () => {
    const server = await spawnServer(SMALL);
    await create(server, 'r');
    const text = 'x'.repeat(500_000);
    const rule = { enabled: false, effect: { kind: 'answer', body: { text } } };
    const full = await sendUntilFull(server, 100, (to) => control(to, 'POST /accounts/r/faults', { rule, keep: true }));
    expect(messageOf(full)).toContain('fault rules');
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });

  test('bodies that never end is refused where the memory for them is taken, and is over when they go', async () => {
    const server = await spawnServer(SMALL);
    await create(server, 'b');
    const head = `POST /v1/videos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_standin_b~balance-900000\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`;
    const { sockets, answers } = await openMany(server, isFull ? 600 : 60, [head, Buffer.alloc(1_000_000, 97)]);
    await expect
      .poll(() => answers.join(''), { timeout: 20_000 })
      .toContain('The memory for requests and responses in flight is used up');
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
    // The rest of a body that was refused early does not block the next request on its connection.
    const next = 'GET /v1/videos/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_standin_b\r\n\r\n';
    const whole = await openMany(server, 1, [head, Buffer.alloc(1_048_576, 97), next]);
    await expect.poll(() => whole.answers.join(''), { timeout: 20_000 }).toMatch(/HTTP\/1.1 503 [^]*HTTP\/1.1 404 /);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => (await create(server, 'b', { prompt: 'x'.repeat(9000) })).status, { timeout: 20_000 })
      .toBe(202);
  });

  test('waits and of listeners that do not read is refused past their bounds', async () => {
    const server = await spawnServer(SMALL);
    await create(server, 'w');
    const body = JSON.stringify({ filter: { prompt: 'x'.repeat(500_000) }, timeout_seconds: 60 });
    const head = `POST /_standin/accounts/w/journal/wait HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const waits = await openMany(server, isFull ? 200 : 30, [head, body]);
    await expect.poll(() => waits.answers.join(''), { timeout: 20_000 }).toContain('"no_room"');
    const listeners = await openMany(server, 520, ['GET /_standin/events HTTP/1.1\r\nHost: localhost\r\n\r\n']);
    await expect
      .poll(() => listeners.answers.join(''), { timeout: 20_000 })
      .toContain('Too many clients are listening to events');
    for (const socket of listeners.sockets) socket.pause();
    // The operating system buffers the events that they do not read, a kilobyte for each create and stream.
    for (let at = 0; at < (isFull ? 300 : 60); at += 1)
      await create(server, 'w', { prompt: `${'x'.repeat(2000)}${at}` });
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });

  test('polls of ids as long as a path may be, while a rule counts each, stays below the total', async () => {
    const server = await spawnServer(SMALL);
    const rule = { when: { first: 1, per: 'generation' }, effect: { kind: 'delay', ms: 0 } };
    const added = await control(server, 'PUT /accounts/c/faults', { rules: [rule] });
    expect(added.status, added.text).toBe(200);
    const headers = { host: 'localhost', authorization: 'Bearer sk_standin_c' };
    await sendUntilFull(server, isFull ? 60_000 : 15_000, (to, at) =>
      sendRequest(to.port, `/v1/videos/${at}${'z'.repeat(14_000)}`, { headers }),
    );
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(isFull ? TOTAL : TOTAL / 2);
    // Another account still has room.
    expect((await create(server, 'd')).status).toBe(202);
  });

  test.runIf(isFull)('labels stays below the total', { timeout: 180_000 }, async () => {
    const server = await spawnServer(SMALL);
    const headers = (at: number): Record<string, string> => ({
      ...JSON_TYPE,
      authorization: `Bearer sk_standin_label-${at}`,
    });
    const full = await sendUntilFull(server, 12_000, (to, at) =>
      sendRequest(to.port, '/v1/videos/x', { headers: headers(at) }),
    );
    expect(messageOf(full)).toContain('The limit of accounts is reached');
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });

  test.runIf(isFull)('Idempotency-Keys stays below the total', { timeout: 180_000 }, async () => {
    const server = await spawnServer(SMALL);
    await sendUntilFull(server, 20_000, (to, at) => create(to, `i${at % 4}`, { key: `${'k'.repeat(100)}${at}` }));
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });

  test.runIf(isFull)('issued keys stays below the total', { timeout: 180_000 }, async () => {
    const server = await spawnServer(SMALL);
    await create(server, 'k');
    await sendUntilFull(server, 12_000, (to, at) =>
      control(to, 'POST /accounts/k/keys', { key: `issued-${at}-${'k'.repeat(180)}` }),
    );
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });

  test('forks of an account with long prompts is refused if memory is full', async () => {
    const server = await spawnServer(SMALL);
    for (let made = 0; made < 40; made += 1) await create(server, 'f', { prompt: WIDE + made });
    const full = await sendUntilFull(server, 4000, (to, at) =>
      control(to, 'POST /accounts/f/fork', { name: `f${at}` }),
    );
    expect(messageOf(full)).toContain('no memory left for this account');
    expect(peakMebibytes(server.process.pid ?? 0)).toBeLessThan(TOTAL);
  });
});

interface OpenSockets {
  readonly sockets: readonly Socket[];
  /** The responses, one for each socket. */
  readonly answers: string[];
}

/** Opens sockets that write, and then stay open until the end of the test. */
async function openMany(
  { port }: SpawnedServer,
  count: number,
  parts: readonly (string | Uint8Array)[],
): Promise<OpenSockets> {
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')));
    for (const part of parts) socket.write(part);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { sockets, answers };
}
