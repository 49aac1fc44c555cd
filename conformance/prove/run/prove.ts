/** The proof: the meant check kills each mutant, each check kills a mutant, and each legal server stays green. */

import type { Check } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { promiseOf } from '../../engine/promises.ts';
import type { Pair } from '../pairs.ts';
import type { LegalVariant } from '../legal-variant.ts';
import { judging, openWorker, type Fate, type LegalMeeting, type Meeting, type Worker } from './worker.ts';

export interface MutantRow extends Fate {
  readonly mutant: Mutant;
  readonly met: Meeting;
}

export interface VariantRow {
  readonly variant: LegalVariant;
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
  readonly legalVariants: readonly VariantRow[];
  /** The servers that held only at their second try, with the reason why the first try did not. */
  readonly secondTries: readonly string[];
}

export interface ProofParts {
  readonly mutants: readonly Mutant[];
  readonly legalVariants: readonly LegalVariant[];
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

export async function prove({ mutants, legalVariants, onDone, ...parts }: ProofParts): Promise<Proof> {
  const checks = judging(parts.checks);
  const workers = parts.workers ?? [openWorker(checks)];
  const secondTries: string[] = [];
  const retry = parts.triesTwice === true ? secondTries : undefined;
  try {
    const chosen = mutants.map((mutant, at) => ({ mutant, met: meetingOf(mutant, at, parts.sample) }));
    const rows = await workThrough(
      { workers, items: chosen, retry, onDone, standingOf: standingOfMutant },
      async (worker, one) => ({
        ...one,
        ...(await worker.mutant(one.mutant, one.met)),
      }),
    );
    const pairs = await workThrough(
      { workers, items: parts.pairs ?? [], retry, onDone, standingOf: standingOfPair },
      async (worker, pair) => ({ pair, hidden: (await worker.pair(pair))[0] }),
    );
    const legal = legalVariants.map((variant, at) => ({ variant, meets: legalMeetingOf(at, parts.sample) }));
    const variants = await workThrough(
      { workers, items: legal, retry, onDone, standingOf: standingOfVariant },
      async (worker, { variant, meets }) => ({
        variant,
        problems: await worker.variant(variant, meets),
      }),
    );
    return { mutants: rows, pairs, checks, legalVariants: variants, secondTries };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

export interface Standing {
  readonly holds: boolean;
  /** The line that reports a server. */
  readonly line: string;
}

function standingOfMutant({ mutant, end, reason = '' }: MutantRow): Standing {
  return { holds: end === 'killed', line: `${end} ${mutant.id} ${reason}`.trim() };
}

function standingOfPair({ pair, hidden }: PairRow): Standing {
  const isNoticed = hidden === undefined;
  return { holds: isNoticed, line: `${isNoticed ? 'noticed' : 'hidden'} ${named(pair)} ${hidden ?? ''}`.trim() };
}

function standingOfVariant({ variant, problems }: VariantRow): Standing {
  const isGreen = problems.length === 0;
  return { holds: isGreen, line: `${isGreen ? 'green' : 'red'} ${variant.id} ${problems.join('; ')}`.trim() };
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
  const { mutants, checks, legalVariants } = proof;
  const killed = mutants.filter(({ end }) => end === 'killed').length;
  const biting = bitingOf(proof).size;
  const green = legalVariants.filter(({ problems }) => problems.length === 0).length;
  const line = `mutants ${mutants.length}, killed ${killed}, checks ${checks.length}, biting ${biting}, legal servers ${legalVariants.length}, green ${green}`;
  return {
    line,
    holds:
      killed === mutants.length &&
      biting === checks.length &&
      green === legalVariants.length &&
      proof.pairs.every(({ hidden }) => hidden === undefined),
  };
}

interface Work<Item, Row> {
  readonly workers: readonly Worker[];
  readonly items: readonly Item[];
  /** Receives the rows that hold only at their second try. Without a list, no row is tried again. */
  readonly retry?: string[] | undefined;
  readonly onDone: ProofParts['onDone'];
  readonly standingOf: (row: Row) => Standing;
}

/** Gives each worker the next item when it is free. */
export async function workThrough<Item, Row>(
  given: Work<Item, Row>,
  work: (worker: Worker, item: Item) => Promise<Row>,
): Promise<Row[]> {
  const { workers, items, retry, onDone, standingOf } = given;
  const rows: Row[] = [];
  const waiting = [...items.entries()];
  const begin = async (worker: Worker): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const row = await work(worker, one[1]);
      rows[one[0]] = row;
      onDone?.(standingOf(row).line);
    }
  };
  await Promise.all(workers.map(begin));
  return retry === undefined ? rows : triedAgain(rows, given, work);
}

/** Tries the rows that do not hold once more, one at a time. */
async function triedAgain<Item, Row>(
  rows: readonly Row[],
  { workers: [worker], items, retry, onDone, standingOf }: Work<Item, Row>,
  work: (worker: Worker, item: Item) => Promise<Row>,
): Promise<Row[]> {
  const settled = [...rows];
  for (const [at, item] of items.entries()) {
    const before = rows[at];
    if (worker === undefined || before === undefined || standingOf(before).holds) continue;
    const row = await work(worker, item);
    settled[at] = row;
    onDone?.(standingOf(row).line);
    if (standingOf(row).holds) retry?.push(standingOf(before).line);
  }
  return settled;
}
