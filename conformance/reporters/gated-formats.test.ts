import { expect, test } from 'vitest';
import { NEWEST_EDITION } from '../engine/edition.ts';
import { findingsOf } from '../engine/findings.ts';
import type { Result } from '../engine/judge.ts';
import { summarize, type Report } from '../engine/report.ts';
import { exitCodeOf } from '../engine/verdict-of-run.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { runSummary } from './summary.ts';
import { terminalReport } from './terminal.ts';

/** Each result is the case of a promise of its own. */
const PROMISES: Readonly<Record<string, string>> = {
  known: 'get.foreign',
  other: 'get.malformed',
  broken: 'get.answer.status',
  unclear: 'get.answer.record',
  untried: 'get.head',
  newer: 'get.unknown',
};
const FAILED = { verdict: 'fail', expected: '404', got: '200' } as const;

function result(id: string, more: Partial<Result>): Result {
  const common = {
    requirement: PROMISES[id] ?? 'get.unknown',
    section: 'get',
    level: 'must',
    proves: 'It is so.',
    failing: 'It is not.',
  };
  return { id, authority: 'document', verdict: 'pass', exchanges: [], ...common, ...more } as Result;
}

function report(results: readonly Result[], more: Partial<Report> = {}): Report {
  const judged = {
    results: [...results],
    problems: [],
    gates: ['document' as const],
    edition: NEWEST_EDITION,
    stopped: undefined,
    ...more,
  };
  return {
    format: 'standin-conformance-1',
    version: '0',
    startedAt: '2026-11-26T00:00:00.000Z',
    seconds: 1,
    target: 'http://127.0.0.1:1',
    exitCode: exitCodeOf(judged),
    summary: summarize(results),
    spend: { currency: 'USD', spent: 0, creates: 0 },
    options: {},
    measured: [],
    findings: findingsOf(results, [], { foundations: [], isCombined: () => false }),
    missed: [],
    observations: {},
    anyClip: 'clip.base',
    probes: {},
    exchanges: [],
    ...judged,
  };
}

const PASSED = { verdict: 'pass', expected: undefined, got: undefined } as const;
const KNOWN = result('known', { ...FAILED, known: 'ticket 7' });
const HTTP = { authority: 'http', proves: 'It is so (RFC 9110, 9.1).' } as const;
const OTHER = result('other', { ...FAILED, ...HTTP });
const BROKEN = result('broken', FAILED);
const NEWER = result('newer', { ...FAILED, since: '0.2' });
const UNCLEAR = result('unclear', { verdict: 'inconclusive', reason: 'No answer.', ...HTTP });

const headline = (of: Report): string => {
  const { word, text, spent } = runSummary(of);
  return `${word}  ${text}. ${spent}.`;
};
const reds = (xml: string): number => xml.match(/<(failure|error) /g)?.length ?? 0;
const head = (xml: string): string | undefined => /<testsuites [^>]*?(tests=.*?) time/.exec(xml)?.[1];

test('JUnit is green if the run is green: cases outside of the gate and known failures are skipped', () => {
  const green = report([result('fine', {}), KNOWN, OTHER, UNCLEAR]);
  const xml = junitReport(green);
  expect(green.exitCode).toBe(0);
  expect(head(xml)).toBe('tests="4" failures="0" errors="0" skipped="3"');
  expect(xml).toContain('<skipped message="known: ticket 7"/>');
  expect(xml).toContain('<skipped message="not required (--gate document): other: expected 404, got 200"/>');
  expect(reds(xml)).toBe(0);
});

test('JUnit is red if the run is red', () => {
  expect(head(junitReport(report([BROKEN, OTHER])))).toBe('tests="2" failures="1" errors="0" skipped="1"');
  expect(head(junitReport(report([BROKEN, OTHER], { gates: ['document', 'http'] })))).toContain('failures="2"');
});

test('JUnit has one test case for each promise, with the number of its failed cases', () => {
  const xml = junitReport(report([BROKEN, { ...BROKEN, id: 'broken.too' }, { ...BROKEN, ...PASSED, id: 'kept' }]));
  expect(head(xml)).toBe('tests="1" failures="1" errors="0" skipped="0"');
  expect(xml).toContain('name="get.answer.status"><failure message="2 of 3 cases: broken: expected 404, got 200"');
});

test('JUnit has an error for a run that ends red without a broken promise', () => {
  const problems: Report['problems'] = [
    { kind: 'baseline', text: 'The baseline names get.unknown, which passes now.' },
  ];
  const stale = junitReport(report([result('fine', {})], { problems }));
  expect(head(stale)).toBe('tests="2" failures="0" errors="1" skipped="0"');
  expect(stale).toContain('The baseline names get.unknown, which passes now.');
  const stopped = { by: 'budget' as const, reason: 'The budget is reached.' };
  expect(junitReport(report([result('fine', {})], { stopped }))).toContain(
    'message="INCOMPLETE: 1 of 1 promise kept. The budget is reached."',
  );
});

