/** A large account is written to the folder in parts, and is not there before the last of them. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addTo, NO_BOUND, testAccount } from '../../../test/support/domain/accounts.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { grant } from '../../domain/ledger.ts';
import { readAccounts } from './account-rows.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { DurableStore } from './durable-store.ts';

const GENERATIONS = 3000;
const BOUNDS = { accounts: 9, idleMs: 1000, generations: 1e6, generationsPerAccount: 1e6, ...NO_BOUND };
const LISTENER = { removed: () => undefined, evictedFrom: () => undefined };

function large(): Account {
  const account = testAccount();
  changeAccount(account, { ledger: grant(account.ledger, GENERATIONS) ?? account.ledger });
  for (let nth = 0; nth < GENERATIONS; nth += 1) addTo(account, `g${nth}`, { cost: 0 });
  return account;
}

async function newFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-large-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function openFolder(path: string): Promise<DataFolder> {
  const folder = await openDataFolder(path, { isSynced: false });
  onTestFinished(() => folder.close());
  return folder;
}

/** The store of a folder whose writes go through a function. */
function storeOf(folder: DataFolder, write: DataFolder['write']): DurableStore {
  return new DurableStore({ ...folder, write }, BOUNDS, LISTENER);
}

test('no write has more than a part of it, and after a restart it is there, with what was committed on it', async () => {
  const path = await newFolder();
  const folder = await openFolder(path);
  const sizes: number[] = [];
  const store = storeOf(folder, (records, count) => {
    sizes.push(records.size);
    return folder.write(records, count);
  });
  const before = testAccount();
  await store.replace('a', { after: before, realNow: 0 });
  const after = large();
  expect(await store.replace('a', { before, after, realNow: 0 })).toBe('kept');
  addTo(after, 'next', { cost: 0 });
  expect(await store.commit(after, after.changes)).toBe('kept');
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(300);
  await folder.close();

  const { accounts, orphans } = (await openFolder(path)).content;
  expect(orphans).toEqual([]);
  expect(accounts.map(({ account }) => [...account.open.keys()])).toEqual([[...after.open.keys()]]);
});

test('the account that it takes the place of is there until then, also for a process that was killed', async () => {
  const path = await newFolder();
  const folder = await openFolder(path);
  let writes = 0;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const store = storeOf(folder, (records, count) => {
    writes += 1;
    if (writes < 5) return folder.write(records, count);
    stop();
    return new Promise(() => undefined);
  });
  const before = testAccount();
  addTo(before, 'earlier');
  await store.replace('a', { after: before, realNow: 0 });
  void store.replace('a', { before, after: large(), realNow: 0 });
  await stopped;
  expect(await store.enter('a', 0)).toBe(before);
  await folder.close();

  const opened = await openFolder(path);
  expect(opened.content.orphans).toHaveLength(1);
  const again = storeOf(opened, (records, count) => opened.write(records, count));
  expect([...((await again.enter('a', 0))?.open.keys() ?? [])]).toEqual(['earlier']);
  await expect.poll(async () => (await readAccounts(opened.table)).orphans).toEqual([]);
});

test('a large account that finds another account in its place leaves nothing behind', async () => {
  const folder = await openFolder(await newFolder());
  const store = storeOf(folder, (records, count) => folder.write(records, count));
  const replacing = store.replace('a', { after: large(), realNow: 0 });
  const other = testAccount();
  expect(await store.replace('a', { after: other, realNow: 0 })).toBe('kept');
  expect(await replacing).toBe('conflict');
  await expect
    .poll(async () => {
      const { rows, orphans } = await readAccounts(folder.table);
      return [rows.length, orphans];
    })
    .toEqual([1, []]);
});
