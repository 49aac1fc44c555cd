/** Runs an audition or an exploration from its options to its report. */

import { newCase } from './cases/audition-case.ts';
import { HEALTHY, isReachable, packageScenarios, type CaseScenario, type Pace } from './cases/case-scenario.ts';
import { SelectionProblem, select } from './cases/select.ts';
import { CLIENT_CHECKS } from './checks/client-checks.ts';
import { conduct, playCases, type NamedClient, type PlayedClient } from './conduct/conduct.ts';
import type { ConductEvent } from './conduct/play-case.ts';
import { watch, type WatchOptions } from './conduct/watch.ts';
import type { CaseRecord } from './evidence/case-record.ts';
import { EXPLORE_PARALLEL, explore, type ExploreOptions } from './explore/explore.ts';
import { isRed as isRedVerdict, type AuditionReport, type KnownVerdicts } from './judge/audition-report.ts';
import { judgeRecord, judgeRecords, type JudgeOptions } from './judge/judge-records.ts';
import { SavedRunError, saveRun, type ClientRecords, type RunFacts, type SavedRun } from './judge/saved-run.ts';
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

export interface FinishedAudition {
  readonly report: AuditionReport;
  /** The run as text, for a later judgment. */
  readonly saved: string;
  /** The output of the clients, without their keys. */
  readonly outputs: readonly ClientOutput[];
}

export interface ClientOutput {
  readonly client: string;
  /** Undefined for a process that was driven through all cases. */
  readonly scenario: string | undefined;
  readonly text: string;
}

/** The selected scenarios and checks, before anything runs. */
export type AuditionPlan = ReturnType<typeof planAudition>;

/** Reads expectations and selection. Throws a SelectionProblem for an unknown edition or a pattern without a match. */
export function planAudition(options: Partial<AuditionOptions>) {
  const { only = [], skip = [], known = [], edition = NEWEST_EDITION } = options;
  if (!isEdition(edition)) throw new SelectionProblem(`edition ${unknownEditionText(String(edition))}.`);
  const all = options.scenarios ?? packageScenarios();
  const names = all.map(({ name }) => name);
  const chosen = select(names, CLIENT_CHECKS, { only, skip });
  const scenarios = all.filter(({ name }) => chosen.scenarios.includes(name));
  /** The scenarios that no client can reach, each with the reason. */
  const leftOut: RunFacts['leftOut'] = scenarios.flatMap(({ name: scenario, audition }) =>
    'notApplicable' in audition ? [{ scenario, why: audition.notApplicable }] : [],
  );
  const judging: JudgeOptions = { scenarios, checks: chosen.checks, known, edition };
  return { applicable: scenarios.filter(isReachable), leftOut, judging };
}

/** Drives all clients through all cases, and judges the records. */
export async function runAudition(options: AuditionOptions): Promise<FinishedAudition> {
  const { clients, pace = 'quick', parallel = Infinity, onEvent = () => undefined, scenarios } = options;
  const signal = options.signal ?? new AbortController().signal;
  const { applicable, leftOut, judging } = planAudition(options);
  const factsAtEnd = startClock(judging);
  const isRed = (record: CaseRecord): boolean => {
    const verdict = judgeRecord(record, judging);
    return verdict !== undefined && isRedVerdict(verdict);
  };
  const played = await conduct({ clients, pace, signal, onEvent }, (play, healthy) => {
    const cases = applicable.map((scenario) => newCase(scenario, pace));
    return playCases(cases, play, { healthy, parallel, isRed });
  });
  const facts = factsAtEnd({ pace, leftOut, isCutShort: signal.aborted });
  const run = { facts, clients: played.map(toRecords), ...(scenarios && { scenarios }) };
  return {
    report: judgeRecords(run.clients, facts, judging),
    saved: saveRun(run),
    outputs: played.flatMap(outputsOf),
  };
}

/** Starts the clock of a run. The returned function completes the facts of the run at its end. */
function startClock({ edition }: JudgeOptions) {
  const [started, startedAt] = [performance.now(), new Date().toISOString()];
  return (facts: Pick<RunFacts, 'pace' | 'leftOut' | 'isCutShort'>): RunFacts => {
    const seconds = (performance.now() - started) / 1000;
    return { version: ownVersion(), startedAt, seconds, ...facts, edition };
  };
}

