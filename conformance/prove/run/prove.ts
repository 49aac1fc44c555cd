/** The proof: every mutant dies by the check that is meant for it, every check kills, every legal server stays green. */

import { CHECKS, type Check, type Report } from '../../index.ts';
import { judgedPart } from '../../engine/to-report.ts';
import type { Mutant } from '../mutant.ts';
import type { Personality } from '../personality.ts';
import { keepEngines, runServer, type Engines } from './run-server.ts';

/** What became of a mutant. A run that broke off, and a bend that never came into play, are no kills. */
export type End = 'killed' | 'survived' | 'never reached' | 'broken off';

export interface MutantRow {
  readonly mutant: Mutant;
  readonly end: End;
  /** Why it is no kill. */
  readonly reason?: string;
  /** All checks that failed, the meant one too. */
  readonly killers: readonly string[];
  /** How many checks looked at it. */
  readonly looked: number;
}

export interface PersonalityRow {
  readonly personality: Personality;
  readonly problems: readonly string[];
}

export interface Proof {
  readonly mutants: readonly MutantRow[];
  readonly checks: readonly Check[];
  readonly personalities: readonly PersonalityRow[];
}

export interface ProofParts {
  readonly mutants: readonly Mutant[];
  readonly personalities: readonly Personality[];
  /** The checks to be proven; those of the kit unless a test plants others. */
  readonly checks?: readonly Check[];
  /** Hears of each server when it is done. */
  readonly onDone?: (line: string) => void;
}

const AT_ONCE = 4;

/** Runs all servers. */
export async function prove({ mutants, personalities, checks = CHECKS, onDone }: ProofParts): Promise<Proof> {
  const engines = keepEngines();
  const judged = checks.filter(({ level }) => level !== 'observe');
  try {
    const rows = await each(mutants, async (mutant) => {
      const row = await proveMutant(engines, mutant, judged);
      onDone?.(`${row.end} ${mutant.id} ${row.reason ?? ''}`.trim());
      return row;
    });
    const people = await each(personalities, async (personality) => {
      const row = { personality, problems: await problemsOf(engines, personality) };
      onDone?.(`${row.problems.length === 0 ? 'green' : 'red'} ${personality.id} ${row.problems.join('; ')}`.trim());
      return row;
    });
    return { mutants: rows, checks: judged, personalities: people };
  } finally {
    await engines.close();
  }
}

/** The checks that have killed at least one mutant. */
export function bitingOf({ mutants, checks }: Proof): Set<string> {
  const killers = new Set(mutants.filter(({ end }) => end === 'killed').flatMap((row) => row.killers));
  return new Set(checks.map(({ id }) => id).filter((id) => killers.has(id)));
}

/** The one line, and whether all of it holds. */
export function summaryOf(proof: Proof): { readonly line: string; readonly holds: boolean } {
  const { mutants, checks, personalities } = proof;
  const killed = mutants.filter(({ end }) => end === 'killed').length;
  const biting = bitingOf(proof).size;
  const green = personalities.filter(({ problems }) => problems.length === 0).length;
  const line = `mutants ${mutants.length}, killed ${killed}, checks ${checks.length}, biting ${biting}, personalities ${personalities.length}, green ${green}`;
  return {
    line,
    holds: killed === mutants.length && biting === checks.length && green === personalities.length,
  };
}

async function proveMutant(engines: Engines, mutant: Mutant, checks: readonly Check[]): Promise<MutantRow> {
  try {
    const selection = { only: [mutant.killedBy], ...mutant.selection };
    const { report, reached } = await runServer(engines, { ...mutant, selection });
    return { mutant, ...endOf(mutant, { report, reached, checks }) };
  } catch (error) {
    return { mutant, end: 'broken off', reason: String(error), killers: [], looked: 0 };
  }
}

interface Seen {
  readonly report: Report;
  readonly reached: number | undefined;
  readonly checks: readonly Check[];
}

/** Judges what was recorded with every check whose probes were sent, whoever asked for them. */
function endOf(mutant: Mutant, { report, reached, checks }: Seen): Omit<MutantRow, 'mutant'> {
  const able = checks.filter(({ from }) => from.every(({ id }) => report.probes[id] !== undefined));
  const { results } = judgedPart(able, report, { baseline: [], expect: {} });
  const killers = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning').map(({ id }) => id);
  const fault = results.find(({ verdict }) => verdict === 'harness-fault');
  const common = { killers, looked: results.length };
  if (report.stopped !== undefined) return { ...common, end: 'broken off', reason: report.stopped.reason };
  if (fault !== undefined) return { ...common, end: 'broken off', reason: `${fault.id}: ${fault.reason ?? ''}` };
  if (reached === 0) return { ...common, end: 'never reached', reason: 'No request met what was bent.' };
  if (killers.includes(mutant.killedBy)) return { ...common, end: 'killed' };
  const meant = results.find(({ id }) => id === mutant.killedBy);
  const reason = meant === undefined ? 'there is no such check' : `${meant.verdict} ${meant.reason ?? ''}`.trim();
  return { ...common, end: 'survived', reason: `${mutant.killedBy}: ${reason}` };
}

async function problemsOf(engines: Engines, personality: Personality): Promise<string[]> {
  try {
    const { report } = await runServer(engines, personality);
    const { exitCode, results, stopped, observations } = report;
    const red = results.filter(
      ({ verdict, authority }) => authority === 'document' && (verdict === 'fail' || verdict === 'inconclusive'),
    );
    return [
      ...(stopped === undefined ? [] : [stopped.reason]),
      ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]),
      ...red.map(({ id, got, reason }) => `${id}: ${got ?? reason ?? ''}`),
      ...Object.entries(personality.observed).flatMap(([id, wanted]) =>
        observations[id] === wanted ? [] : [`${id} is "${observations[id] ?? 'unobserved'}", not "${wanted}"`],
      ),
    ];
  } catch (error) {
    return [String(error)];
  }
}

async function each<Item, Row>(items: readonly Item[], work: (item: Item) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  const waiting = [...items.entries()];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) rows[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return rows;
}
