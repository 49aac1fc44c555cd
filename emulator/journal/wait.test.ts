/**
 * Waiting for the journal or a generation. Timeouts here are either far away, so that only the event can end the wait,
 * or at once.
 */

import { expect, test } from 'vitest';

import { testEmulator } from '../../test/support/journal/test-emulator.ts';

const FAR = { timeoutMs: 60_000 };
const NOW = { timeoutMs: 0 };

test('a condition that already holds resolves at once', async () => {
  const { emulator, create } = testEmulator();
  await create('a cat');
  const report = await emulator.account('a').journal.wait({ filter: { operation: 'create' } }, NOW);
  expect(report).toMatchObject({ held: true, entries: [{ request: { prompt: 'a cat' } }] });
});

test('a wait ends with the request that it is for, and not with others', async () => {
  const { emulator, ask, create } = testEmulator();
  const { journal } = emulator.account('a');
  let isOver = false;
  const waiting = journal.wait({ filter: { operation: 'get' } }, FAR).finally(() => (isOver = true));
  const { id } = await create('a cat');
  await ask('GET', `/v1/videos/${id}`, { headers: { authorization: 'Bearer sk_standin_b' } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isOver).toBe(false);
  await ask('GET', `/v1/videos/${id}`);
  expect(await waiting).toMatchObject({ held: true, entries: [{ status: 200 }] });
});

test('a wait for several counts those that are there, and after a cursor only what came since', async () => {
  const { emulator, ask } = testEmulator();
  const { journal } = emulator.account('a');
  await ask('GET', '/v1/videos/1');
  const { cursor } = journal.since(0);
  const two = journal.wait({ filter: { operation: 'get' }, count: 2 }, FAR);
  const since = journal.wait({ filter: { operation: 'get' } }, { ...FAR, since: cursor });
  await ask('GET', '/v1/videos/2');
  expect(await two).toMatchObject({ entries: [{ path: '/v1/videos/1' }, { path: '/v1/videos/2' }] });
  expect(await since).toMatchObject({ entries: [{ path: '/v1/videos/2' }] });
});

test('a timeout tells what came closest and what differed', async () => {
  const { emulator, create } = testEmulator();
  await create('a dog', { headers: { 'idempotency-key': 'k1' } });
  await create('a cat', { headers: { 'idempotency-key': 'k2' } });
  const condition = { filter: { operation: 'create', idempotency_key: 'k2', status: 503 } } as const;
  expect(await emulator.account('a').journal.wait(condition, NOW)).toMatchObject({
    held: false,
    why: '0 of 2 entries match, but 1 must match.',
    nearest: [
      { request: 'POST /v1/videos 202', differs: [{ field: 'status', wanted: 503, was: 202 }] },
      { differs: [{ field: 'status' }, { field: 'idempotency_key', wanted: 'k2', was: 'k1' }] },
    ],
  });
});

test('a wait with a function may look at anything, and shows the newest when it was in vain', async () => {
  const { emulator, create } = testEmulator();
  await create('a cat');
  const { journal } = emulator.account('a');
  expect(await journal.wait({ filter: ({ request }) => request.prompt === 'a cat' }, NOW)).toMatchObject({
    held: true,
  });
  expect(await journal.wait({ filter: () => false }, NOW)).toMatchObject({ held: false, nearest: [{ differs: [] }] });
});

test('a generation that is moved by hand, or whose clock is, ends the wait for it; waiting itself settles nothing', async () => {
  const { emulator, create } = testEmulator({ latency: 'fast' });
  const { id } = await create('a cat');
  const account = emulator.account('a');
  const running = account.journal.wait({ generation: id, status: 'running' }, FAR);
  const ended = account.journal.wait({ generation: id.toUpperCase(), status: ['completed', 'failed'] }, FAR);
  await account.advance(1500);
  expect(await running).toMatchObject({ held: true, entries: [{ operation: 'create' }] });
  await account.move(id, 'failed');
  expect(await ended).toMatchObject({ held: true });
  const other = await create('a dog');
  await account.advance(60_000);
  expect(await account.journal.wait({ generation: other.id, status: 'completed' }, NOW)).toMatchObject({ held: true });
  expect((await account.generation(other.id))?.status).toBe('pending');
});

test('a clock that runs ends the wait by itself, without anybody looking', async () => {
  const { emulator, create } = testEmulator({ latency: 'fast', clock: 'x100' });
  const { id } = await create('a cat');
  const report = await emulator.account('a').journal.wait({ generation: id, status: 'completed' }, FAR);
  expect(report.held).toBe(true);
});

test('a timeout tells where the generation is and when its plan would change that', async () => {
  const { emulator, create } = testEmulator({ latency: 'fast' });
  const { id } = await create('a cat');
  const account = emulator.account('a');
  const { journal } = account;
  expect(await journal.wait({ generation: id, status: 'completed' }, NOW)).toEqual({
    held: false,
    nearest: [],
    why: `Generation ${id} is pending. Its plan changes the status at 2026-01-01T00:00:01.000Z on the account's clock. This clock now shows 2026-01-01T00:00:00.000Z.`,
  });
  await account.advance(60_000);
  expect(await journal.wait({ generation: id, status: 'failed' }, NOW)).toMatchObject({
    why: `Generation ${id} is completed, and this status does not change with time.`,
  });
  expect(await journal.wait({ generation: 'nothing', status: 'failed' }, NOW)).toMatchObject({
    why: 'This account has no generation nothing.',
  });
});

test('an aborted signal gives up', async () => {
  const { emulator } = testEmulator();
  const giveUp = new AbortController();
  const waiting = emulator.account('a').journal.wait({ filter: {} }, { ...FAR, signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 10);
  expect(await waiting).toEqual({ held: false, why: '0 of 0 entries match, but 1 must match.', nearest: [] });
});

test('an error of a filter function ends its own wait, and no other', async () => {
  const { emulator, create } = testEmulator();
  await create('a cat');
  const { journal } = emulator.account('a');
  const fails = (): boolean => {
    throw new Error('not this entry');
  };
  const [now, later] = [journal.wait({ filter: fails }, FAR), journal.wait({ filter: { status: 400 } }, FAR)];
  await expect(now).rejects.toThrow('not this entry');
  let isFailing = false;
  const failing = journal.wait({ filter: () => isFailing && fails() }, FAR);
  await create('a dog');
  isFailing = true;
  await create('');
  await expect(failing).rejects.toThrow('not this entry');
  expect(await later).toMatchObject({ held: true });
});
