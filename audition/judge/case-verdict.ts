/** The verdict on a case: every check judged, and one word for the whole. */

import type { CheckFacts, ClientCheck, Judgment } from '../checks/client-check.ts';
import type { CaseEvidence } from '../evidence/case-evidence.ts';
import type { EffectKinds } from '../evidence/requests.ts';
import { hasOnlyWaited, missingOf } from './reached.ts';

/** Words for a case, by precedence. */
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

/** What came of one check. */
export interface CheckResult {
  readonly id: string;
  readonly level: CheckFacts['level'];
  readonly judgement: Judgment;
}

export interface CaseJudgment {
  readonly word: Word;
  readonly results: readonly CheckResult[];
  /** What was missing for the story to happen. */
  readonly missing: string | undefined;
  /** The client waited for a response that quick pace delays for a short time only. */
  readonly hasOnlyWaited?: boolean;
}

/** Judges one case by these checks. */
export function judgeCase(evidence: CaseEvidence, checks: readonly ClientCheck[], effects: EffectKinds): CaseJudgment {
  const { expectation, outcome } = evidence;
  const named = expectation.checks;
  const results = checks
    .filter(({ id, everywhere }) => everywhere || Object.hasOwn(named, id))
    .map(({ id, level, judge }) => ({ id, level, judgement: judge(evidence, named[id]) }));
  const missing = outcome.end === 'unsupported' ? undefined : missingOf(evidence, effects);
  return { word: wordOf(evidence, results, missing), results, missing, hasOnlyWaited: hasOnlyWaited(evidence) };
}

function wordOf(
  { outcome, expectation }: CaseEvidence,
  results: readonly CheckResult[],
  missing: string | undefined,
): Word {
  const misses = (level: CheckFacts['level']): boolean =>
    results.some((result) => result.level === level && result.judgement.kind === 'missed');
  if (outcome.end === 'hung' || outcome.end === 'crashed') return outcome.end;
  if (misses('must')) return 'broken';
  if (outcome.end === 'unsupported') return 'unsupported';
  if (missing !== undefined) return 'unreached';
  if (outcome.end === 'gave-up' && expectation.end === 'delivered') return 'gave-up';
  return misses('should') ? 'weak' : 'sound';
}
