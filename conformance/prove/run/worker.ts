/** Runs one server after another and judges it, in this process or in a process of its own. */

import { CHECKS, type Check, type Report } from '../../index.ts';
import { isCombined } from '../../engine/defects.ts';
import { judgedPart } from '../../engine/to-report.ts';
import { blocksOf } from '../../reporters/blocks.ts';
import type { Mutant, Selection } from '../mutant.ts';
import { serverOf, type Pair } from '../pairs.ts';
import type { LegalVariant } from '../legal-variant.ts';
import { openRunner, type Runner, type Ran } from './runner.ts';

/** The end of a mutant. A run that was stopped is not a kill, and neither is a tampering that changed nothing. */
export type End = 'killed' | 'survived' | 'never reached' | 'broken off';

export interface Fate {
  readonly end: End;
  /** The reason why the mutant was not killed. */
  readonly reason?: string;
  /** All checks that failed, including the meant check. */
  readonly killers: readonly string[];
  /** The promise that the report names first, as the one to fix. */
  readonly namedFirst?: string | undefined;
}

/** The checks for a mutant: the suite, or its own check first and the suite only if that check does not kill it. */
export type Meeting = 'suite' | 'own check';

/** The checks for a legal server: the whole suite, or the suite without the tables of creates. */
export type LegalMeeting = 'suite' | 'suite without tables';

