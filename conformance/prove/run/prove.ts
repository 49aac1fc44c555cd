/** The proof: the meant check kills each mutant, each check kills a mutant, and each legal server stays green. */

import type { Check } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { promiseOf } from '../../engine/promises.ts';
import type { Pair } from '../pairs.ts';
import type { Personality } from '../personality.ts';
import { judging, openWorker, type Fate, type LegalMeeting, type Meeting, type Worker } from './worker.ts';

export interface MutantRow extends Fate {
  readonly mutant: Mutant;
  readonly met: Meeting;
}

export interface PersonalityRow {
  readonly personality: Personality;
  readonly problems: readonly string[];
}

export interface PairRow {
  readonly pair: Pair;
  /** The reason why the first defect is hidden, or nothing if it is noticed. */
  readonly hidden: string | undefined;
}

export interface Proof {
  readonly mutants: readonly MutantRow[];
  readonly pairs: readonly PairRow[];
  readonly checks: readonly Check[];
  readonly personalities: readonly PersonalityRow[];
  /** The servers that held only at their second try, with the reason why the first try did not. */
  readonly secondTries: readonly string[];
}

export interface ProofParts {
  readonly mutants: readonly Mutant[];
  readonly personalities: readonly Personality[];
  /** None by default. */
  readonly pairs?: readonly Pair[];
  /** The checks to prove. Tests may pass other checks than the kit's. */
  readonly checks?: readonly Check[];
  /** The default is one worker in this process. */
  readonly workers?: readonly Worker[];
  /**
   * One mutant in this many meets the suite, and the others their own checks. The default is 1. With a sample, one
   * legal server in `LEGAL_SAMPLE` meets the tables of creates, too.
   */
  readonly sample?: number;
  /** Tries servers that do not hold once more, one at a time: other jobs may share the machine. */
  readonly triesTwice?: boolean;
  /** Receives a line for each finished server. */
  readonly onDone?: (line: string) => void;
}

/** The tables are half of the requests of a run, and a legal server rarely differs in them. */
const LEGAL_SAMPLE = 5;

