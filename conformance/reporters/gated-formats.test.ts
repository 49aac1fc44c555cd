import { expect, test } from 'vitest';
import type { Result } from '../engine/judge.ts';
import { summarize, type Report } from '../engine/report.ts';
import { exitCodeOf } from '../engine/verdict-of-run.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';
import { headline } from './words.ts';

const FAILED = { verdict: 'fail', expected: '404', got: '200' } as const;

function result(id: string, more: Partial<Result>): Result {
  const common = {
    requirement: 'get.unknown',
    section: 'get',
    level: 'must',
    proves: 'It is so.',
    failing: 'It is not.',
  };
  return { id, authority: 'document', verdict: 'pass', exchanges: [], ...common, ...more } as Result;
}

function report(results: readonly Result[], more: Partial<Report> = {}): Report {
  const judged = { results: [...results], problems: [], gates: ['document' as const], stopped: undefined, ...more };
  return {
    format: 'standin-conformance-1',
    version: '0',
    startedAt: '2026-11-26T00:00:00.000Z',
    seconds: 1,
    target: 'http://127.0.0.1:1',
    exitCode: exitCodeOf(judged),
    summary: summarize(results),
    spend: { currency: 'USD', spent: 0, creates: 0 },
    observations: {},
    anyClip: 'clip.base',
    probes: {},
    exchanges: [],
    ...judged,
  };
}

const KNOWN = result('known', { ...FAILED, known: 'ticket 7' });
const OTHER = result('other', { ...FAILED, authority: 'http' });
const BROKEN = result('broken', FAILED);
const UNCLEAR = result('unclear', { verdict: 'inconclusive', reason: 'No answer.', authority: 'http' });

const reds = (xml: string): number => xml.match(/<(failure|error) /g)?.length ?? 0;
const head = (xml: string): string | undefined => /<testsuites [^>]*?(tests=.*?) time/.exec(xml)?.[1];

test('JUnit is green where the run is: what the gate does not count is skipped, and so is what a baseline knows', () => {
  const green = report([result('fine', {}), KNOWN, OTHER, UNCLEAR]);
  const xml = junitReport(green);
  expect(green.exitCode).toBe(0);
  expect(head(xml)).toBe('tests="4" failures="0" errors="0" skipped="3"');
  expect(xml).toContain('<skipped message="known: ticket 7"/>');
  expect(xml).toContain('<skipped message="not required (--gate document): expected 404, got 200"/>');
  expect(reds(xml)).toBe(0);
});

test('JUnit is red where the run is', () => {
  expect(head(junitReport(report([BROKEN, OTHER])))).toBe('tests="2" failures="1" errors="0" skipped="1"');
  expect(head(junitReport(report([BROKEN, OTHER], { gates: ['document', 'http'] })))).toContain('failures="2"');
});

test('JUnit has an error for a run that ends red though no check does', () => {
  const problems: Report['problems'] = [
    { kind: 'baseline', text: 'The baseline names get.unknown, which passes now.' },
  ];
  const stale = junitReport(report([result('fine', {})], { problems }));
  expect(head(stale)).toBe('tests="2" failures="0" errors="1" skipped="0"');
  expect(stale).toContain('The baseline names get.unknown, which passes now.');
  const stopped = { by: 'budget' as const, reason: 'The budget is reached.' };
  expect(junitReport(report([result('fine', {})], { stopped }))).toContain(
    'message="incomplete: The budget is reached."',
  );
});

test('SARIF has errors only for what the gate counts; the rest are notes, known ones suppressed', () => {
  const { runs } = JSON.parse(sarifReport(report([KNOWN, OTHER, BROKEN]))) as {
    runs: { results: { ruleId: string; level: string; suppressions?: { justification: string }[] }[] }[];
  };
  const found = Object.fromEntries((runs[0]?.results ?? []).map(({ ruleId, level }) => [ruleId, level]));
  expect(found).toEqual({ known: 'note', other: 'note', broken: 'error' });
  expect(runs[0]?.results.find(({ ruleId }) => ruleId === 'known')?.suppressions?.[0]?.justification).toBe('ticket 7');
});

test('the last line never says "conformant" beside failures', () => {
  const last = (...results: readonly Result[]): string => (headline(report(results))[0] ?? '').replace(/\.$/, '');
  const there = 'http://127.0.0.1:1';
  expect(last(result('fine', {}))).toBe(`${there}: conformant`);
  expect(last(result('fine', {}), KNOWN)).toBe(`${there}: no new failures; 1 known`);
  expect(last(OTHER)).toBe(`${there}: no failures of checks that --gate document requires; 1 not required`);
  expect(last(KNOWN, OTHER)).toBe(`${there}: no new failures; 1 known, 1 not required`);
  expect(last(KNOWN, result('untried', { verdict: 'untestable', reason: 'No key.' }))).toBe(
    `${there}: no new failures as far as tried (1 of 2 required checks); 1 known`,
  );
});

test('the last line of a green run never says "failed", not of creates that came to nothing either', () => {
  const spend = { currency: 'USD', spent: 3, creates: 38, refunded: 26 } as const;
  expect(headline(report([result('fine', {})], { spend })).at(-1)).toContain(
    '$3.00 for 38 creates (26 of them refunded)',
  );
});

test('the last line tells a stale baseline from a fault in the kit', () => {
  const problems: Report['problems'] = [{ kind: 'baseline', text: 'Stale.' }];
  expect(headline(report([result('fine', {})], { problems }))[0]).toContain(': stale baseline.');
  expect(headline(report([result('fine', { verdict: 'harness-fault' })]))[0]).toContain(': fault in the kit.');
});