export interface Worker {
  /**
   * Runs the default suite against a mutant, or only its own check. Adds its own check if the suite does not have it.
   */
  mutant(mutant: Mutant, meets: Meeting): Promise<Fate>;
  /** Returns the reason why the second defect hides the first, or an empty list if the first is noticed. */
  pair(pair: Pair): Promise<readonly string[]>;
  /** Returns the promises that an exploration alone finds broken. */
  explored(server: Mutant | LegalVariant): Promise<readonly string[]>;
  /** Returns the problems of a legal server. */
  variant(variant: LegalVariant, meets: LegalMeeting): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Returns the checks that judge. Observations cannot fail. */
export function judging(checks: readonly Check[] = CHECKS): Check[] {
  return checks.filter(({ level }) => level !== 'observe');
}

/** Opens a worker in this process. */
export function openWorker(checks: readonly Check[]): Worker {
  const runner = openRunner();
  return {
    mutant: async (mutant, meets) => {
      const alone = async (): Promise<Fate> => lastFate(runner, { ...mutant, alone: true }, checks).catch(brokenOff);
      const fate = meets === 'own check' ? await alone() : undefined;
      // Some defects show only in requests of other checks.
      return fate?.end === 'killed' ? fate : lastFate(runner, mutant, checks).catch(brokenOff);
    },
    pair: (pair) => hiddenBy(runner, pair, checks).catch(inText),
    explored: (server) => foundIn(runner, server).catch(inText),
    variant: (variant, meets) => problemsOf(runner, meets === 'suite' ? variant : withoutTables(variant)).catch(inText),
    close: () => runner.close(),
  };
}

/** The rounds that the proof of the exploration needs. */
export const EXPLORED_ROUNDS = 500;
/** A budget in US dollars of the emulator, for explorations without end. */
const BUDGET = 100_000;

async function foundIn(runner: Runner, { selection, ...server }: Mutant | LegalVariant): Promise<string[]> {
  const explore = { rounds: EXPLORED_ROUNDS, alone: true, findings: 1 };
  // The balance of these servers does not follow from the displayed costs.
  const isUnread = selection?.skip?.some((id) => id.startsWith('credits.sum')) === true;
  const chosen = { explore, budget: BUDGET, ...(isUnread && { balance: undefined }) };
  const { report } = await runner.run({ ...server, selection: chosen });
  if (report.explored === undefined) return [report.stopped?.reason ?? 'The exploration did not begin.'];
  return report.results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
}

const MISSED = 0.001;

/** Returns the number of runs that miss a defect with this chance only once in a thousand cases. */
export function triesFor(chance: number): number {
  return chance >= 1 ? 1 : Math.ceil(Math.log(MISSED) / Math.log(1 - chance));
}

/** Repeats the run of a mutant that does not show in each run until it is killed. */
async function lastFate(runner: Runner, mutant: Mutant, checks: readonly Check[]): Promise<Fate> {
  let fate = await fateOf(runner, mutant, checks);
  for (let left = triesFor(mutant.chance ?? 1) - 1; left > 0 && fate.end !== 'killed'; left -= 1)
    fate = await fateOf(runner, mutant, checks);
  return fate;
}

async function fateOf(runner: Runner, mutant: Mutant, checks: readonly Check[]): Promise<Fate> {
  const { killedBy } = mutant;
  if (!checks.some(({ id }) => id === killedBy))
    return { end: 'survived', reason: `${killedBy}: this check does not exist`, killers: [] };
  const { only = [], ...group } = mutant.selection ?? {};
  const meet = async (selection: Selection): Promise<Seen> =>
    judged(await runner.run({ ...mutant, selection }), checks);
  const suite = suiteWith([killedBy]);
  const isGrouped = Object.keys(group).length > 0;
  const seen =
    mutant.alone === true
      ? await meet({ ...group, only: [killedBy, ...only] })
      : isGrouped
        ? joined(await meet(suite), await meet({ ...group, only: [killedBy, ...only] }))
        : await meet(suite);
  return { ...endOf(mutant, seen), killers: seen.killers, namedFirst: seen.namedFirst };
}

interface Seen {
  readonly results: Report['results'];
  readonly killers: readonly string[];
  readonly stopped: Report['stopped'];
  readonly reached: number | undefined;
  readonly namedFirst: string | undefined;
}

const OWN: ReadonlySet<Check> = new Set(CHECKS);

/**
 * The checks of many creates, which are most of the requests of a run. Servers with another defect answer them like the
 * engine, so other mutants skip them.
 */
const TABLES = CHECKS.filter(
  ({ defect, from }) => isCombined(defect) && from.every(({ group }) => group === undefined),
).map(({ id }) => id);

/** Returns the default suite without the tables, except for the tables of these checks. */
function suiteWith(meant: readonly string[]): Selection {
  return { skip: TABLES.filter((id) => !meant.includes(id)) };
}

function withoutTables(variant: LegalVariant): LegalVariant {
  const { skip = [], ...selection } = variant.selection ?? {};
  return { ...variant, selection: { ...selection, skip: [...skip, ...TABLES] } };
}

/** Judges a run with every check whose probes were sent, even if another check requested them. */
function judged({ report, reached }: Ran, checks: readonly Check[]): Seen {
  const given = new Map(report.results.map((result) => [result.id, result]));
  const able = checks.filter(({ from }) => from.every(({ id }) => report.probes[id] !== undefined));
  // The run has judged its own checks already. The others may be newer, or come from a test.
  const others = able.filter((check) => !OWN.has(check) || !given.has(check.id));
  const judgedNow = judgedPart(others, report, { baseline: [], expect: {} }).results;
  const results = able.flatMap(({ id }) => judgedNow.find((result) => result.id === id) ?? given.get(id) ?? []);
  const killers = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning').map(({ id }) => id);
  const [first] = blocksOf(report);
  return { results, killers, stopped: report.stopped, reached, namedFirst: first?.promise.id };
}

/** Joins two runs of one mutant. For a check that is in both, the later run counts. */
function joined(one: Seen, two: Seen): Seen {
  return {
    results: [...two.results, ...one.results],
    killers: [...new Set([...one.killers, ...two.killers])],
    stopped: one.stopped ?? two.stopped,
    reached: one.reached === undefined ? undefined : one.reached + (two.reached ?? 0),
    namedFirst: two.namedFirst ?? one.namedFirst,
  };
}

function endOf({ killedBy }: Mutant, { results, killers, stopped, reached }: Seen): Omit<Fate, 'killers'> {
  const fault = results.find(({ verdict }) => verdict === 'harness-fault');
  if (stopped !== undefined) return { end: 'broken off', reason: stopped.reason };
  if (fault !== undefined) return { end: 'broken off', reason: `${fault.id}: ${fault.reason ?? ''}` };
  if (reached === 0) return { end: 'never reached', reason: 'The tampering changed nothing.' };
  if (killers.includes(killedBy)) return { end: 'killed' };
  const meant = results.find(({ id }) => id === killedBy);
  const reason = meant === undefined ? 'its requests were not sent' : `${meant.verdict} ${meant.reason ?? ''}`.trim();
  return { end: 'survived', reason: `${killedBy}: ${reason}` };
}

function brokenOff(error: unknown): Fate {
  return { end: 'broken off', reason: String(error), killers: [] };
}

function inText(error: unknown): readonly string[] {
  return [String(error)];
}

/**
 * Reports whether the second defect hides the first. If it keeps the first check from being tried, the run has to be
 * red.
 */
async function hiddenBy(runner: Runner, pair: Pair, checks: readonly Check[]): Promise<readonly string[]> {
  const only = [...new Set([pair.first.killedBy, pair.second.killedBy])];
  const meet = async (selection: Selection): Promise<readonly string[]> =>
    hiddenIn(pair, judged(await runner.run({ ...serverOf(pair), selection }), checks));
  // Some defects show only in requests of other checks.
  return (await meet({ only })).length === 0 ? [] : meet(suiteWith(only));
}

function hiddenIn({ first }: Pair, { results, killers, stopped }: Seen): readonly string[] {
  if (killers.includes(first.killedBy)) return [];
  const meant = results.find(({ id }) => id === first.killedBy);
  const isTried = meant?.verdict === 'pass' || meant?.verdict === 'harness-fault';
  return !isTried && (killers.length > 0 || stopped !== undefined)
    ? []
    : [`${first.killedBy}: ${meant?.verdict ?? 'not judged'} ${meant?.reason ?? ''}`.trim()];
}

async function problemsOf(runner: Runner, variant: LegalVariant): Promise<string[]> {
  const { report } = await runner.run(variant);
  const { exitCode, results, stopped, observations } = report;
  const red = results.filter(
    ({ verdict, authority }) => verdict === 'fail' || (verdict === 'inconclusive' && authority === 'document'),
  );
  return [
    ...(stopped === undefined ? [] : [stopped.reason]),
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]),
    ...red.map(({ id, got, reason }) => `${id}: ${got ?? reason ?? ''}`),
    ...Object.entries(variant.observed).flatMap(([id, wanted]) =>
      observations[id] === wanted ? [] : [`${id} is "${observations[id] ?? 'unobserved'}", not "${wanted}"`],
    ),
  ];
}
