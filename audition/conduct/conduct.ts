/** Conducts an audition: first the harness check, then all cases of each client at once against one emulator. */

import { setMaxListeners } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSemaphore } from '../../lib/semaphore.ts';
import { newCase, PATIENT_SECONDS, type AuditionCase, type StoryPace } from '../cases/audition-case.ts';
import type { ClientDriver } from '../drive/client-driver.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { isDisturbed, isSilentAtDeadline, playCase, tryToRemove, type Play, type PlayedCase } from './play-case.ts';
import { checkHarness, harnessCases, type HarnessCases, type HarnessReport } from './harness.ts';

/** A client under judgment and its driver. The driver is created when its turn comes. */
export interface NamedClient {
  readonly name: string;
  readonly drive: (folder: string) => ClientDriver;
}

export type ConductEvent =
  | { readonly type: 'clips'; readonly done: number; readonly of: number }
  | { readonly type: 'harness'; readonly client: string }
  | { readonly type: 'cases'; readonly client: string; readonly of: number }
  | { readonly type: 'began'; readonly client: string; readonly scenario: string }
  | { readonly type: 'ended'; readonly client: string; readonly played: PlayedCase }
  | { readonly type: 'rounds'; readonly client: string; readonly of: number }
  | { readonly type: 'round'; readonly client: string; readonly done: number; readonly of: number }
  /** A mistake of a round was confirmed, and its schedule is being reduced. */
  | { readonly type: 'mistake'; readonly client: string; readonly round: number; readonly check: string }
  /** The number of rules in the scenario that replays a mistake. */
  | {
      readonly type: 'found';
      readonly client: string;
      readonly check: string;
      readonly scenario: string;
      readonly rules: number;
    }
  /** The working folder of the clients cannot be removed, for the reason that the code names. */
  | { readonly type: 'left'; readonly folder: string; readonly code: string };

export interface ConductOptions {
  readonly clients: readonly NamedClient[];
  /** Makes the cases of a client, each with an account of its own. */
  readonly casesFor: () => readonly AuditionCase[];
  readonly pace: StoryPace;
  /** The number of cases that run in parallel. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Returns whether a case would fail the run. Only then does it matter whether the machine disturbed it. */
  readonly isRed: (record: CaseRecord) => boolean;
  readonly onEvent: (event: ConductEvent) => void;
}

/** The played cases of one client. */
export interface PlayedClient {
  readonly client: string;
  /** The result of the harness check; undefined if the run ended before it. */
  readonly harness: HarnessReport | undefined;
  readonly played: readonly PlayedCase[];
  /** The output of one process that was driven through all cases. */
  readonly output: string | undefined;
}

/** Plays all clients, one after the other. Clients and cases that had not ended at the signal are left out. */
export async function conduct(options: ConductOptions): Promise<PlayedClient[]> {
  const { clients, pace, onEvent, signal } = options;
  // Every running case listens for the end of the run.
  setMaxListeners(0, signal);
  return onStage(pace, onEvent, async (stage, root) => {
    const plans = clients.map((client) => ({ client, cases: options.casesFor(), harness: harnessCases(pace) }));
    await stage.prepare(plans.flatMap(({ harness }) => [harness.healthy, harness.unknownGoal]));
    const all = plans.flatMap(({ cases }) => cases);
    let ready: Promise<void> | undefined;
    const makeClips = (): Promise<void> =>
      (ready ??= stage.prepare(all, (done, of) => onEvent({ type: 'clips', done, of })));
    const results: PlayedClient[] = [];
    for (const plan of plans) {
      if (signal.aborted) break;
      const { name } = plan.client;
      const place = { client: name, pace, stage, root, signal };
      const played = await withDriver(plan.client, root, (driver) =>
        playCases(plan, { ...place, driver }, { ...options, makeClips }),
      );
      results.push({ client: name, ...played });
    }
    return results;
  });
}

/** Opens an emulator and a folder for the clients, and removes both after the work. */
export async function onStage<Result>(
  pace: StoryPace,
  onEvent: ConductOptions['onEvent'],
  work: (stage: Stage, root: string) => Promise<Result>,
): Promise<Result> {
  const stage = await openStage(pace);
  const root = await mkdtemp(join(tmpdir(), 'standin-audition-'));
  try {
    return await work(stage, root);
  } finally {
    await stage.close();
    const code = await tryToRemove(root);
    if (code !== undefined) onEvent({ type: 'left', folder: root, code });
  }
}

