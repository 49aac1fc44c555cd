/** The effects of passing time on an account. */

import { describe, expect, test } from 'vitest';
import type { Account, AccountSettings } from './account.ts';
import type { Generation, Plan } from './generation.ts';
import { testAccount, testGeneration } from '../../test/support/domain/accounts.ts';
import { eventsIn, idleAt } from './time-events.ts';

/** An account in which these are open. */
function accountWith(open: readonly Generation[], own: Partial<AccountSettings> = {}): Account {
  const account = testAccount(own);
  for (const generation of open) account.open.set(generation.id, generation);
  return account;
}

const generation = (id: string, plan: Plan, status: Generation['status'] = 'pending'): Generation =>
  testGeneration(id, { plan, status, cost: 480_000 });
const timed = (startsAt: number, endsAt: number): Plan => ({ kind: 'timed', startsAt, endsAt });

describe('the events of a span', () => {
  test('come in the order of their times, and equal times in the order of creation', () => {
    const open = [generation('a', timed(10, 30)), generation('b', timed(10, 20))];
    const events = eventsIn(accountWith(open), { from: 0, to: 30 });
    expect(events.map((event) => [event.at, 'id' in event && event.id, 'to' in event && event.to])).toEqual([
      [10, 'a', 'running'],
      [10, 'b', 'running'],
      [20, 'b', 'completed'],
      [30, 'a', 'completed'],
    ]);
  });

  test('begin after its first moment and include its last', () => {
    const open = [generation('a', timed(10, 20))];
    const at = (from: number, to: number): number[] =>
      eventsIn(accountWith(open), { from, to }).map((event) => event.at);
    expect([at(0, 9), at(0, 10), at(10, 20), at(20, 99)]).toEqual([[], [10], [20], []]);
  });

  test('tell a refund where the account settles eagerly, and an unsettled change where a read has to settle it', () => {
    const plan: Plan = { kind: 'timed', startsAt: 10, endsAt: 20, failure: { code: 'no_output', from: 'running' } };
    const span = { from: 15, to: 25 };
    const change = { type: 'generation', at: 20, id: 'a', from: 'running', to: 'failed' };
    const open = [generation('a', plan)];
    expect(eventsIn(accountWith(open, { settle: 'eager' }), span)).toEqual([
      { ...change, isSettled: true },
      { type: 'refund', at: 20, id: 'a', amount: 480_000 },
    ]);
    expect(eventsIn(accountWith(open), span)).toEqual([{ ...change, isSettled: false }]);
  });

  test.each([
    ['late', []],
    ['never', []],
    ['twice', [{ type: 'refund', at: 20, id: 'a', amount: 960_000 }]],
  ] as const)('tell no other refund than the ledger gets if a fault wants it %s', (refund, refunds) => {
    const plan: Plan = { kind: 'timed', startsAt: 10, endsAt: 20, failure: { code: 'no_output', from: 'running' } };
    const account = accountWith([{ ...generation('a', plan), refund }], { settle: 'eager' });
    const events = eventsIn(account, { from: 15, to: 25 });
    expect(events.filter(({ type }) => type !== 'generation')).toEqual(refunds);
  });

  test('have no step back for a generation that was moved ahead by hand', () => {
    const open = [generation('a', timed(10, 20), 'running')];
    const events = eventsIn(accountWith(open), { from: 0, to: 15 });
    expect(events).toEqual([]);
  });

  test('hold expired Idempotency-Keys, and rates that are full again where there are limits', () => {
    const limited = testAccount({ limits: 'realistic' });
    limited.fullAt = { create: 11.5, get: 0, content: 99 };
    limited.idempotency.set('k', { key: 'k', fingerprint: 'f', expiresAt: 12, generation: 'a' });
    expect(eventsIn(limited, { from: 0, to: 20 })).toEqual([
      { type: 'idempotency_expired', at: 12, id: 'a', key: 'k' },
      { type: 'rate_refilled', at: 12, operation: 'create' },
    ]);
  });

  test('are none when the clock goes back', () => {
    const open = [generation('a', timed(10, 20))];
    expect(eventsIn(accountWith(open), { from: 30, to: 0 })).toEqual([]);
  });
});

test('an account is idle when the last generation that time ends has ended; those moved by polls or by hand do not count', () => {
  const open = [generation('a', timed(1, 20)), generation('b', timed(1, 30)), generation('c', { kind: 'manual' })];
  expect(idleAt(open)).toBe(30);
  expect(idleAt([generation('c', { kind: 'polls', pending: 1, running: 1 })])).toBeUndefined();
});
