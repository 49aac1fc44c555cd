import { describe, expect, test } from 'vitest';
import type { Account } from './account.ts';
import {
  evictEnded,
  findGeneration,
  hasEvictable,
  hasLive,
  listGenerations,
  readGeneration,
  moveGeneration,
  settleEagerly,
} from './account-generations.ts';
import { copyAccount, fromState, stateProblem, type AccountState } from './account-state.ts';
import type { Steps } from './derivation.ts';
import { isBalanced } from './ledger.ts';
import { addCompleted, addTo, testAccount, testGeneration } from '../../test/support/domain/accounts.ts';

const poll = { now: 0, isPoll: true };
const timed = (startsAt: number, endsAt: number) => ({ plan: { kind: 'timed', startsAt, endsAt } }) as const;
const FAILURE = { code: 'no_output', from: 'running' } as const;

describe('a reservation', () => {
  test('is settled exactly once, however it ends and however often', () => {
    const account = testAccount();
    addTo(account, 'g', { cost: 4, plan: { kind: 'timed', startsAt: 1, endsAt: 2, failure: FAILURE } });
    for (let at = 0; at < 20; at += 1) readGeneration(account, 'g', { now: 5, isPoll: true });
    moveGeneration(account, 'g', { status: 'completed' });
    expect(account.ledger).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
    expect(findGeneration(account, 'g')?.status).toBe('failed');
  });

  test('that is eager is settled as soon as its time is over; another one waits for a read', () => {
    const [eager, patient] = [testAccount({ settle: 'eager' }), testAccount()];
    for (const account of [eager, patient]) addTo(account, 'g', { cost: 4, ...timed(1, 2) });
    for (const account of [eager, patient]) settleEagerly(account, 1);
    expect(eager.ledger).toMatchObject({ reserved: 4 });
    for (const account of [eager, patient]) settleEagerly(account, 2);
    expect(eager.ledger).toMatchObject({ reserved: 0, captured: 4 });
    expect(patient.ledger).toMatchObject({ reserved: 4 });
  });

  test.each([
    ['late', [0, 10, 10]],
    ['twice', [20, 20, 20]],
    ['never', [0, 0, 0]],
  ] as const)('whose refund a fault wants %s is paid so', (fault, balances) => {
    const account = testAccount();
    addTo(account, 'g', { cost: 10, refund: fault, plan: { kind: 'timed', startsAt: 1, endsAt: 2, failure: FAILURE } });
    const seen = balances.map(() => {
      readGeneration(account, 'g', { now: 5, isPoll: true });
      return account.ledger.balance;
    });
    expect(seen).toEqual(balances);
    expect(isBalanced(account.ledger)).toBe(true);
  });
});

describe('a read', () => {
  test('names in the changes what it changed, and nothing where nothing changed', () => {
    const account = testAccount();
    addTo(account, 'g', { plan: { kind: 'polls', pending: 1, running: 1 } });
    const before = account.changes.generations.length;
    expect(readGeneration(account, 'g', { now: 0, isPoll: false })?.status).toBe('pending');
    expect(readGeneration(account, 'none', poll)).toBeUndefined();
    expect(account.changes.generations).toHaveLength(before);
    // A poll is counted, though the status stays.
    expect(readGeneration(account, 'g', poll)?.polls).toBe(1);
    expect(account.changes.generations.slice(before)).toEqual(['g']);
    readGeneration(account, 'g', poll);
    const last = { generation: 'g', statusBefore: 'pending', statusAfter: 'running', ledgerAfter: undefined };
    expect(account.changes.steps.at(-1)).toMatchObject(last);
  });

  test('at an ended generation changes nothing', () => {
    const account = testAccount();
    addCompleted(account, 'g');
    const before = JSON.stringify(account.changes);
    expect(readGeneration(account, 'g', poll)?.status).toBe('completed');
    expect(JSON.stringify(account.changes)).toBe(before);
  });
});

test('generations are listed with the newest first, and equal times in reverse order of creation', () => {
  const account = testAccount();
  addTo(account, 'first', { createdAt: 5 });
  addCompleted(account, 'early');
  addTo(account, 'second', { createdAt: 5 });
  expect(listGenerations(account).map(({ id }) => id)).toEqual(['second', 'first', 'early']);
});

test('a generation whose end has passed is not live, and can be evicted without a read', () => {
  const account = testAccount({ clock: { mode: 'real' } });
  addTo(account, 'g', timed(100, 1000));
  expect([hasLive(account, 999), hasEvictable(account, 999)]).toEqual([true, false]);
  expect([hasLive(account, 1000), hasEvictable(account, 1000)]).toEqual([false, true]);
});