export async function prove({ mutants, personalities, onDone, ...parts }: ProofParts): Promise<Proof> {
  const checks = judging(parts.checks);
  const workers = parts.workers ?? [openWorker(checks)];
  const retry: Retry = { isOn: parts.triesTwice === true, secondTries: [] };
  try {
    const chosen = mutants.map((mutant, at) => ({ mutant, met: meetingOf(mutant, at, parts.sample) }));
    const rows = await each(
      { workers, items: chosen, retry, onDone, statusOf: statusOfMutant },
      async (worker, one) => ({
        ...one,
        ...(await worker.mutant(one.mutant, one.met)),
      }),
    );
    const pairs = await each(
      { workers, items: parts.pairs ?? [], retry, onDone, statusOf: statusOfPair },
      async (worker, pair) => ({ pair, hidden: await worker.pair(pair) }),
    );
    const legal = personalities.map((personality, at) => ({ personality, meets: legalMeetingOf(at, parts.sample) }));
    const people = await each(
      { workers, items: legal, retry, onDone, statusOf: statusOfPersonality },
      async (worker, { personality, meets }) => ({
        personality,
        problems: await worker.personality(personality, meets),
      }),
    );
    return { mutants: rows, pairs, checks, personalities: people, secondTries: retry.secondTries };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

interface Status {
  readonly holds: boolean;
  /** The line that reports a server. */
  readonly line: string;
}

function statusOfMutant({ mutant, end, reason = '' }: MutantRow): Status {
  return { holds: end === 'killed', line: `${end} ${mutant.id} ${reason}`.trim() };
}

function statusOfPair({ pair, hidden }: PairRow): Status {
  const isNoticed = hidden === undefined;
  return { holds: isNoticed, line: `${isNoticed ? 'noticed' : 'hidden'} ${named(pair)} ${hidden ?? ''}`.trim() };
}

function statusOfPersonality({ personality, problems }: PersonalityRow): Status {
  const isGreen = problems.length === 0;
  return { holds: isGreen, line: `${isGreen ? 'green' : 'red'} ${personality.id} ${problems.join('; ')}`.trim() };
}

function meetingOf({ alone }: Mutant, at: number, sample = 1): Meeting {
  return at % sample === 0 || alone === true ? 'suite' : 'own check';
}

function legalMeetingOf(at: number, sample = 1): LegalMeeting {
  return sample === 1 || at % LEGAL_SAMPLE === 0 ? 'suite' : 'suite without tables';
}

export function named({ first, second }: Pair): string {
  return `${first.id} + ${second.id}`;
}

/** Returns the checks that killed at least one mutant. */
export function bitingOf({ mutants, checks }: Proof): Set<string> {
  const killers = new Set(mutants.filter(({ end }) => end === 'killed').flatMap((row) => row.killers));
  return new Set(checks.map(({ id }) => id).filter((id) => killers.has(id)));
}

const MANY_OTHERS = 10;

/** Counts the mutants that make many other checks fail, and lists mutants whose report names another promise first. */
export function causesOf({ mutants, checks }: Proof): {
  readonly all: number;
  readonly unnamed: readonly MutantRow[];
} {
  const promises = new Map(checks.map((check) => [check.id, promiseOf(check)]));
  const many = mutants.filter(({ killers }) => killers.length > MANY_OTHERS);
  const isNamed = ({ mutant, namedFirst }: MutantRow): boolean => namedFirst === promises.get(mutant.killedBy);
  return { all: many.length, unnamed: many.filter((row) => !isNamed(row)) };
}

/** Returns a line of totals, and whether the whole proof holds. */
export function summaryOf(proof: Proof): { readonly line: string; readonly holds: boolean } {
  const { mutants, checks, personalities } = proof;
  const killed = mutants.filter(({ end }) => end === 'killed').length;
  const biting = bitingOf(proof).size;
  const green = personalities.filter(({ problems }) => problems.length === 0).length;
  const line = `mutants ${mutants.length}, killed ${killed}, checks ${checks.length}, biting ${biting}, personalities ${personalities.length}, green ${green}`;
  return {
    line,
    holds:
      killed === mutants.length &&
      biting === checks.length &&
      green === personalities.length &&
      proof.pairs.every(({ hidden }) => hidden === undefined),
  };
}

interface Retry {
  readonly isOn: boolean;
  readonly secondTries: string[];
}

interface Work<Item, Row> {
  readonly workers: readonly Worker[];
  readonly items: readonly Item[];
  readonly retry: Retry;
  readonly onDone: ProofParts['onDone'];
  readonly statusOf: (row: Row) => Status;
}

/** Gives each worker the next item when it is free. */
async function each<Item, Row>(
  { workers, items, retry, onDone, statusOf }: Work<Item, Row>,
  work: (worker: Worker, item: Item) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const waiting = [...items.entries()];
  const begin = async (worker: Worker): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const row = await work(worker, one[1]);
      rows[one[0]] = row;
      onDone?.(statusOf(row).line);
    }
  };
  await Promise.all(workers.map(begin));
  return retry.isOn ? triedAgain(rows, { workers, items, retry, onDone, statusOf }, work) : rows;
}

/** Tries the rows that do not hold once more, one at a time. */
async function triedAgain<Item, Row>(
  rows: readonly Row[],
  { workers: [worker], items, retry, onDone, statusOf }: Work<Item, Row>,
  work: (worker: Worker, item: Item) => Promise<Row>,
): Promise<Row[]> {
  const settled = [...rows];
  for (const [at, item] of items.entries()) {
    const before = rows[at];
    if (worker === undefined || before === undefined || statusOf(before).holds) continue;
    const row = await work(worker, item);
    settled[at] = row;
    onDone?.(statusOf(row).line);
    if (statusOf(row).holds) retry.secondTries.push(statusOf(before).line);
  }
  return settled;
}
