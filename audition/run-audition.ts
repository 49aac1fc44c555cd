/** Runs an audition or an exploration from its options to its report. */

import { newCase } from './cases/audition-case.ts';
import {
  HEALTHY,
  HEALTHY_SCENARIO,
  isReachable,
  packageScenarios,
  type CaseScenario,
  type Pace,
} from './cases/case-scenario.ts';
import { SelectionProblem, select } from './cases/select.ts';
import { CLIENT_CHECKS } from './checks/client-checks.ts';
import { conduct, playCases, type Conducted, type NamedClient } from './conduct/conduct.ts';
import type { ConductEvent } from './conduct/play-case.ts';
import { watch, type WatchOptions } from './conduct/watch.ts';
import { EXPLORE_PARALLEL, explore, type ExploreOptions } from './explore/explore.ts';
import type { AuditionReport, KnownVerdicts } from './judge/audition-report.ts';
import { judgeRecord, judgeRecords, type JudgeOptions } from './judge/judge-records.ts';
import { SavedRunError, saveRun, type RunFacts, type SavedRun } from './judge/saved-run.ts';
import {
  NEWEST_EDITION,
  isEdition,
  ownVersion,
  unknownEditionText,
  type Edition,
} from '../conformance/engine/edition.ts';

export interface AuditionOptions {
  /** The judged clients; each is judged separately. */
  readonly clients: readonly NamedClient[];
  /** `quick` uses the short waits of scenarios that have them, `real` the normal waits. Default: `"quick"`. */
  readonly pace?: Pace;
  /** Globs over the judged scenarios and checks. */
  readonly only?: readonly string[];
  /** Globs over the scenarios and checks that are left out. */
  readonly skip?: readonly string[];
  /** Scenarios that run in place of the scenarios in the package. */
  readonly scenarios?: readonly CaseScenario[];
  /** The number of cases that run in parallel. Default: all. */
  readonly parallel?: number;
  /** Verdicts that are expected for now, each with a reason. */
  readonly known?: KnownVerdicts;
  /** Checks and scenarios that a newer edition introduced are reported and do not count. Default: `"0.2"`, the newest. */
  readonly edition?: Edition;
  /** Ends the run. The cases that were played by then are judged. */
  readonly signal?: AbortSignal;
  /** Called with each event of the run. */
  readonly onEvent?: (event: ConductEvent) => void;
}

export interface FinishedAudition extends Pick<Conducted, 'outputs'> {
  readonly report: AuditionReport;
  /** The run as text, for a later judgment. */
  readonly saved: string;
}

/** Selects scenarios and checks. Throws a SelectionProblem for an unknown edition or a pattern without a match. */
export function planAudition(options: Partial<AuditionOptions>) {
  const { only = [], skip = [], known = [], edition = NEWEST_EDITION } = options;
  if (!isEdition(edition)) throw new SelectionProblem(`edition ${unknownEditionText(String(edition))}.`);
  const { scenarios, checks } = select(options.scenarios ?? packageScenarios(), CLIENT_CHECKS, { only, skip });
  /** The scenarios that no client can reach, each with the reason. */
  const leftOut: RunFacts['leftOut'] = scenarios.flatMap(({ name: scenario, audition }) =>
    'notApplicable' in audition ? [{ scenario, why: audition.notApplicable }] : [],
  );
  const judging: JudgeOptions = { scenarios, checks, known, edition };
  return { applicable: scenarios.filter(isReachable), leftOut, judging };
}

/** Drives all clients through all cases, and judges the records. */
export async function runAudition(options: AuditionOptions): Promise<FinishedAudition> {
  const { pace = 'quick', parallel = Infinity, scenarios } = options;
  const { applicable, leftOut, judging } = planAudition(options);
  const finish = startRun(pace);
  const conducted = await conduct({ ...options, pace }, (play, healthy) => {
    const cases = applicable.map((scenario) => newCase(scenario, pace));
    return playCases(cases, play, { healthy, parallel, judge: (record) => judgeRecord(record, judging) });
  });
  return finish({ ...conducted, judging, leftOut, scenarios, isCutShort: options.signal?.aborted });
}

