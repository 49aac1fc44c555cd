import { describe, expect, test } from 'vitest';

import { createFaultBook, type FaultBook, type Occasion, type Outcome } from './fault-book.ts';
import { nameRules } from './name-rules.ts';
import { FaultRules, type FaultRuleInput, type NamedRule } from './rule.ts';
import { Scenario, type ScenarioCatalogue } from './scenario.ts';

const NO_SCENARIOS: ScenarioCatalogue = { names: () => [], find: () => undefined };

function rulesOf(...inputs: FaultRuleInput[]): NamedRule[] {
  return nameRules(FaultRules.parse(inputs), 'rule-');
}

function bookOf(...inputs: FaultRuleInput[]): FaultBook {
  return createFaultBook({ rules: rulesOf(...inputs), scenarios: NO_SCENARIOS });
}

function shelfOf(scenarios: Readonly<Record<string, FaultRuleInput[]>>): ScenarioCatalogue {
  return {
    names: () => Object.keys(scenarios),
    find: (name) =>
      Object.hasOwn(scenarios, name)
        ? Scenario.parse({ number: 1, name, server: 'Fails.', client: 'Copes.', rules: scenarios[name] })
        : undefined,
  };
}

type Asked = Partial<Omit<Occasion, 'facts'>> & Partial<Occasion['facts']>;

function occasionOf({ operation = 'create', generation, account = 'a', ...rest }: Asked = {}): Occasion {
  return {
    account,
    origin: account,
    seed: 7,
    now: 0,
    phases: ['before-authentication', 'before-reservation'],
    facts: { operation, generation, idempotencyKey: false, range: false, underPath: false },
    scenarios: [],
    ...rest,
  };
}

function firedBy(book: FaultBook, asked: Asked = {}): string[] {
  return book.weigh(occasionOf(asked)).fired.map(({ rule }) => rule);
}

describe('the server rules', () => {
  test('[{}] answers every request with 503', () => {
    const book = bookOf({});
    for (const operation of ['create', 'get', 'content'] as const) {
      expect(book.weigh(occasionOf({ operation })).fired).toMatchObject([{ effect: { kind: 'answer', status: 503 } }]);
    }
  });

  test('[] is quiet', () => {
    const book = bookOf();
    expect(book.isQuiet('a', [])).toBe(true);
    expect(book.weigh(occasionOf())).toEqual({ fired: [], weighed: [] });
  });

  test('are weighed in their order, and each says why it did or did not fire', () => {
    const book = bookOf({ match: { operation: 'get' } }, { when: { first: 1 } }, { id: 'all' });
    expect(firedBy(book)).toEqual(['rule-2', 'all']);
    expect(book.weigh(occasionOf()).weighed).toEqual([
      { rule: 'rule-1', fired: false, why: 'operation is create, not get' },
      { rule: 'rule-2', fired: false, why: 'its first 1 requests are over', draw: undefined },
      { rule: 'all', fired: true, why: 'request 2 that matches', draw: undefined },
    ]);
  });

  test('at another phase are neither weighed nor counted', () => {
    const book = bookOf({ match: { phase: 'during-download' }, when: { first: 1 } });
    expect(book.weigh(occasionOf()).weighed).toEqual([]);
    expect(firedBy(book, { phases: ['during-download'] })).toEqual(['rule-1']);
  });

  test('count each account apart', () => {
    const book = bookOf({ when: { first: 1 } });
    expect([firedBy(book), firedBy(book), firedBy(book, { account: 'b' })]).toEqual([['rule-1'], [], ['rule-1']]);
  });

  test('count each generation apart where they say so', () => {
    const book = bookOf({ when: { first: 1, per: 'generation' } });
    const fired = ['x', 'y', 'x', 'y'].map((generation) => firedBy(book, { generation }).length);
    expect(fired).toEqual([1, 1, 0, 0]);
  });
});

