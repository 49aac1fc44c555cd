import { expect, test } from 'vitest';

import { nothingRead, readRecord, RULES_KEY } from './read-records.ts';

test('fault rules that a former version stored have the names of today', () => {
  const read = nothingRead();
  readRecord(read, RULES_KEY, [{ id: 'late', effect: { kind: 'account', revokeKey: false, advanceMs: 1500 } }]);
  expect(read.rules).toEqual([{ id: 'late', effect: { kind: 'account', revokeKey: false, advanceSeconds: 1.5 } }]);
});