interface RunEnd extends Conducted, Partial<Pick<RunFacts, 'leftOut'>> {
  readonly judging: JudgeOptions;
  readonly scenarios?: readonly CaseScenario[] | undefined;
  readonly isCutShort?: boolean | undefined;
}

/** Starts the clock of a run. The returned function judges and saves the run at its end. */
function startRun(pace: Pace) {
  const [started, startedAt] = [performance.now(), new Date().toISOString()];
  return (run: RunEnd): FinishedAudition => {
    const { clients, outputs, judging, leftOut = [], scenarios = [], isCutShort = false } = run;
    const seconds = (performance.now() - started) / 1000;
    const facts = { version: ownVersion(), startedAt, seconds, pace, leftOut, isCutShort, edition: judging.edition };
    return { report: judgeRecords(clients, facts, judging), saved: saveRun({ facts, clients, scenarios }), outputs };
  };
}

/** Watches the clients that use the printed address, and judges their requests. */
export async function watchAudition(
  options: Omit<WatchOptions, 'pace'> & Pick<AuditionOptions, 'pace' | 'only' | 'skip' | 'known' | 'edition'>,
): Promise<FinishedAudition> {
  const { pace = 'quick' } = options;
  const { judging } = planAudition(options);
  const finish = startRun(pace);
  const records = await watch({ ...options, pace });
  return finish({ clients: [{ name: 'watched', records }], outputs: [], judging });
}

/** Judges a saved run without any request or process. Throws a SavedRunError if the run has no known case. */
export function judgeSaved(
  run: SavedRun,
  options: Pick<AuditionOptions, 'only' | 'skip' | 'known' | 'edition'> = {},
): AuditionReport {
  const { edition } = run.facts;
  const own = run.scenarios?.length === 0 ? undefined : run.scenarios;
  const { judging } = planAudition({ ...(edition && { edition }), ...(own && { scenarios: own }), ...options });
  const scenarios = new Set([HEALTHY, ...(own ?? packageScenarios()).map(({ name }) => name)]);
  const hasKnown = run.clients.some(
    ({ untestable, records }) => untestable !== undefined || records.some(({ scenario }) => scenarios.has(scenario)),
  );
  if (!hasKnown && !run.facts.isCutShort)
    throw new SavedRunError('the saved run has no case of a scenario that this version knows');
  return judgeRecords(run.clients, { ...run.facts, version: ownVersion() }, judging);
}

export interface ExploreAuditionOptions extends Omit<AuditionOptions, 'pace' | 'scenarios'> {
  readonly explore: ExploreOptions;
}

export interface FinishedExploration extends FinishedAudition {
  /** The scenario file of each mistake: its path and its content. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Draws schedules for each client, and reports the smallest schedule for each mistake. */
export async function exploreAudition(options: ExploreAuditionOptions): Promise<FinishedExploration> {
  const { parallel = EXPLORE_PARALLEL, explore: exploring, signal: stopped } = options;
  const { kept = [], seconds } = exploring;
  // Node may collect a signal of AbortSignal.timeout that only AbortSignal.any refers to, so the end has a timer here.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1000);
  stopped?.addEventListener('abort', end, { once: true });
  if (stopped?.aborted === true) end();
  // Each round has its own schedule, so only kept scenarios can be selected by name.
  const { judging } = planAudition({ ...options, scenarios: [...kept, HEALTHY_SCENARIO] });
  const byName = new Map<string, CaseScenario>();
  const finish = startRun('quick');
  const conducted = await conduct({ ...options, pace: 'quick', signal: ending.signal }, async (play, healthy) => {
    const explored = await explore({ options: exploring, judging, parallel, play, healthy });
    for (const scenario of explored.scenarios) byName.set(scenario.name, scenario);
    return explored;
  }).finally(() => clearTimeout(timer));
  const scenarios = [...byName.values()];
  const findings = conducted.clients.flatMap(({ explored }) => explored?.findings ?? []);
  const found = new Set(findings.map(({ scenario }) => scenario));
  const files = scenarios.flatMap(({ path, ...content }) =>
    path !== undefined && found.has(content.name) ? [{ path, text: `${JSON.stringify(content, undefined, 2)}\n` }] : [],
  );
  const isCutShort = stopped?.aborted;
  return { ...finish({ ...conducted, judging: { ...judging, scenarios }, scenarios, isCutShort }), files };
}
