/** When changes are written, and what becomes of changes that cannot be written. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addTo, NO_BOUND, testAccount } from '../../../test/support/domain/accounts.ts';
import type { Account } from '../../domain/account.ts';
import { noChanges } from '../../domain/changes.ts';
import { StoreUnavailable } from '../../domain/store.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { DurableStore } from './durable-store.ts';

const BOUNDS = { accounts: 9, idleMs: 1000, generations: 1e6, generationsPerAccount: 1e6, ...NO_BOUND };
/** Longer than a store waits before it tries its folder again. */
const REPAIR_MS = 350;

let path = '';
let folder: DataFolder;
let store: DurableStore;
/** How the next writes end. */
let writing: (write: () => Promise<void>) => Promise<void>;
const removed: string[] = [];
/** The number of reads of the folder. */
let reads = 0;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'standin-durable-'));
  writing = (write) => write();
  removed.length = 0;
  await open();
  onTestFinished(async () => {
    await store.close();
    await rm(path, { recursive: true, force: true });
  });
});

async function open(): Promise<void> {
  folder = await openDataFolder(path, { isSynced: false });
  const write: DataFolder['write'] = (records, count) => writing(() => folder.write(records, count));
  const listener = { removed: (name: string) => void removed.push(name), evictedFrom: () => undefined };
  const each: DataFolder['table']['each'] = (...args) => {
    reads += 1;
    return folder.table.each(...args);
  };
  store = new DurableStore({ ...folder, write, table: { ...folder.table, each } }, BOUNDS, listener);
}

async function failing(): Promise<void> {
  throw new Error('No space left on device');
}

async function openAccount(name: string): Promise<Account> {
  const account = { ...testAccount(), name };
  expect(await store.replace(name, { after: account, realNow: 0 })).toBe('kept');
  return account;
}

/** Adds a generation, as a decision does. Resolves when it is written. */
function create(account: Account, id: string): ReturnType<DurableStore['commit']> {
  addTo(account, id);
  const { changes } = account;
  account.changes = noChanges();
  return store.commit(account, changes);
}

async function idsOf(name: string): Promise<string[] | undefined> {
  const account = await store.enter(name, 0);
  return account && [...account.open.keys()];
}

/** The ids of each account after a restart. */
async function keptIds(): Promise<object> {
  await store.close();
  await open();
  const { accounts } = await store.list();
  return Object.fromEntries(accounts.map((account) => [account.name, [...(account as Account).open.keys()]]));
}

test('a change is visible at once, and a request that reads it waits for its write', async () => {
  const account = await openAccount('a');
  let finish = (): void => undefined;
  writing = async (write) => {
    await new Promise<void>((resolve) => (finish = resolve));
    await write();
  };
  const ended: string[] = [];
  const creating = create(account, 'new').then((result) => ended.push(result));
  expect(await idsOf('a')).toEqual(['new']);
  const reading = store.commit(account, noChanges()).then((result) => ended.push(result));
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(ended).toEqual([]);
  finish();
  await Promise.all([creating, reading]);
  expect(ended).toEqual(['kept', 'kept']);
  expect(await keptIds()).toEqual({ a: ['new'] });
});

test('a request that reads one account does not wait for the changes of another', async () => {
  const [a, b] = [await openAccount('a'), await openAccount('b')];
  writing = () => new Promise(() => undefined);
  void create(a, 'new');
  expect(await store.commit(b, noChanges())).toBe('kept');
  writing = (write) => write();
  // The write that never ends would keep the store open.
  store = Object.assign(store, { close: () => folder.close() });
});

test('a request that has read lost changes fails, and later ones read the account from the folder', async () => {
  const [a, b] = [await openAccount('a'), await openAccount('b')];
  await create(a, 'kept');
  writing = failing;
  const lost = create(a, 'lost');
  expect(await idsOf('a')).toEqual(['kept', 'lost']);
  const [reader, other] = [store.commit(a, noChanges()), store.commit(b, noChanges())];
  await expect(reader).rejects.toThrow(StoreUnavailable);
  await expect(lost).rejects.toThrow('has no space left');
  expect(await other).toBe('kept');
  expect(await store.commit(a, noChanges())).toBe('conflict');
  expect(await idsOf('a')).toEqual(['kept']);
  expect(await store.commit(a, noChanges())).toBe('conflict');
  // All accounts are read again.
  expect(await store.commit(b, noChanges())).toBe('conflict');
});

