/** Explores a client: draws schedules of faults, plays them, and shrinks the schedule of each mistake (decision 0033). */

import { join } from 'node:path';
import { createSemaphore } from '../../lib/semaphore.ts';
import { shrink, type Shrunk } from '../../conformance/explore/shrink.ts';
import type { CaseScenario } from '../cases/case-scenario.ts';
import { inParallel, type PlayedCases } from '../conduct/conduct.ts';
import type { Play, PlayedCase } from '../conduct/play-case.ts';
import { GOALS, type Goal } from '../expectations/expectation.ts';
import { isRed } from '../judge/audition-report.ts';
import { missedIn } from '../judge/case-verdict.ts';
import type { Explored, Finding } from '../judge/saved-run.ts';
import { judgeRecord, type JudgeOptions } from '../judge/judge-records.ts';
import { attempt, mistakesIn, type Attempts, type Seen } from './attempt.ts';
import { drawSchedule, type Schedule } from './draw.ts';
import { SMALLER } from './shrink.ts';
import { toScenario } from './to-scenario.ts';

export interface ExploreOptions {
  readonly rounds: number;
  /** The same seed draws the same schedules. Default: 1. */
  readonly seed?: number;
  /** Ends the exploration after this many seconds. */
  readonly seconds?: number;
  /** Findings of earlier runs, which are played first. */
  readonly kept?: readonly CaseScenario[];
  /** The folder of the files in the commands that replay findings. Default: `"findings"`. */
  readonly folder?: string;
}

/** The maximum number of mistakes that one run reports. */
const MOST_FINDINGS = 5;
/** The number of parallel cases. More cases would starve the processes of clients. */
export const EXPLORE_PARALLEL = 24;
/** The number of runs that try to confirm a mistake before it is dropped. */
const CONFIRMING_RUNS = 3;

export interface Exploration {
  readonly options: ExploreOptions;
  readonly judging: JudgeOptions;
  readonly parallel: number;
  readonly play: Play;
  /** The case without faults. */
  readonly healthy: PlayedCase;
}

/** Explores one client: first the kept findings, and then the rounds. */
export async function explore(exploration: Exploration): Promise<PlayedCases & { scenarios: CaseScenario[] }> {
  const { options, judging, play, parallel, healthy } = exploration;
  const judged = judgeRecord(healthy.record, judging);
  const attempts: Attempts = { play, judging, slots: createSemaphore(parallel), healthy };
  // Scenarios without faults tell whether the client can do a goal.
  const baseline = GOALS.filter((goal) => goal !== 'make').map((goal) =>
    toScenario({ goal, latency: 'instant', rules: [] }, '', `healthy_${goal}`),
  );
  const first = [...baseline, ...(options.kept ?? [])];
  const before = (await Promise.all(first.map((one) => attempt(one, attempts)))).flatMap((seen) => seen ?? []);
  const known = new Set([
    ...(judged === undefined ? [] : [...missedIn(judged.results, 'must'), ...missedIn(judged.results, 'should')]),
    ...before.flatMap((seen) => [...mistakesIn(seen), ...missedIn(seen.verdict.results, 'should')]),
  ]);
  const unsupported = before.filter(({ verdict }) => verdict.word === 'unsupported');
  const goals = GOALS.filter((goal) => !unsupported.some(({ scenario }) => scenario.name === `healthy_${goal}`));
  const search = new Search({ ...exploration, attempts, goals, known });
  const explored = await search.run();
  const shown = [...before, ...search.shown()];
  return {
    played: shown.map(({ played }) => played),
    scenarios: shown.map(({ scenario }) => scenario),
    explored,
  };
}

interface SearchOptions extends Exploration {
  readonly attempts: Attempts;
  readonly goals: readonly Goal[];
  /** The mistakes that are known already, or that the search is pursuing. */
  readonly known: Set<string>;
}

type Failing = Shrunk<Schedule, Seen>;

interface Result {
  readonly finding: Finding;
  readonly seen: Seen;
}

