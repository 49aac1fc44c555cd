import { expect, test } from 'vitest';
import type { EntrySummary } from '../../journal/summary.ts';
import {
  addRows,
  countErrors,
  groupOutcome,
  groupState,
  groupRequests,
  MOST_ROWS,
  operationWords,
  outcomeOf,
  pickRows,
  readSearch,
  tellingRow,
  type RequestGroup,
} from './requests.ts';

function row(seq: number, facts: Partial<EntrySummary> = {}): EntrySummary {
  return {
    seq,
    request_id: `r${seq}`,
    account: 'a',
    key: null,
    operation: 'create',
    at: '2026-01-01T00:00:00.000Z',
    real_at: '2026-01-01T00:00:00.000Z',
    method: 'POST',
    path: '/v1/videos',
    status: 202,
    code: null,
    generation: null,
    faults: [],
    is_lost: false,
    attempt: 1,
    gap_ms: null,
    real_gap_ms: null,
    real_pause_ms: null,
    idempotency_key: null,
    body_hash: 'h',
    prompt: null,
    retry_after: null,
    range: null,
    user_agent: null,
    bytes_sent: 0,
    bytes_announced: null,
    generation_status: null,
    failure_code: null,
    refunded_usd: null,
    is_aborted: false,
    total_ms: 5,
    arrived_ms: 1000 * seq,
    upstream: null,
    warnings: 0,
    ...facts,
  };
}

test('rows come in the order of the journal, each once, the latest facts of each, and at most 500', () => {
  const rows = addRows([row(3), row(5, { total_ms: null })], [row(4), row(5)]);
  expect(rows.map(({ seq, total_ms }) => [seq, total_ms])).toEqual([
    [3, 5],
    [4, 5],
    [5, 5],
  ]);
  const many = addRows(
    rows,
    Array.from({ length: 600 }, (_, at) => row(10 + at)),
  );
  expect([many.length, many[0]?.seq]).toEqual([MOST_ROWS, 110]);
});

test('attempts with one Idempotency-Key are one group, and so are repeats of one request', () => {
  const rows = [
    row(1, { idempotency_key: 'k', status: 429 }),
    row(2),
    row(3, { idempotency_key: 'k', attempt: 2, body_hash: 'other' }),
    row(4, { attempt: 2 }),
    row(5, { account: 'b', attempt: 2 }),
  ];
  expect(groupRequests(rows).map((group) => group.rows.map(({ seq }) => seq))).toEqual([[5], [2, 4], [1, 3]]);
});

test('the same request asked for anew begins a group of its own', () => {
  expect(groupRequests([row(1), row(2, { attempt: 2 }), row(3)]).map((group) => group.rows.length)).toEqual([1, 2]);
});

test('a filter that picks some attempts decides the latest request and the outcome of their group', () => {
  const rows = [row(1, { status: 429 }), row(2, { status: 429, attempt: 2 }), row(3, { attempt: 3 })];
  const [group] = groupRequests(rows, { status: '429' });
  expect(group?.picked.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(group?.latest.seq).toBe(2);
  expect(group && groupOutcome(group)?.words).toBe('status 429 ×2');
  expect(group?.rows).toEqual(rows);
  expect(group && tellingRow(group).seq).toBe(2);
  expect(groupRequests(rows, { status: '503' })).toEqual([]);
});

test.each([
  [{ status: '4xx' }, [2]],
  [{ status: '429' }, [2]],
  [{ status: 'zzz' }, []],
  [{ status: 'injected' }, [2, 4]],
  [{ rule: 'burst' }, [2]],
  [{ account: 'B' }, [3]],
  [{ operation: 'poll' }, [3]],
  [{ text: 'abc' }, [3]],
  [{ text: 'A Boat' }, [1]],
  [{ code: 'rate_limited' }, [2]],
  [{ origin: 'ours' }, [1, 2, 4]],
  [{ origin: 'withheld' }, [3]],
  [{ origin: 'broken' }, [3]],
  [{ text: '', status: '' }, [1, 2, 3, 4]],
])('the filter %o picks its rows', (filter, seqs) => {
  const rows = [
    row(1, { prompt: 'a boat' }),
    row(2, { status: 429, code: 'rate_limited', faults: ['burst:1'] }),
    row(3, {
      account: 'b',
      operation: 'get',
      method: 'GET',
      path: '/v1/videos/abc?x=1',
      generation: 'abc',
      upstream: 'withheld',
      warnings: 1,
    }),
    row(4, { account: null, operation: null, path: '/v2', faults: ['other'] }),
  ];
  expect(pickRows(rows, filter).map(({ seq }) => seq)).toEqual(seqs);
});

test('the create, the polls and the downloads of a generation are one group, with the attempts that led to it', () => {
  const poll = { operation: 'get', method: 'GET', path: '/v1/videos/g', generation: 'g', body_hash: null } as const;
  const rows = [
    row(1, { idempotency_key: 'k', status: 429 }),
    row(2, { idempotency_key: 'k', attempt: 2, generation: 'g' }),
    row(3, poll),
    row(4),
    row(5, { ...poll, attempt: 2, generation_status: 'failed', failure_code: 'no_output', refunded_usd: 1.5 }),
    row(6, { ...poll, attempt: 3, generation_status: 'failed', failure_code: 'no_output' }),
  ];
  const [story, other] = groupRequests(rows);
  expect(story?.rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 5, 6]);
  expect(story?.chains.map((chain) => chain.map(({ seq }) => seq))).toEqual([
    [1, 2],
    [3, 5, 6],
  ]);
  expect(other?.rows.map(({ seq }) => seq)).toEqual([4]);
  expect(operationWords(story?.rows ?? [])).toBe('2 creates, 3 polls');
  expect(operationWords([row(7, { operation: 'content', range: 'bytes=600000-' })])).toBe('download bytes=600000-');
  expect(story && tellingRow(story).seq).toBe(5);
  expect(story && [groupState(story), groupOutcome(story)?.words]).toEqual(['failed', 'no_output, refunded $1.50']);
  expect(story?.rows.map((one) => outcomeOf(one, story)?.words)).toEqual([
    'status 429',
    undefined,
    undefined,
    story && groupOutcome(story)?.words,
    '',
  ]);
});

