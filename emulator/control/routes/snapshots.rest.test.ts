/** Snapshots, restoring and forking: the state of an account is all of it. */

import { describe, expect, test } from 'vitest';
import { uniform } from '../../domain/random.ts';
import { openRig, REQUEST, type Answer, type Rig } from '../../../test/support/control/rig.ts';

const KEY = 'sk_standin_a';
const SETTINGS = {
  clock: 'frozen@2026-01-01T00:00:00Z',
  latency: 'realistic',
  limits: 'realistic',
  balance: 5000,
} as const;
const OPERATIONS = 1000;

/** Spoiled in every way, so it has no type. */
type State = ReturnType<typeof JSON.parse>;

/** One of many things that a client or a tester does, picked by chance that repeats. */
async function operate(rig: Rig, step: string, ids: readonly string[]): Promise<Answer> {
  const pick = (what: string, below: number): number => Math.floor(uniform([step, what]) * below);
  const id = ids[pick('id', ids.length)] ?? '00000000-0000-4000-8000-000000000000';
  switch (pick('operation', 8)) {
    case 0:
      return rig.control('POST', '/accounts/a/clock/advance', { by_seconds: pick('seconds', 600) });
    case 1:
      return rig.control('POST', `/accounts/a/generations/${id}/move`, { status: 'failed' });
    case 2:
      return rig.api(KEY, 'POST /v1/videos', { body: REQUEST, headers: { 'idempotency-key': `k${pick('key', 40)}` } });
    case 3:
      return rig.api(KEY, 'POST /v1/videos', { body: extending(id) });
    case 4:
      return rig.control('PUT', '/accounts/a/faults', { rules: [flaky(pick('rule', 300))] });
    default:
      return rig.api(KEY, `GET /v1/videos/${id}`);
  }
}

function extending(id: string): unknown {
  return {
    ...REQUEST,
    mode: 'reference-to-video',
    aspect_ratio: 'adaptive',
    source_video_ids: [id],
    reference_video_operation: 'extend',
  };
}

function flaky(number: number): unknown {
  return { match: { operation: 'get' }, when: { probability: number / 1000 }, effect: { kind: 'answer', status: 503 } };
}

/** A response without what differs each time; the control API dates its responses by the machine's clock. */
function told({ status, headers, body }: Answer): unknown {
  const { error, ...rest } = body;
  const isFromApi = 'object' in body || headers.has('ratelimit');
  const names = ['retry-after', 'ratelimit', 'idempotent-replayed', 'x-standin-fault', ...(isFromApi ? ['date'] : [])];
  return [status, names.map((name) => headers.get(name)), rest, error?.code, error?.message];
}

async function run(rig: Rig, seed: string, count: number): Promise<unknown[]> {
  const listed = await rig.control('GET', '/accounts/a/generations?limit=1000');
  const ids = (listed.body.generations as { id: string }[]).map(({ id }) => id);
  const answers: unknown[] = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await operate(rig, `${seed} ${at}`, ids);
    if (answer.status === 202) ids.push(answer.body.id);
    answers.push(told(answer));
  }
  return answers;
}

