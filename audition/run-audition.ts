/** Runs an audition or an exploration from its options to its report. */

import { setMaxListeners } from 'node:events';
import { createRequire } from 'node:module';
import { HEALTHY, newCase, type AuditionCase, type StoryPace } from './cases/audition-case.ts';
import { catalogOfOwn, rulesOfOwn, type Catalog, type OwnScenario } from './cases/own-scenario.ts';
import { SelectionProblem, select } from './cases/select.ts';
import { CLIENT_CHECKS } from './checks/client-checks.ts';
import {
  conduct,
  onStage,
  withDriver,
  type ConductEvent,
  type NamedClient,
  type PlayedClient,
} from './conduct/conduct.ts';
import { harnessCases } from './conduct/harness.ts';
import { watch, type WatchOptions } from './conduct/watch.ts';
import type { CaseRecord } from './evidence/case-record.ts';
import { isApplicable, readExpectations, type ApplicableExpectation } from './expectations/expectation.ts';
import { EXPLORE_PARALLEL, explore, type ExploreOptions, type ExploredClient } from './explore/explore.ts';
import { isRed as isRedVerdict, type AuditionReport, type KnownVerdicts } from './judge/audition-report.ts';
import { judgeRecord, judgeRecords, type JudgeOptions } from './judge/judge-records.ts';
import { SavedRunError, saveRun, type ClientRecords, type RunFacts, type SavedRun } from './judge/saved-run.ts';
import { NEWEST_EDITION, isEdition, unknownEditionText, type Edition } from '../conformance/engine/edition.ts';
import { listScenarios, scenarioRules } from '../emulator/index.ts';

