/** A large account is written in parts that nobody reads before its commit, and that are deleted where none follows. */

import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addTo, testAccount } from '../../../test/support/domain/accounts.ts';
import { openStore } from '../../../test/support/store/opened-store.ts';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { grant } from '../../domain/ledger.ts';
import type { Reply } from './connection.ts';
import { toList, toText } from './reply.ts';

const GENERATIONS = 3000;
const RECORDS = 'standin:{a}:records';
/** Names and texts of one part, and what else a command has. */
const MOST_ARGUMENTS = 2 * 250 + 10;

function large(): Account {
  const account = testAccount();
  changeAccount(account, { ledger: grant(account.ledger, GENERATIONS) ?? account.ledger });
  for (let nth = 0; nth < GENERATIONS; nth += 1) addTo(account, `g${nth}`, { cost: 0 });
  return account;
}

type Ask = (...command: string[]) => Promise<Reply>;

async function clientOf(url: string): Promise<Ask> {
  const client = await createClient({ url }).connect();
  onTestFinished(() => client.destroy());
  return (...command) => client.sendCommand(command);
}

const stagedKeys = async (ask: Ask): Promise<readonly (string | undefined)[]> =>
  toList(await ask('KEYS', '*:staged:*')).map(toText);

describeStore('a large account', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('is written in parts, is there as a whole after its commit, and stays', async () => {
    const url = server.nextUrl();
    const [{ store, sent }, ask] = [await openStore(url), await clientOf(url)];
    await store.replace('a', { after: testAccount(), realNow: 0 });
    const before = await store.enter('a', 0);
    const after = large();
    const ids = [...after.open.keys()];
    expect(await store.replace('a', { before, after, realNow: 0 })).toBe('kept');
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(MOST_ARGUMENTS);
    expect(await ask('TTL', RECORDS)).toBe(-1);
    expect(await stagedKeys(ask)).toEqual([]);
    // Here, where it is known, and elsewhere.
    for (const { enter } of [store, (await openStore(url)).store].map((one) => ({ enter: one.enter.bind(one) }))) {
      const account = await enter('a', 0);
      expect([...(account?.open.keys() ?? [])]).toEqual(ids);
    }
  });

  test('is seen by nobody before its commit, and after a conflict is committed as it was written', async () => {
    const url = server.nextUrl();
    const [{ store, sent }, other, ask] = [await openStore(url), await openStore(url), await clientOf(url)];
    await store.replace('a', { after: testAccount(), realNow: 0 });
    const [before, seen] = [await store.enter('a', 0), await other.store.enter('a', 0)];
    if (seen === undefined) throw new Error('It is open.');
    const after = large();
    const replacing = store.replace('a', { before, after, realNow: 0 });
    addTo(seen, 'theirs', { cost: 0 });
    expect(await other.store.commit(seen, seen.changes)).toBe('kept');
    expect(await replacing).toBe('conflict');
    expect([...((await store.enter('a', 0))?.open.keys() ?? [])]).toEqual(['theirs']);
    const [key = ''] = await stagedKeys(ask);
    expect(Number(await ask('TTL', key))).toBeGreaterThan(0);

    sent.length = 0;
    expect(await store.replace('a', { before: await store.enter('a', 0), after, realNow: 0 })).toBe('kept');
    expect(sent.map(([name]) => name)).not.toContain('HSET');
    expect((await other.store.enter('a', 0))?.open.size).toBe(GENERATIONS);
  });

  test('whose parts the store has deleted meanwhile is written again', async () => {
    const url = server.nextUrl();
    const [{ store }, ask] = [await openStore(url), await clientOf(url)];
    await store.replace('a', { after: testAccount(), realNow: 0 });
    const after = large();
    expect(await store.replace('a', { after, realNow: 0 })).toBe('conflict');
    const [key = ''] = await stagedKeys(ask);
    await ask('DEL', key);
    expect(await store.replace('a', { before: await store.enter('a', 0), after, realNow: 0 })).toBe('kept');
    expect((await store.enter('a', 0))?.open.size).toBe(GENERATIONS);
  });

  test('goes on as any other: what is committed on it is there', async () => {
    const url = server.nextUrl();
    const { store } = await openStore(url);
    const after = large();
    expect(await store.replace('a', { after, realNow: 0 })).toBe('kept');
    const account = await store.enter('a', 0);
    if (account === undefined) throw new Error('The account is open.');
    addTo(account, 'next', { cost: 0 });
    expect(await store.commit(account, account.changes)).toBe('kept');
    const elsewhere = await (await openStore(url)).store.enter('a', 0);
    expect([elsewhere?.open.size, [...(elsewhere?.open.keys() ?? [])].at(-1)]).toEqual([GENERATIONS + 1, 'next']);
  });
});
