import { expect, test } from 'vitest';

import { JournalEntry } from './journal-entry.ts';

/** Returns a create with the ledger before and after it, in the member names of one version. */
function create(before: object, after: object): object {
  return {
    seq: 1,
    request_id: 'a',
    operation: 'create',
    at: '2026-01-01T00:00:00Z',
    real_at: '2026-01-01T00:00:00Z',
    method: 'POST',
    path: '/v1/videos',
    request: { has_authorization: true },
    status: 202,
    response: { headers: {}, bytes_sent: 0 },
    is_aborted: false,
    changes: [{ generation: null, ledger: { before, after } }],
    faults: [],
    ending: 'answered',
    timing: { engine_ms: 1, total_ms: 1 },
  };
}

test('a journal whose amounts do not name their unit is read like a current journal', () => {
  const former = JournalEntry.parse(
    create({ balance: 2, reserved: 0, captured: 0 }, { balance: 1, reserved: 1, captured: 0 }),
  );
  const present = JournalEntry.parse(
    create({ balance_usd: 2, reserved_usd: 0, captured_usd: 0 }, { balance_usd: 1, reserved_usd: 1, captured_usd: 0 }),
  );
  expect(former.changes).toEqual(present.changes);
  expect(former.changes[0]?.ledger?.after).toEqual({ reserved_usd: 1, captured_usd: 0 });
});
