import { describe, expect, test } from 'vitest';

import { nameRules } from './registry.ts';
import { FaultRule, FaultRules } from './rule.ts';

describe('the shortest rule', () => {
  test('{} is enabled, matches everything and answers 503', () => {
    expect(FaultRule.parse({})).toMatchObject({
      enabled: true,
      match: {},
      when: { per: 'account' },
      effect: { kind: 'answer', status: 503, body: 'envelope' },
      limit: {},
    });
  });

  test('one value stands for a list of one', () => {
    const { match } = FaultRule.parse({ match: { operation: 'get', nth: 3 } });
    expect(match).toEqual({ operation: ['get'], nth: [3] });
  });
});

describe('the names of rules', () => {
  test('are their places if they have none, and never a taken id', () => {
    const rules = FaultRules.parse([{}, { id: 'rule-3' }, {}, {}]);
    expect(nameRules(rules, 'rule-').map(({ id }) => id)).toEqual(['rule-1', 'rule-3', 'rule-4', 'rule-5']);
  });

  test('given twice are refused', () => {
    const { error } = FaultRules.safeParse([{ id: 'storm' }, {}, { id: 'storm' }]);
    expect(error?.issues).toMatchObject([{ path: [2, 'id'], message: 'must differ from the id of rule 0' }]);
  });
});