/** The rounds of one client, and their mistakes. */
class Search {
  readonly #options: SearchOptions;
  readonly #results: Result[] = [];
  readonly #shoulds: Seen[] = [];
  readonly #pursuits: Promise<void>[] = [];
  readonly #unconfirmed: number[] = [];
  #unreached = 0;
  #played = 0;
  #open = 0;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  async run(): Promise<Explored> {
    const { options, goals, parallel, play } = this.#options;
    const { rounds, seed = 1 } = options;
    play.onEvent({ type: 'cases', client: play.client, of: rounds, unit: 'round' });
    const seen = new Map<number, Seen | undefined>();
    let judged = 1;
    const all = Array.from({ length: rounds }, (_, at) => at + 1);
    await inParallel(all, parallel, async (round) => {
      if (this.#isOver()) return;
      const scenario = toScenario(drawSchedule(seed, round, goals), '', `round_${round}`);
      seen.set(round, await attempt(scenario, this.#options.attempts));
      // Rounds are judged in their order, so that a seed finds the same mistakes again.
      for (; seen.has(judged); judged += 1) this.#judge(judged, seen.get(judged));
    });
    await Promise.all(this.#pursuits);
    const findings = this.#distinct().map(({ finding }) => finding);
    return { seed, rounds, played: this.#played, unreached: this.#unreached, unconfirmed: this.#unconfirmed, findings };
  }

  /** Returns the cases for the report: one for each mistake, and one for each missed should. */
  shown(): Seen[] {
    return [...this.#distinct().map(({ seen }) => seen), ...this.#shoulds];
  }

  #isOver(): boolean {
    return this.#options.play.signal.aborted || this.#results.length + this.#open >= MOST_FINDINGS;
  }

  #judge(round: number, seen: Seen | undefined): void {
    if (seen === undefined) return;
    const { options, known, play } = this.#options;
    this.#played += 1;
    if (seen.verdict.missing !== undefined) this.#unreached += 1;
    play.onEvent({ type: 'round', client: play.client, done: this.#played, of: options.rounds });
    const fresh = mistakesIn(seen).filter((id) => !known.has(id));
    if (fresh.length > 0) this.#pursuits.push(this.#pursueAll(round, fresh));
    if (isRed(seen.verdict)) return;
    const shoulds = missedIn(seen.verdict.results, 'should').filter((id) => !known.has(id));
    if (shoulds.length > 0) this.#pursuits.push(this.#repeat(seen, shoulds));
  }

  /** Shows a missed should if a second run misses it again. It is not shrunk, because it does not fail the run. */
  async #repeat({ scenario }: Seen, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#options.known.add(id);
    const again = await attempt(scenario, this.#options.attempts);
    const missed = again === undefined || isRed(again.verdict) ? [] : missedIn(again.verdict.results, 'should');
    for (const id of ids) if (!missed.includes(id)) this.#options.known.delete(id);
    if (again !== undefined && ids.some((id) => missed.includes(id))) this.#shoulds.push(again);
  }

  /** Pursues the mistakes of a round one after another, because the first mistake usually explains the others. */
  async #pursueAll(round: number, ids: readonly string[]): Promise<void> {
    const { known } = this.#options;
    for (const id of ids) {
      if (known.has(id) || this.#isOver()) continue;
      known.add(id);
      this.#open += 1;
      const result = await this.#pursue(round, id);
      this.#open -= 1;
      if (result === undefined) known.delete(id);
      else this.#results.push(result);
      for (const also of result === undefined ? [] : mistakesIn(result.seen)) known.add(also);
    }
  }

  /** Confirms a mistake, and shrinks its schedule. */
  async #pursue(round: number, id: string): Promise<Result | undefined> {
    const { goals, options, play } = this.#options;
    const { client, onEvent } = play;
    const first = drawSchedule(options.seed ?? 1, round, goals);
    let runs = 1;
    let seen: Seen | undefined;
    for (; seen === undefined && runs <= CONFIRMING_RUNS && !play.signal.aborted; runs += 1) {
      seen = await this.#failing(first, id);
    }
    if (seen === undefined) {
      this.#unconfirmed.push(round);
      return undefined;
    }
    onEvent({ type: 'mistake', client, round, check: id });
    const best = await shrink({ candidate: first, seen }, SMALLER, (all) => this.#firstFailing(all, id));
    // Each step of shrinking failed twice. Another run shows how reliably its last schedule fails.
    const again = best.seen === seen ? undefined : await this.#failing(best.candidate, id);
    if (best.seen !== seen) runs = play.signal.aborted ? 2 : 3;
    const failed = again === undefined ? 2 : 3;
    const { name } = best.seen.scenario;
    const scenario = { ...best.seen.scenario, path: join(options.folder ?? 'findings', `${name}.json`) };
    const rules = first.rules.length;
    const finding = { scenario: name, check: id, round, rules, failed, runs, isShrunk: !play.signal.aborted };
    onEvent({ type: 'found', client, check: id, scenario: name, rules: best.candidate.rules.length });
    return { finding, seen: { ...best.seen, scenario } };
  }

  /** Plays a schedule. Resolves to nothing unless the client makes this mistake. */
  async #failing(schedule: Schedule, id: string): Promise<Seen | undefined> {
    const seen = await attempt(toScenario(schedule, id), this.#options.attempts);
    return seen !== undefined && mistakesIn(seen).includes(id) ? seen : undefined;
  }

  async #firstFailing(schedules: readonly Schedule[], id: string): Promise<Failing | undefined> {
    const all = await Promise.all(schedules.map(async (one) => [one, await this.#failing(one, id)] as const));
    for (const [candidate, seen] of all) {
      // A candidate that fails by chance would hide the rule that matters.
      const again = seen && (await this.#failing(candidate, id));
      if (again !== undefined) return { candidate, seen: again };
    }
    return undefined;
  }

  /** Returns the results without those whose mistake another result also shows. */
  #distinct(): Result[] {
    const inOrder = this.#results.toSorted((a, b) => a.finding.round - b.finding.round);
    return inOrder.filter(
      ({ finding }, at) => !inOrder.slice(0, at).some(({ seen }) => mistakesIn(seen).includes(finding.check)),
    );
  }
}
