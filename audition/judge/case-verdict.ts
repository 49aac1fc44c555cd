/** Judges a case: whether its fault was reached, every check, and one word for the whole case. */

import type { ClientCheck, Judgment } from '../checks/client-check.ts';
import type { CaseEvidence, ClientRequest, EffectsOfRules } from '../evidence/case-evidence.ts';
import { isCountedIn, type Edition } from '../../conformance/engine/edition.ts';

/** The words for a case, by precedence. */
export const WORDS = [
  'hung',
  'crashed',
  'broken',
  'untestable',
  'unsupported',
  'unreached',
  'gave-up',
  'weak',
  'sound',
] as const;
export type Word = (typeof WORDS)[number];

/** The result of one check. */
export interface CheckResult extends Pick<ClientCheck, 'id' | 'level' | 'since'> {
  /** Whether the check counts in the edition of the run. */
  readonly isCounted: boolean;
  readonly judgement: Judgment;
}

export interface CaseJudgment {
  readonly word: Word;
  readonly results: readonly CheckResult[];
  /** The missing event, if the case is unreached. */
  readonly missing?: string | undefined;
  /** The client waited for a response that quick pace delays for a short time only. */
  readonly hasOnlyWaited?: boolean | undefined;
}

/** Judges one case by the checks. Checks that are newer than the edition do not change the word. */
export function judgeCase(
  evidence: CaseEvidence,
  effects: EffectsOfRules,
  { checks, edition }: { readonly checks: readonly ClientCheck[]; readonly edition: Edition },
): CaseJudgment {
  const { expectation, outcome } = evidence;
  const named = expectation.checks;
  const results = checks
    .filter(({ id, everywhere }) => everywhere || Object.hasOwn(named, id))
    .map(({ id, level, since, judge }) => ({
      id,
      level,
      since,
      isCounted: isCountedIn(edition, since),
      judgement: judge(evidence),
    }));
  const missing = outcome.end === 'unsupported' ? undefined : missingOf(evidence, effects);
  return { word: wordOf(evidence, results, missing), results, missing, hasOnlyWaited: hasOnlyWaited(evidence) };
}

function wordOf(
  { outcome, expectation }: CaseEvidence,
  results: readonly CheckResult[],
  missing: string | undefined,
): Word {
  if (outcome.end === 'hung' || outcome.end === 'crashed') return outcome.end;
  if (missedIn(results, 'must').length > 0) return 'broken';
  if (outcome.end === 'unsupported') return 'unsupported';
  if (missing !== undefined) return 'unreached';
  if (outcome.end === 'gave-up' && expectation.end === 'delivered') return 'gave-up';
  return missedIn(results, 'should').length > 0 ? 'weak' : 'sound';
}

/** Returns the counted checks of a level that the client missed. */
export function missedIn(results: readonly CheckResult[], level: ClientCheck['level']): string[] {
  const missed = results.filter(({ judgement }) => judgement.kind === 'missed');
  return missed.flatMap((one) => (one.isCounted && one.level === level ? [one.id] : []));
}

/** Returns the event that was missing for the story; undefined if the story happened. */
function missingOf(evidence: CaseEvidence, effects: EffectsOfRules): string | undefined {
  const { scenario, expectation, requests } = evidence;
  const { reach } = expectation;
  if (requests.length === 0) return 'no request came';
  if (hasOnlyWaited(evidence)) return 'the client waited for the delayed response';
  const felt = [...effects.keys()].filter((rule) => requests.some((request) => isFelt(request, rule, effects)));
  const wanted = reach?.rules?.map((rule) => `${scenario}:${rule}`);
  const isMissingRule =
    wanted === undefined
      ? // A story that requires only requests may have rules that a careful client never meets.
        reach?.requests === undefined && effects.size > 0 && felt.length === 0
      : wanted.some((rule) => !felt.includes(rule));
  const isMissingRequest = reach?.requests?.some(({ operation, count, range }) => {
    const same = requests.filter((request) => request.operation === operation);
    return same.filter((one) => range === undefined || range === (one.range !== null)).length < count;
  });
  if (!isMissingRule && isMissingRequest !== true) return undefined;
  if (isMissingRequest !== true && requests.some(hasLeftEarly))
    return 'the client disconnected before the fault took effect';
  return reach?.missing ?? 'the client did not send a request that the fault affects';
}

/** Returns whether quick pace shortened a delay that the client waited for. This proves nothing at the real pace. */
function hasOnlyWaited({ pace, expectation: { reach }, requests }: CaseEvidence): boolean {
  const delayed = requests.filter(({ faults }) => faults.length > 0);
  const isShort = pace === 'quick' && reach?.timeout === true;
  return isShort && delayed.length > 0 && !delayed.some(({ end }) => end === 'left' || end === 'open');
}

function hasLeftEarly({ end, faults, bytesSent }: ClientRequest): boolean {
  return end === 'left' && faults.length > 0 && bytesSent === 0;
}

/** Returns whether the client noticed a rule: it did not leave the response early, and it requested bytes. */
function isFelt(
  { faults, end, bytesSent, operation, method }: ClientRequest,
  rule: string,
  effects: EffectsOfRules,
): boolean {
  if (!faults.includes(rule) || (operation === 'content' && method === 'HEAD')) return false;
  return end !== 'left' || bytesSent > 0 || effects.get(rule)?.isFeltByWaiting === true;
}