export interface AuditionOptions {
  /** The judged clients; each is judged separately. */
  readonly clients: readonly NamedClient[];
  /** `quick` uses the short waits of scenarios that have them, `real` the normal waits. Default: `"quick"`. */
  readonly pace?: StoryPace;
  /** Globs over the judged scenarios and checks. */
  readonly only?: readonly string[];
  /** Globs over the scenarios and checks that are left out. */
  readonly skip?: readonly string[];
  /** Scenarios that run in place of the scenarios in the package. */
  readonly scenarios?: readonly OwnScenario[];
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
export interface AuditionPlan {
  readonly applicable: ReadonlyMap<string, ApplicableExpectation>;
  /** The scenarios that no client can reach, each with the reason. */
  readonly leftOut: RunFacts['leftOut'];
  readonly judging: JudgeOptions;
}

/** Reads expectations and selection. Throws a SelectionProblem for an unknown edition or a pattern without a match. */
export function planAudition(options: Partial<AuditionOptions>): AuditionPlan {
  const { only = [], skip = [], known = [], edition = NEWEST_EDITION, scenarios } = options;
  if (!isEdition(edition)) throw new SelectionProblem(`edition ${unknownEditionText(String(edition))}.`);
  const catalog = scenarios === undefined ? catalogOfPackage() : catalogOfOwn(scenarios);
  const all = catalog.expectations;
  const chosen = select([...all.keys()], CLIENT_CHECKS, { only, skip });
  const expectations = new Map([...all].filter(([name]) => chosen.scenarios.includes(name)));
  const applicable = [...expectations].flatMap(([name, one]) => (isApplicable(one) ? [[name, one] as const] : []));
  const leftOut = [...expectations].flatMap(([scenario, one]) =>
    isApplicable(one) ? [] : [{ scenario, why: one.notApplicable }],
  );
  const judging = { ...catalog, expectations, checks: chosen.checks, known, edition };
  return { applicable: new Map(applicable), leftOut, judging };
}

/** Drives all clients through all cases, and judges the records. */
export async function runAudition(options: AuditionOptions): Promise<FinishedAudition> {
  const { clients, pace = 'quick', parallel = Infinity, onEvent = () => undefined } = options;
  const signal = options.signal ?? new AbortController().signal;
  const plan = planAudition(options);
  const { scenarios } = options;
  const factsAtEnd = startClock(plan.judging);
  const casesFor = (): AuditionCase[] =>
    [...plan.applicable].map(([name, one]) => {
      const own = scenarios?.find((scenario) => scenario.name === name);
      return newCase(name, one, { pace, rules: own && rulesOfOwn(own, pace) });
    });
  const isRed = (record: CaseRecord): boolean => {
    const verdict = judgeRecord(record, plan.judging);
    return verdict !== undefined && isRedVerdict(verdict);
  };
  const played = await conduct({ clients, casesFor, pace, parallel, signal, isRed, onEvent });
  const { leftOut, judging } = plan;
  const facts = factsAtEnd({ pace, leftOut, isCutShort: signal.aborted });
  const run = { facts, clients: played.map(toRecords), ...(scenarios && { scenarios }) };
  return {
    report: judgeRecords(run.clients, facts, judging),
    saved: saveRun(run),
    outputs: played.flatMap(outputsOf),
  };
}

/** Starts the clock of a run. The returned function completes the facts of the run at its end. */
function startClock({
  edition,
}: Pick<JudgeOptions, 'edition'>): (facts: Pick<RunFacts, 'pace' | 'leftOut' | 'isCutShort'>) => RunFacts {
  const [started, startedAt] = [performance.now(), new Date().toISOString()];
  return (facts) => {
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
  const scenarios = new Set([HEALTHY, ...(own?.map(({ name }) => name) ?? readExpectations().keys())]);
  const hasKnown = run.clients.some(
    ({ untestable, records }) => untestable !== undefined || records.some(({ scenario }) => scenarios.has(scenario)),
  );
  if (!hasKnown && !run.facts.isCutShort)
    throw new SavedRunError('the saved run has no case of a scenario that this version knows');
  return judgeRecords(run.clients, { ...run.facts, version: ownVersion() }, judging);
}

function toRecords({ client, harness, played }: PlayedClient): ClientRecords {
  const healthy = harness === undefined ? [] : [harness.healthy.record];
  const untestable = harness?.ok === false ? harness.why : undefined;
  return { name: client, untestable, records: [...healthy, ...played.map(({ record }) => record)] };
}

function outputsOf({ client, harness, played, output: whole }: PlayedClient): ClientOutput[] {
  const all = harness === undefined ? played : [harness.healthy, ...played];
  const texts = [
    ...all.map(({ record: { scenario }, output }) => ({ scenario, output })),
    { scenario: undefined, output: whole },
  ];
  return texts.flatMap(({ scenario, output }) => (output === undefined ? [] : [{ client, scenario, text: output }]));
}

function catalogOfPackage(): Catalog {
  const stories = new Map(listScenarios().map((story) => [story.name, story]));
  const rulesAt = (scenario: string, pace: StoryPace): string => JSON.stringify(scenarioRules(scenario, pace));
  return {
    expectations: readExpectations(),
    storyOf: (name) => {
      const story = stories.get(name);
      return story && { ...story, hasOtherWaits: rulesAt(name, 'quick') !== rulesAt(name, 'real') };
    },
    effectsOf: (name, pace) => new Map(scenarioRules(name, pace).map(({ id, effect }) => [id, effect.kind])),
  };
}

/** Reads the version through the package's own imports, which work from the sources and from `dist/`. */
function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('#package.json') as { readonly version: string };
  return manifest.version;
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
  // Every case that runs listens for the end of the run.
  setMaxListeners(0, signal);
  const { judging } = planAudition({ ...options, scenarios: [...kept, ROUND] });
  const factsAtEnd = startClock(judging);
  const played = await onStage(PACE, onEvent, async (stage, root) => {
    const results: (ExploredClient & { readonly client: string; readonly output: string | undefined })[] = [];
    for (const client of clients) {
      if (signal.aborted) break;
      const harness = harnessCases(PACE);
      await stage.prepare([harness.healthy, harness.unknownGoal]);
      const { name } = client;
      const result = await withDriver(client, root, (driver) => {
        const play = { client: name, pace: PACE, stage, driver, root, signal } as const;
        return explore({ options: exploring, client: name, harness, judging, parallel, play, onEvent });
      });
      results.push({ ...result, client: name });
    }
    return results;
  }).finally(() => clearTimeout(timer));
  const scenarios = distinct(played.flatMap((one) => one.scenarios));
  const facts = factsAtEnd({ pace: PACE, leftOut: [], isCutShort: stopped.aborted });
  const records = played.map((one) => ({ ...toRecords(one), explored: one.explored }));
  return {
    report: judgeRecords(records, facts, { ...judging, ...catalogOfOwn(scenarios) }),
    saved: saveRun({ facts, clients: records, scenarios }),
    outputs: played.flatMap(outputsOf),
    files: filesOf(played),
  };
}

/** A placeholder for all rounds, when scenarios are selected by name. */
const ROUND: OwnScenario = {
  name: 'round',
  server: 'Faults are drawn.',
  client: 'Delivers the clip or gives up.',
  rules: [],
  audition: { notApplicable: 'Each round has its own schedule.' },
};

function distinct(scenarios: readonly OwnScenario[]): OwnScenario[] {
  return [...new Map(scenarios.map((one) => [one.name, one])).values()];
}

function filesOf(played: readonly ExploredClient[]): FinishedExploration['files'] {
  const found = new Set(played.flatMap(({ explored }) => explored?.findings.map(({ scenario }) => scenario) ?? []));
  return distinct(played.flatMap(({ scenarios }) => scenarios)).flatMap(({ path, ...content }) =>
    path !== undefined && found.has(content.name) ? [{ path, text: `${JSON.stringify(content, undefined, 2)}\n` }] : [],
  );
}
