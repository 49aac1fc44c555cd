/** Conducts an audition: harness first, then all cases of each client at once against one emulator. */

import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditionCase, StoryPace } from '../cases/audition-case.ts';
import type { ClientDriver } from '../drive/client-driver.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import { checkHarness, harnessCases, type HarnessReport } from './harness.ts';
import { playCase, type PlayedCase } from './play-case.ts';

/** A client under judgement, and how it is driven; the driver is made when its turn comes. */
export interface NamedClient {
  readonly name: string;
  readonly drive: (folder: string) => ClientDriver;
}

export type ConductEvent =
  | { readonly type: 'clips'; readonly done: number; readonly of: number }
  | { readonly type: 'harness'; readonly client: string }
  | { readonly type: 'cases'; readonly client: string; readonly of: number }
  | { readonly type: 'began'; readonly client: string; readonly scenario: string }
  | { readonly type: 'ended'; readonly client: string; readonly played: PlayedCase };

export interface ConductOptions {
  readonly clients: readonly NamedClient[];
  /** Makes the cases of a client, each with an account of its own. */
  readonly casesFor: (client: string) => readonly AuditionCase[];
  readonly pace: StoryPace;
  /** How many cases run side by side. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ConductEvent) => void;
}

/** What was played of one client. */
export interface PlayedClient {
  readonly client: string;
  /** Undefined where the run ended before it was known. */
  readonly harness: HarnessReport | undefined;
  readonly played: readonly PlayedCase[];
}

/** Plays all clients, one after the other; what was not played when the signal came is left out. */
export async function conduct(options: ConductOptions): Promise<PlayedClient[]> {
  const { clients, pace, onEvent, signal } = options;
  // Every case that runs listens for the end of the run.
  setMaxListeners(0, signal);
  const stage = await openStage(pace);
  const root = await mkdtemp(join(tmpdir(), 'standin-audition-'));
  try {
    const plans = clients.map((client) => ({
      client,
      cases: options.casesFor(client.name),
      harness: harnessCases(pace),
    }));
    const all = plans.flatMap(({ cases, harness }) => [harness.healthy, harness.unknownGoal, ...cases]);
    await stage.prepare(all, (done, of) => onEvent({ type: 'clips', done, of }));
    const results: PlayedClient[] = [];
    for (const plan of plans) {
      if (signal.aborted) break;
      results.push(await playClient(plan, { options, stage, root }));
    }
    return results;
  } finally {
    await stage.close();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface ClientPlan {
  readonly client: NamedClient;
  readonly cases: readonly AuditionCase[];
  readonly harness: ReturnType<typeof harnessCases>;
}

interface Place {
  readonly options: ConductOptions;
  readonly stage: Stage;
  readonly root: string;
}

async function playClient(
  { client, cases, harness }: ClientPlan,
  { options, stage, root }: Place,
): Promise<PlayedClient> {
  const { pace, signal, onEvent, parallel } = options;
  const driver = client.drive(root);
  const play = { client: client.name, pace, stage, driver, root, signal };
  try {
    onEvent({ type: 'harness', client: client.name });
    const report = await checkHarness(harness, play);
    if (report?.ok !== true) return { client: client.name, harness: report, played: [] };
    onEvent({ type: 'cases', client: client.name, of: cases.length });
    const played = await inParallel(cases, parallel, async (one) => {
      if (signal.aborted) return undefined;
      onEvent({ type: 'began', client: client.name, scenario: one.scenario });
      const done = await playCase(one, play);
      if (done !== undefined) onEvent({ type: 'ended', client: client.name, played: done });
      return done;
    });
    return { client: client.name, harness: report, played: played.filter((one) => one !== undefined) };
  } finally {
    await driver.close();
  }
}

/** Works on so many at a time, and keeps their order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
