/** The report of an audition. All formats are rendered from it. */

import type { ClientOutcome, ClientRequest, FileEvidence } from '../evidence/case-evidence.ts';
import type { Edition } from '../../conformance/engine/edition.ts';
import { HEALTHY, type LeftOut, type StoryPace } from '../cases/audition-case.ts';
import type { Explored } from './saved-run.ts';
import type { CheckResult, Word } from './case-verdict.ts';

/** One case with its verdict and the evidence for it. */
export interface CaseVerdict {
  readonly scenario: string;
  /** The label of its key, if the case was watched. */
  readonly label?: string | undefined;
  /** The file of a scenario that the package does not contain. */
  readonly path?: string | undefined;
  /** The edition that introduced the scenario. */
  readonly since: Edition;
  /** Whether the case counts in the edition of the run. */
  readonly isCounted: boolean;
  /** The behavior of the server. `correct` is the behavior of a correct client in this case. */
  readonly server: string;
  readonly correct: string;
  readonly word: Word;
  /** The missing event, if the case is unreached. */
  readonly missing?: string | undefined;
  /** The client waited for a response that quick pace delays for a short time only. */
  readonly hasOnlyWaited?: boolean | undefined;
  /** The reason why this verdict is expected, if it is. */
  readonly known?: string | undefined;
  readonly outcome: ClientOutcome;
  /** The case was played again: the machine disturbed the first run, or a request was still silent at the deadline. */
  readonly isSecond?: boolean | undefined;
  readonly deadlineSeconds: number;
  readonly results: readonly CheckResult[];
  readonly requests: readonly ClientRequest[];
  readonly files: readonly FileEvidence[] | undefined;
  /** US dollars. */
  readonly paid: number;
  readonly careful: number;
  /** The number of paid generations beyond the requested ones. */
  readonly extra: number;
}

export interface ClientReport {
  readonly name: string;
  /** The reason why the client cannot be judged: its driver does not work. */
  readonly untestable?: string | undefined;
  readonly cases: readonly CaseVerdict[];
  /** The rounds of an exploration. */
  readonly explored?: Explored | undefined;
}

export interface AuditionReport {
  readonly version: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly pace: StoryPace;
  /** Checks and scenarios of a newer edition are reported, but do not count. */
  readonly edition: Edition;
  readonly clients: readonly ClientReport[];
  /** Scenarios that no client can reach by itself. */
  readonly leftOut: readonly LeftOut[];
  /** The run ended before all cases were played. */
  readonly isCutShort: boolean;
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

const RED: ReadonlySet<Word> = new Set(['broken', 'crashed', 'hung']);

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
  return RED.has(word) && known === undefined && isCounted;
}

/** Returns whether only the edition of the run keeps a case from failing it. */
export function isUncountedRed({ word, known, isCounted }: CaseVerdict): boolean {
  return RED.has(word) && known === undefined && !isCounted;
}

/** Returns the exit status of a run. */
export function exitStatusOf({
  clients,
  isCutShort,
  stale,
}: Pick<AuditionReport, 'clients' | 'isCutShort' | 'stale'>): number {
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
