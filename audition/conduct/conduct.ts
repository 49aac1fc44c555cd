/** Conducts an audition: plays the cases of each client against one emulator, after the self-test of its driver. */

import { setMaxListeners } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCase, type AuditionCase } from '../cases/audition-case.ts';
import type { CaseScenario, ReachableScenario } from '../cases/case-scenario.ts';
import type { ClientDriver } from '../drive/client-driver.ts';
import { openStage } from '../stage/stage.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import type { Explored } from '../judge/saved-run.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { playCase, secondPlay, tryToRemove, type Play, type PlayedCase } from './play-case.ts';
import { checkHarness } from './harness.ts';

/** A client under judgment and its driver. The driver is created when its turn comes. */
export interface NamedClient {
  readonly name: string;
  readonly drive: (folder: string) => ClientDriver;
}

export interface ConductOptions extends Pick<Play, 'pace' | 'signal' | 'onEvent'> {
  readonly clients: readonly NamedClient[];
}

/** The cases of one client. */
export interface PlayedCases {
  readonly played: readonly PlayedCase[];
  /** The scenarios and the rounds of an exploration. */
  readonly scenarios?: readonly CaseScenario[];
  readonly explored?: Explored;
}

export interface PlayedClient extends PlayedCases {
  readonly client: string;
  /** The reason why the driver does not work, if it does not. */
  readonly untestable: string | undefined;
  /** The output of one process that was driven through all cases. */
  readonly output: string | undefined;
}

/**
 * Plays all clients, one after the other. `work` plays the cases of a client after its healthy case, unless its driver is
 * broken. Clients and cases that had not ended at the signal are left out.
 */
export async function conduct(
  { clients, pace, signal, onEvent }: ConductOptions,
  work: (play: Play, healthy: PlayedCase) => Promise<PlayedCases>,
): Promise<PlayedClient[]> {
  // Every running case listens for the end of the run.
  setMaxListeners(0, signal);
  const stage = await openStage(pace);
  const root = await mkdtemp(join(tmpdir(), 'standin-audition-'));
  const results: PlayedClient[] = [];
  try {
    for (const { name: client, drive } of clients) {
      if (signal.aborted) break;
      results.push(await playClient({ client, pace, stage, driver: drive(root), root, signal, onEvent }, work));
    }
    return results;
  } finally {
    await stage.close();
    const code = await tryToRemove(root);
    if (code !== undefined) onEvent({ type: 'left', folder: root, code });
  }
}

/** Plays one client and closes its driver. Adds the output of a long process. */
async function playClient(play: Play, work: Parameters<typeof conduct>[1]): Promise<PlayedClient> {
  const { client, driver, onEvent } = play;
  let output: string | undefined;
  let cases: PlayedCases = { played: [] };
  let untestable: string | undefined;
  try {
    onEvent({ type: 'harness', client });
    const harness = await checkHarness(play);
    untestable = harness?.why;
    if (harness !== undefined) {
      const { played, ...others } = untestable === undefined ? await work(play, harness.healthy) : cases;
      cases = { ...others, played: [harness.healthy, ...played] };
    }
  } finally {
    output = await driver.close?.();
  }
  return { client, untestable, ...cases, output };
}

interface CasesOptions {
  /** The case without faults. */
  readonly healthy: PlayedCase;
  /** The number of cases that run in parallel. */
  readonly parallel: number;
  /** Returns whether a case would fail the run. Only then does it matter whether the machine disturbed it. */
  readonly isRed: (record: CaseRecord) => boolean;
}

/** Plays the cases of one client. A case that the machine or a silent request disturbed is played again. */
export async function playCases(
  cases: readonly AuditionCase[],
  play: Play,
  { healthy, parallel, isRed }: CasesOptions,
): Promise<PlayedCases> {
  const { client, stage, signal, onEvent } = play;
  await stage.prepare(cases, (done, of) => onEvent({ type: 'clips', done, of }));
  onEvent({ type: 'cases', client, of: cases.length, unit: 'case' });
  const ended = (done: PlayedCase | undefined): PlayedCase | undefined => {
    if (done !== undefined) onEvent({ type: 'ended', client, played: done });
    return done;
  };
  const secondOf = (done: PlayedCase | undefined): ReturnType<typeof secondPlay> =>
    done === undefined || signal.aborted || !isRed(done.record) ? undefined : secondPlay(done, healthy);
  const first = await inParallel(cases, parallel, async (one) => {
    if (signal.aborted) return undefined;
    onEvent({ type: 'began', client, scenario: one.scenario.name });
    const done = await playCase(one, play);
    return secondOf(done) === undefined ? ended(done) : done;
  });
  const few = createSemaphore(FEW);
  const played = await inParallel(cases, parallel, async ({ scenario }, at) => {
    const done = first[at];
    const second = secondOf(done);
    if (second === undefined) return done;
    const again = (): ReturnType<typeof playAnew> => playAnew(scenario, play, second);
    return ended((await (second.seconds === undefined ? few.run(again) : again())) ?? done);
  });
  return { played: played.filter((found) => found !== undefined) };
}

/** Cases that the machine disturbed are played again after all others, so few at a time that it has time for each. */
const FEW = 2;

/** Plays a scenario in a new account, and deletes the account afterwards. A second play may have another deadline. */
export async function playAnew(
  scenario: ReachableScenario,
  play: Play,
  second?: { readonly seconds: number | undefined },
): Promise<PlayedCase | undefined> {
  const anew = newCase(scenario, play.pace);
  await play.stage.prepare([anew]);
  const done = await playCase({ ...anew, deadlineSeconds: second?.seconds ?? anew.deadlineSeconds }, play);
  await play.stage.forget(anew);
  return done && second ? { ...done, record: { ...done.record, isSecond: true } } : done;
}

/** Processes this number of items at a time, and keeps their order. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const slots = createSemaphore(most);
  return Promise.all(items.map((item, at) => slots.run(() => work(item, at))));
}
