import { expect, test } from 'vitest';
import { applyBaseline, renewBaseline, withBaseline } from './baseline.ts';
import { NEWEST_EDITION } from './edition.ts';
import type { Result } from './judge.ts';
import { summarize, type Report } from './report.ts';

const result = (id: string, verdict: Result['verdict']): Result => ({
  id,
  verdict,
  authority: 'document',
  section: 'get',
  requirement: 'get.unknown',
  level: 'must',
  proves: '',
  failing: '',
  exchanges: [1],
});
const reportOf = (...results: Result[]): Report => ({
  format: 'standin-conformance-1',
  version: '0.0.0',
  startedAt: '2026-05-31T10:00:00.000Z',
  seconds: 1,
  target: 'http://api.test',
  gates: ['document'],
  edition: NEWEST_EDITION,
  options: {},
  measured: [],
  findings: [],
  missed: [],
  exitCode: 1,
  summary: summarize(results),
  results,
  observations: {},
  problems: [],
  spend: { currency: 'USD', spent: 0, creates: 0 },
  anyClip: 'clip',
  probes: {},
  exchanges: [],
});
const line = { check: 'a', reason: 'ticket 7', expires: '2026-06-01' };

test('a failure that the baseline knows does not count, until the line expires', () => {
  const known = withBaseline(reportOf(result('a', 'fail')), [line]);
  expect([known.exitCode, known.results[0]?.known]).toEqual([0, 'ticket 7']);
  const expired = withBaseline(known, [{ ...line, expires: '2026-05-31' }]);
  expect([expired.exitCode, expired.results[0]?.known]).toEqual([1, undefined]);
});

test('a line that passes now is stale, and lines that were not selected or not tried stay', () => {
  expect(applyBaseline([result('a', 'pass')], [line], '2026-01-01').problems[0]?.text).toContain('passes now');
  expect(withBaseline(reportOf(result('a', 'pass')), [line]).exitCode).toBe(5);
  for (const left of [result('b', 'pass'), result('a', 'untestable'), result('a', 'inconclusive')])
    expect(applyBaseline([left], [line], '2026-01-01').problems).toEqual([]);
});

test('a renewed baseline gains new failures, loses passing checks, and keeps all other lines and reasons', () => {
  const lines = ['fails', 'passes', 'untried', 'unselected'].map((check) => ({ ...line, check }));
  const { results } = reportOf(
    result('fails', 'fail'),
    result('passes', 'pass'),
    result('untried', 'untestable'),
    result('new', 'fail'),
    { ...result('of-no-gate', 'fail'), authority: 'http' },
  );
  const renewed = renewBaseline(lines, reportOf(...results));
  expect(renewed.map(({ check }) => check)).toEqual(['fails', 'new', 'unselected', 'untried']);
  expect(renewed.map(({ reason }) => reason.slice(0, 8))).toEqual(['ticket 7', 'fails si', 'ticket 7', 'ticket 7']);
  expect(renewed.map(({ expires }) => expires)).toEqual(['2026-06-01', '2026-08-29', '2026-06-01', '2026-06-01']);
  expect(withBaseline(reportOf(...results), renewed).exitCode).toBe(0);
});

test('an expired line that still fails is valid again after a renewal', () => {
  const [renewed] = renewBaseline([{ ...line, expires: '2026-05-01' }], reportOf(result('a', 'fail')));
  expect(renewed).toEqual({ ...line, expires: '2026-08-29' });
});
