/** Conducts an audition: plays the cases of each client against one emulator, after the self-test of its driver. */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCase, type AuditionCase } from '../cases/audition-case.ts';
import { HEALTHY_SCENARIO, type ReachableScenario } from '../cases/case-scenario.ts';
import type { ClientDriver } from '../drive/client-driver.ts';
import { openStage } from '../stage/stage.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { isRed, type CaseVerdict } from '../judge/audition-report.ts';
import type { ClientRecords, Explored } from '../judge/saved-run.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { playCase, secondPlay, tryToRemove, type Play, type PlayedCase } from './play-case.ts';

/** A client under judgment and its driver. The driver is created when its turn comes. */
export interface NamedClient extends Pick<ClientRecords, 'command' | 'file'> {
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
    for (const { name: client, drive, ...facts } of clients) {
      if (signal.aborted) break;
      const done = await playClient({ client, pace, stage, driver: drive(root), root, signal, onEvent }, work);
      results.push({ ...done, client: { ...facts, ...done.client } });
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
  if (untestable !== undefined) untestable += errorsIn(whole);
  const texts = [
    ...played.map(({ record: { scenario }, output }) => ({ scenario, text: output })),
    { scenario: undefined, text: whole },
  ];
  const outputs = texts.flatMap(({ scenario, text }) => (text === undefined ? [] : [{ client: name, scenario, text }]));
  return { client: { name, untestable, explored, records: played.map(({ record }) => record) }, outputs };
}

/**
 * Plays a healthy case, and a case with an unknown goal. Resolves to the healthy case and to the reason why the driver
 * does not work, if it does not. Resolves to undefined if the run ended first.
 */
async function checkHarness(play: Play) {
  const goal = `goal-${randomBytes(4).toString('hex')}`;
  const [one, other] = [newCase(HEALTHY_SCENARIO, play.pace), newCase(HEALTHY_SCENARIO, play.pace)];
  await play.stage.prepare([one, other]);
  const [healthy, unknown] = await Promise.all([playCase(one, play), playCase({ ...other, goal }, play)]);
  if (play.signal.aborted || healthy === undefined) return undefined;
  const { end, how } = unknown?.record.outcome ?? { end: 'unsupported', how: '' };
  const why =
    end === 'unsupported'
      ? wrongWith(healthy)
      : `for the unknown goal "${goal}", the driver must exit with 64 (with --lines: "unsupported"), but the result was: ${how}`;
  const errors = errorsIn((end === 'unsupported' ? healthy : unknown)?.output);
  const isLost = play.driver.startsInCaseFolder === true && healthy.record.entries.length === 0;
  const hint = isLost && /^$|ENOENT|no such file|cannot find|can't open|not found|no module/i.test(errors);
  return { healthy, why: why && `${why}${errors}${hint ? FOLDER_HINT : ''}` };
}

const FOLDER_HINT =
  '. It sent no request. The client starts in an empty folder, so its relative paths do not work. Set its folder with --cwd';

/** Returns the last lines of standard error, without stack frames, as the end of a sentence. */
function errorsIn(output = ''): string {
  const lines = output.split('--- standard error\n').at(-1)?.trim().split('\n') ?? [];
  const last = lines.filter((line) => !/^(?:\s+at |Node\.js v|\s*\^*$)/.test(line)).slice(-4);
  return last.length === 0 ? '' : `. Standard error ends with: ${last.join(' ').slice(-400)}`;
}

/** Describes how a driver mishandles the healthy case; undefined if it does not. */
function wrongWith({ record }: PlayedCase): string | undefined {
  const { outcome, entries, files = [] } = record;
  const [file] = files;
  // A client that fails in a way of its own is judged, because its driver did what the protocol requires.
  const isJudged = entries.length > 0 && outcome.end !== 'delivered' && outcome.end !== 'unsupported';
  if (isJudged) return undefined;
  if (outcome.end !== 'delivered') {
    const said = outcome.said?.error?.message ?? outcome.said?.error?.code;
    return `without any fault, the driver must deliver the clip and exit with 0, but the result was: ${outcome.how}${said === undefined ? '' : ` (“${said}”)`}`;
  }
  if (entries.length === 0)
    return 'the driver reported a delivery, but did not send a request to STANDIN_URL with STANDIN_API_KEY';
  if (file?.found === undefined) return 'the driver reported a delivery, but the file STANDIN_OUTPUT does not exist';
  if (file.clip === undefined || file.isForeign)
    return 'the client delivered the clip of another generation than STANDIN_BODY describes';
  return undefined;
}

interface CasesOptions {
  /** The case without faults. */
  readonly healthy: PlayedCase;
  /** The number of cases that run in parallel. */
  readonly parallel: number;
  readonly judge: (record: CaseRecord) => CaseVerdict | undefined;
}

/** Plays the cases of one client. A case that the machine or a silent request disturbed is played again. */
export async function playCases(
  cases: readonly AuditionCase[],
  play: Play,
  { healthy, parallel, judge }: CasesOptions,
): Promise<PlayedCases> {
  const { client, stage, signal, onEvent } = play;
  await stage.prepare(cases, (done, of) => onEvent({ type: 'clips', done, of }));
  onEvent({ type: 'cases', client, of: cases.length + 1, unit: 'case' });
  onEvent({ type: 'ended', client, played: healthy });
  // A disturbance by the machine matters only if the case fails the run.
  const secondOf = (done: PlayedCase): ReturnType<typeof secondPlay> => {
    const verdict = judge(done.record);
    return !signal.aborted && verdict !== undefined && isRed(verdict) ? secondPlay(done, healthy) : undefined;
  };
  const first = await inParallel(cases, parallel, async (one) => {
    if (signal.aborted) return undefined;
    onEvent({ type: 'began', client, scenario: one.scenario.name });
    const done = await playCase(one, play);
    if (done !== undefined && secondOf(done) === undefined) onEvent({ type: 'ended', client, played: done });
    return done;
  });
  const few = createSemaphore(FEW);
  const played = await inParallel(cases, parallel, async ({ scenario }, at) => {
    const done = first[at];
    const second = done && secondOf(done);
    if (done === undefined || second === undefined) return done;
    const again = (): ReturnType<typeof playAnew> => playAnew(scenario, play, second);
    const last = (await (second.seconds === undefined ? few.run(again) : again())) ?? done;
    onEvent({ type: 'ended', client, played: last });
    return last;
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