test('SARIF has errors only for cases of the gate; the others are notes, and known failures are suppressed', () => {
  const { runs } = JSON.parse(sarifReport(report([KNOWN, OTHER, BROKEN]))) as {
    runs: { results: { ruleId: string; level: string; suppressions?: { justification: string }[] }[] }[];
  };
  const found = Object.fromEntries((runs[0]?.results ?? []).map(({ ruleId, level }) => [ruleId, level]));
  expect(found).toEqual({ 'get.foreign': 'note', 'get.malformed/rfc-9110-9.1': 'note', 'get.answer.status': 'error' });
  const known = runs[0]?.results.find(({ ruleId }) => ruleId === 'get.foreign');
  expect(known?.suppressions?.[0]?.justification).toBe('ticket 7');
});

test('SARIF points at the file that describes the server', () => {
  const { runs } = JSON.parse(sarifReport(report([BROKEN], { file: 'ci/staging.json' }))) as {
    runs: { results: object[]; tool: { driver: { rules: { help: { text: string } }[] } } }[];
  };
  const physicalLocation = { artifactLocation: { uri: 'ci/staging.json' }, region: { startLine: 1 } };
  expect(runs[0]?.results).toMatchObject([{ locations: [{ physicalLocation }] }]);
  expect(runs[0]?.tool.driver.rules[0]?.help.text).toMatch(/ See docs\/api\.md#[\w.-]+ in the package\.$/);
});

test('the headline counts promises, and names known failures and promises that do not count', () => {
  const said = (...results: readonly Result[]): string => headline(report(results)).split('. ')[0] ?? '';
  expect(said(result('fine', {}))).toBe('PASS  1 of 1 promise kept');
  expect(said(result('fine', {}), KNOWN)).toBe('PASS  1 of 2 promises kept, 1 known to be broken');
  const other = '1 other broken, but not required by --gate document';
  expect(said(result('fine', {}), OTHER)).toBe(`PASS  1 of 1 promise kept, ${other}`);
  expect(said(BROKEN, KNOWN, OTHER)).toBe(`FAIL  1 of 2 promises broken, 1 known to be broken, ${other}`);
  const untried = result('untried', { verdict: 'untestable', reason: 'No key.' });
  expect(said(result('fine', {}), untried)).toBe('PASS  1 of 2 promises kept, 1 not tested');
});

test('a case that is newer than the edition of the run is shown, and no format counts it', () => {
  const pinned = report([result('fine', { since: '0.1' }), NEWER], { edition: '0.1' });
  const note = 'not counted: new in edition 0.2';
  expect(pinned.exitCode).toBe(0);
  expect(junitReport(pinned)).toContain(`<skipped message="${note}: newer: expected 404, got 200"/>`);
  expect(head(junitReport(pinned))).toContain('failures="0" errors="0" skipped="1"');
  expect(JSON.parse(sarifReport(pinned))).toMatchObject({ runs: [{ results: [{ level: 'note' }] }] });
  expect(sarifReport(pinned)).toContain(`newer: expected 404, got 200 (${note})`);
  expect(terminalReport(pinned, { color: false, width: 100 })).toContain(`FAIL, ${note}  get.unknown  (1 of 2 cases)`);
  expect(markdownReport(pinned)).toContain(`## FAIL, ${note}: \`get.unknown\``);
  expect(htmlReport(pinned)).toContain(`<b class="word">FAIL, ${note}</b>`);
  expect(headline(pinned)).toMatch(
    /^PASS {2}1 of 1 promise kept, 1 other broken, but not required by --gate document --edition 0\.1\./,
  );
  expect(report([NEWER]).exitCode).toBe(1);
});

test('the headline of a green run never says "failed", even if creates failed', () => {
  const spend = { currency: 'USD', spent: 3, creates: 38, refunded: 26 } as const;
  const line = headline(report([result('fine', {})], { spend }));
  expect(line).toContain('38 creates (26 of them refunded), $3.00');
  expect(line).not.toContain('failed');
});

test('the headline tells a stale baseline from a fault in the kit', () => {
  const problems: Report['problems'] = [{ kind: 'baseline', text: 'Stale.' }];
  expect(headline(report([result('fine', {})], { problems }))).toContain('ERROR  stale baseline: ');
  expect(headline(report([result('fine', { verdict: 'harness-fault' })]))).toContain('ERROR  fault in the kit: ');
});

test('a fault in the kit has a block, even if the check only observes', () => {
  const fault = result('fault', { verdict: 'harness-fault', reason: 'TypeError', level: 'observe' });
  const text = terminalReport(report([fault]), { color: false, width: 80 });
  expect(text).toMatch(/^FAULT {2}fault {2}\(1 of 1 case\)$/m);
  expect(text).toContain('TypeError');
});