test.each(['late', 'never'] as const)('a failed generation whose refund comes %s is not evicted unread', (refund) => {
  const account = testAccount({ clock: { mode: 'real' } });
  addTo(account, 'g', { refund, plan: { kind: 'timed', startsAt: 1, endsAt: 2, failure: FAILURE } });
  expect([hasEvictable(account, 5), evictEnded(account, 5)]).toEqual([false, false]);
});

describe('eviction', () => {
  test('takes what ended first, then what has ended unseen, never a live one', () => {
    const account = testAccount();
    addTo(account, 'live');
    addTo(account, 'unseen', timed(0, 50));
    addCompleted(account, 'ended');
    expect([evictEnded(account, 100), findGeneration(account, 'ended')]).toEqual([true, undefined]);
    expect([evictEnded(account, 100), findGeneration(account, 'unseen')]).toEqual([true, undefined]);
    expect([evictEnded(account, 100), findGeneration(account, 'live')?.status]).toEqual([false, 'pending']);
    expect(account.ledger).toEqual({ granted: 10, balance: 7, reserved: 1, captured: 2 });
  });
});

test('a failed generation without refund cannot be evicted, but a later generation that has ended can be evicted', () => {
  const account = testAccount({ clock: { mode: 'real' } });
  addTo(account, 'kept', { plan: { kind: 'timed', startsAt: 0, endsAt: 50, failure: FAILURE }, refund: 'never' });
  expect([hasEvictable(account, 100), evictEnded(account, 100)]).toEqual([false, false]);
  addTo(account, 'ended', timed(0, 50));
  expect([hasEvictable(account, 100), evictEnded(account, 100)]).toEqual([true, true]);
  expect(findGeneration(account, 'ended')).toBeUndefined();
});

describe('a source', () => {
  /** `leaf` and `twig` are made from `branch`, and that from `root`. */
  function tree(): Account {
    const account = testAccount();
    addCompleted(account, 'root');
    addCompleted(account, 'branch', ['root']);
    addCompleted(account, 'leaf', ['branch', 'branch']);
    addCompleted(account, 'twig', ['branch']);
    return account;
  }

  const evicted = (account: Account): string[] => {
    const before = account.changes.generations.length;
    while (evictEnded(account, 0));
    return account.changes.generations.slice(before);
  };

  test('is evicted after all that was made from it, and the changes name each', () => {
    const account = tree();
    expect(evicted(account)).toEqual(['leaf', 'twig', 'branch', 'root']);
    expect([account.ended.size, account.sourceUses.size, account.bytes]).toEqual([0, 0, 0]);
  });

  test('of a live generation can be found and used, and the account has nothing to evict', () => {
    const account = testAccount();
    addCompleted(account, 'source');
    addTo(account, 'live', {
      assignment: { ...testGeneration('live').assignment, sources: [{ id: 'source', handles: [] }] },
    });
    expect([hasEvictable(account, 0), evictEnded(account, 0)]).toEqual([false, false]);
    expect(findGeneration(account, 'source')?.status).toBe('completed');
  });

  test('of the create that needs the room is spared', () => {
    const account = testAccount();
    addCompleted(account, 'oldest');
    addCompleted(account, 'newest');
    expect(evictEnded(account, 0, { spared: [{ id: 'oldest', handles: [] }] })).toBe(true);
    expect([...account.ended.keys()]).toEqual(['oldest']);
    expect(evictEnded(account, 0, { spared: [{ id: 'oldest', handles: [] }] })).toBe(false);
  });

  test('comes back with the state of the account; eviction goes on where it was', () => {
    const account = tree();
    evictEnded(account, 0);
    const state = structuredClone(copyAccount(account, 0));
    expect(endOf(stateProblem({ ...state, ended: withDepths(state.ended) }))).toBeUndefined();
    const restored = endOf(fromState(state));
    expect(new Map(restored.sourceUses)).toEqual(new Map(account.sourceUses));
    expect(evicted(restored)).toEqual(['twig', 'branch', 'root']);
  });
});

/** The helper leaves depths at 0, because no rule of these tests reads them. */
function withDepths(generations: AccountState['ended']) {
  const depth = { root: 0, branch: 1, leaf: 2, twig: 2 } as Record<string, number>;
  return generations.map((generation) => {
    return { ...generation, assignment: { ...generation.assignment, depth: depth[generation.id] ?? 0 } };
  });
}

/** The results of steps, one right after the other. */
function endOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