describe("an account's own rules", () => {
  test('act for it alone, after those of the server', () => {
    const book = bookOf({ id: 'all' });
    book.setRules('a', rulesOf({ id: 'own' }), 0);
    expect(firedBy(book)).toEqual(['all', 'own']);
    expect(firedBy(book, { account: 'b' })).toEqual(['all']);
  });

  test('count apart from one of the server with the same name', () => {
    const book = bookOf({ id: 'same', when: { first: 1 } });
    book.setRules('a', rulesOf({ id: 'same', match: { nth: 2 } }), 0);
    expect(book.weigh(occasionOf()).weighed.map(({ fired }) => fired)).toEqual([true, false]);
    expect(book.weigh(occasionOf()).weighed.map(({ fired }) => fired)).toEqual([false, true]);
  });

  test('set again start anew, save those that stay', () => {
    const book = bookOf();
    const [kept, replaced] = rulesOf(
      { id: 'kept', when: { first: 1 } },
      { id: 'new', when: { first: 1, per: 'generation' } },
    );
    if (kept === undefined || replaced === undefined) throw new Error('There are two rules');
    book.setRules('a', [kept, replaced], 0);
    expect(firedBy(book, { generation: 'x' })).toEqual(['kept', 'new']);
    book.setRules('a', [kept, { ...replaced }], 0);
    expect(firedBy(book, { generation: 'x' })).toEqual(['new']);
  });

  test('live from when they were added, though no request came before their time was over', () => {
    const book = bookOf();
    book.setRules(
      'a',
      rulesOf(
        { id: 'brief', limit: { ttlSeconds: 30 } },
        { id: 'each', when: { per: 'generation' }, limit: { ttlSeconds: 60 } },
      ),
      5000,
    );
    expect(firedBy(book, { now: 34_999, generation: 'x' })).toEqual(['brief', 'each']);
    expect(firedBy(book, { now: 35_000, generation: 'y' })).toEqual(['each']);
    expect(firedBy(book, { now: 65_000, generation: 'z' })).toEqual([]);
  });

  test('are over once they are, however many generations are counted beside them', () => {
    const book = bookOf({ id: 'each', when: { per: 'generation' } });
    book.setRules('a', rulesOf({ id: 'once', limit: { hits: 1 } }), 0);
    const fired = Array.from({ length: 100_002 }, (_, at) => firedBy(book, { generation: `g${at}` }));
    expect(fired.findLastIndex((rules) => rules.includes('once'))).toBe(0);
  });

  test('set to [] are off', () => {
    const book = bookOf();
    book.setRules('a', rulesOf({}), 0);
    book.setRules('a', [], 0);
    expect(firedBy(book)).toEqual([]);
    book.setRules('b', [], 0);
    expect(book.isQuiet('b', [])).toBe(true);
  });

  test('are gone when the account is forgotten', () => {
    const book = bookOf();
    book.setRules('a', rulesOf({}), 0);
    book.forget('a');
    expect(book.isQuiet('a', [])).toBe(true);
  });
});

describe('scenarios', () => {
  const book = (): FaultBook =>
    createFaultBook({
      rules: [],
      scenarios: shelfOf({ bad_day: [{ when: { first: 1 } }, { id: 'late', when: { after: 1 } }], calm: [] }),
    });

  test('act where they are named, and their rules are called after them', () => {
    const days = book();
    expect(days.isQuiet('a', ['bad_day'])).toBe(false);
    expect(firedBy(days)).toEqual([]);
    expect(firedBy(days, { scenarios: ['bad_day'] })).toEqual(['bad_day:1']);
    expect(firedBy(days, { scenarios: ['bad_day', 'bad_day'] })).toEqual(['bad_day:late']);
  });

  test('keep an account from being quiet once they were named, because a generation may carry them', () => {
    const days = book();
    expect(days.isQuiet('a', [])).toBe(true);
    firedBy(days, { scenarios: ['calm'] });
    expect(days.isQuiet('a', [])).toBe(false);
    expect(days.isQuiet('b', [])).toBe(true);
  });

  test('that come to light later are weighed without the other rules', () => {
    const days = book();
    days.setRules('a', rulesOf({ id: 'own' }), 0);
    expect(firedBy(days, { scenarios: ['bad_day'], onlyScenarios: true })).toEqual(['bad_day:1']);
  });
});

describe('what a book remembers', () => {
  test('can be carried to another account, which goes on where it was', () => {
    const book = bookOf();
    book.setRules('a', rulesOf({ when: { first: 2 } }), 0);
    expect(firedBy(book)).toEqual(['rule-1']);
    book.import('b', book.export('a'));
    expect([firedBy(book, { account: 'b' }), firedBy(book, { account: 'b' })]).toEqual([['rule-1'], []]);
    expect(firedBy(book)).toEqual(['rule-1']);
  });

  test('of an account that it does not know is nothing, and asking changes nothing', () => {
    const book = bookOf();
    expect(book.export('a')).toEqual({ rules: [], counts: {} });
    expect(book.isQuiet('a', [])).toBe(true);
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

  /** What happened to each rule and operation, however the requests were ordered. */
  const outcomes = (order: readonly Asked[], seed = 7): string[] => {
    const book = bookOf(...CHANCES);
    const told = order.flatMap((asked) => {
      const { fired, weighed }: Outcome = book.weigh(occasionOf({ now: 0, ...asked, seed }));
      return weighed.map(
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
    const book = bookOf({ when: { probability: 0.5, per: 'generation' } });
    const firsts = Array.from({ length: 200 }, (_, at) => firedBy(book, { generation: `g${at}` }).length);
    const share = firsts.reduce((sum, one) => sum + one, 0) / 200;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });

  test('keeps to its rate in 10,000 requests of each operation', () => {
    const book = bookOf({ when: { probability: 0.3 } });
    for (const operation of ['create', 'get', 'content'] as const) {
      let hits = 0;
      for (let request = 0; request < 10_000; request += 1) hits += firedBy(book, { operation }).length;
      expect(Math.abs(hits / 10_000 - 0.3)).toBeLessThan(0.023);
    }
  });
});
