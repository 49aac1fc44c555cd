/** The journal records the requests that an emulator answered. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { JournalError, type Entry } from '../index.ts';
import { orderOf, testEmulator } from '../../test/support/journal/test-emulator.ts';

const BOOKS = { granted_usd: 1000, balance_usd: 1000, reserved_usd: 0, captured_usd: 0 };

test('a create, its replay and its polls are recorded with the changes of each', async () => {
  const { emulator, ask, create } = testEmulator();
  const { id } = await create('a cat', { headers: { 'idempotency-key': 'k1' } });
  await create('a cat', { headers: { 'idempotency-key': 'k1' } });
  await emulator.account('a').advance(2000);
  await ask('GET', `/v1/videos/${id}`);
  await emulator.account('a').advance(3000);
  await ask('GET', `/v1/videos/${id}`);
  const held = { ...BOOKS, balance_usd: 999.52, reserved_usd: 0.48 };
  const spent = { ...BOOKS, balance_usd: 999.52, captured_usd: 0.48 };
  expect(emulator.account('a').journal.entries()).toMatchObject([
    {
      account: 'a',
      operation: 'create',
      at: '2026-01-01T00:00:00.000Z',
      method: 'POST',
      path: '/v1/videos',
      status: 202,
      code: null,
      attempt: 1,
      gap_ms: null,
      generation: id,
      request: { idempotency_key: 'k1', prompt: 'a cat', bytes: JSON.stringify(orderOf('a cat')).length },
      changes: [{ generation: { id, before: null, after: 'pending' }, ledger: { before: BOOKS, after: held } }],
    },
    { status: 202, attempt: 2, gap_ms: 0, generation: id, changes: [] },
    {
      operation: 'get',
      at: '2026-01-01T00:00:02.000Z',
      attempt: 1,
      generation: id,
      changes: [{ generation: { id, before: 'pending', after: 'completed' }, ledger: { before: held, after: spent } }],
    },
    { operation: 'get', attempt: 2, gap_ms: 3000, changes: [] },
  ]);
});

test('a request that does not reach an account is recorded apart from all accounts', async () => {
  const { emulator, ask } = testEmulator();
  await ask('GET', '/v1/nothing');
  await ask('GET', '/v1/videos/1', { headers: { authorization: 'Bearer another-services-key' } });
  expect(emulator.journal.accounts()).toEqual([null]);
  expect(emulator.journal.of(null).entries()).toMatchObject([
    { account: null, operation: null, status: 404, code: 'not_found', key: null },
    { account: null, operation: 'get', status: 401, code: 'invalid_api_key', key: expect.stringMatching(/^.{43}$/) },
  ]);
});

test('a rejected body is recorded with its hash', async () => {
  const { emulator, create } = testEmulator();
  await create('', { body: '{"x":' });
  await create('', { body: '{"x":' });
  const [first, second] = emulator.account('a').journal.entries();
  expect(first).toMatchObject({ code: 'invalid_json', request: { body: '{"x":', bytes: 5 } });
  expect(first?.request.body_hash).toBe(second?.request.body_hash);
  expect(second?.attempt).toBe(2);
});

test('bodies are cut to their bound', async () => {
  const { emulator, create } = testEmulator({ journalBodyCharacters: 50 });
  await create('x'.repeat(200));
  const [entry] = emulator.account('a').journal.entries();
  expect(entry?.request.body).toHaveLength(50);
  expect(entry?.response.body).toHaveLength(50);
  expect(entry?.request.bytes).toBe(JSON.stringify(orderOf('')).length + 200);
});

test('the rules that were evaluated are listed in order, with their draws', async () => {
  const { emulator, ask } = testEmulator({
    faults: [
      { id: 'for-creates', match: { operation: 'create' } },
      { id: 'sometimes', when: { probability: 0.5 } },
      { id: 'always', effect: { kind: 'answer', status: 429, retryAfter: 3 } },
    ],
  });
  for (let at = 0; at < 8; at += 1) await ask('GET', '/v1/videos/1');
  const { journal } = emulator.account('a');
  const fired = journal.entries({ fault: 'sometimes' });
  const kept = journal.entries(({ faults }) => !faults.includes('sometimes'));
  expect(fired.length + kept.length).toBe(8);
  expect(Math.min(fired.length, kept.length)).toBeGreaterThan(0);
  for (const { evaluations } of fired) expect(drawOf(evaluations)).toBeLessThan(0.5);
  for (const { evaluations } of kept) expect(drawOf(evaluations)).toBeGreaterThanOrEqual(0.5);
  expect(kept[0]).toMatchObject({
    status: 429,
    faults: ['always'],
    response: { headers: { 'retry-after': '3', 'x-standin-fault': 'always' } },
  });
});

function drawOf(evaluations: Entry['evaluations']): number | undefined {
  return evaluations.find(({ rule }) => rule === 'sometimes')?.draw;
}

test('a fault that changes the balance is in the ledger of the request that met it', async () => {
  const { emulator, ask, create } = testEmulator({
    latency: 'manual',
    faults: [{ match: { operation: 'get' }, effect: { kind: 'account', balanceUsd: 3 } }],
  });
  const { id } = await create('a cat');
  await ask('GET', `/v1/videos/${id}`);
  expect(emulator.account('a').journal.find({ operation: 'get' })?.changes).toMatchObject([
    {
      generation: null,
      ledger: { before: { balance_usd: 999.52, reserved_usd: 0.48 }, after: { balance_usd: 3, reserved_usd: 0.48 } },
    },
  ]);
});

test('the changes of parallel requests form a chain from the opening to the current ledger', async () => {
  const { emulator, ask, create } = testEmulator({ balance: 10 });
  const created = await Promise.all(Array.from({ length: 50 }, (_, at) => create(`cat ${at}`)));
  const ids = created.filter(({ status }) => status === 202).map(({ id }) => id);
  expect(ids).toHaveLength(20);
  await Promise.all([...ids, ...ids, ...ids].map((id) => ask('GET', `/v1/videos/${id}`)));
  const changes = emulator
    .account('a')
    .journal.entries()
    .flatMap((entry) => entry.changes);
  const steps = new Map(changes.map(({ ledger }) => [JSON.stringify(ledger?.before), JSON.stringify(ledger?.after)]));
  expect(changes).toHaveLength(40);
  expect(steps.size).toBe(40);
  let books = JSON.stringify({ granted_usd: 10, balance_usd: 10, reserved_usd: 0, captured_usd: 0 });
  for (let at = 0; at < 40; at += 1) books = steps.get(books) ?? 'a gap';
  expect(JSON.parse(books)).toEqual({ granted_usd: 10, balance_usd: 0.4, reserved_usd: 0, captured_usd: 9.6 });
});

test('the entry of a create contains each settlement of an eager account, then the reservation', async () => {
  // Nobody moves the clock by hand: that would settle at once.
  const { emulator, create } = testEmulator({ settle: 'eager', latency: 'fast', clock: 'x999999' });
  await create('one');
  await sleep(10);
  await create('two');
  expect(emulator.account('a').journal.entries()[1]?.changes).toMatchObject([
    { ledger: { before: { reserved_usd: 0.48, captured_usd: 0 }, after: { reserved_usd: 0, captured_usd: 0.48 } } },
    { ledger: { before: { reserved_usd: 0, captured_usd: 0.48 }, after: { reserved_usd: 0.48, captured_usd: 0.48 } } },
  ]);
});

test('a cursor gives what came since, and says when something is missing', async () => {
  const { emulator, ask } = testEmulator({ journalEntries: 3 });
  const { journal } = emulator.account('a');
  await ask('GET', '/v1/videos/1');
  const first = journal.since(0);
  expect(first).toMatchObject({ isLossy: false, entries: [{ path: '/v1/videos/1' }] });
  await ask('GET', '/v1/videos/2');
  const second = journal.since(first.cursor);
  expect(second).toMatchObject({ isLossy: false, entries: [{ path: '/v1/videos/2' }] });
  expect(journal.since(second.cursor)).toEqual({ entries: [], cursor: second.cursor, isLossy: false });
  for (let at = 3; at <= 6; at += 1) await ask('GET', `/v1/videos/${at}`);
  expect(journal.since(second.cursor)).toMatchObject({ isLossy: true, entries: [{}, {}, {}] });
  journal.clear();
  expect(journal.count()).toBe(0);
});

test('only an account that lost entries of its own is lossy', async () => {
  const { emulator, ask } = testEmulator({ journalEntries: 3 });
  const get = (name: string): Promise<unknown> =>
    ask('GET', '/v1/videos/1', { headers: { authorization: `Bearer sk_standin_${name}` } });
  for (const name of ['early', 'cleared', 'busy', 'busy', 'busy', 'busy', 'busy', 'late']) await get(name);
  emulator.journal.clear('cleared');
  const isLossy = (name: string): boolean => emulator.journal.of(name).since(0).isLossy;
  expect(['early', 'cleared', 'busy', 'late', 'never seen'].map(isLossy)).toEqual([false, true, true, false, false]);
  await get('cleared');
  await get('after');
  expect(['cleared', 'after'].map(isLossy)).toEqual([true, false]);
});

test('a journal that is off records nothing, and says so when it is asked', async () => {
  const { emulator, create } = testEmulator({ journal: false });
  expect(await create('a cat')).toMatchObject({ status: 202 });
  expect(emulator.journal.isOn).toBe(false);
  expect(() => emulator.journal.of('a')).toThrow(
    new JournalError('The journal is off. To record requests, set `journal` to true.'),
  );
  expect(() => emulator.account('a').journal).toThrow('set `journal` to true');
  expect(() => emulator.journal.explain('x')).toThrow('The journal is off.');
});

test('JSON lines hold one entry each', async () => {
  const { emulator, create } = testEmulator();
  await create('a\ncat');
  await create('a dog');
  const { journal } = emulator.account('a');
  const lines = journal.toJsonLines().trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(journal.entries());
  expect(journal.toJsonLines({ prompt: 'dog' }).split('\n')).toHaveLength(2);
});
