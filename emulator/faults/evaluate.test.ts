import { describe, expect, test } from 'vitest';

import { nameRules } from './registry.ts';
import { FaultRule, type FaultRuleInput, type NamedRule } from './rule.ts';
import type { RuleCount } from '../domain/account.ts';
import { evaluateRule, mismatch, type MatchFacts, type RuleVerdict } from './evaluate.ts';

const ID = '0b0e4b4c-9a3a-4f5e-8d2e-3c1f0a9b8c7d';

const FACTS: MatchFacts = {
  operation: 'create',
  generation: ID,
  workflow: 'text',
  resolution: '720p',
  prompt: 'A red Fox jumps.',
  status: 'pending',
  idempotencyKey: true,
  range: false,
  underPath: false,
};

function ruleOf(input: FaultRuleInput): NamedRule {
  const [rule] = nameRules([FaultRule.parse(input)], 'rule-');
  if (rule === undefined) throw new Error('There is one rule for each input');
  return rule;
}

/** Evaluates requests one after another, each at its second. */
function evaluateEach(input: FaultRuleInput, seconds: readonly number[]): RuleVerdict[] {
  const rule = ruleOf(input);
  let count: RuleCount | undefined;
  return seconds.map((second) => {
    const verdict = evaluateRule(rule, count, { now: second * 1000, operation: 'get', randomKey: ['seed', rule.id] });
    ({ count } = verdict);
    return verdict;
  });
}

/** The numbers of the requests that fire, of so many that come at once. */
function firing(input: FaultRuleInput, requests = 10): number[] {
  const verdicts = evaluateEach(
    input,
    Array.from({ length: requests }, () => 0),
  );
  return verdicts.flatMap(({ fired }, at) => (fired ? [at + 1] : []));
}

describe('the conditions of a rule', () => {
  test.each<{ match: FaultRuleInput['match']; other: Partial<MatchFacts>; why: string }>([
    { match: { operation: 'create' }, other: { operation: 'get' }, why: 'operation is get, not create' },
    { match: { operation: ['create', 'get'] }, other: { operation: 'content' }, why: 'not create or get' },
    { match: { workflow: 'text' }, other: { workflow: 'edit' }, why: 'workflow is edit, not text' },
    { match: { workflow: ['text'] }, other: { workflow: undefined }, why: 'workflow is not known here' },
    { match: { resolution: ['480p', '720p'] }, other: { resolution: '1080p' }, why: 'resolution is 1080p' },
    { match: { status: 'pending' }, other: { status: 'running' }, why: 'status is running, not pending' },
    { match: { prompt: 'red fox' }, other: { prompt: 'A blue fox.' }, why: 'the prompt does not contain that text' },
    { match: { prompt: 'fox' }, other: { prompt: undefined }, why: 'the prompt does not contain that text' },
    { match: { generation: ID.toUpperCase() }, other: { generation: undefined }, why: 'another generation' },
    { match: { idempotencyKey: true }, other: { idempotencyKey: false }, why: 'idempotencyKey is false' },
    { match: { range: false }, other: { range: true }, why: 'range is true' },
    { match: { underPath: false }, other: { underPath: true }, why: 'underPath is true' },
  ])('$match', ({ match, other, why }) => {
    const rule = ruleOf({ match });
    expect(mismatch(rule, FACTS)).toBeUndefined();
    expect(mismatch(rule, { ...FACTS, ...other })).toContain(why);
  });

  test('everything, when it names nothing', () => {
    expect(mismatch(ruleOf({}), { operation: 'get', idempotencyKey: false, range: true, underPath: true })).toBe(
      undefined,
    );
  });

  test('the rest of a clip, which is also a range', () => {
    const facts = (range: MatchFacts['range']): MatchFacts => ({ ...FACTS, range });
    expect(mismatch(ruleOf({ match: { range: 'rest' } }), facts('rest'))).toBeUndefined();
    expect(mismatch(ruleOf({ match: { range: 'rest' } }), facts(true))).toBe('range is true');
    expect(mismatch(ruleOf({ match: { range: true } }), facts('rest'))).toBeUndefined();
  });

  test('nothing, when it is disabled', () => {
    expect(mismatch(ruleOf({ enabled: false }), FACTS)).toBe('it is disabled');
  });
});

