import { describe, expect, test } from 'vitest';
import { newAccount, type Account } from '../domain/account.ts';
import { findGeneration, moveGeneration } from '../domain/account-generations.ts';
import {
  addTo,
  createOn,
  decideCreateOn,
  NO_BOUND,
  TEST_CLOCK,
  TEST_SETTINGS,
} from '../../test/support/domain/accounts.ts';
import type { Replacement, ReplaceResult } from '../domain/store.ts';
import { MemoryTable, toBoundedStore } from './memory.ts';

const BOUNDS = { accounts: 2, idleMs: 100, generations: 4, generationsPerAccount: 3, ...NO_BOUND };
const fresh = (name: string, realNow = 0): Account =>
  newAccount({ name, settings: { ...TEST_SETTINGS, clock: { mode: 'real' } }, clock: TEST_CLOCK }, realNow);

/** Opens an account that has to find room. */
function open(store: MemoryTable, name: string, realNow = 0): Account {
  const account = fresh(name, realNow);
  expect(put(store, account, { realNow })).toBe('kept');
  return account;
}

function put(store: MemoryTable, after: Account, more: Partial<Replacement> = {}): ReplaceResult {
  return store.replace(after.name, { after, realNow: 0, ...more });
}

/** Changes an account and commits that, as a decision does. */
function commit(store: MemoryTable, account: Account, change: () => unknown): void {
  change();
  expect(store.commit(account, account.changes)).toBe('kept');
}

describe('an account', () => {
  test('opens once; later requests enter it', () => {
    const store = new MemoryTable(BOUNDS);
    const account = open(store, 'a');
    expect(put(store, fresh('a'))).toBe('conflict');
    expect(store.enter('a', 0)).toBe(account);
    expect(store.enter('b', 0)).toBeUndefined();
  });

  test('that was put has no changes left to keep', () => {
    const store = new MemoryTable(BOUNDS);
    expect(open(store, 'a').changes.isDirty).toBe(false);
  });

  test('replaces only the account that it names', () => {
    const store = new MemoryTable(BOUNDS);
    const [first, second, third] = [open(store, 'a'), fresh('a'), fresh('a')];
    expect(put(store, second, { before: first })).toBe('kept');
    expect(put(store, third, { before: first })).toBe('conflict');
    expect(store.enter('a', 0)).toBe(second);
  });

  test('that was removed or replaced since it was entered is not committed', () => {
    const store = new MemoryTable(BOUNDS);
    const account = open(store, 'a');
    addTo(account, 'g');
    expect(store.replace('a', { before: account, realNow: 0 })).toBe('kept');
    expect(store.commit(account, account.changes)).toBe('conflict');
    open(store, 'a');
    expect(store.commit(account, account.changes)).toBe('conflict');
  });

  test('is listed with the others in the order in which they opened', () => {
    const store = new MemoryTable(BOUNDS);
    for (const name of ['b', 'a']) open(store, name);
    expect(store.list().accounts.map(({ name }) => name)).toEqual(['b', 'a']);
  });
});

describe('room for an account', () => {
  test('is made by idle accounts without live generations, the idlest account first', () => {
    const removed: string[] = [];
    const store = new MemoryTable(BOUNDS, { removed: (name) => removed.push(name), evictedFrom: () => undefined });
    open(store, 'old');
    open(store, 'new', 10);
    expect(put(store, fresh('third', 50), { realNow: 50 })).toBe('full');
    open(store, 'third', 150);
    expect([store.enter('old', 0), store.enter('new', 0)]).toMatchObject([undefined, { name: 'new' }]);
    expect(removed).toEqual(['old']);
  });

  test('is not made by an account with live generations, however idle; a generation whose end its clock has passed is not live', () => {
    const store = new MemoryTable({ ...BOUNDS, accounts: 1 });
    const account = open(store, 'a');
    commit(store, account, () => addTo(account, 'g', { plan: { kind: 'timed', startsAt: 100, endsAt: 1000 } }));
    expect(put(store, fresh('b'), { realNow: 999 })).toBe('full');
    expect(put(store, fresh('b'), { realNow: 1000 })).toBe('kept');
  });
});

describe('room for a generation', () => {
  test('in all is made by another account where this one has nothing to give', () => {
    const evicted: string[] = [];
    const store = new MemoryTable(BOUNDS, {
      removed: () => undefined,
      evictedFrom: ({ name }) => evicted.push(name),
    });
    const { capacity } = toBoundedStore(store);
    const [a, b] = [open(store, 'a'), open(store, 'b')];
    for (const id of ['a1', 'a2', 'a3']) commit(store, a, () => addTo(a, id));
    commit(store, b, () => createOn(b, { capacity }));
    expect(decideCreateOn(b, { capacity })).toEqual({ kind: 'full-elsewhere' });
    expect(store.evictElsewhere(0)).toBe(false);
    commit(store, a, () => moveGeneration(a, 'a2', { status: 'failed' }));
    expect(store.evictElsewhere(0)).toBe(true);
    commit(store, b, () => createOn(b, { capacity }));
    expect([findGeneration(a, 'a1'), findGeneration(a, 'a2')]).toMatchObject([{ id: 'a1' }, undefined]);
    expect(evicted).toEqual(['a']);
  });

  test('comes back with an account that is removed', () => {
    const store = new MemoryTable(BOUNDS);
    const account = open(store, 'a');
    for (const id of ['1', '2', '3']) commit(store, account, () => addTo(account, id));
    const other = open(store, 'b');
    commit(store, other, () => addTo(other, '1'));
    expect(store.isFull(other)).toBe(true);
    store.replace('a', { before: account, realNow: 0 });
    expect(store.isFull(other)).toBe(false);
  });

  test('is as large for an account that is put as for creates', () => {
    const store = new MemoryTable(BOUNDS);
    const large = fresh('a');
    for (const id of ['1', '2', '3', '4']) addTo(large, id);
    expect(put(store, large)).toBe('full');
    const [three, two] = [fresh('b'), fresh('c')];
    for (const id of ['1', '2', '3']) addTo(three, id);
    for (const id of ['1', '2']) addTo(two, id);
    expect([put(store, three), put(store, two)]).toEqual(['kept', 'full']);
    // In the place of the larger one there is room.
    expect(put(store, fresh('b'), { before: three })).toBe('kept');
    expect(put(store, two)).toBe('kept');
  });
});
