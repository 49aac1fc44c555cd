/** Explores clients from the options of a run to its report. */

import { setMaxListeners } from 'node:events';
import { onStage, withDriver } from './conduct/conduct.ts';
import { harnessCases } from './conduct/harness.ts';
import { catalogOfOwn, type OwnScenario } from './cases/own-scenario.ts';
import { explore, EXPLORE_PARALLEL, type ExploredClient, type ExploreOptions } from './explore/explore.ts';
import { judgeRecords } from './judge/judge-records.ts';
import { saveRun } from './judge/saved-run.ts';
import {
  outputsOf,
  planAudition,
  startClock,
  toRecords,
  type AuditionOptions,
  type FinishedAudition,
} from './run-audition.ts';

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