describe('when a rule fires', () => {
  test.each<{ input: FaultRuleInput; fires: number[] }>([
    { input: {}, fires: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { input: { match: { nth: 4 } }, fires: [4] },
    { input: { match: { nth: [2, 9] } }, fires: [2, 9] },
    { input: { when: { first: 3 } }, fires: [1, 2, 3] },
    { input: { when: { after: 7 } }, fires: [8, 9, 10] },
    { input: { when: { every: 3 } }, fires: [3, 6, 9] },
    { input: { when: { after: 2, first: 3 } }, fires: [3, 4, 5] },
    { input: { when: { after: 1, every: 4 } }, fires: [5, 9] },
    { input: { when: { probability: 0 } }, fires: [] },
    { input: { when: { probability: 1 } }, fires: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { input: { limit: { hits: 2 } }, fires: [1, 2] },
    { input: { when: { every: 2 }, limit: { hits: 3 } }, fires: [2, 4, 6] },
  ])('$input', ({ input, fires }) => {
    expect(firing(input)).toEqual(fires);
  });

  test('in a window, counted from the first request that matched', () => {
    const fired = evaluateEach({ when: { window: { fromSeconds: 10, toSeconds: 20 } } }, [100, 109.9, 110, 119.9, 120]);
    expect(fired.map((verdict) => verdict.fired)).toEqual([false, false, true, true, false]);
  });

  test('until its time to live is over', () => {
    const fired = evaluateEach({ limit: { ttlSeconds: 30 } }, [5, 34.9, 35]);
    expect(fired.map((verdict) => verdict.fired)).toEqual([true, true, false]);
    expect(fired[2]?.why).toBe('its lifetime of 30 seconds is over');
  });

  test('in outages that come again', () => {
    const seconds = [0, 9, 10, 59, 60, 69, 70];
    const fired = evaluateEach({ when: { outage: { everySeconds: 60, forSeconds: 10 } } }, seconds);
    expect(fired.map((verdict) => verdict.fired)).toEqual([true, true, false, false, true, true, false]);
  });

  test('ever more often while an outage ramps up', () => {
    const outage = { everySeconds: 0, forSeconds: 1000, rampSeconds: 100 };
    const at = (second: number): number => {
      const seconds = [0, ...Array.from({ length: 2000 }, () => second)];
      return evaluateEach({ when: { outage } }, seconds).filter(({ fired }) => fired).length / 2000;
    };
    expect(at(0)).toBe(0);
    expect(at(20)).toBeGreaterThan(0.15);
    expect(at(20)).toBeLessThan(0.25);
    expect(at(80)).toBeGreaterThan(0.75);
    expect(at(80)).toBeLessThan(0.85);
    expect(at(100)).toBeGreaterThan(0.999);
  });

  test('as often as its probability, and says what was drawn', () => {
    const verdicts = evaluateEach(
      { when: { probability: 0.3 } },
      Array.from({ length: 10_000 }, () => 0),
    );
    const hits = verdicts.filter(({ fired }) => fired);
    // Five standard deviations of 10,000 draws are 0.023.
    expect(hits.length / 10_000).toBeGreaterThan(0.277);
    expect(hits.length / 10_000).toBeLessThan(0.323);
    expect(hits.every(({ draw = 1 }) => draw < 0.3)).toBe(true);
    expect(verdicts.every(({ fired, draw = 0 }) => fired || draw >= 0.3)).toBe(true);
    expect(hits[0]?.why).toMatch(/^the random value 0\.\d{4} is (not )?below 0\.3000$/);
  });

  test('with half of the probability half as often, for the same draws', () => {
    const numbers = (probability: number): number[] => firing({ when: { probability } }, 1000);
    const [few, many] = [numbers(0.2), numbers(0.4)];
    expect(few.length).toBeGreaterThan(100);
    expect(few.every((number) => many.includes(number))).toBe(true);
  });
});