test('while nothing can be written, a change is refused and not seen', async () => {
  const a = await openAccount('a');
  writing = failing;
  await expect(create(a, 'lost')).rejects.toThrow(StoreUnavailable);
  const again = (await store.enter('a', 0)) ?? a;
  expect(await store.commit(again, noChanges())).toBe('kept');
  const [refused, reader] = [create(again, 'refused'), store.commit(again, noChanges())];
  expect(await reader).toBe('conflict');
  await expect(refused).rejects.toThrow('The server did not store the changes of this request.');
  expect(await idsOf('a')).toEqual([]);
  expect((await store.list()).accounts.map((account) => (account as Account).open.size)).toEqual([0]);
  await expect(openAccount('b')).rejects.toThrow(StoreUnavailable);
  expect(await idsOf('b')).toBeUndefined();
  expect(store.problem()).toContain('has no space left');
});

test('a refused change does not read the folder again, and its account keeps all generations', async () => {
  const a = await openAccount('a');
  await create(a, 'kept');
  writing = failing;
  await expect(create(a, 'lost')).rejects.toThrow(StoreUnavailable);
  await store.enter('a', 0);
  const before = reads;
  for (let nth = 0; nth < 3; nth += 1) {
    const entered = (await store.enter('a', 0)) ?? a;
    await expect(create(entered, `refused ${nth}`)).rejects.toThrow(StoreUnavailable);
    expect(await store.commit(entered, noChanges())).toBe('conflict');
    expect(await idsOf('a')).toEqual(['kept']);
  }
  expect(reads).toBe(before);
});

test('a refused change is not written with the next change of another account', async () => {
  const [a, b] = [await openAccount('a'), await openAccount('b')];
  writing = failing;
  await expect(create(a, 'lost')).rejects.toThrow(StoreUnavailable);
  const again = (await store.enter('a', 0)) ?? a;
  await expect(create(again, 'refused')).rejects.toThrow(StoreUnavailable);
  writing = (write) => write();
  await sleep(REPAIR_MS);
  // The first attempt finds the folder repaired, and is made again on the account as it is then.
  expect([
    await create((await store.enter('b', 0)) ?? b, 'tried'),
    await create((await store.enter('b', 0)) ?? b, 'new'),
  ]).toEqual(['conflict', 'kept']);
  expect(await keptIds()).toEqual({ a: [], b: ['new'] });
});

/** The names of the changes that were lost. All of them are in one batch. */
async function lostOf(changes: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const settled = await Promise.allSettled(Object.values(changes));
  return Object.keys(changes).filter((_, nth) => settled[nth]?.status === 'rejected');
}

test('an account whose opening was lost is not there, and one whose removal was lost is', async () => {
  const a = await openAccount('a');
  await create(a, 'kept');
  writing = failing;
  const lost = await lostOf({
    removal: store.replace('a', { before: a, realNow: 0 }),
    again: openAccount('a'),
    other: openAccount('b'),
  });
  expect(lost).toEqual(['removal', 'again', 'other']);
  expect([await idsOf('a'), await idsOf('b')]).toEqual([['kept'], undefined]);
  expect(removed).toContain('b');
  writing = (write) => write();
  await sleep(REPAIR_MS);
  await openAccount('c');
  expect(await keptIds()).toEqual({ a: ['kept'], c: [] });
});

test('a failed write that reached the folder is in memory, too, after the next write', async () => {
  const a = await openAccount('a');
  await create(a, 'kept');
  const gone = await openAccount('gone');
  // As when the records are written, and the sync fails.
  writing = async (write) => {
    await write();
    await failing();
  };
  const lost = await lostOf({
    create: create(a, 'lost'),
    removal: store.replace('gone', { before: gone, realNow: 0 }),
    opening: openAccount('new'),
  });
  expect(lost).toEqual(['create', 'removal', 'opening']);
  expect([await idsOf('a'), await idsOf('gone'), await idsOf('new')]).toEqual([['kept', 'lost'], undefined, []]);
  writing = (write) => write();
  await sleep(REPAIR_MS);
  await openAccount('next');
  const seen = [await idsOf('a'), await idsOf('gone'), await idsOf('new'), await idsOf('next')];
  expect(seen).toEqual([['kept', 'lost'], undefined, [], []]);
  expect(await keptIds()).toEqual({ a: seen[0], new: [], next: [] });
});
