/** The baseline: known failures, each with a reason and a day from which on it counts again. */

import type { Baseline } from '../profile/profile.ts';
import type { Result } from './judge.ts';
import { isFailing } from './outcome.ts';
import type { Report } from './report.ts';
import { exitCodeOf, isGated } from './verdict-of-run.ts';

type Problem = Report['problems'][number];

const DAY_MS = 86_400_000;
/** The lifetime of a new line, a quarter of a year. After that, somebody must review the failure again. */
const HOLDS_DAYS = 90;

/**
 * Marks failures that the baseline lists, and reports stale lines. Lines that the run did not select or could not try
 * are left alone.
 */
export function applyBaseline(
  results: readonly Result[],
  baseline: Baseline,
  today: string,
): { readonly results: Result[]; readonly problems: Problem[] } {
  const live = new Map(baseline.filter(({ expires }) => expires > today).map((line) => [line.check, line]));
  const marked = results.map(({ known: _before, ...result }) => {
    const line = live.get(result.id);
    return line !== undefined && isFailing(result) ? { ...result, known: line.reason } : result;
  });
  const passing = new Set(results.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id] : [])));
  const stale = baseline.filter(({ check }) => passing.has(check));
  const problems = stale.map(({ check }): Problem => ({
    kind: 'baseline',
    text: `The check ${check} passes now, but the baseline lists it as a known failure. Remove it from the baseline, or run with --write-baseline.`,
  }));
  return { results: marked, problems };
}

/**
 * Returns the baseline after this run: with the failures that fail the run, and without lines that pass now. Lines that
 * the run did not select or could not try stay. Existing reasons stay, too.
 */
export function renewBaseline(baseline: Baseline, report: Report): Baseline {
  const { results, startedAt } = report;
  const today = startedAt.slice(0, 10);
  const expires = new Date(Date.parse(today) + HOLDS_DAYS * DAY_MS).toISOString().slice(0, 10);
  const byId = new Map(results.map((result) => [result.id, result]));
  const kept = baseline.flatMap((line) => {
    const result = byId.get(line.check);
    if (result?.verdict === 'pass') return [];
    return [result !== undefined && isFailing(result) && line.expires <= today ? { ...line, expires } : line];
  });
  const listed = new Set(kept.map(({ check }) => check));
  const failing = results.filter((result) => isGated(result, report) && !listed.has(result.id));
  const reason = `fails since ${today}. Write here why this failure is accepted, and who fixes it.`;
  return [...kept, ...failing.map(({ id }) => ({ check: id, reason, expires }))].toSorted((a, b) =>
    a.check < b.check ? -1 : 1,
  );
}

/** Returns the report with another baseline: its marks, its problems and its exit code. */
export function withBaseline(report: Report, baseline: Baseline): Report {
  const { results, problems } = applyBaseline(report.results, baseline, report.startedAt.slice(0, 10));
  const others = report.problems.filter(({ kind }) => kind !== 'baseline');
  const judged = { ...report, results, problems: [...problems, ...others] };
  return { ...judged, exitCode: exitCodeOf({ ...judged, stopped: report.stopped }) };
}
