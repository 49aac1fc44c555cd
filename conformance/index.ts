/**
 * The public entry of the conformance kit: `run` judges a server, `judge` an old report. The kit does not depend on the
 * emulator.
 */

import { CHECKS } from './checks/checks.ts';
import { FOUNDATIONS } from './checks/foundations.ts';
import { TEXT } from './checks/lib/bodies.ts';
import { BASE } from './checks/lib/clips.ts';
import { explore } from './explore/explore.ts';
import { EXPLORED } from './explore/explored.ts';
import { costsOfRun, type PlannedRun } from './engine/money/cost-list.ts';
import type { Check } from './engine/define.ts';
import { isCombined } from './engine/defects.ts';
import { ownVersion } from './engine/edition.ts';
import { EXPLORING } from './engine/evidence.ts';
import { findingsOf } from './engine/findings.ts';
import { judgedPart } from './engine/to-report.ts';
import { missedIn } from './engine/missed.ts';
import type { Report } from './engine/report.ts';
import type { RunEvent } from './engine/open-run.ts';
import { runChecks } from './engine/run.ts';
import { selectChecks } from './engine/select.ts';
import { exitCodeOf } from './engine/verdict-of-run.ts';
import { mustBeChecks, readProfile } from './profile/read-profile.ts';
import type { Profile } from './profile/profile.ts';
import type { ProfileInput } from './profile/profile-input.ts';
import { createFetchTransport, type FetchLike } from './client/fetch-transport.ts';
import { createSocketTransport } from './client/socket-transport.ts';

export { Baseline } from './profile/profile.ts';
export { renewBaseline, withBaseline } from './engine/baseline.ts';
export { CHECKS } from './checks/checks.ts';
export type { PlannedRun } from './engine/money/cost-list.ts';
export type { Check } from './engine/define.ts';
export { comparedChecks, diffReports } from './engine/diff.ts';
export type { Change } from './engine/diff.ts';
export type { Edition } from './engine/edition.ts';
export { explain } from './engine/explain.ts';
export { SpendJournalError as JournalError } from './engine/money/journal.ts';
export type { Result } from './engine/judge.ts';
export { historyOf } from './engine/history.ts';
export { readReport, Report } from './engine/report.ts';
export type { RunEvent } from './engine/open-run.ts';
export { nearest } from './text/nearest.ts';
export { hintOf, selectChecks, SelectionError } from './engine/select.ts';
export { loadProfile } from './profile/load-profile.ts';
export { ProfileError, readProfile } from './profile/read-profile.ts';
export type { Profile } from './profile/profile.ts';
export type { ProfileInput } from './profile/profile-input.ts';
export { driftOf, lastingObservations } from './learn/drift.ts';
export { learn, notImitated } from './learn/learn.ts';
export type { KeptSetting, Learned, LearnedSetting, NotImitated } from './learn/learn.ts';
export { createProgress } from './reporters/progress.ts';
export { isFormat, LeakError, observedJson, render, withoutKeys } from './reporters/reports.ts';
export type { Format } from './reporters/reports.ts';
export { plainLine } from './text/safe-text.ts';
export { terminalReport } from './reporters/terminal.ts';
export { counted } from './text/lay-out.ts';
export { dollarText } from '../contract/prices.ts';
export type { FetchLike } from './client/fetch-transport.ts';

export interface RunOptions extends Omit<ProfileInput, 'baseUrl'> {
  /** Receives each event of the run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Aborts the run. The report then contains the results so far. */
  readonly signal?: AbortSignal;
  /** The spend journal: a file of the paid creates. Without it, another run pays again. */
  readonly journal?: string;
}

/** A base URL, or a server in the same process: a function with the interface of `fetch`. */
export type RunTarget = string | { readonly baseUrl: string; readonly fetch: FetchLike };

/**
 * Judges a server.
 *
 * @example
 * const report = await run('https://staging.example.com', { keys: { primary: process.env.KEY } });
 * if (report.exitCode !== 0) console.log(report.results.filter(({ verdict }) => verdict === 'fail'));
 */
export async function run(target: RunTarget, options: RunOptions = {}): Promise<Report> {
  const { onEvent = () => undefined, signal = new AbortController().signal, journal, ...input } = options;
  const baseUrl = typeof target === 'string' ? target : target.baseUrl;
  const profile = { ...readProfile({ ...input, baseUrl }), baseUrl };
  const checks = profile.explore.alone ? [] : selectChecks(CHECKS, profile);
  mustBeChecks(profile, CHECKS);
  const transport =
    typeof target === 'string' ? createSocketTransport(profile.concurrency) : createFetchTransport(target.fetch);
  const report = await runChecks({
    checks,
    anyClip: BASE,
    cheapestCreate: TEXT,
    profile,
    transport,
    version: ownVersion(),
    journalPath: journal,
    signal,
    onEvent,
    explore,
  });
  // A user who selects checks knows which checks are left out.
  const isWhole = profile.only.length === 0 && profile.skip.length === 0;
  const missed = missedIn(report.results, isWhole ? CHECKS : checks);
  return { ...report, findings: findingsIn(report), missed };
}

/** Judges the exchanges of an old report with today's checks. It neither sends requests nor pays. */
export function judge(
  report: Report,
  options: Partial<Pick<Profile, 'only' | 'skip' | 'gates' | 'edition' | 'baseline' | 'expect' | 'prices'>> = {},
): Report {
  const { only = [], skip = [], baseline = [], expect = {}, prices } = options;
  const { gates = report.gates, edition = report.edition } = options;
  mustBeChecks({ baseline, expect }, CHECKS);
  const before = new Set(report.results.map(({ id }) => id));
  const ran = (id: string): boolean => report.probes[id]?.status === 'ran';
  // Checks that are newer than the report are included if all of their probes ran.
  const known = CHECKS.filter((check) => before.has(check.id) || check.from.every(({ id }) => ran(id)));
  const groups = { thorough: true, hostile: true, provoke: true };
  // A report of an exploration alone has no check results.
  const checks = known.length === 0 ? [] : selectChecks(known, { only, skip, ...groups });
  const others = report.results.filter(({ id }) => id.startsWith(EXPLORED));
  const { anyClip, startedAt, stopped } = report;
  const exchanges = report.exchanges.filter(({ probe }) => probe !== EXPLORING);
  const judged = judgedPart(
    checks,
    { exchanges, probes: report.probes, anyClip, startedAt },
    { baseline, expect, prices, others },
  );
  const exitCode = exitCodeOf({ ...judged, gates, edition, stopped });
  const findings = findingsIn({ ...report, ...judged });
  return { ...report, ...judged, findings, gates, edition, exitCode, version: ownVersion() };
}

function findingsIn({ results, exchanges }: Pick<Report, 'results' | 'exchanges'>): Report['findings'] {
  const combined = new Set(CHECKS.flatMap(({ id, defect }) => (isCombined(defect) ? [id] : [])));
  const rules = { foundations: FOUNDATIONS, isCombined: (id: string): boolean => combined.has(id) };
  return findingsOf(results, exchanges, rules);
}

/** Lists every check with its possible cost, before any request is sent. */
export function listCosts(checks: readonly Check[], profile: Profile): PlannedRun {
  return costsOfRun(checks, profile, BASE);
}
