import { describe, expect, test } from 'vitest';
import type { AccountSettings } from '../domain/account.ts';
import type { Generation } from '../domain/generation.ts';
import { isBalanced } from '../domain/ledger.ts';
import type { Plan } from '../domain/plan.ts';
import type { Claim } from '../domain/idempotency-record.ts';
import type { Store } from '../domain/store.ts';
import { createMemoryStore } from './memory-store.ts';

const BOUNDS = { accounts: 2, idleMs: 100, generations: 4, generationsPerAccount: 3 };
const SETTINGS: AccountSettings = {
  balance: 10,
  latency: { profile: 'manual' },
  seed: 0,
  settle: 'on_poll',
  limits: 'off',
  clock: { mode: 'real' },
  wire: 'real',
};

const open = (store: Store, name: string, { realNow = 0, setUp = '', ...settings } = {}) =>
  store.openAccount({ name, setUp, settings: { ...SETTINGS, ...settings } }, realNow);

interface Wanted {
  readonly account?: string;
  readonly now?: number;
  readonly cost?: number;
  readonly plan?: Plan;
  readonly claim?: Claim;
  readonly maxLive?: number;
}

function reserve(
  store: Store,
  id: string,
  { account = 'a', now = 0, cost = 1, plan = { kind: 'manual' }, ...more }: Wanted = {},
) {
  const generation = {
    id,
    seed: 0,
    createdAt: now,
    cost,
    plan,
    polls: 0,
    status: 'pending',
    scenarios: [],
  } as unknown as Generation;
  return store.reserve({ account, now, realNow: now, ...more, draft: ({ slots }) => ({ generation, slots }) });
}

const ledgerOf = async (store: Store, name = 'a', realNow = 0) => (await store.findAccount(name, realNow))?.ledger;
const look = { now: 0, isPoll: true };

describe('an account', () => {
  test('opens once; a later key joins it, or differs from it', async () => {
    const store = createMemoryStore(BOUNDS);
    expect(await open(store, 'a', { setUp: 'seed-1' })).toMatchObject({ kind: 'open' });
    expect(await open(store, 'a')).toMatchObject({ kind: 'open', account: { setUp: 'seed-1' } });
    expect(await open(store, 'a', { setUp: 'seed-1' })).toMatchObject({ kind: 'open' });
    expect(await open(store, 'a', { setUp: 'seed-2' })).toEqual({ kind: 'differs' });
  });

  test('makes room when it is idle and nothing in it is live, the one that was idle longest first', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'old', { realNow: 0 });
    await open(store, 'new', { realNow: 10 });
    expect(await open(store, 'third', { realNow: 50 })).toEqual({ kind: 'full' });
    expect(await open(store, 'third', { realNow: 150 })).toMatchObject({ kind: 'open' });
    expect([await store.findAccount('old', 0), await store.findAccount('new', 0)]).toMatchObject([
      undefined,
      { name: 'new' },
    ]);
  });

  test('with something live stays, however idle; what its clock has passed is not live', async () => {
    const store = createMemoryStore({ ...BOUNDS, accounts: 1 });
    await open(store, 'a');
    await reserve(store, 'g', { plan: { kind: 'timed', startsAt: 100, endsAt: 1000 } });
    expect(await open(store, 'b', { realNow: 999 })).toEqual({ kind: 'full' });
    expect(await open(store, 'b', { realNow: 1000 })).toMatchObject({ kind: 'open' });
  });

  test('that made room while its request was on its way has nothing in it', async () => {
    const store = createMemoryStore(BOUNDS);
    expect(await reserve(store, 'g', { account: 'gone' })).toEqual({ kind: 'full' });
    expect(await store.look('gone', 'g', look)).toBeUndefined();
    expect(await store.findClaim('gone', 'k', 0)).toBeUndefined();
    expect(await store.changeAccount('gone', (account) => account)).toBeUndefined();
  });
});

