/** Snapshots of many generations take long, but do not block other requests. A snapshot shows one moment. */

import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator, type SettingsInput } from '../../emulator/index.ts';

const GENERATIONS = Number(process.env['SNAPSHOTS'] ?? 16000);
const REQUEST = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' };
const SNAPSHOT = '/_standin/accounts/a/snapshot';
const MIB = 1_048_576;

interface Answer {
  readonly status: number;
  /** Tests may read any member. */
  readonly body: ReturnType<typeof JSON.parse>;
}

type Send = (target: string, options?: { readonly body?: unknown; readonly key?: string }) => Promise<Answer>;

async function listen(settings: SettingsInput = {}): Promise<Send> {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  const { url } = await emulator.listen({ port: 0 });
  return async (target, { body, key } = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      ...(method !== 'GET' && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body ?? {}) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Returns a snapshot of an account with so many pending generations. Each has an Idempotency-Key. */
async function largeSnapshot(send: Send, count = GENERATIONS): Promise<Answer['body']> {
  await send('POST /v1/videos', { body: REQUEST, key: 'sk_standin_a' });
  const { body: snapshot } = await send(`GET ${SNAPSHOT}`);
  const { state } = snapshot;
  const [model] = state.open;
  state.open = Array.from({ length: count }, () => ({ ...model, id: randomUUID() }));
  state.idempotency = idsOf(snapshot).map((id) => ({ key: id, fingerprint: id, expires_at: 4e12, generation: id }));
  const { ledger } = state.account;
  ledger.reserved = model.cost * count;
  ledger.granted = ledger.balance + ledger.reserved;
  return snapshot;
}

/** Polls another account in sequence until the work is done, and returns the number of answered polls. */
async function pollsDuring<Result>(
  send: Send,
  work: () => Promise<Result>,
): Promise<{ polls: number; result: Result }> {
  const key = 'sk_standin_other';
  const { body } = await send('POST /v1/videos', { body: REQUEST, key });
  const over = new AbortController();
  const done = work().finally(() => over.abort());
  let polls = 0;
  while (!over.signal.aborted) {
    const { status } = await send(`GET /v1/videos/${body.id}`, { key });
    expect(status).toBe(200);
    polls += 1;
  }
  return { polls, result: await done };
}

function idsOf(snapshot: Answer['body']): string[] {
  return snapshot.state.open.map(({ id }: { id: string }) => id);
}

/** If the work ran in one piece, only one or two polls would get an answer meanwhile. */
const SEVERAL = 4;

describe(`an account of ${GENERATIONS} generations`, () => {
  test('is restored, taken and forked while others are answered, and all of it is there', async () => {
    const send = await listen({ clock: 'frozen' });
    const snapshot = await largeSnapshot(send);
    const body = Buffer.from(JSON.stringify(snapshot));
    const restored = await pollsDuring(send, () => send(`PUT ${SNAPSHOT}`, { body }));
    expect(restored).toEqual({ polls: expect.any(Number), result: expect.objectContaining({ status: 200 }) });
    const taken = await pollsDuring(send, () => send(`GET ${SNAPSHOT}`));
    const forked = await pollsDuring(send, () => send('POST /_standin/accounts/a/fork', { body: { name: 'b' } }));
    expect(forked.result.status).toBe(201);
    expect(Math.min(restored.polls, taken.polls, forked.polls)).toBeGreaterThanOrEqual(SEVERAL);

    expect(JSON.stringify(taken.result.body.state.idempotency)).toBe(JSON.stringify(snapshot.state.idempotency));
    expect(idsOf(taken.result.body)).toEqual(idsOf(snapshot));
    const { body: fork } = await send('GET /_standin/accounts/b/snapshot');
    expect(idsOf(fork)).toEqual(idsOf(snapshot));
  });

  test('is of one moment, whatever is created, moved and reset meanwhile', async () => {
    const send = await listen({ clock: 'frozen' });
    const body = Buffer.from(JSON.stringify(await largeSnapshot(send)));
    await send(`PUT ${SNAPSHOT}`, { body });
    const taking = [send(`GET ${SNAPSHOT}`), send(`GET ${SNAPSHOT}`)];
    for (let at = 0; at < 20; at += 1) {
      const { body: made } = await send('POST /v1/videos', { body: REQUEST, key: 'sk_standin_a' });
      await send(`POST /_standin/accounts/a/generations/${made.id}/move`, { body: { status: 'failed' } });
    }
    await send('POST /_standin/accounts/a/reset');
    for (const { body: taken } of await Promise.all(taking)) {
      // A restore refuses a snapshot whose ledger, lists and generations do not fit together.
      const { status } = await send('PUT /_standin/accounts/c/snapshot', { body: taken });
      expect(status).toBe(200);
    }
  });

  test('that is restored while it is deleted is there, whole, or not at all', async () => {
    const send = await listen({ clock: 'frozen' });
    const body = Buffer.from(JSON.stringify(await largeSnapshot(send)));
    const restoring = send(`PUT ${SNAPSHOT}`, { body });
    for (let at = 0; at < 5; at += 1) {
      const removed = await send('DELETE /_standin/accounts/a');
      expect([200, 204, 404]).toContain(removed.status);
      const { status, body: seen } = await send(`GET ${SNAPSHOT}`);
      if (status === 200) expect([1, GENERATIONS]).toContain(seen.state.open.length);
    }
    expect((await restoring).status).toBe(200);
  });
});

describe('the bound of a snapshot', () => {
  test('depends on the memory for bodies, and the response states it', async () => {
    // 32 MiB for bodies.
    const send = await listen({ totalMebibytes: 704 });
    const over = await send(`PUT ${SNAPSHOT}`, { body: Buffer.alloc(16 * MIB + 1, ' ') });
    expect([over.status, over.body.error.code]).toEqual([413, 'request_too_large']);
    expect(over.body.error.message).toContain(`over ${16 * MIB} bytes`);
    const under = await send(`PUT ${SNAPSHOT}`, { body: Buffer.alloc(16 * MIB - 1000, ' ') });
    expect([under.status, under.body.error.code]).toEqual([400, 'invalid_json']);
  });

  test('is also the most that is taken; a larger account can be forked', async () => {
    const send = await listen({ clock: 'frozen', balance: 1000 });
    const body = Buffer.from(JSON.stringify(await largeSnapshot(send, 26_000)));
    expect(body.length).toBeLessThan(16 * MIB);
    expect((await send(`PUT ${SNAPSHOT}`, { body })).status).toBe(200);
    // Prompts of 3,000 characters.
    const long = { ...REQUEST, prompt: 'a'.repeat(3000) };
    for (let at = 0; at < 1000; at += 1) await send('POST /v1/videos', { body: long, key: 'sk_standin_a' });
    const taken = await send(`GET ${SNAPSHOT}`);
    expect([taken.status, taken.body.error?.code]).toEqual([503, 'no_room']);
    expect(taken.body.error.message).toContain('fork');
    const forked = await send('POST /_standin/accounts/a/fork', { body: { name: 'b' } });
    expect(forked.status).toBe(201);
    expect((await send('GET /_standin/accounts/b/generations')).body.total).toBe(27_000);
  });

  test('a generation that is listed twice is refused', async () => {
    const send = await listen();
    const snapshot = await largeSnapshot(send, 3);
    const { state } = snapshot;
    const [first] = state.open;
    for (const lists of [{ open: [...state.open, first] }, { ended: [first] }]) {
      const answer = await send(`PUT ${SNAPSHOT}`, { body: { ...snapshot, state: { ...state, ...lists } } });
      expect(answer.body.error?.message).toContain('appears twice');
    }
  });
});
