/** Decide, commit, publish: in this order, and again after a conflict. */

import { describe, expect, test } from 'vitest';
import { changeAccount, type Account, type EnteredAccount } from './account.ts';
import { readGeneration } from './account-generations.ts';
import { clearChanges, type Changes } from './changes.ts';
import { decide, decideOn, type Accounts, type Subject } from './decide.ts';
import { grant } from './ledger.ts';
import type { AccountStore, CommitResult } from './store.ts';
import { addTo, testAccount } from '../../test/support/domain/accounts.ts';
import { newTrace } from './trace.ts';

const PLAN = { kind: 'polls', pending: 0, running: 1 } as const;
const poll = (account: Account) => readGeneration(account, 'g', { now: 0, isPoll: true });

/** An account with one generation, as somebody enters it. */
function entered(): Account {
  const account = testAccount();
  addTo(account, 'g', { plan: PLAN });
  clearChanges(account.changes);
  return account;
}

interface Script {
  readonly verdicts: readonly CommitResult[];
  readonly isSlow?: boolean;
  /** The account that is entered after a conflict; undefined if it was removed. */
  readonly fresh?: () => Account | undefined;
}

/** A store with given results of commits, and a log of its calls. */
function scripted({ verdicts, isSlow = false, fresh = entered }: Script) {
  const log: string[] = [];
  const left = [...verdicts];
  const later = async <Value>(value: Value): Promise<Value> => {
    if (isSlow) await new Promise((resolve) => setImmediate(resolve));
    return value;
  };
  const store: AccountStore = {
    enter: async () => {
      log.push('enter');
      return later(fresh());
    },
    commit: async (_, { isDirty }) => {
      if (!isDirty) return later('kept');
      const verdict = left.shift() ?? 'kept';
      log.push(verdict);
      return later(verdict);
    },
    replace: async () => 'full',
    list: async () => ({ accounts: [], damaged: [] }),
  };
  const published: Changes[] = [];
  const publish = (_: EnteredAccount, changes: Changes): void => {
    log.push('publish');
    published.push({ ...changes });
  };
  const accounts: Accounts = { store, realNow: () => 0, publish };
  return { accounts, log, published };
}

describe.each([{ isSlow: false }, { isSlow: true }])('where isSlow is $isSlow', ({ isSlow }) => {
  test('changes are published after the commit, once, and then there are none left', async () => {
    const { accounts, log, published } = scripted({ verdicts: ['kept'], isSlow });
    const [account, trace] = [entered(), newTrace()];
    await decide({ accounts, account, trace }, poll);
    expect(log).toEqual(['kept', 'publish']);
    expect(published[0]?.transitions).toMatchObject([{ before: 'pending', generation: { status: 'running' } }]);
    expect(trace.steps).toMatchObject([{ generation: 'g', statusBefore: 'pending', statusAfter: 'running' }]);
    expect(account.changes).toMatchObject({ isDirty: false, transitions: [], steps: [] });
  });

  test('a decision that changes nothing is neither committed nor published', async () => {
    const { accounts, log } = scripted({ verdicts: [], isSlow });
    expect(await decide({ accounts, account: entered() }, ({ name }) => name)).toBe('a');
    expect(log).toEqual([]);
  });

  test('after a conflict the decision runs again on the account as it is then, and its first run leaves no trace', async () => {
    const fresh = entered();
    poll(fresh);
    clearChanges(fresh.changes);
    const { accounts, log, published } = scripted({ verdicts: ['conflict'], isSlow, fresh: () => fresh });
    const trace = newTrace();
    const subject: Subject = { accounts, account: entered(), trace };
    const seen: string[] = [];
    const result = await decide(subject, (account) => {
      const after = poll(account);
      seen.push(String(after?.status));
      return after?.status;
    });
    expect(log).toEqual(['conflict', 'enter', 'kept', 'publish']);
    expect(subject.account).toBe(fresh);
    expect(result).toBe('completed');
    expect(seen[0]).toBe('running');
    expect(published).toHaveLength(1);
    expect(published[0]?.transitions.map(({ before }) => before)).not.toContain('pending');
    expect(trace.steps.map(({ statusBefore }) => statusBefore)).not.toContain('pending');
  });

  test('the changes of a decision before it threw are committed and published, and then the error goes on', async () => {
    const { accounts, log, published } = scripted({ verdicts: ['conflict', 'kept'], isSlow });
    const refusing = async (): Promise<unknown> =>
      decide({ accounts, account: entered() }, (account) => {
        poll(account);
        throw new Error('refused');
      });
    await expect(refusing()).rejects.toThrow('refused');
    expect(log).toEqual(['conflict', 'enter', 'kept', 'publish']);
    expect(published.map(({ transitions }) => transitions.length)).toEqual([1]);
  });

  test('nothing is decided again on an account that was removed meanwhile', async () => {
    const { accounts, log } = scripted({ verdicts: ['conflict'], isSlow, fresh: () => undefined });
    expect(await decide({ accounts, account: entered() }, poll)).toBeUndefined();
    expect(log).toEqual(['conflict', 'enter']);
  });

  test('nothing is decided again once the lifetime has ended: a request from before a reset changes nothing after it', async () => {
    const reset = new AbortController();
    const fresh = entered();
    const { accounts, log } = scripted({
      verdicts: ['conflict'],
      isSlow,
      fresh: () => {
        reset.abort();
        return fresh;
      },
    });
    expect(await decide({ accounts, account: entered(), lifetime: reset.signal }, poll)).toBeUndefined();
    expect(log).toEqual(['conflict', 'enter']);
    expect(fresh.open.get('g')?.polls).toBe(0);
  });

  test('a decision by name enters the account first', async () => {
    const { accounts, log } = scripted({ verdicts: ['kept'], isSlow });
    const paid = await decideOn(accounts, 'a', (account) => {
      const ledger = grant(account.ledger, 5);
      if (ledger !== undefined) changeAccount(account, { ledger });
      return account.ledger.balance;
    });
    expect([paid?.result, log]).toEqual([14, ['enter', 'kept', 'publish']]);
  });
});

test('an answer that read what another commit has not kept yet waits for that', async () => {
  const { accounts, log } = scripted({ verdicts: ['kept'], isSlow: true });
  const account = entered();
  const deciding = decide({ accounts, account }, poll);
  const reading = decide({ accounts, account }, ({ open }) => open.get('g')?.status);
  expect([await reading, log]).toEqual(['running', ['kept', 'publish']]);
  await deciding;
});

test('a decision during another commit is published by its own commit', async () => {
  const { accounts, published } = scripted({ verdicts: ['kept', 'kept'], isSlow: true });
  const account = entered();
  await Promise.all([decide({ accounts, account }, poll), decide({ accounts, account }, poll)]);
  const transitions = published.map((changes) => changes.transitions.map(({ generation }) => generation.status));
  expect(transitions).toEqual([['running'], ['completed']]);
});
