/** The JSON of a record equals the output of JSON.stringify. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUSES, type VideoGeneration } from '../../contract/generation.ts';
import { MODEL } from '../../contract/model.ts';
import { recordText } from './record.ts';

const bare = {
  id: fc.uuid(),
  object: fc.constant('video.generation' as const),
  model: fc.constant(MODEL),
  status: fc.constantFrom(...STATUSES),
  cost_usd: fc.oneof(
    fc.nat().map((micros) => micros / 1_000_000),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  ),
};
const output = fc.record({ url: fc.string() });
const error = fc.record({ code: fc.string(), message: fc.string() });
const records: fc.Arbitrary<VideoGeneration> = fc.oneof(
  fc.record(bare),
  fc.record({ ...bare, output }),
  fc.record({ ...bare, error }),
);

test('the text of a record is its JSON, with absent fields left out or null', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(recordText(record, 'left_out')).toBe(JSON.stringify(record));
      const { output: shown = null, error: problem = null } = record;
      expect(JSON.parse(recordText(record, 'null'))).toEqual(
        JSON.parse(JSON.stringify({ ...record, output: shown, error: problem })),
      );
    }),
  );
});
