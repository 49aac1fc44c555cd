import { describe, expect, test } from 'vitest';

import { JournalEntry } from '../evidence/journal-entry.ts';
import { isDisturbed } from './disturbed.ts';

interface Poll {
  readonly atMs: number;
  readonly ending?: 'answered' | 'client-gone';
  readonly faults?: string[];
}

function polls(...all: readonly Poll[]): JournalEntry[] {
  return all.map(({ atMs, ending = 'answered', faults = [] }, index) =>
    JournalEntry.parse({
      seq: index,
      request_id: String(index),
      operation: 'get',
      at: '2026-01-01T00:00:00Z',
      real_at: '2026-01-01T00:00:00Z',
      method: 'GET',
      path: '/v1/videos/a',
      request: { has_authorization: true },
      status: 200,
      response: { headers: {}, bytes_sent: 0 },
      is_aborted: ending === 'client-gone',
      changes: [],
      faults,
      ending,
      timing: { arrived_ms: atMs, engine_ms: 1, total_ms: 1 },
    }),
  );
}

const GONE = 'client-gone';
const ended = (end: 'gave-up' | 'hung'): Parameters<typeof isDisturbed>[0]['outcome'] => ({
  end,
  how: '',
  ranMs: 0,
  leaks: [],
});

describe('a case is disturbed', () => {
  test.each([
    ['where the client left an answer that no rule had touched', polls({ atMs: 0, ending: GONE }), 'gave-up', true],
    ['not where it had all answers', polls({ atMs: 0 }), 'gave-up', false],
    ['not where a rule delayed what it left', polls({ atMs: 0, ending: GONE, faults: ['slow:1'] }), 'gave-up', false],
    ['not where it left only when it was ended', polls({ atMs: 0 }, { atMs: 900, ending: GONE }), 'hung', false],
    ['where it left one long before it was ended', polls({ atMs: 0, ending: GONE }, { atMs: 900 }), 'hung', true],
  ] as const)('%s', (_, entries, end, expected) => {
    expect(isDisturbed({ entries: [...entries], outcome: ended(end) })).toBe(expected);
  });
});
