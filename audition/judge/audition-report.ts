/** The report of an audition. All formats are rendered from it. Expected verdicts are marked in it. */

import * as z from 'zod';
import { HEALTHY } from '../cases/case-scenario.ts';
import type { ClientRequest } from '../evidence/case-evidence.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { missedIn, WORDS, type CaseJudgment, type Word } from './case-verdict.ts';
import type { ClientRecords, RunFacts } from './saved-run.ts';
import type { Edition } from '../../conformance/engine/edition.ts';

/** One case with its verdict and the evidence for it. */
export interface CaseVerdict extends CaseJudgment, Omit<CaseRecord, 'client' | 'entries' | 'pace' | 'prompts'> {
  /** The file of a scenario that the package does not contain. */
  readonly path?: string | undefined;
  /** The edition that introduced the scenario. */
  readonly since: Edition;
  /** Whether the case counts in the edition of the run. */
  readonly isCounted: boolean;
  /** The behavior of the server. `correct` is the behavior of a correct client in this case. */
  readonly server: string;
  readonly correct: string;
  /** The reason why this verdict is expected, if it is. */
  readonly known?: string | undefined;
  readonly requests: readonly ClientRequest[];
  /** The number of paid generations beyond the requested ones. */
  readonly extra: number;
}

export interface ClientReport extends Omit<ClientRecords, 'records'> {
  readonly cases: readonly CaseVerdict[];
}

export interface AuditionReport extends RunFacts {
  /** Checks and scenarios of a newer edition are reported, but do not count. */
  readonly edition: Edition;
  readonly clients: readonly ClientReport[];
  /** The expectations that have become wrong. */
  readonly stale: readonly string[];
  readonly exitStatus: number;
}

const STATUSES = {
  0: 'no case is broken, crashed or hung',
  1: 'some cases are broken, crashed or hung',
  2: 'wrong usage',
  3: 'untestable',
  4: 'interrupted',
  5: 'an expected verdict no longer matches',
} as const;

/** The words that fail a run. */
export const RED_WORDS: ReadonlySet<Word> = new Set(['broken', 'crashed', 'hung']);

/** Describes the exit status of a run. */
export function statusText({ clients, exitStatus }: Pick<AuditionReport, 'clients' | 'exitStatus'>): string {
  if (exitStatus === 3 && !clients.some(isUntestable)) return 'no scenario was triggered';
  return STATUSES[exitStatus as keyof typeof STATUSES];
}

function isUntestable({ untestable, cases }: ClientReport): boolean {
  return untestable !== undefined || cases.some(({ word }) => word === 'untestable');
}

/** Returns whether a case fails the run. */
export function isRed({ word, known, isCounted }: Pick<CaseVerdict, 'word' | 'known' | 'isCounted'>): boolean {
  return RED_WORDS.has(word) && known === undefined && isCounted;
}

/** Returns the exit status of a run. */
export function exitStatusOf(report: Omit<AuditionReport, 'edition' | 'exitStatus'>): number {
  const { clients, isCutShort, stale } = report;
  if (isCutShort) return 4;
  if (clients.some(isUntestable)) return 3;
  const cases = clients.flatMap((client) => client.cases);
  if (cases.some(isRed)) return 1;
  if (stale.length > 0) return 5;
  const isExplored = clients.some(({ explored }) => explored !== undefined && explored.played > explored.unreached);
  return isExplored || cases.some(isReached) ? 0 : 3;
}

/** The words for a case whose fault did not reach its client. */
const NOT_REACHED: ReadonlySet<Word> = new Set(['unsupported', 'unreached']);

/** Returns whether a case shows how its client meets faults, or is expected not to show it. */
function isReached({ scenario, word, known }: CaseVerdict): boolean {
  return scenario !== HEALTHY && (known !== undefined || !NOT_REACHED.has(word));
}

export const KnownVerdicts = z.array(
  z.strictObject({
    scenario: z.string(),
    /** The client, if several clients are judged. Default: any client. */
    client: z.string().optional(),
    /** The expected word. Default: any word that fails the run. */
    word: z.enum(WORDS).optional(),
    /** The ids of the only checks that may be missed. Default: any check. */
    checks: z.array(z.string()).min(1).optional(),
    reason: z.string().min(1, 'must state why you expect this verdict'),
  }),
);
export type KnownVerdicts = z.output<typeof KnownVerdicts>;

/** Marks the expected verdicts of clients, and returns the expectations that have become wrong. */
export function withKnown(
  clients: readonly ClientReport[],
  known: KnownVerdicts,
): { readonly clients: readonly ClientReport[]; readonly stale: readonly string[] } {
  const marked = clients.map((client) => ({
    ...client,
    cases: client.cases.map((one) => ({
      ...one,
      known: known.find((entry) => isAbout(entry, client, one) && holds(entry, one))?.reason,
    })),
  }));
  const stale = known.flatMap((entry) => {
    const { scenario, word = 'a failure', checks, reason } = entry;
    const played = clients.flatMap((client) => client.cases.filter((one) => isAbout(entry, client, one)));
    if (played.length === 0 || played.some((one) => holds(entry, one))) return [];
    const wanted = checks === undefined ? word : `${word} by ${checks.join(', ')} alone`;
    const was = [...new Set(played.map((one) => one.word))].join(', ');
    return [`${scenario}: ${wanted} was expected (${reason}), and it is ${was}`];
  });
  return { clients: marked, stale };
}

type KnownVerdict = KnownVerdicts[number];

function isAbout({ client, scenario }: KnownVerdict, { name }: ClientReport, one: CaseVerdict): boolean {
  return (client === undefined || client === name) && scenario === one.scenario;
}

function holds({ word, checks }: KnownVerdict, one: CaseVerdict): boolean {
  const isWord = word === undefined ? RED_WORDS.has(one.word) : word === one.word;
  return isWord && (checks === undefined || missedIn(one.results, 'must').every((id) => checks.includes(id)));
}