test('the same create sent twice makes two groups, one for each generation', () => {
  const poll = { operation: 'get', method: 'GET', path: '/v1/videos/h', generation: 'h', body_hash: null } as const;
  const rows = [
    row(1, { generation: 'g' }),
    row(2, { attempt: 2, status: 429 }),
    row(3, { attempt: 3, generation: 'h' }),
    row(4, poll),
  ];
  expect(groupRequests(rows).map((group) => group.rows.map(({ seq }) => seq))).toEqual([[2, 3, 4], [1]]);
});

test('a failed generation, a refund and a cut download show although the status is 200', () => {
  const download = { operation: 'content', bytes_announced: 1_467_346, bytes_sent: 586_938 } as const;
  const rows = [
    row(1),
    row(2, { generation_status: 'failed', failure_code: 'no_output', refunded_usd: 1.5 }),
    row(3, { ...download, status: 200, faults: ['content_cut_at_40:1'] }),
    row(4, { ...download, bytes_announced: null, status: 200, is_aborted: true }),
    row(5, { status: 429, code: 'rate_limited' }),
    row(6, { faults: ['stuck_running:1'] }),
    row(7, { ...download, status: 200, faults: ['slow'], is_aborted: true }),
  ];
  expect(rows.map((one) => outcomeOf(one)?.words)).toEqual([
    undefined,
    'no_output, refunded $1.50',
    'cut at 40 % (587 KB of 1.5 MB)',
    'client left after 587 KB',
    'rate_limited',
    'by stuck_running',
    'client left at 40 % (587 KB of 1.5 MB)',
  ]);
  const lost = { is_lost: true, bytes_sent: 0, is_aborted: true, faults: ['response_lost:1'] };
  expect(outcomeOf(row(7, lost))).toMatchObject({ words: 'by response_lost', code: 'no_response' });
  expect(groupRequests([row(7, lost)]).map(groupState)).toEqual(['no response']);
  const groupOf = (...places: number[]): RequestGroup => {
    const picked = places.flatMap((at) => rows[at] ?? []);
    return {
      key: '',
      chains: [picked],
      rows: picked,
      picked,
      latest: picked.at(-1) ?? row(0),
      failed: undefined,
    };
  };
  expect(groupOutcome(groupOf(4, 4, 0, 5))).toEqual({
    kind: 'bad',
    words: 'rate_limited ×2',
    code: 'rate_limited',
    others: ['by stuck_running'],
  });
  expect(groupOutcome(groupOf(0))).toBeUndefined();
  expect(countErrors(groupRequests(rows)).map(({ code, count }) => [code, count])).toEqual([
    ['no_output', 1],
    ['client_left', 2],
    ['rate_limited', 1],
    ['cut', 1],
  ]);
});

test.each([
  ['the whole clip', [{ bytes_announced: 900 }], 'sent'],
  ['the first bytes', [{ status: 206, range: 'bytes=0-99', bytes_sent: 100 }], 'completed'],
  ['the last bytes', [{ status: 206, range: 'bytes=300-', bytes_sent: 600 }], 'completed'],
  [
    'a cut download that is resumed',
    [
      { bytes_sent: 400, bytes_announced: 900 },
      { status: 206, range: 'bytes=400-' },
    ],
    'sent',
  ],
  ['ignored ranges', [{ range: 'bytes=300-' }], 'sent'],
  ['only headers', [{ method: 'HEAD', bytes_sent: 0 }], 'completed'],
])('the state of a generation after a download of %s', (_name, downloads: Partial<EntrySummary>[], state) => {
  const facts = { operation: 'content', method: 'GET', generation: 'g', status: 200, bytes_sent: 900 } as const;
  const rows = [
    row(1, { generation: 'g', generation_status: 'completed' }),
    ...downloads.map((one, at) => row(2 + at, { ...facts, body_hash: `${at}`, ...one })),
  ];
  expect(groupRequests(rows).map(groupState)).toEqual([state]);
});

test('errors are counted by code, failed generations first, and a failed generation counts once', () => {
  const failed = { status: 503, code: 'service_unavailable' };
  const poll = { operation: 'get', method: 'GET', generation: 'g', generation_status: 'failed', status: 200 } as const;
  const rows = [
    row(1, { generation: 'g' }),
    row(2, { status: 404, code: null }),
    row(3, failed),
    row(4, { ...failed, faults: ['down'], path: '/v1/videos/x' }),
    row(5, poll),
    row(6, { ...poll, attempt: 2 }),
  ];
  expect(countErrors(groupRequests(rows))).toEqual([
    { code: 'failed', count: 1, kind: 'bad' },
    { code: 'service_unavailable', count: 2, kind: 'fault' },
    { code: '404', count: 1, kind: 'bad' },
  ]);
});

test.each([
  ['red fox', { text: 'red fox' }],
  ['429', { status: '429', text: '' }],
  ['4XX fox', { status: '4XX', text: 'fox' }],
  ['account:demo operation:poll', { account: 'demo', operation: 'poll', text: '' }],
  ['rule:storm_503', { rule: 'storm_503', text: '' }],
  ['account:', { account: '', text: '' }],
  ['http://x:1', { text: 'http://x:1' }],
])('%s is the filter %o', (typed, filter) => {
  expect(readSearch(typed)).toEqual(filter);
});
