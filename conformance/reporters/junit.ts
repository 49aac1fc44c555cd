/** JUnit XML: a suite for each section of the API document, a test case for each promise. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import { promisesOf, type PromiseResult } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import { counts, isGated } from '../engine/verdict-of-run.ts';
import { junitXml, type JunitCase, type JunitSuite } from '../text/junit.ts';
import { blocksOf, caseLine, requestLines, sinceText } from './blocks.ts';
import { repeatCommand } from './repeat.ts';
import { runSummary } from './summary.ts';
import { answerText, differenceLines, exchangesOf, gateFlag, newIn } from './words.ts';

/**
 * A promise that the gates require is a failure if it is broken, and an error if it is inconclusive. Other promises
 * are skipped: not required, newer than the edition, known by a baseline, or not tested.
 */
export function junitReport(report: Report): string {
  const promises = promisesOf(report.results);
  const suites = Object.entries(SECTIONS).flatMap(([section, name]): JunitSuite[] => {
    const cases = promises.filter((promise) => promise.section === section).map((one) => testCase(report, one));
    return cases.length === 0 ? [] : [{ name, cases }];
  });
  const { seconds, startedAt } = report;
  return junitXml([...suites, ...runSuite(report, suites)], { name: 'standin conformance', seconds, startedAt });
}

/** Returns an error for a run that ends red without a broken promise: it was stopped, or its baseline is stale. */
function runSuite(report: Report, suites: readonly JunitSuite[]): JunitSuite[] {
  const isRed = suites.some(({ cases }) => cases.some(({ kind }) => kind === 'failure' || kind === 'error'));
  if (report.exitCode === 0 || isRed) return [];
  const problems = report.problems.flatMap(({ kind, text }) => (kind === 'hint' ? [] : [text]));
  const reasons = [...(report.stopped === undefined ? [] : [report.stopped.reason]), ...problems];
  const { word, text } = runSummary(report);
  const message = `${word}: ${text}. ${reasons.join(' ')}`;
  return [
    { name: 'The run', cases: [{ group: 'run', name: `exit status ${report.exitCode}`, kind: 'error', message }] },
  ];
}

function testCase(report: Report, promise: PromiseResult): JunitCase {
  const { id, cases } = promise;
  const about = { group: promise.section as Section, name: id };
  const gated = cases.filter((one) => isGated(one, report));
  const [first] = gated;
  if (first !== undefined) {
    const since = sinceText({ example: first, others: gated.slice(1) }, report);
    const count = `${gated.length} of ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
    return {
      ...about,
      kind: 'failure',
      message: `${count}${since === '' ? '' : ` (${since})`}: ${caseLine(first, report)}`,
      text: failureText(report, promise, gated),
    };
  }
  const fault = cases.find(({ verdict }) => verdict === 'harness-fault');
  if (fault !== undefined) return { ...about, kind: 'error', message: fault.reason ?? '' };
  return { ...about, ...quietCase(report, promise) };
}

function quietCase(report: Report, { cases, verdict }: PromiseResult): Pick<JunitCase, 'kind' | 'message' | 'text'> {
  const counted = cases.filter((one) => counts(one, report));
  const unclear = counted.find((one) => one.verdict === 'inconclusive');
  if (unclear !== undefined) return { kind: 'error', message: `inconclusive: ${unclear.reason ?? ''}` };
  const failed = cases.find((one) => one.verdict === 'fail');
  if (failed !== undefined) {
    const { id, expected = '', got = '', known } = failed;
    const why = newIn(failed, report) ?? `not required (${gateFlag(report)})`;
    const message = known === undefined ? `${why}: ${id}: expected ${expected}, got ${got}` : `known: ${known}`;
    return { kind: 'skipped', message };
  }
  if (verdict === 'untestable' || verdict === 'not-applicable' || verdict === 'inconclusive')
    return { kind: 'skipped', message: cases.find((one) => one.verdict === verdict)?.reason ?? verdict };
  const warnings = cases.filter((one) => one.verdict === 'warning');
  return { kind: 'ok', text: warnings.map((one) => `warning: ${caseLine(one, report)}`).join('\n') };
}

function failureText(report: Report, promise: PromiseResult, failed: readonly Result[]): string {
  const [first] = failed;
  const cause = blocksOf(report).find(({ finding }) => failed.every(({ id }) => finding.failed.includes(id)));
  const sent = (first === undefined ? [] : exchangesOf(report, first)).map(
    (exchange) => `${repeatCommand(exchange)}\n${answerText(exchange)}`,
  );
  return [
    `${promise.text} (${promise.source})`,
    ...(cause === undefined ? [] : [`Follows from ${cause.promise.id}.`]),
    ...failed.flatMap((one) => [caseLine(one, report), ...requestLines(one)]),
    ...(first === undefined ? [] : differenceLines(first)),
    ...sent,
  ].join('\n\n');
}