describe('a snapshot', () => {
  test(`put back after ${OPERATIONS} random operations gives the same answers afterwards as the first time`, async () => {
    const rig = openRig(SETTINGS);
    await rig.create(KEY);
    await run(rig, 'before', 150);
    const { body: snapshot } = await rig.control('GET', '/accounts/a/snapshot');

    const first = await run(rig, 'between', OPERATIONS);
    expect(new Set(first.map((answer) => (answer as unknown[])[0])).size).toBeGreaterThan(3);
    const changed = await rig.control('GET', '/accounts/a/snapshot');
    expect(changed.body).not.toEqual(snapshot);

    expect((await rig.control('PUT', '/accounts/a/snapshot', snapshot)).status).toBe(200);
    const restored = await rig.control('GET', '/accounts/a/snapshot');
    expect(withoutAnchor(restored.body)).toEqual(withoutAnchor(snapshot));
    expect(await run(rig, 'between', OPERATIONS)).toEqual(first);
  });

  test('goes into another emulator, where the account then goes on as it would have here', async () => {
    const here = openRig(SETTINGS);
    const there = openRig(SETTINGS);
    await here.create(KEY);
    await run(here, 'before', 50);
    await there.control('PUT', '/accounts/a/snapshot', (await here.control('GET', '/accounts/a/snapshot')).body);
    expect(await run(there, 'after', 50)).toEqual(await run(here, 'after', 50));
  });

  test('lets the clock go on from what it read', async () => {
    const rig = openRig({ clock: 'frozen@2026-01-01T00:00:00Z' });
    await rig.create(KEY);
    const { body: snapshot } = await rig.control('GET', '/accounts/a/snapshot');
    await rig.control('PUT', '/accounts/a/clock', { clock: 'real' });
    await rig.control('PUT', '/accounts/a/snapshot', snapshot);
    const { body } = await rig.control('GET', '/accounts/a/clock');
    expect(body).toEqual({ now: '2026-01-01T00:00:00.000Z', clock: 'frozen', mode: 'frozen', rate: 0 });
  });

  test.each([
    ['a ledger that does not balance', 'the ledger does not', (state: State) => (state.account.ledger.balance += 1)],
    ['a source that is missing', 'which is missing', (state: State) => state.ended.pop()],
    ['a reservation that nobody holds', 'the ledger does not hold', (state: State) => state.open.pop()],
    ['a wrong depth', 'has the depth 2 instead of 1', (state: State) => (state.open[0].assignment.depth += 1)],
    [
      'a generation that is its own source',
      'has the depth 1 instead of 2',
      (state: State) => (state.open[0].assignment.sources[0].id = state.open[0].id),
    ],
    [
      'an open generation that is listed as settled',
      'has not ended',
      (state: State) => state.ended.push(state.open.pop()),
    ],
    [
      'an address that no create takes',
      'must be a public https:// URL',
      (state: State) => state.open[0].assignment.images.push({ url: 'http://127.0.0.1/', handles: [] }),
    ],
    ['a field that is not known', 'is not known', (state: State) => (state.account.root = true)],
  ])('with %s is refused, and the account stays as it is', async (_, message, spoil) => {
    const rig = openRig({ latency: 'instant', clock: 'frozen' });
    const id = await rig.create(KEY);
    await rig.api(KEY, `GET /v1/videos/${id}`);
    await rig.api(KEY, 'POST /v1/videos', { body: extending(id) });
    const { body: snapshot } = await rig.control('GET', '/accounts/a/snapshot');
    const spoiled = structuredClone(snapshot);
    spoil(spoiled.state);
    const { status, body } = await rig.control('PUT', '/accounts/a/snapshot', spoiled);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(withoutAnchor((await rig.control('GET', '/accounts/a/snapshot')).body)).toEqual(withoutAnchor(snapshot));
  });

  test.each(['instant', 'fast', 'realistic', 'manual', 'polls:2,3', 'seconds:5,5', 'seconds:1..3,60..90'] as const)(
    'of an account with the latency %s is read back as it was written',
    async (latency) => {
      const rig = openRig({ latency, clock: 'frozen' });
      await rig.create('sk_standin_a');
      const { body: taken } = await rig.control('GET', '/accounts/a/snapshot');
      const put = await rig.control('PUT', '/accounts/a/snapshot', taken);
      expect([put.status, put.body.error]).toEqual([200, undefined]);
      const again = (await rig.control('GET', '/accounts/a/snapshot')).body;
      expect(again.state.account.settings).toEqual(taken.state.account.settings);
    },
  );

  test('is rejected if it does not fit', async () => {
    const big = openRig();
    for (let at = 0; at < 3; at += 1) await big.create(KEY);
    const { body: snapshot } = await big.control('GET', '/accounts/a/snapshot');
    const small = openRig({ maxGenerations: 2 });
    const { status, body } = await small.control('PUT', '/accounts/a/snapshot', snapshot);
    expect([status, body.error.code]).toEqual([503, 'no_room']);
  });
});

describe('a fork', () => {
  test('gives the same answers to the same requests as the account it came from, and each goes its own way', async () => {
    const rig = openRig({ clock: 'frozen', latency: 'realistic' });
    const id = await rig.create(KEY);
    const { status, body } = await rig.control('POST', '/accounts/a/fork', { name: 'b' });
    expect([status, body.key, body.account.forked_from]).toEqual([201, 'sk_standin_b', 'a']);
    expect((await rig.api(body.key, `GET /v1/videos/${id}`)).body.id).toBe(id);
    expect(await rig.create(body.key)).toBe(await rig.create(KEY));

    await rig.control('POST', '/accounts/b/clock/run-until-idle');
    await rig.api(body.key, `GET /v1/videos/${id}`);
    expect((await rig.control('GET', `/accounts/a/generations/${id}`)).body.status).toBe('pending');
  });

  test('of an account with fault rules has them too, counted as far', async () => {
    const rig = openRig();
    await rig.create(KEY);
    await rig.control('PUT', '/accounts/a/faults', { rules: [{ when: { first: 2 } }] });
    await rig.api(KEY, 'GET /v1/videos/x');
    const { body } = await rig.control('POST', '/accounts/a/fork', {});
    const statuses = [];
    for (let at = 0; at < 2; at += 1) statuses.push((await rig.api(body.key, 'GET /v1/videos/x')).status);
    expect(statuses).toEqual([503, 404]);
  });
});

/** The machine's own time, at which a snapshot was taken or put back. */
function withoutAnchor(snapshot: ReturnType<typeof JSON.parse>): unknown {
  const { clock, ...account } = snapshot.state.account;
  return { ...snapshot, state: { ...snapshot.state, account: { ...account, clock: { ...clock, anchor: 0 } } } };
}
