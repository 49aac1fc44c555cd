import { describe, expect, test } from 'vitest';

import { clearChanges } from '../domain/changes.ts';
import type { Account } from '../domain/account.ts';
import { testAccount } from '../../test/support/domain/accounts.ts';
import { FaultRegistry, nameRules, setRules, type EvaluationInput, type EvaluationResult } from './registry.ts';
import { FaultRules, type FaultRuleInput, type NamedRule } from './rule.ts';
import { Scenario, type ScenarioCatalog } from './scenario.ts';

const NO_SCENARIOS: ScenarioCatalog = { names: () => [], find: () => undefined };

function rulesOf(...inputs: FaultRuleInput[]): NamedRule[] {
  return nameRules(FaultRules.parse(inputs), 'rule-');
}

function registryOf(...inputs: FaultRuleInput[]): FaultRegistry {
  return new FaultRegistry(rulesOf(...inputs), NO_SCENARIOS);
}

function catalogOf(scenarios: Readonly<Record<string, FaultRuleInput[]>>): ScenarioCatalog {
  return {
    names: () => Object.keys(scenarios),
    find: (name) =>
      Object.hasOwn(scenarios, name)
        ? Scenario.parse({ number: 1, name, server: 'Fails.', client: 'Copes.', rules: scenarios[name] })
        : undefined,
  };
}

type Asked = Partial<Omit<EvaluationInput, 'facts'>> & Partial<EvaluationInput['facts']>;

function inputOf({ operation = 'create', generation, ...rest }: Asked = {}): EvaluationInput {
  return {
    now: 0,
    phases: ['before-authentication', 'before-reservation'],
    facts: { operation, generation, idempotencyKey: false, range: false, underPath: false },
    scenarios: [],
    ...rest,
  };
}

const account = (name = 'a', seed = 7): Account => testAccount({ name, seed });

function firedBy(registry: FaultRegistry, on: Account, asked: Asked = {}): string[] {
  return registry.evaluate(on, inputOf(asked)).fired.map(({ rule }) => rule);
}

describe('the server rules', () => {
  test('[{}] answers every request with 503', () => {
    const [registry, a] = [registryOf({}), account()];
    for (const operation of ['create', 'get', 'content'] as const) {
      const { fired } = registry.evaluate(a, inputOf({ operation }));
      expect(fired).toMatchObject([{ effect: { kind: 'answer', status: 503 } }]);
    }
  });

  test('[] has no rule for anybody', () => {
    const [registry, a] = [registryOf(), account()];
    expect(registry.hasRulesFor(a, [])).toBe(false);
    expect(registry.evaluate(a, inputOf())).toEqual({ fired: [], evaluations: [] });
    expect([a.faults, a.changes.isDirty]).toEqual([undefined, false]);
  });

  test('are evaluated in their order, and each says why it did or did not fire', () => {
    const [registry, a] = [
      registryOf({ match: { operation: 'get' } }, { when: { first: 1 } }, { id: 'all' }),
      account(),
    ];
    expect(firedBy(registry, a)).toEqual(['rule-2', 'all']);
    expect(registry.evaluate(a, inputOf()).evaluations).toEqual([
      { rule: 'rule-1', fired: false, why: 'operation is create, not get' },
      { rule: 'rule-2', fired: false, why: 'it fires only for the first request' },
      { rule: 'all', fired: true, why: 'request 2 that matches', seen: 2, kind: 'answer' },
    ]);
  });

  test('at another phase are neither evaluated nor counted', () => {
    const [registry, a] = [registryOf({ match: { phase: 'during-download' }, when: { first: 1 } }), account()];
    expect(registry.evaluate(a, inputOf()).evaluations).toEqual([]);
    expect(firedBy(registry, a, { phases: ['during-download'] })).toEqual(['rule-1']);
  });

  test('count each account apart', () => {
    const [registry, a, b] = [registryOf({ when: { first: 1 } }), account(), account('b')];
    expect([firedBy(registry, a), firedBy(registry, a), firedBy(registry, b)]).toEqual([['rule-1'], [], ['rule-1']]);
  });

  test('count each generation apart where they say so', () => {
    const [registry, a] = [registryOf({ when: { first: 1, per: 'generation' } }), account()];
    const fired = ['x', 'y', 'x', 'y'].map((generation) => firedBy(registry, a, { generation }).length);
    expect(fired).toEqual([1, 1, 0, 0]);
  });
});