/** Drives one client and closes its driver after the work. Adds the output of a long process. */
export async function withDriver<Result extends object>(
  { drive }: NamedClient,
  root: string,
  work: (driver: ClientDriver) => Promise<Result>,
): Promise<Result & Pick<PlayedClient, 'output'>> {
  const driver = drive(root);
  let output: string | undefined;
  let result: Result;
  try {
    result = await work(driver);
  } finally {
    output = await driver.close();
  }
  return { ...result, output };
}

interface PlayOptions extends ConductOptions {
  /** Makes the clips of all clients, once. A broken driver is reported before that. */
  readonly makeClips: () => Promise<void>;
}

async function playCases(
  { cases, harness }: { readonly cases: readonly AuditionCase[]; readonly harness: HarnessCases },
  play: Play,
  { onEvent, parallel, isRed, makeClips }: PlayOptions,
): Promise<Pick<PlayedClient, 'harness' | 'played'>> {
  const { client, pace, signal } = play;
  onEvent({ type: 'harness', client });
  const report = await checkHarness(harness, play);
  if (report?.ok !== true) return { harness: report, played: [] };
  await makeClips();
  onEvent({ type: 'cases', client, of: cases.length });
  const ended = (done: PlayedCase | undefined): PlayedCase | undefined => {
    if (done !== undefined) onEvent({ type: 'ended', client, played: done });
    return done;
  };
  // A client that leaves responses even without faults does so by habit. A second run would give the same result.
  const hasHabit = isDisturbed(report.healthy.record);
  const isFirst = ({ record }: PlayedCase): boolean => !signal.aborted && record.isSecond !== true;
  const isSilent = (done: PlayedCase): boolean => isFirst(done) && pace === 'quick' && isSilentAtDeadline(done.record);
  const isSpoiled = (done: PlayedCase): boolean =>
    isFirst(done) && isRed(done.record) && (done.wasStalled || (!hasHabit && isDisturbed(done.record)));
  const first = await inParallel(cases, parallel, async (one) => {
    if (signal.aborted) return undefined;
    onEvent({ type: 'began', client, scenario: one.scenario });
    const done = await playCase(one, play);
    return done !== undefined && (isSilent(done) || isSpoiled(done)) ? done : ended(done);
  });
  const again = (before: typeof first, isIt: (done: PlayedCase) => boolean, seconds?: number): Promise<typeof first> =>
    inParallel(cases, seconds === undefined ? Math.min(parallel, FEW) : parallel, async (one, at) => {
      const done = before[at];
      return done !== undefined && isIt(done) ? ended((await playAgain(one, play, seconds)) ?? done) : done;
    });
  const patient = await again(first, isSilent, PATIENT_SECONDS);
  const played = await again(patient, isSpoiled);
  return { harness: report, played: played.filter((found) => found !== undefined) };
}

/** Cases that the machine disturbed are played again after all others, so few at a time that it has time for each. */
const FEW = 2;

/** Plays a case again, with another deadline if one is given. */
export async function playAgain(
  one: Pick<AuditionCase, 'scenario' | 'expectation' | 'rules'>,
  play: Play,
  seconds?: number,
): Promise<PlayedCase | undefined> {
  const done = await playAnew(one, play, seconds);
  return done && { ...done, record: { ...done.record, isSecond: true } };
}

/** Plays a case in a new account, and deletes the account afterwards. */
export async function playAnew(
  { scenario, expectation, rules }: Pick<AuditionCase, 'scenario' | 'expectation' | 'rules'>,
  play: Play,
  seconds?: number,
): Promise<PlayedCase | undefined> {
  const anew = newCase(scenario, expectation, { pace: play.pace, rules });
  await play.stage.prepare([anew]);
  const done = await playCase({ ...anew, deadlineSeconds: seconds ?? anew.deadlineSeconds }, play);
  await play.stage.forget(anew);
  return done;
}

/** Processes this number of items at a time, and keeps their order. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const places = createSemaphore(most);
  return Promise.all(items.map((item, at) => places.run(() => work(item, at))));
}
