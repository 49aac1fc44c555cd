/** A replica brings an account up to date without loading it, and loads a large account in parts, once. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTo, testAccount } from '../../../test/support/domain/accounts.ts';
import { openStore, type OpenedStore } from '../../../test/support/store/opened-store.ts';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { noChanges } from '../../domain/changes.ts';
import { grant } from '../../domain/ledger.ts';
import type { CommitResult } from '../../domain/store.ts';

const MANY = 20_000;
/** Replies to commits wait until the function that this returns is called. */
function holdCommits(opened: OpenedStore): () => void {
  let release = (): void => undefined;
  opened.hold = new Promise((resolve) => (release = resolve));
  return () => release();
}

async function enter({ store }: OpenedStore): Promise<Account> {
  const account = await store.enter('a', 0);
  if (account === undefined) throw new Error('The account is open.');
  return account;
}

/** Commits one more generation. */
async function add({ store }: OpenedStore, account: Account, id: string): Promise<CommitResult> {
  addTo(account, id, { cost: 0 });
  return store.commit(account, account.changes);
}

function large(): Account {
  const account = testAccount();
  changeAccount(account, { ledger: grant(account.ledger, MANY) ?? account.ledger });
  for (let nth = 0; nth < MANY; nth += 1) addTo(account, `g${nth}`, { cost: 0 });
  return account;
}

const namesOf = ({ sent }: OpenedStore): (string | undefined)[] => sent.map(([name]) => name);
const loadsIn = (opened: OpenedStore): number =>
  namesOf(opened).filter((name) => name === 'HSCAN' || name === 'HGETALL').length;

describeStore('an account in a store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('is not loaded where a read falls between two commits of its own replica', async () => {
    const replica = await openStore(server.nextUrl());
    await replica.store.replace('a', { after: testAccount(), realNow: 0 });
    const account = await enter(replica);
    replica.sent.length = 0;
    const release = holdCommits(replica);
    const first = add(replica, account, 'first');
    await nextTurn();
    const reading = enter(replica);
    // Sent at the end of this turn; the replies come later.
    await nextTurn();
    expect(namesOf(replica)).toEqual(['EVALSHA', 'HGET', 'XRANGE']);
    const read = await reading;
    expect([...read.open.keys()]).toEqual(['first']);
    const second = add(replica, read, 'second');
    release();
    expect([await first, await second]).toEqual(['kept', 'kept']);
    expect(loadsIn(replica)).toBe(0);
  });

  test('is not loaded where a commit of another replica came before two of its own', async () => {
    const url = server.nextUrl();
    const [here, there] = [await openStore(url), await openStore(url)];
    await here.store.replace('a', { after: testAccount(), realNow: 0 });
    const [own, other] = [await enter(here), await enter(there)];
    here.sent.length = 0;
    expect(await add(there, other, 'theirs')).toBe('kept');
    const release = holdCommits(here);
    const lost = [add(here, own, 'lost')];
    await nextTurn();
    lost.push(add(here, own, 'lost, too'));
    await nextTurn();
    expect([...(await enter(here)).open.keys()]).toEqual(['theirs']);
    release();
    expect(await Promise.all(lost)).toEqual(['conflict', 'conflict']);
    expect(loadsIn(here)).toBe(0);
  });

  test('shows no request what another one wrote but could not commit', async () => {
    const replica = await openStore(server.nextUrl());
    await replica.store.replace('a', { after: testAccount(), realNow: 0 });
    const account = await enter(replica);
    expect(await add(replica, account, 'first')).toBe('kept');
    // Both were entered with the first, but decide after its commit was sent.
    expect(await add(replica, account, 'second')).toBe('conflict');
    expect(await replica.store.commit(account, noChanges())).toBe('conflict');
    expect([...(await enter(replica)).open.keys()]).toEqual(['first']);
  });

  test('is asked for once by all requests of a turn, each of which came on a connection of its own', async () => {
    const replica = await openStore(server.nextUrl());
    await replica.store.replace('a', { after: testAccount(), realNow: 0 });
    await enter(replica);
    replica.sent.length = 0;
    const entering: Promise<Account>[] = [];
    // As with what connections bring in one turn, promises settle between any two of them.
    for (let nth = 0; nth < 10; nth += 1) setImmediate(() => entering.push(enter(replica)));
    await nextTurn();
    await Promise.all(entering);
    expect([entering.length, namesOf(replica)]).toEqual([10, ['HGET', 'XRANGE']]);
  });

  test('that is large is loaded in parts, once for all who ask, and as one commit of those that come meanwhile left it', async () => {
    const url = server.nextUrl();
    const [here, there] = [await openStore(url), await openStore(url)];
    await here.store.replace('a', { after: large(), realNow: 0 });
    const loaded = new AbortController();
    const committing = (async () => {
      for (let nth = 0; !loaded.signal.aborted; nth += 1) await add(here, await enter(here), `later ${nth}`);
    })();
    const asking: Promise<Account>[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      asking.push(enter(there));
      await nextTurn();
    }
    await Promise.all(asking);
    loaded.abort();
    await committing;
    expect(namesOf(there)).not.toContain('HGETALL');
    expect(loadsIn(there)).toBeGreaterThan(10);
    // One load: the parts are at least of the size that was asked for.
    expect(loadsIn(there)).toBeLessThan((2 * MANY) / 500);
    const [known, read] = [await enter(here), await enter(there)];
    expect(known.open.size).toBeGreaterThan(MANY + 1);
    expect([...read.open]).toEqual([...known.open]);
    expect(read.created).toBe(known.created);
  });
});
