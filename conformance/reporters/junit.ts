/** JUnit XML: a suite for each section of the API document, a case for each check. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { counts, isGated } from '../engine/verdict-of-run.ts';
import { answerText, differenceLines, exchangesOf, gateFlag, outcomeOfRun, promise } from './words.ts';
import { repeatCommand } from './repeat.ts';
import { escapeXml } from '../text/safe-text.ts';

/**
 * A failure that the gates count is a failure, and an inconclusive check that they count an error. Checks are skipped
 * if the gates do not require them, a baseline knows them, or the run did not try them.
 */
export function junitReport(report: Report): string {
  const sections = Object.keys(SECTIONS).filter((section) =>
    report.results.some((result) => result.section === section),
  );
  const suites = sections.map((section) => suite(report, section));
  const run = runSuite(report);
  const all = countsOf(report, report.results);
  const total = run === undefined ? all : { ...all, tests: all.tests + 1, errors: all.errors + 1 };
  const head = `<testsuites name="standin conformance" ${attributes(total)} time="${report.seconds.toFixed(3)}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, ...(run ?? []), '</testsuites>', ''].join('\n');
}

function suite(report: Report, section: string): string {
  const results = report.results.filter((result) => result.section === section);
  const head = suiteHead(report, SECTIONS[section as Section], countsOf(report, results));
  return [head, ...results.map((result) => testCase(report, result)), '  </testsuite>'].join('\n');
}

/** An error for a run that ends red though no check does: it was stopped, or its baseline is stale. */
function runSuite(report: Report): string[] | undefined {
  const { failures, errors } = countsOf(report, report.results);
  if (report.exitCode === 0 || failures + errors > 0) return undefined;
  const problems = report.problems.flatMap(({ kind, text }) => (kind === 'hint' ? [] : [text]));
  const reasons = [...(report.stopped === undefined ? [] : [report.stopped.reason]), ...problems];
  return [
    suiteHead(report, 'The run', { tests: 1, failures: 0, errors: 1, skipped: 0 }),
    `    <testcase classname="run" name="exit status ${report.exitCode}"><error message="${escapeXml(`${outcomeOfRun(report)}: ${reasons.join(' ')}`)}"/></testcase>`,
    '  </testsuite>',
  ];
}

function suiteHead({ startedAt }: Report, name: string, counts: Counts): string {
  return `  <testsuite name="${escapeXml(name)}" ${attributes(counts)} timestamp="${escapeXml(startedAt)}">`;
}

type Counts = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;

function countsOf(report: Report, results: readonly Result[]): Counts {
  const of = (kind: Kind): number => results.filter((result) => kindOf(report, result) === kind).length;
  return { tests: results.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function attributes({ tests, failures, errors, skipped }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

type Kind = 'ok' | 'failure' | 'error' | 'skipped';

function kindOf({ gates }: Report, result: Result): Kind {
  switch (result.verdict) {
    case 'fail':
      return isGated(result, gates) ? 'failure' : 'skipped';
    case 'inconclusive':
      return counts(result, gates) ? 'error' : 'skipped';
    case 'harness-fault':
      return 'error';
    case 'untestable':
    case 'not-applicable':
      return 'skipped';
    case 'pass':
    case 'observed':
    case 'warning':
      return 'ok';
  }
}

function testCase(report: Report, result: Result): string {
  const open = `    <testcase classname="${escapeXml(result.section)}" name="${escapeXml(result.id)}"`;
  const inner = innerOf(report, result);
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function innerOf(report: Report, result: Result): string {
  const reason = escapeXml(reasonOf(report, result));
  switch (kindOf(report, result)) {
    case 'failure':
      return `<failure message="${escapeXml(gotText(result))}">${escapeXml(story(report, result))}</failure>`;
    case 'error':
      return `<error message="${reason}"/>`;
    case 'skipped':
      return `<skipped message="${reason}"/>`;
    case 'ok':
      return outputOf(result);
  }
}

function reasonOf(report: Report, result: Result): string {
  if (result.known !== undefined) return `known: ${result.known}`;
  const reason = result.verdict === 'fail' ? gotText(result) : (result.reason ?? result.verdict);
  const isRed = result.verdict === 'fail' || result.verdict === 'inconclusive';
  return isRed && !counts(result, report.gates) ? `not required (${gateFlag(report)}): ${reason}` : reason;
}

function gotText({ expected = '', got = '' }: Result): string {
  return `expected ${expected}, got ${got}`;
}

function outputOf(result: Result): string {
  const { verdict, value = '' } = result;
  if (verdict === 'observed') return `<system-out>${escapeXml(`observed: ${value}`)}</system-out>`;
  return verdict === 'warning' ? `<system-out>${escapeXml(`warning: ${gotText(result)}`)}</system-out>` : '';
}

function story(report: Report, result: Result): string {
  const sent = exchangesOf(report, result).map((exchange) => `${repeatCommand(exchange)}\n${answerText(exchange)}`);
  return [promise(result), `${result.id}: ${result.proves}`, ...differenceLines(result), ...sent].join('\n\n');
}
