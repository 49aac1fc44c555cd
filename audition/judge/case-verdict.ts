/** Judges a case: every check, and one word for the whole case. */

import { isCountedIn, type Edition } from '../../conformance/engine/edition.ts';
import type { ClientCheck, Judgment } from '../checks/client-check.ts';
import type { CaseEvidence } from '../evidence/case-evidence.ts';
import type { EffectKinds } from '../evidence/requests.ts';
import { hasOnlyWaited, missingOf } from './reached.ts';

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
export interface CheckResult {
  readonly id: string;
  readonly level: ClientCheck['level'];
  /** The edition that introduced the check. */
  readonly since: Edition;
  /** Whether the check counts in the edition of the run. */
  readonly isCounted: boolean;
  readonly judgement: Judgment;
}

export interface CaseJudgment {
  readonly word: Word;
  readonly results: readonly CheckResult[];
  /** The event that was missing for the story. */
  readonly missing: string | undefined;
  /** The client waited for a response that quick pace delays for a short time only. */
  readonly hasOnlyWaited?: boolean;
}

export interface CaseCriteria {
  readonly checks: readonly ClientCheck[];
  readonly effects: EffectKinds;
  readonly edition: Edition;
}

/** Judges one case by the checks. Checks that are newer than the edition do not change the word. */
export function judgeCase(evidence: CaseEvidence, { checks, effects, edition }: CaseCriteria): CaseJudgment {
  const { expectation, outcome } = evidence;
  const named = expectation.checks;
  const results = checks
    .filter(({ id, everywhere }) => everywhere || Object.hasOwn(named, id))
    .map(({ id, level, since, judge }) => ({
      id,
      level,
      since,
      isCounted: isCountedIn(edition, since),
      judgement: judge(evidence, named[id]),
    }));
  const missing = outcome.end === 'unsupported' ? undefined : missingOf(evidence, effects);
  return { word: wordOf(evidence, results, missing), results, missing, hasOnlyWaited: hasOnlyWaited(evidence) };
}

function wordOf(
  { outcome, expectation }: CaseEvidence,
  results: readonly CheckResult[],
  missing: string | undefined,
): Word {
  const misses = (level: ClientCheck['level']): boolean =>
    results.some((result) => result.isCounted && result.level === level && result.judgement.kind === 'missed');
  if (outcome.end === 'hung' || outcome.end === 'crashed') return outcome.end;
  if (misses('must')) return 'broken';
  if (outcome.end === 'unsupported') return 'unsupported';
  if (missing !== undefined) return 'unreached';
  if (outcome.end === 'gave-up' && expectation.end === 'delivered') return 'gave-up';
  return misses('should') ? 'weak' : 'sound';
}