describe("an account's own rules", () => {
  test('act for the account alone, after the rules of the server', () => {
    const [registry, a] = [registryOf({ id: 'all' }), account()];
    setRules(a, rulesOf({ id: 'own' }), 0);
    expect(firedBy(registry, a)).toEqual(['all', 'own']);
    expect(firedBy(registry, account('b'))).toEqual(['all']);
  });

  test('count apart from one of the server with the same name', () => {
    const [registry, a] = [registryOf({ id: 'same', when: { first: 1 } }), account()];
    setRules(a, rulesOf({ id: 'same', match: { nth: 2 } }), 0);
    const fired = (): boolean[] => registry.evaluate(a, inputOf()).evaluations.map((one) => one.fired);
    expect([fired(), fired()]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('set again start anew, save those that stay', () => {
    const [registry, a] = [registryOf(), account()];
    const [kept, replaced] = rulesOf(
      { id: 'kept', when: { first: 1 } },
      { id: 'new', when: { first: 1, per: 'generation' } },
    );
    if (kept === undefined || replaced === undefined) throw new Error('There are two rules');
    setRules(a, [kept, replaced], 0);
    expect(firedBy(registry, a, { generation: 'x' })).toEqual(['kept', 'new']);
    setRules(a, [kept, { ...replaced }], 0);
    expect(firedBy(registry, a, { generation: 'x' })).toEqual(['new']);
  });

  test('live from when they were added, though no request came before their time was over', () => {
    const [registry, a] = [registryOf(), account()];
    setRules(
      a,
      rulesOf(
        { id: 'brief', limit: { ttlSeconds: 30 } },
        { id: 'each', when: { per: 'generation' }, limit: { ttlSeconds: 60 } },
      ),
      5000,
    );
    expect(firedBy(registry, a, { now: 34_999, generation: 'x' })).toEqual(['brief', 'each']);
    expect(firedBy(registry, a, { now: 35_000, generation: 'y' })).toEqual(['each']);
    expect(firedBy(registry, a, { now: 65_000, generation: 'z' })).toEqual([]);
  });

  test('set to [] are off, and an account that had none has no fault state then', () => {
    const [registry, a, b] = [registryOf(), account(), account('b')];
    setRules(a, rulesOf({}), 0);
    setRules(a, [], 0);
    expect(firedBy(registry, a)).toEqual([]);
    setRules(b, [], 0);
    expect(registry.hasRulesFor(b, [])).toBe(false);
  });
});

describe('the changes of an account', () => {
  test('name its new rules, and each count that was changed or dropped', () => {
    const [registry, a] = [registryOf(), account()];
    setRules(a, rulesOf({ id: 'own', when: { per: 'generation' } }), 0);
    expect(a.changes).toMatchObject({ isDirty: true, hasNewRules: true, faultCounts: ['own own'] });
    clearChanges(a.changes);
    firedBy(registry, a, { generation: 'x' });
    expect(a.changes).toMatchObject({ isDirty: true, hasNewRules: false, faultCounts: ['own own@x'] });
    clearChanges(a.changes);
    setRules(a, [], 0);
    expect(a.changes).toMatchObject({ isDirty: true, hasNewRules: true });
    expect(a.changes.faultCounts.toSorted()).toEqual(['own own', 'own own@x']);
  });

  test('say that there is fault state from the first scenario on', () => {
    const registry = new FaultRegistry([], catalogOf({ calm: [] }));
    const a = account();
    firedBy(registry, a, { scenarios: ['calm'] });
    expect(a.changes).toMatchObject({ isDirty: true, hasNewRules: true });
  });
});

describe('scenarios', () => {
  const scenarios = catalogOf({ bad_day: [{ when: { first: 1 } }, { id: 'late', when: { after: 1 } }], calm: [] });
  const registry = new FaultRegistry([], scenarios);

  test('act where they are named, and their rules are called after them', () => {
    const a = account();
    expect(registry.hasRulesFor(a, ['bad_day'])).toBe(true);
    expect(firedBy(registry, a)).toEqual([]);
    expect(firedBy(registry, a, { scenarios: ['bad_day'] })).toEqual(['bad_day:1']);
    expect(firedBy(registry, a, { scenarios: ['bad_day', 'bad_day'] })).toEqual(['bad_day:late']);
  });

  test('once they were named may act on the account again, because a generation may carry them', () => {
    const a = account();
    expect(registry.hasRulesFor(a, [])).toBe(false);
    firedBy(registry, a, { scenarios: ['calm'] });
    expect(registry.hasRulesFor(a, [])).toBe(true);
    expect(registry.hasRulesFor(account('b'), [])).toBe(false);
  });

  test('that come to light later are evaluated without the other rules', () => {
    const a = account();
    setRules(a, rulesOf({ id: 'own' }), 0);
    expect(firedBy(registry, a, { phases: ['before-reservation'], revealed: ['bad_day'] })).toEqual(['bad_day:1']);
  });
});

describe('fault state', () => {
  test('can be carried to another account, which goes on where it was', () => {
    const [registry, a, b] = [registryOf(), account(), account('b')];
    setRules(a, rulesOf({ when: { first: 2 } }), 0);
    expect(firedBy(registry, a)).toEqual(['rule-1']);
    b.faults = structuredClone(a.faults);
    expect([firedBy(registry, b), firedBy(registry, b)]).toEqual([['rule-1'], []]);
    expect(firedBy(registry, a)).toEqual(['rule-1']);
  });
});

describe('chance', () => {
  const CHANCES: FaultRuleInput[] = [
    { id: 'some', when: { probability: 0.3 } },
    { id: 'each', match: { operation: 'get' }, when: { probability: 0.5, per: 'generation' } },
    { id: 'ramp', when: { outage: { everySeconds: 0, forSeconds: 100, rampSeconds: 50 }, probability: 0.8 } },
  ];

  const requests: Asked[] = Array.from({ length: 600 }, (_, at) =>
    at % 3 === 0 ? { operation: 'create' } : { operation: 'get', generation: `g${at % 7}` },
  );

  /** The result for each rule and operation, however the requests were ordered. */
  const outcomes = (order: readonly Asked[], seed = 7): string[] => {
    const [registry, a] = [registryOf(...CHANCES), account('a', seed)];
    const told = order.flatMap((asked) => {
      const { fired, evaluations }: EvaluationResult = registry.evaluate(a, inputOf(asked));
      return evaluations.map(
        ({ rule, draw }) => `${asked.operation} ${rule} ${draw} ${fired.some((one) => one.rule === rule)}`,
      );
    });
    return told.toSorted();
  };

  test('falls alike for the same requests in another order', () => {
    const backwards = requests.toReversed();
    const byOperation = requests.toSorted((a, b) => String(a.operation).localeCompare(String(b.operation)));
    expect(outcomes(backwards)).toEqual(outcomes(requests));
    expect(outcomes(byOperation)).toEqual(outcomes(requests));
  });

  test('falls otherwise with another seed', () => {
    expect(outcomes(requests, 8)).not.toEqual(outcomes(requests, 7));
  });

  test('falls apart for each generation', () => {
    const [registry, a] = [registryOf({ when: { probability: 0.5, per: 'generation' } }), account()];
    const firsts = Array.from({ length: 200 }, (_, at) => firedBy(registry, a, { generation: `g${at}` }).length);
    const share = firsts.reduce((sum, one) => sum + one, 0) / 200;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });
});
