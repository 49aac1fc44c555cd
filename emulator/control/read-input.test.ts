import { expect, test } from 'vitest';
import * as z from 'zod';

import { FaultRules } from '../faults/rule.ts';
import { readInput } from './read-input.ts';

const Body = z.strictObject({ rules: FaultRules });

test('of a field that is not known is said where it belongs, or which there are', () => {
  const sent = (rule: object) => (): unknown => readInput(Body, { rules: [rule] }, 'The body');
  expect(sent({ when: { operation: 'create' } })).toThrow(
    'The field rules[0].when.operation is not known; use rules[0].match.operation instead.',
  );
  expect(sent({ limit: { times: 1 } })).toThrow(
    'The field rules[0].limit.times is not known; known fields: hits, ttl_seconds.',
  );
  expect(sent({ effect: { kind: 'reset', sooner: 1 } })).toThrow('The field rules[0].effect.sooner is not known.');
});
