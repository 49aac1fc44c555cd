/** The JSON of a record equals the output of JSON.stringify. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAILURES, failureMessage, type FailureCode } from '../../contract/failures.ts';
import { STATUSES, type VideoGeneration } from '../../contract/generation.ts';
import { MODEL } from '../../contract/model.ts';
import { testGeneration } from '../../test/support/domain/accounts.ts';
import { recordText } from './record.ts';

const codes = fc.constantFrom(...(Object.keys(FAILURES) as FailureCode[]));
const failures = fc.record({ code: codes, from: fc.constant('running' as const) });
const generations = fc
  .tuple(fc.uuid(), fc.maxSafeNat(), fc.constantFrom(...STATUSES), failures)
  .map(([id, cost, status, failure]) => {
    return testGeneration(id, { cost, status, failure: status === 'failed' ? failure : undefined });
  });

/** A new field of the contract, even an optional one, does not compile until `recordText` and this test have it. */
type EveryField = { readonly [Name in keyof Required<VideoGeneration>]: VideoGeneration[Name] };

test('the text of a record is its JSON, with absent fields left out or null', () => {
  fc.assert(
    fc.property(generations, (generation) => {
      const { id, status, cost, failure } = generation;
      const output = status === 'completed' ? { url: `/v1/videos/${id}/content` } : undefined;
      const error = failure && { code: failure.code, message: failureMessage(failure.code) };
      const bare = { object: 'video.generation', model: MODEL, cost_usd: cost / 1_000_000 } as const;
      const { object, model, cost_usd } = bare;
      const record: EveryField = { id, object, model, status, cost_usd, output, error };
      expect(recordText(generation, 'left_out')).toBe(JSON.stringify(record));
      const nulls = { ...record, output: output ?? null, error: error ?? null };
      expect(recordText(generation, 'null')).toBe(JSON.stringify(nulls));
      const pending = { ...record, status: 'pending', output: undefined, error: undefined };
      expect(recordText(generation, 'left_out', 'pending')).toBe(JSON.stringify(pending));
    }),
  );
});
