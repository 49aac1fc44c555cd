import { expect, test } from 'vitest';

import { JournalEntry } from '../../evidence/case-record.ts';
import { toRequests } from '../../evidence/case-evidence.ts';
import { bytesOf } from './charts.ts';

interface Download {
  readonly status: number;
  readonly type: string;
  readonly bytes: number;
  readonly range?: string;
}

function chartOf(...downloads: readonly Download[]): string {
  const entries = downloads.map(({ status, type, bytes, range = null }, index) =>
    JournalEntry.parse({
      seq: index,
      request_id: String(index),
      operation: 'content',
      at: '2026-01-01T00:00:00Z',
      method: 'GET',
      path: '/v1/videos/a/content',
      request: { has_authorization: true, range },
      status,
      response: { headers: { 'content-type': type }, bytes_sent: bytes },
      is_aborted: false,
      changes: [],
      faults: [],
      ending: 'answered',
      timing: { arrived_ms: index, engine_ms: 1, total_ms: 1 },
    }),
  );
  return bytesOf({ requests: toRequests(entries, new Map()), files: undefined });
}

const WHOLE = { status: 200, type: 'video/mp4', bytes: 1000 };

test('bytes that were downloaded twice are marked, and bytes that were downloaded once are not marked', () => {
  const half = { ...WHOLE, bytes: 500 };
  expect(chartOf(half, WHOLE)).toContain('500 bytes were received twice');
  expect(chartOf(half, { ...half, status: 206, range: 'bytes=500-' })).not.toContain('came twice');
});

test('a page in place of the clip does not count as bytes of the clip', () => {
  expect(chartOf({ status: 200, type: 'text/html', bytes: 136 }, WHOLE)).not.toContain('came twice');
});
