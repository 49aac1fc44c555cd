/** Two replicas over one store, request by request: what each loads, sees, commits and has to repeat. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTo, testAccount } from '../../../test/support/domain/accounts.ts';
import { openStore, type OpenedStore } from '../../../test/support/store/opened-store.ts';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { findGeneration } from '../../domain/account-generations.ts';
import { noChanges } from '../../domain/changes.ts';
import { decide, type Accounts } from '../../domain/decide.ts';
import { grant } from '../../domain/ledger.ts';
import type { Expected } from '../../domain/store.ts';

/** More than one command reads. */
const MANY = 3000;

async function enter({ store }: OpenedStore, expected?: Expected): Promise<Account> {
  const account = await store.enter('a', 0, expected);
  if (account === undefined) throw new Error('The account is open.');
  return account;
}

async function open(server: StoreServer, count = 2): Promise<readonly OpenedStore[]> {
  const url = server.nextUrl();
  const replicas = await Promise.all(Array.from({ length: count }, () => openStore(url)));
  await replicas[0]?.store.replace('a', { after: testAccount(), realNow: 0 });
  return replicas;
}

/** Adds a generation as one decision, with its own changes. */
function add({ store }: OpenedStore, account: Account, id: string): ReturnType<typeof store.commit> {
  addTo(account, id, { cost: 0 });
  const { changes } = account;
  account.changes = noChanges();
  return store.commit(account, changes);
}

const idsIn = async (replica: OpenedStore): Promise<string[]> => {
  const accounts: Accounts = { store: replica.store, realNow: () => 0, publish: () => undefined };
  return (await decide({ accounts, account: await enter(replica) }, ({ open: live }) => [...live.keys()])) ?? [];
};

const readsOf = ({ sent }: OpenedStore): string[] =>
  sent.map(([name = '']) => name).filter((name) => ['HMGET', 'HSCAN', 'HGETALL', 'EVAL'].includes(name));

