/** Rules with a probability keep to their rates for any seed, and their draws are independent. */

import { expect, test } from 'vitest';

import { createEmulator } from '../../emulator/index.ts';
import { testAccount } from '../support/domain/accounts.ts';
import { FaultRegistry, nameRules } from '../../emulator/faults/registry.ts';
import { FaultRules, type FaultRuleInput } from '../../emulator/faults/rule.ts';

const SEEDS = Array.from({ length: 25 }, (_, at) => at * 7919);
const RATES = [0.01, 0.1, 0.3, 0.5, 0.9];
const OPERATIONS = ['create', 'get', 'content'] as const;
const REQUESTS = 2000;

function registryOf(rules: readonly FaultRuleInput[]): FaultRegistry {
  const named = nameRules(FaultRules.parse(rules), 'rule-');
  return new FaultRegistry(named, { names: () => [], find: () => undefined });
}

/** Returns the rules that fire for each of so many requests. Like the engine, it draws at the arrival and evaluates. */
function firings(
  rules: readonly FaultRuleInput[],
  seed: number,
  operation: (typeof OPERATIONS)[number],
): Set<string>[] {
  const [registry, account] = [registryOf(rules), testAccount({ seed })];
  const common = { facts: { operation, idempotencyKey: false, range: false, underPath: false }, scenarios: [] };
  return Array.from({ length: REQUESTS }, () => {
    const indexes = registry.takeDrawIndexes(account, common);
    const { fired } = registry.evaluate(account, { ...common, now: 0, phases: ['before-authentication'], indexes });
    return new Set(fired.map(({ rule }) => rule));
  });
}

/** Returns the difference from the expected count, in standard deviations. */
function deviation(count: number, rate: number, draws = REQUESTS): number {
  return (count - draws * rate) / Math.sqrt(draws * rate * (1 - rate));
}

const RULES = RATES.map((probability): FaultRuleInput => ({ id: `p${probability}`, when: { probability } }));

test('the rates of 375 rules, of five chances in 25 seeds and three operations, scatter as chance does', () => {
  const deviations = SEEDS.flatMap((seed) =>
    OPERATIONS.flatMap((operation) => {
      const seen = firings(RULES, seed, operation);
      return RATES.map((rate) => deviation(seen.filter((fired) => fired.has(`p${rate}`)).length, rate));
    }),
  );
  expect(deviations).toHaveLength(375);
  // With fair draws, fewer than one in a thousand sets of 375 has a member beyond five.
  expect(Math.max(...deviations.map(Math.abs))).toBeLessThan(5);
  const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length;
  const variance = deviations.reduce((sum, each) => sum + each * each, 0) / deviations.length;
  // The mean of 375 has a standard deviation of 0.05, and their variance has 0.07.
  expect(Math.abs(mean)).toBeLessThan(0.26);
  expect(variance).toBeGreaterThan(0.65);
  expect(variance).toBeLessThan(1.35);
});

test('neither the request before nor another rule tells whether a rule fires', () => {
  for (const seed of SEEDS.slice(0, 10)) {
    const seen = firings(RULES, seed, 'get');
    const twice = seen.filter((fired, at) => fired.has('p0.3') && seen[at - 1]?.has('p0.3') === true).length;
    const both = seen.filter((fired) => fired.has('p0.3') && fired.has('p0.5')).length;
    expect(Math.abs(deviation(twice, 0.09, REQUESTS - 1))).toBeLessThan(5.5);
    expect(Math.abs(deviation(both, 0.15))).toBeLessThan(5);
  }
});

test('the faults that a client sees keep to the rate of their rule in three seeds', async () => {
  for (const seed of [1, 2, 3]) {
    const emulator = createEmulator({
      seed,
      faults: [{ when: { probability: 0.25 }, effect: { kind: 'answer', status: 429 } }],
    });
    let hits = 0;
    for (let at = 0; at < 2000; at += 1) {
      const request = new Request('http://localhost/v1/videos/none', {
        headers: { authorization: 'Bearer sk_standin_r' },
      });
      hits += (await emulator.fetch(request)).status === 429 ? 1 : 0;
    }
    await emulator.close();
    expect(Math.abs(deviation(hits, 0.25, 2000))).toBeLessThan(5);
  }
});
