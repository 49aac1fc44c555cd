/** What passing time does to an account. */

import { describe, expect, test } from 'vitest';
import { newAccount, type Account, type AccountSettings } from './account.ts';
import type { Generation } from './generation.ts';
import { eventsIn, idleAt } from './passing.ts';
import type { Plan } from './plan.ts';

const settings: AccountSettings = {
  balance: 10_000_000,
  latency: { profile: 'fast' },
  seed: 0,
  settle: 'on_poll',
  limits: 'off',
  clock: { mode: 'frozen', at: 0 },
  wire: 'real',
};

function account(own: Partial<AccountSettings> = {}): Account {
  return newAccount({ name: 'a', setUp: '', settings: { ...settings, ...own } }, 0);
}

function generation(id: string, plan: Plan, status: Generation['status'] = 'pending'): Generation {
  const assignment: Generation['assignment'] = {
    prompt: 'a fox',
    workflow: 'text',
    resolution: '480p',
    size: { width: 854, height: 480 },
    seconds: 4,
    audio: true,
    images: [],
    audios: [],
    sources: [],
    depth: 0,
  };
  return { id, seed: 0, createdAt: 0, assignment, cost: 480_000, plan, polls: 0, status, scenarios: [] };
}

const timed = (startsAt: number, endsAt: number): Plan => ({ kind: 'timed', startsAt, endsAt });
const none = { claims: [] };

describe('the events of a span', () => {
  test('come in the order of their times, those of one moment in the order of creation', () => {
    const open = [generation('a', timed(10, 30)), generation('b', timed(10, 20))];
    const events = eventsIn({ account: account(), open, ...none }, { from: 0, to: 30 });
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
      eventsIn({ account: account(), open, ...none }, { from, to }).map((event) => event.at);
    expect([at(0, 9), at(0, 10), at(10, 20), at(20, 99)]).toEqual([[], [10], [20], []]);
  });

  test('tell a refund where the account settles eagerly, and an unsettled change where a look has to settle it', () => {
    const plan: Plan = { kind: 'timed', startsAt: 10, endsAt: 20, failure: { code: 'no_output', from: 'running' } };
    const span = { from: 15, to: 25 };
    const change = { type: 'generation', at: 20, id: 'a', from: 'running', to: 'failed' };
    const open = [generation('a', plan)];
    expect(eventsIn({ account: account({ settle: 'eager' }), open, ...none }, span)).toEqual([
      { ...change, isSettled: true },
      { type: 'refund', at: 20, id: 'a', amount: 480_000 },
    ]);
    expect(eventsIn({ account: account(), open, ...none }, span)).toEqual([{ ...change, isSettled: false }]);
  });

  test('have no step back for a generation that was moved ahead by hand', () => {
    const open = [generation('a', timed(10, 20), 'running')];
    const events = eventsIn({ account: account(), open, ...none }, { from: 0, to: 15 });
    expect(events).toEqual([]);
  });

  test('hold expired Idempotency-Keys, and rates that are full again where there are limits', () => {
    const claims = [{ id: 'a', claim: { key: 'k', fingerprint: 'f', expiresAt: 12 } }];
    const limited: Account = { ...account({ limits: 'realistic' }), fullAt: { create: 11.5, get: 0, content: 99 } };
    expect(eventsIn({ account: limited, open: [], claims }, { from: 0, to: 20 })).toEqual([
      { type: 'idempotency_expired', at: 12, id: 'a', key: 'k' },
      { type: 'rate_refilled', at: 12, operation: 'create' },
    ]);
  });

  test('are none when the clock goes back', () => {
    const open = [generation('a', timed(10, 20))];
    expect(eventsIn({ account: account(), open, ...none }, { from: 30, to: 0 })).toEqual([]);
  });
});

test('an account is idle when the last generation that time ends has ended; those moved by polls or by hand do not count', () => {
  const open = [generation('a', timed(1, 20)), generation('b', timed(1, 30)), generation('c', { kind: 'manual' })];
  expect(idleAt(open)).toBe(30);
  expect(idleAt([generation('c', { kind: 'polls', pending: 1, running: 1 })])).toBeUndefined();
});