describeStore('an account in a shared store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('is loaded once for all requests of a turn, each of which came on a connection of its own', async () => {
    const [replica] = await open(server, 1);
    if (replica === undefined) throw new Error('There is one.');
    replica.sent.length = 0;
    const entering: Promise<Account>[] = [];
    // As with what connections bring in one turn, promises settle between any two of them.
    for (let nth = 0; nth < 10; nth += 1) setImmediate(() => entering.push(enter(replica, { generation: `${nth}` })));
    await nextTurn();
    await Promise.all(entering);
    expect([entering.length, readsOf(replica)]).toEqual([10, ['HMGET']]);
  });

  test('is committed once for all decisions of a turn, and not while another replica was quicker', async () => {
    const [here, there] = await open(server);
    if (here === undefined || there === undefined) throw new Error('There are two.');
    const [own, theirs] = [await enter(here), await enter(there)];
    here.sent.length = 0;
    expect(await Promise.all([add(here, own, 'one'), add(here, own, 'two')])).toEqual(['kept', 'kept']);
    expect(readsOf(here)).toEqual(['EVAL']);
    expect(await Promise.all([add(there, theirs, 'lost'), there.store.commit(theirs, noChanges())])).toEqual([
      'conflict',
      'conflict',
    ]);
    expect(await add(there, await enter(there), 'three')).toBe('kept');
    expect(await idsIn(here)).toEqual(['one', 'two', 'three']);
  });

  test('goes on after its own commit, unless another one came in between', async () => {
    const [here, there] = await open(server);
    if (here === undefined || there === undefined) throw new Error('There are two.');
    const account = await enter(here);
    expect([await add(here, account, 'one'), await add(here, account, 'two')]).toEqual(['kept', 'kept']);
    expect(await add(there, await enter(there), 'theirs')).toBe('kept');
    expect(await add(here, account, 'lost')).toBe('conflict');
    expect(await idsIn(there)).toEqual(['one', 'two', 'theirs']);
  });

  test('shows no request what another one wrote but could not commit', async () => {
    const [here, there] = await open(server);
    if (here === undefined || there === undefined) throw new Error('There are two.');
    const account = await enter(here);
    expect(await add(there, await enter(there), 'first')).toBe('kept');
    expect(await add(here, account, 'lost')).toBe('conflict');
    expect(await here.store.commit(account, noChanges())).toBe('conflict');
    expect(await idsIn(here)).toEqual(['first']);
  });

  test('is not shown before its commit: a request that saw a change waits for its outcome', async () => {
    const [here] = await open(server, 1);
    if (here === undefined) throw new Error('There is one.');
    const account = await enter(here);
    const settled: string[] = [];
    const adding = add(here, account, 'one').then((result) => settled.push(`added ${result}`));
    const looking = here.store.commit(account, noChanges()).then((result) => settled.push(`seen ${result}`));
    await Promise.all([adding, looking]);
    expect(settled.toSorted()).toEqual(['added kept', 'seen kept']);
    expect(here.sent.some(([name]) => name === 'EVAL')).toBe(true);
  });

  test('is the same while no other replica changes it, even during a commit', async () => {
    const [here, there] = await open(server);
    if (here === undefined || there === undefined) throw new Error('There are two.');
    const account = await enter(here);
    expect(await add(here, account, 'one')).toBe('kept');
    expect(await enter(here, { idempotencyKey: 'new' })).toBe(account);
    const adding = add(here, account, 'two');
    expect([await enter(here), await adding]).toEqual([account, 'kept']);
    expect(await add(there, await enter(there), 'theirs')).toBe('kept');
    const lost = add(here, account, 'lost');
    const entered = await enter(here);
    expect(entered).not.toBe(account);
    expect([entered.open.size, await lost]).toEqual([3, 'conflict']);
    // Its record is in the store, but not in the part.
    expect(await enter(here, { generation: 'theirs' })).not.toBe(entered);
    expect(await idsIn(here)).toEqual(['one', 'two', 'theirs']);
  });

  test('is parsed again before its part gets large', async () => {
    const [here] = await open(server, 1);
    if (here === undefined) throw new Error('There is one.');
    const account = await enter(here);
    for (let nth = 0; nth < 130; nth += 1) await add(here, await enter(here), `g${nth}`);
    const again = await enter(here);
    expect([again === account, again.open.size]).toEqual([false, 130]);
    expect(await add(here, again, 'next')).toBe('kept');
  });

  test('is loaded again for a decision that reads more than was loaded, and that decision is not committed', async () => {
    const [here] = await open(server, 1);
    if (here === undefined) throw new Error('There is one.');
    for (const id of ['one', 'two']) await add(here, await enter(here), id);
    const account = await enter(here, { generation: 'one' });
    expect([account.open.size, findGeneration(account, 'one')?.id]).toEqual([2, 'one']);
    expect(await here.store.commit(account, noChanges())).toBe('kept');
    // It is there, but was not loaded.
    expect(findGeneration(account, 'two')).toBeUndefined();
    expect(await here.store.commit(account, noChanges())).toBe('conflict');
    // Requests that did not read it go on.
    expect(await here.store.commit(account, noChanges())).toBe('kept');
    expect(findGeneration(account, 'two')).toBeUndefined();
    expect(await add(here, account, 'wrong')).toBe('conflict');
    expect(await here.store.commit(account, noChanges())).toBe('conflict');
    const again = await enter(here);
    expect([findGeneration(again, 'two')?.id, findGeneration(again, 'one')?.id, again.open.size]).toEqual([
      'two',
      'one',
      2,
    ]);
    expect(await here.store.commit(again, noChanges())).toBe('kept');
    expect(await idsIn(here)).toEqual(['one', 'two']);
  });

  test('that is large is loaded in parts, as one commit left it', async () => {
    const [here, there] = await open(server);
    if (here === undefined || there === undefined) throw new Error('There are two.');
    const large = testAccount();
    changeAccount(large, { ledger: grant(large.ledger, MANY) ?? large.ledger });
    for (let nth = 0; nth < MANY; nth += 1) addTo(large, `g${nth}`, { cost: 0 });
    expect(await here.store.replace('a', { before: await enter(here), after: large, realNow: 0 })).toBe('kept');
    expect(await add(here, large, 'next')).toBe('kept');
    there.sent.length = 0;
    const ids = await idsIn(there);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([MANY + 1, 'g0', 'next']);
    expect(readsOf(there).filter((name) => name === 'HSCAN').length).toBeGreaterThan(1);
    const committing = (async () => {
      for (let nth = 0; nth < 20; nth += 1) await add(here, await enter(here), `later ${nth}`);
    })();
    const sizes: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const seen = await idsIn(there);
      expect(seen).toEqual([...ids, ...Array.from({ length: seen.length - ids.length }, (_, at) => `later ${at}`)]);
      sizes.push(seen.length);
    }
    await committing;
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(await idsIn(there)).toHaveLength(MANY + 21);
  });
});
