/** Conducts an audition: plays the cases of each client against one emulator, after the self-test of its driver. */

import { setMaxListeners } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCase, type AuditionCase } from '../cases/audition-case.ts';
import type { ReachableScenario } from '../cases/case-scenario.ts';
import type { ClientDriver } from '../drive/client-driver.ts';
import { openStage } from '../stage/stage.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import type { ClientRecords, Explored } from '../judge/saved-run.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { playCase, secondPlay, tryToRemove, type Play, type PlayedCase } from './play-case.ts';
import { checkHarness } from './harness.ts';

/** A client under judgment and its driver. The driver is created when its turn comes. */
export interface NamedClient {
  readonly name: string;
  readonly drive: (folder: string) => ClientDriver;
}

export interface ConductOptions extends Pick<Play, 'pace'>, Partial<Pick<Play, 'signal' | 'onEvent'>> {
  readonly clients: readonly NamedClient[];
}

/** The cases of one client. */
export interface PlayedCases {
  readonly played: readonly PlayedCase[];
  /** The rounds of an exploration. */
  readonly explored?: Explored;
}

/** Plays the cases of a client after its healthy case. */
type Work = (play: Play, healthy: PlayedCase) => Promise<PlayedCases>;

export interface ClientOutput {
  readonly client: string;
  /** Undefined for a process that was driven through all cases. */
  readonly scenario: string | undefined;
  readonly text: string;
}

/** The records of the clients, and their output without their keys. */
export interface Conducted {
  readonly clients: readonly ClientRecords[];
  readonly outputs: readonly ClientOutput[];
}

/**
 * Plays all clients, one after the other. Without a working driver, a client has no cases but the healthy one. Clients
 * and cases that had not ended at the signal are left out.
 */
export async function conduct(options: ConductOptions, work: Work): Promise<Conducted> {
  const { clients, pace, signal = new AbortController().signal, onEvent = () => undefined } = options;
  // Every running case listens for the end of the run.
  setMaxListeners(0, signal);
  const stage = await openStage(pace);
  const root = await mkdtemp(join(tmpdir(), 'standin-audition-'));
  const results: { readonly client: ClientRecords; readonly outputs: ClientOutput[] }[] = [];
  try {
    for (const { name: client, drive } of clients) {
      if (signal.aborted) break;
      results.push(await playClient({ client, pace, stage, driver: drive(root), root, signal, onEvent }, work));
    }
    return { clients: results.map(({ client }) => client), outputs: results.flatMap(({ outputs }) => outputs) };
  } finally {
    await stage.close();
    const code = await tryToRemove(root);
    if (code !== undefined) onEvent({ type: 'left', folder: root, code });
  }
}

/** Plays one client and closes its driver. */
async function playClient(play: Play, work: Work) {
  const { client: name, driver, onEvent } = play;
  const played: PlayedCase[] = [];
  let [untestable, whole, explored]: [string?, string?, Explored?] = [];
  try {
    onEvent({ type: 'harness', client: name });
    const harness = await checkHarness(play);
    untestable = harness?.why;
    if (harness !== undefined) played.push(harness.healthy);
    if (harness !== undefined && untestable === undefined) {
      const done = await work(play, harness.healthy);
      played.push(...done.played);
      explored = done.explored;
    }
  } finally {
    whole = await driver.close?.();
  }
  const texts = [
    ...played.map(({ record: { scenario }, output }) => ({ scenario, text: output })),
    { scenario: undefined, text: whole },
  ];
  const outputs = texts.flatMap(({ scenario, text }) => (text === undefined ? [] : [{ client: name, scenario, text }]));
  return { client: { name, untestable, explored, records: played.map(({ record }) => record) }, outputs };
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
