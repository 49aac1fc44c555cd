import { expect, test } from 'vitest';

import { testAccount } from '../../test/support/domain/accounts.ts';
import type { Account } from '../domain/account.ts';
import { bytesOf } from '../domain/account-size.ts';
import { FaultRegistry, nameRules, restartFaults, setRules } from './registry.ts';
import { FaultRules } from './rule.ts';

const PHASES = ['before-authentication', 'before-reservation'] as const;
const registry = new FaultRegistry([], { names: () => [], find: () => undefined });

/** An account with a rule that counts each generation, and polls of so many. */
function polled(count: number, { idOf = (at: number): string => `g${at}`, isFull = false } = {}): Account {
  const account = testAccount({ seed: 7 });
  setRules(account, nameRules(FaultRules.parse([{ id: 'each', when: { per: 'generation' } }]), 'rule-'), 0);
  for (let at = 0; at < count; at += 1) {
    const facts = { generation: idOf(at), idempotencyKey: false, range: false, underPath: false };
    registry.evaluate(account, {
      now: 0,
      phases: PHASES,
      scenarios: [],
      isFull,
      facts: { ...facts, operation: 'get' },
    });
  }
  return account;
}

test('an account is as heavy as what it holds after its counts began again, or went with their rules', () => {
  const account = polled(100);
  const light = bytesOf(polled(0));
  expect(bytesOf(account)).toBeGreaterThan(light + 100 * 400);
  expect(account.faults?.counts.size).toBe(101);
  restartFaults(account, 0);
  expect(account.faults?.counts.size).toBe(1);
  expect(bytesOf(account)).toBe(light);
  setRules(account, [], 0);
  expect(bytesOf(account)).toBe(bytesOf(testAccount()));
});

test('ids as long as a path may be take no more memory than ids of generations', () => {
  const long = polled(100, { idOf: (at) => `${at}${'z'.repeat(14_000)}` });
  expect(long.faults?.counts.size).toBe(101);
  const longest = Math.max(...Array.from(long.faults?.counts.keys() ?? [], ({ length }) => length));
  expect(longest).toBe('own each@'.length + 64);
});

test('where no memory is left, the count of a new generation takes the place of the oldest', () => {
  const account = polled(100, { isFull: true });
  expect(Array.from(account.faults?.counts.keys() ?? [])).toEqual(['own each', 'own each@g99']);
});
