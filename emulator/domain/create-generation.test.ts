import { describe, expect, test } from 'vitest';
import type { Account } from './account.ts';
import { bytesOf } from './account-size.ts';
import { bytesOfAccount } from '../../test/support/domain/bytes-of-account.ts';
import { findGeneration, moveGeneration } from './account-generations.ts';
import { findRecord } from './idempotency.ts';
import { isBalanced } from './ledger.ts';
import {
  addCompleted,
  addTo,
  AMPLE,
  createOn,
  decideCreateOn,
  testAccount,
} from '../../test/support/domain/accounts.ts';

const record = { key: 'k', fingerprint: 'f', expiresAt: 100 };
const timed = (startsAt: number, endsAt: number) => ({ plan: { kind: 'timed', startsAt, endsAt } }) as const;

describe('a create', () => {
  test('takes balance, record and key together, or nothing', () => {
    const account = testAccount();
    expect(decideCreateOn(account, { cost: 11, record })).toEqual({ kind: 'insufficient' });
    expect([account.open.size, account.created, findRecord(account, 'k', 0)]).toEqual([0, 0, undefined]);
    expect(account.changes).toMatchObject({ isDirty: false, generations: [], idempotencyKeys: [], steps: [] });
    expect(account.ledger).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
    const id = createOn(account, { cost: 10, record });
    expect(account.changes).toMatchObject({ isDirty: true, generations: [id], idempotencyKeys: ['k'] });
    expect(decideCreateOn(account, { record })).toMatchObject({ kind: 'repeated', earlier: { generation: { id } } });
    expect(account.ledger).toEqual({ granted: 10, balance: 0, reserved: 10, captured: 0 });
  });

  test('of an expired key takes it anew', () => {
    const account = testAccount();
    const first = createOn(account, { record });
    const second = createOn(account, { now: 100, record: { key: 'k', fingerprint: 'x', expiresAt: 200 } });
    expect(second).not.toBe(first);
    expect(findRecord(account, 'k', 150)?.generation.id).toBe(second);
    expect(findRecord(account, 'k', 200)).toBeUndefined();
  });

  test('makes the same ids in the same order from the same seed, and others from another', () => {
    const ids = (seed: number): string[] => {
      const account = testAccount({ seed });
      return [createOn(account), createOn(account)];
    };
    expect(ids(1)).toEqual(ids(1));
    expect(new Set([...ids(1), ...ids(2)]).size).toBe(4);
  });

  test('tells how long to wait when too many are live: until the first of them ends', () => {
    const account = testAccount({ limits: 'realistic', balance: 100 });
    for (let at = 0; at < 50; at += 1) addTo(account, `g${at}`, timed(0, at === 7 ? 300 : 700));
    expect(decideCreateOn(account, { now: 100 })).toEqual({ kind: 'too-many-live', retryMs: 200 });
    expect(decideCreateOn(account, { now: 300 })).toMatchObject({ kind: 'accepted' });
  });

  test('from a source that was evicted meanwhile is refused before it costs anything', () => {
    const account = testAccount();
    addCompleted(account, 'source');
    const source = findGeneration(account, 'source');
    if (source === undefined) throw new Error('The source was added.');
    account.ended.delete('source');
    expect(decideCreateOn(account, { sources: [source], cost: 1e9 })).toEqual({ kind: 'source-gone' });
  });

  test('of an eager account can spend what an ended failure gave back', () => {
    const account = testAccount({ settle: 'eager' });
    const plan = { kind: 'timed', startsAt: 1, endsAt: 2, failure: { code: 'no_output', from: 'running' } } as const;
    addTo(account, 'g', { cost: 10, plan });
    expect(decideCreateOn(account, { now: 1 })).toEqual({ kind: 'insufficient' });
    expect(decideCreateOn(account, { now: 2, cost: 10 })).toMatchObject({ kind: 'accepted' });
  });
});

describe('room for a generation', () => {
  const three = { ...AMPLE, generationsPerAccount: 3 };

  test('is made by what ended first, then by what has ended unseen, never by a live one', () => {
    const account = testAccount();
    addTo(account, 'live');
    addTo(account, 'unseen', timed(0, 50));
    addTo(account, 'ended');
    moveGeneration(account, 'ended', { status: 'completed' });
    createOn(account, { now: 100, capacity: three });
    expect(findGeneration(account, 'ended')).toBeUndefined();
    createOn(account, { now: 100, capacity: three });
    expect(findGeneration(account, 'unseen')).toBeUndefined();
    expect(decideCreateOn(account, { now: 100, capacity: three })).toEqual({ kind: 'full', of: 'generations' });
    expect(findGeneration(account, 'live')).toMatchObject({ status: 'pending' });
    expect(account.ledger).toEqual({ granted: 10, balance: 5, reserved: 3, captured: 2 });
    expect(isBalanced(account.ledger)).toBe(true);
  });

  test('in all is made by this account first; where it has nothing to give, another one has to', () => {
    const account = testAccount();
    const full = { ...AMPLE, isFull: ({ open, ended }: Account) => open.size + ended.size >= 1 };
    addCompleted(account, 'own');
    createOn(account, { capacity: full });
    expect(findGeneration(account, 'own')).toBeUndefined();
    expect(decideCreateOn(account, { capacity: full })).toEqual({ kind: 'full-elsewhere' });
  });

  test('in an account that is full of live ones is not made by another account', () => {
    const account = testAccount();
    for (const id of ['x', 'y', 'z']) addTo(account, id);
    const capacity = { ...three, isFull: () => true };
    expect(decideCreateOn(account, { capacity })).toEqual({ kind: 'full', of: 'generations' });
  });

  test('is made by several short ones where bytes are what is short', () => {
    const account = testAccount();
    const bytesPerAccount = bytesOf(account) + 4000;
    for (let at = 0; at < 9; at += 1) addCompleted(account, `ended-${at}`);
    expect(bytesOf(account)).toBeGreaterThan(bytesPerAccount);
    const capacity = { ...AMPLE, bytesPerAccount };
    expect(decideCreateOn(account, { capacity })).toMatchObject({ kind: 'accepted' });
    expect(findGeneration(account, 'ended-0')).toBeUndefined();
    expect(bytesOf(account) - bytesPerAccount).toBeLessThan(1000);
    expect(account.bytes).toBe(bytesOfAccount(account));
  });

  test('is not made where live ones take all the bytes', () => {
    const account = testAccount();
    for (const id of ['x', 'y', 'z']) addTo(account, id);
    const capacity = { ...AMPLE, bytesPerAccount: bytesOf(account) };
    expect(decideCreateOn(account, { capacity })).toEqual({ kind: 'full', of: 'bytes' });
  });

  test('is not made for a create that is refused for its cost', () => {
    const account = testAccount();
    for (const id of ['x', 'y', 'z']) addCompleted(account, id);
    expect(decideCreateOn(account, { cost: 11, capacity: three })).toEqual({ kind: 'insufficient' });
    expect(account.ended.size).toBe(3);
  });
});
