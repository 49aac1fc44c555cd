/** JUnit XML: a suite for each section of the API document, a test case for each promise. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import { promisesOf, type PromiseResult } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import { counts, isGated } from '../engine/verdict-of-run.ts';
import { junitXml, type JunitCase, type JunitSuite } from '../text/junit.ts';
import { caseLine, countText } from './blocks.ts';
import { runSummary } from './summary.ts';
import { evidenceTexts, gateFlag, newIn, requestLines } from './words.ts';

/**
 * Renders each promise as a test case. A broken promise of a gate is a failure, and an inconclusive promise of a gate
 * is an error. Other promises are skipped: not required, newer than the edition, known by a baseline, or not tested.
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
  const { word, text, problems } = runSummary(report);
  const message = `${word}: ${text}. ${problems.join(' ')}`;
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
    return {
      ...about,
      kind: 'failure',
      message: `${countText(gated, promise, report)}: ${caseLine(first, report)}`,
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
  const cause = report.findings.find((finding) => failed.every(({ id }) => finding.failed.includes(id)));
  return [
    `${promise.text} (${promise.source})`,
    ...(cause === undefined ? [] : [`Follows from ${cause.promise}.`]),
    ...failed.flatMap((one) => [caseLine(one, report), ...requestLines(one)]),
    ...failed.slice(0, 1).flatMap((first) => evidenceTexts(report, first)),
  ].join('\n\n');
}
