import { describe, expect, test } from 'vitest';

import { JournalEntry } from '../evidence/case-record.ts';
import { isDisturbed, isSilentAtDeadline } from './play-case.ts';

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

const GONE = 'client-gone' as const;
const ended = (end: 'gave-up' | 'hung'): Parameters<typeof isDisturbed>[0]['outcome'] => ({
  end,
  how: '',
  ranMs: 0,
  leaks: [],
});

describe('a case is disturbed', () => {
  test.each([
    {
      title: 'if the client left a response that no rule had changed',
      entries: polls({ atMs: 0, ending: GONE }),
      end: 'gave-up' as const,
      expected: true,
    },
    { title: 'not if it had all responses', entries: polls({ atMs: 0 }), end: 'gave-up' as const, expected: false },
    {
      title: 'not if a rule delayed the response that it left',
      entries: polls({ atMs: 0, ending: GONE, faults: ['slow:1'] }),
      end: 'gave-up' as const,
      expected: false,
    },
    {
      title: 'not if it left only at its deadline',
      entries: polls({ atMs: 0 }, { atMs: 900, ending: GONE }),
      end: 'hung' as const,
      expected: false,
    },
    {
      title: 'if it left a response long before its deadline',
      entries: polls({ atMs: 0, ending: GONE }, { atMs: 900 }),
      end: 'hung' as const,
      expected: true,
    },
  ])('$title', ({ entries, end, expected }) => {
    expect(isDisturbed({ entries, outcome: ended(end) })).toBe(expected);
  });
});

describe('a request was silent at the deadline', () => {
  const touched: Poll = { atMs: 900, ending: GONE, faults: ['stalls:1'] };

  test.each([
    { title: 'if a rule had changed it and it ended with the client', last: touched, end: 'hung' as const, is: true },
    { title: 'not if the client gave up by itself', last: touched, end: 'gave-up' as const, is: false },
    {
      title: 'not if it was answered',
      last: { ...touched, ending: 'answered' as const },
      end: 'hung' as const,
      is: false,
    },
    { title: 'not if no rule had changed it', last: { atMs: 900, ending: GONE }, end: 'hung' as const, is: false },
  ])('$title', ({ last, end, is }) => {
    expect(isSilentAtDeadline({ entries: polls({ atMs: 0 }, last), outcome: ended(end) })).toBe(is);
  });

  test('not if the client left it long before', () => {
    const entries = polls({ ...touched, atMs: 0 }, { atMs: 900 });
    expect(isSilentAtDeadline({ entries, outcome: ended('hung') })).toBe(false);
  });
});