/** Watches the clients that use the printed address, and judges their requests. */
export async function watchAudition(
  options: Omit<WatchOptions, 'pace'> & Pick<AuditionOptions, 'pace' | 'only' | 'skip' | 'known' | 'edition'>,
): Promise<FinishedAudition> {
  const { pace = 'quick' } = options;
  const { judging } = planAudition(options);
  const factsAtEnd = startClock(judging);
  const records = await watch({ ...options, pace });
  const facts = factsAtEnd({ pace, leftOut: [], isCutShort: false });
  const clients = [{ name: 'watched', records }];
  return { report: judgeRecords(clients, facts, judging), saved: saveRun({ facts, clients }), outputs: [] };
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

function toRecords({ client: name, untestable, played, explored }: PlayedClient): ClientRecords {
  return { name, untestable, records: played.map(({ record }) => record), ...(explored && { explored }) };
}

function outputsOf({ client, played, output: whole }: PlayedClient): ClientOutput[] {
  const ofCases = played.map(({ record: { scenario }, output }) => ({ scenario, output }));
  const all = [...ofCases, { scenario: undefined, output: whole }];
  return all.flatMap(({ scenario, output }) => (output === undefined ? [] : [{ client, scenario, text: output }]));
}

export interface ExploreAuditionOptions extends Omit<AuditionOptions, 'pace' | 'scenarios'> {
  readonly explore: ExploreOptions;
}

export interface FinishedExploration extends FinishedAudition {
  /** The scenario file of each mistake: its path and its content. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

const PACE = 'quick';

/** Draws schedules for each client, and reports the smallest schedule for each mistake. */
export async function exploreAudition(options: ExploreAuditionOptions): Promise<FinishedExploration> {
  const { clients, parallel = EXPLORE_PARALLEL, onEvent = () => undefined, explore: exploring } = options;
  const stopped = options.signal ?? new AbortController().signal;
  const { kept = [], seconds } = exploring;
  // Node may collect a signal of AbortSignal.timeout that only AbortSignal.any refers to, so the end has a timer here.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1000);
  stopped.addEventListener('abort', end, { once: true });
  if (stopped.aborted) end();
  const { signal } = ending;
  const { judging } = planAudition({ ...options, scenarios: [...kept, ROUND] });
  const factsAtEnd = startClock(judging);
  const played = await conduct({ clients, pace: PACE, signal, onEvent }, (play, healthy) =>
    explore({ options: exploring, judging, parallel, play, healthy }),
  ).finally(() => clearTimeout(timer));
  const scenarios = distinct(played.flatMap((one) => one.scenarios ?? []));
  const facts = factsAtEnd({ pace: PACE, leftOut: [], isCutShort: stopped.aborted });
  const records = played.map(toRecords);
  return {
    report: judgeRecords(records, facts, { ...judging, scenarios }),
    saved: saveRun({ facts, clients: records, scenarios }),
    outputs: played.flatMap(outputsOf),
    files: filesOf(scenarios, records),
  };
}

/** A placeholder for all rounds, when scenarios are selected by name. */
const ROUND: CaseScenario = {
  name: 'round',
  server: 'Faults are drawn.',
  client: 'Delivers the clip or gives up.',
  rules: [],
  audition: { notApplicable: 'Each round has its own schedule.' },
};

function distinct(scenarios: readonly CaseScenario[]): CaseScenario[] {
  return [...new Map(scenarios.map((one) => [one.name, one])).values()];
}

function filesOf(scenarios: readonly CaseScenario[], records: readonly ClientRecords[]): FinishedExploration['files'] {
  const found = new Set(records.flatMap(({ explored }) => explored?.findings.map(({ scenario }) => scenario) ?? []));
  return scenarios.flatMap(({ path, ...content }) =>
    path !== undefined && found.has(content.name) ? [{ path, text: `${JSON.stringify(content, undefined, 2)}\n` }] : [],
  );
}
