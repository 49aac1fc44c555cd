/** The fault registry at length: as many generations as it may count, and chance over thousands of requests. */

import { expect, test } from 'vitest';

import { testAccount } from '../../test/support/domain/accounts.ts';
import { FaultRegistry, nameRules, setRules, tallyRules } from './registry.ts';
import { FaultRules, type FaultRuleInput, type NamedRule } from './rule.ts';

function rulesOf(...inputs: FaultRuleInput[]): NamedRule[] {
  return nameRules(FaultRules.parse(inputs), 'rule-');
}

function registryOf(...inputs: FaultRuleInput[]): FaultRegistry {
  return new FaultRegistry(rulesOf(...inputs), { names: () => [], find: () => undefined });
}

const COMMON = { now: 0, phases: ['before-authentication', 'before-reservation'], scenarios: [] } as const;
const FACTS = { idempotencyKey: false, range: false, underPath: false };

test('rules of an account are over once they are, however many generations are counted beside them', () => {
  const [registry, account] = [registryOf({ id: 'each', when: { per: 'generation' } }), testAccount({ seed: 7 })];
  setRules(account, rulesOf({ id: 'once', limit: { hits: 1 } }), 0);
  const fired = Array.from({ length: 100_002 }, (_, at) =>
    registry
      .evaluate(account, { ...COMMON, facts: { ...FACTS, operation: 'create', generation: `g${at}` } })
      .fired.map(({ rule }) => rule),
  );
  expect(fired.findLastIndex((rules) => rules.includes('once'))).toBe(0);
});

test('chance keeps to its rate in 10,000 requests of each operation', () => {
  const [registry, account] = [registryOf({ when: { probability: 0.3 } }), testAccount({ seed: 7 })];
  for (const operation of ['create', 'get', 'content'] as const) {
    let hits = 0;
    for (let request = 0; request < 10_000; request += 1)
      hits += registry.evaluate(account, { ...COMMON, facts: { ...FACTS, operation, generation: undefined } }).fired
        .length;
    expect(Math.abs(hits / 10_000 - 0.3)).toBeLessThan(0.023);
  }
});

// With time in proportion to rules times counts this would take an hour: for a thousand rules it once took 4 seconds.
test('rules are tallied by one look at each of a hundred thousand counts, however many rules there are', () => {
  const each = { when: { per: 'generation' as const } };
  const rules = rulesOf(...Array.from({ length: 20_000 }, (_, at) => ({ id: `r${at}`, ...each })));
  const [registry, account] = [registryOf(), testAccount({ seed: 7 })];
  setRules(account, rules, 0);
  for (let at = 0; at < 4; at += 1)
    registry.evaluate(account, { ...COMMON, facts: { ...FACTS, operation: 'create', generation: `g${at}` } });
  for (let time = 0; time < 10; time += 1) {
    const tallies = tallyRules(account, { scope: 'own', rules }, 0);
    expect(tallies.every(({ seen }) => seen === 4)).toBe(true);
  }
});