describe('a reservation', () => {
  test('takes balance, record and key together, or nothing', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a');
    const claim = { key: 'k', fingerprint: 'f', expiresAt: 100 };
    expect(await reserve(store, 'g', { cost: 11, claim })).toEqual({ kind: 'insufficient' });
    expect([await store.find('a', 'g'), await store.findClaim('a', 'k', 0)]).toEqual([undefined, undefined]);
    expect(await ledgerOf(store)).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
    expect(await reserve(store, 'g', { cost: 10, claim })).toMatchObject({ kind: 'accepted' });
    expect(await reserve(store, 'h', { claim })).toMatchObject({
      kind: 'claimed',
      earlier: { generation: { id: 'g' } },
    });
    expect(await ledgerOf(store)).toEqual({ granted: 10, balance: 0, reserved: 10, captured: 0 });
  });

  test('of an expired key takes it anew', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a');
    await reserve(store, 'g', { claim: { key: 'k', fingerprint: 'f', expiresAt: 100 } });
    expect(
      await reserve(store, 'h', { now: 100, claim: { key: 'k', fingerprint: 'x', expiresAt: 200 } }),
    ).toMatchObject({ kind: 'accepted' });
    expect((await store.findClaim('a', 'k', 150))?.generation.id).toBe('h');
    expect(await store.findClaim('a', 'k', 200)).toBeUndefined();
  });

  test('is settled exactly once, whoever ends it and however often', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a');
    await reserve(store, 'g', {
      cost: 4,
      plan: { kind: 'timed', startsAt: 1, endsAt: 2, failure: { code: 'no_output', from: 'running' } },
    });
    await Promise.all(Array.from({ length: 20 }, async () => store.look('a', 'g', { now: 5, isPoll: true })));
    await store.move('a', 'g', { status: 'completed' });
    expect(await ledgerOf(store)).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
  });

  test('that is eager is settled as soon as somebody asks for the account', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a', { settle: 'eager' } as never);
    await reserve(store, 'g', { cost: 4, plan: { kind: 'timed', startsAt: 1, endsAt: 2 } });
    expect(await ledgerOf(store, 'a', 1)).toMatchObject({ reserved: 4 });
    expect(await ledgerOf(store, 'a', 2)).toMatchObject({ reserved: 0, captured: 4 });
  });

  test('tells how long to wait when too many are live: until the first of them ends', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a');
    for (const endsAt of [700, 300])
      await reserve(store, `g${endsAt}`, { plan: { kind: 'timed', startsAt: 0, endsAt } });
    expect(await reserve(store, 'h', { now: 100, maxLive: 2 })).toEqual({ kind: 'too-many-live', retryMs: 200 });
    expect(await reserve(store, 'h', { now: 300, maxLive: 2 })).toMatchObject({ kind: 'accepted' });
  });
});

describe('room for a generation', () => {
  test('is made by what ended first, then by what has ended unseen, never by a live one', async () => {
    const store = createMemoryStore(BOUNDS);
    await open(store, 'a');
    await reserve(store, 'live');
    await reserve(store, 'unseen', { plan: { kind: 'timed', startsAt: 0, endsAt: 50 } });
    await reserve(store, 'ended');
    await store.move('a', 'ended', { status: 'completed' });
    expect(await reserve(store, 'one', { now: 100 })).toMatchObject({ kind: 'accepted' });
    expect(await store.find('a', 'ended')).toBeUndefined();
    expect(await reserve(store, 'two', { now: 100 })).toMatchObject({ kind: 'accepted' });
    expect(await store.find('a', 'unseen')).toBeUndefined();
    expect(await reserve(store, 'three', { now: 100 })).toEqual({ kind: 'full' });
    expect(await store.find('a', 'live')).toMatchObject({ status: 'pending' });
    const ledger = await ledgerOf(store);
    expect(ledger).toEqual({ granted: 10, balance: 5, reserved: 3, captured: 2 });
    expect(ledger !== undefined && isBalanced(ledger)).toBe(true);
  });

  test('in all is made by another account where this one has nothing to give', async () => {
    const store = createMemoryStore(BOUNDS);
    for (const name of ['a', 'b']) await open(store, name);
    for (const id of ['a1', 'a2', 'a3']) await reserve(store, id);
    await reserve(store, 'b1', { account: 'b' });
    expect(await reserve(store, 'b2', { account: 'b' })).toEqual({ kind: 'full' });
    await store.move('a', 'a2', { status: 'failed' });
    expect(await reserve(store, 'b2', { account: 'b' })).toMatchObject({ kind: 'accepted' });
    expect([await store.find('a', 'a1'), await store.find('a', 'a2')]).toMatchObject([{ id: 'a1' }, undefined]);
  });

  test('comes back with an account that is forgotten', async () => {
    const store = createMemoryStore({ ...BOUNDS, accounts: 1 });
    await open(store, 'a');
    for (const id of ['a1', 'a2', 'a3']) {
      await reserve(store, id);
      await store.move('a', id, { status: 'completed' });
    }
    await open(store, 'b', { realNow: 500 });
    for (const id of ['b1', 'b2', 'b3'])
      expect(await reserve(store, id, { account: 'b', now: 500 })).toMatchObject({ kind: 'accepted' });
  });
});
