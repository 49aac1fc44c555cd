import { expect, test } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { findingsOf, type Foundation } from './findings.ts';
import type { Result } from './judge.ts';

const URL = 'http://127.0.0.1:1/v1/videos';

function exchange(n: number, call: 'GET' | 'POST', answer: number | string): Exchange {
  const [status, code] = typeof answer === 'number' ? [answer] : [400, answer];
  const text = code === undefined ? '{}' : JSON.stringify({ error: { code } });
  return {
    n,
    probe: `probe.${n}`,
    label: 'create',
    at: n,
    ms: 1,
    request: { method: call, url: call === 'POST' ? URL : `${URL}/id`, headers: [] },
    response: { status, headers: [], body: { size: text.length, sha256: '', text }, complete: true },
  };
}

function result(id: string, n: number, more: Partial<Result> = {}): Result {
  const about = { section: 'create', authority: 'document', level: 'must', proves: '', failing: '' } as const;
  return { id, requirement: id, verdict: 'fail', exchanges: [n], ...about, ...more };
}

const ACCEPTED: Foundation = { check: 'create.answer.status', fix: 'Answer a valid create with 202.' };
const find = (results: readonly Result[], exchanges: readonly Exchange[], ...foundations: Foundation[]) =>
  findingsOf(results, exchanges, { foundations, isCombined: (id) => id.endsWith('.near') });

test('failures with the same wrong response follow from the foundation, and other failures do not', () => {
  const exchanges = [exchange(1, 'POST', 307), exchange(2, 'POST', 307), exchange(3, 'GET', 404)];
  const results = [result('b', 2), result('get.unknown', 3), result('create.answer.status', 1)];
  expect(find(results, exchanges, ACCEPTED)).toEqual([
    {
      promise: 'create.answer.status',
      cases: ['create.answer.status'],
      fix: 'Answer a valid create with 202.',
      failed: ['b'],
      blocked: [],
    },
    { promise: 'get.unknown', cases: ['get.unknown'], failed: [], blocked: [] },
  ]);
});

test('another error code is another mistake', () => {
  const exchanges = [exchange(1, 'POST', 'one'), exchange(2, 'POST', 'other')];
  const results = [result('create.answer.status', 1), result('b', 2)];
  expect(find(results, exchanges, ACCEPTED).map(({ promise }) => promise)).toEqual(['create.answer.status', 'b']);
});

test('a case that lacked the generation of a rejected create could not be tested because of it', () => {
  const lack: Partial<Result> = { verdict: 'untestable', exchanges: [], lack: { generation: 'probe.1' } };
  const results = [result('create.answer.status', 1), result('b', 0, lack)];
  expect(find(results, [exchange(1, 'POST', 307)], ACCEPTED)[0]?.blocked).toEqual(['b']);
});

test('a foundation whose failure shows another mistake does not explain other failures', () => {
  const results = [result('create.answer.status', 1), result('b', 2)];
  const exchanges = [exchange(1, 'POST', 307), exchange(2, 'POST', 307)];
  expect(find(results, exchanges, { ...ACCEPTED, shows: () => false })).toHaveLength(2);
});

test('cases of one promise are one finding, and cases that combine defects come last', () => {
  const results = [result('a.near', 1, { requirement: 'a' }), result('b', 2), result('a', 3)];
  const exchanges = [1, 2, 3].map((n) => exchange(n, 'GET', 404));
  expect(find(results, exchanges).map(({ promise, cases }) => [promise, cases])).toEqual([
    ['b', ['b']],
    ['a', ['a', 'a.near']],
  ]);
});
