/** Measures the peers in turns. In each round, each peer does the same work briefly, so that other load affects all. */

import type { Peer, Work } from './peer.ts';
import { startPeer, type Running } from './running.ts';
import { prepareTask, WORK, type Task } from './work.ts';

const FEWEST_ROUNDS = 2;

/** A column of the table. */
export type Figure = Work | `processor for ${Work}` | 'cold start' | 'memory' | 'memory after';

/** One value for each round, or the reason for missing values. */
export type Cell = readonly number[] | string;

/** The figures of one peer. */
export type Row = Map<Figure, Cell>;

export type Rows = Map<Peer, Row>;

interface Ready {
  readonly row: Row;
  readonly running: Running;
  readonly task: Task;
}

/** A peer with its folder, or with the reason why it is not installed. */
export interface Entrant {
  readonly peer: Peer;
  readonly folder: string;
  readonly problem?: string;
}

export interface Course {
  readonly rounds: number;
  /** The planned end, as a time of `performance.now()`. To meet it, rounds are skipped, but at least two remain. */
  readonly until: number;
  /** The length of a window. */
  readonly seconds: number;
  /** The path of the served file, and its content. */
  readonly clip: string;
  readonly bytes: Buffer;
  readonly say: (line: string) => void;
}

/** Measures all work of all entrants. If a peer fails, its cell contains the reason. */
export async function compare(entrants: readonly Entrant[], course: Course): Promise<Rows> {
  const rows: Rows = new Map();
  await coldStarts(entrants, rows, course);
  const servers: Running[] = [];
  try {
    for (const { peer, folder } of entrants) {
      if (typeof rows.get(peer)?.get('cold start') === 'string') continue;
      const server = await startPeer(peer, { folder, clip: course.clip }).catch(reason);
      if (typeof server === 'string') fail(rowOf(rows, peer), ['memory after', ...WORK], server);
      else servers.push(server);
    }
    for (const work of WORK) {
      course.say(work);
      const until = shareOf(course, WORK.length - WORK.indexOf(work));
      await inTurn(await prepareAll(servers, work, { rows, course }), work, { ...course, until });
    }
    for (const server of servers) rowOf(rows, server.peer).set('memory after', [await server.memory()]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return rows;
}

/** Measures time and memory at the first response. The first round only warms the disk cache. */
async function coldStarts(entrants: readonly Entrant[], rows: Rows, course: Course): Promise<void> {
  course.say('cold start');
  const until = shareOf(course, WORK.length + 1);
  for (let round = 0; goesOn(round, { ...course, until }); round += 1) {
    for (const entrant of entrants) {
      const row = rowOf(rows, entrant.peer);
      const result = await coldStart(entrant, course).catch(reason);
      if (typeof result === 'string') fail(row, ['cold start', 'memory', 'memory after', ...WORK], result);
      else if (round > 0) {
        add(row, 'cold start', result.took);
        add(row, 'memory', result.memory);
      }
    }
  }
}

async function coldStart(
  { peer, folder, problem }: Entrant,
  { clip }: Course,
): Promise<{ readonly took: number; readonly memory: number }> {
  if (problem !== undefined) throw new Error(problem);
  const running = await startPeer(peer, { folder, clip });
  const memory = await running.memory();
  await running.stop();
  return { took: running.coldStart, memory };
}

/** Prepares the work. Returns the peers that support it. */
async function prepareAll(
  servers: readonly Running[],
  work: Work,
  { rows, course }: { rows: Rows; course: Course },
): Promise<Ready[]> {
  const ready: Ready[] = [];
  for (const running of servers) {
    const row = rowOf(rows, running.peer);
    const cannot = running.peer.cannot?.[work];
    const task = cannot ?? (await prepareTask(running, work, course.bytes).catch(reason));
    if (typeof task === 'string') fail(row, [work, `processor for ${work}`], task);
    else ready.push({ row, running, task });
  }
  return ready;
}

async function inTurn(ready: readonly Ready[], work: Work, course: Course): Promise<void> {
  for (let round = 0; goesOn(round, course); round += 1) {
    for (const { row, running, task } of ready) {
      if (typeof row.get(work) === 'string') continue;
      const result = await oneWindow(running, task, course.seconds).catch(reason);
      if (typeof result === 'string') fail(row, [work, `processor for ${work}`], result);
      // The first round is a warm-up.
      else if (round > 0) {
        add(row, work, result.perSecond);
        add(row, `processor for ${work}`, result.microseconds);
      }
    }
  }
}

/** Returns the work per second, and the CPU time of the server for each unit of work. */
async function oneWindow(
  running: Running,
  task: Task,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly microseconds: number }> {
  const [started, before] = [performance.now(), await running.processorSeconds()];
  const perSecond = await task(seconds);
  const elapsed = (performance.now() - started) / 1000;
  const used = (await running.processorSeconds()) - before;
  return { perSecond, microseconds: (1e6 * used) / (perSecond * elapsed) };
}

/** Returns the planned end of the current column. `left` is the number of columns that remain. */
function shareOf({ until }: Course, left: number): number {
  const now = performance.now();
  return now + (until - now) / left;
}

/** Reports whether another round follows. Round 0 is a warm-up. */
function goesOn(round: number, { rounds, until }: Course): boolean {
  return round <= Math.min(rounds, FEWEST_ROUNDS) || (round <= rounds && performance.now() < until);
}

function rowOf(rows: Rows, peer: Peer): Row {
  const row = rows.get(peer) ?? new Map<Figure, Cell>();
  rows.set(peer, row);
  return row;
}

function fail(row: Row, figures: readonly Figure[], why: string): void {
  for (const figure of figures) row.set(figure, why);
}

function add(row: Row, figure: Figure, value: number): void {
  const cell = row.get(figure) ?? [];
  if (typeof cell !== 'string') row.set(figure, [...cell, value]);
}

/** Returns the message without the URL, because its port changes with each run. */
function reason(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replaceAll(/http:\/\/[^ ]*: /g, '');
}
