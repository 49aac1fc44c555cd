/** From what was kept of a case to what its checks see. */

import type { ApplicableExpectation } from '../expectations/expectation.ts';
import type { CaseEvidence } from './case-evidence.ts';
import type { CaseRecord } from './case-record.ts';
import { toGenerations, toRequests, type EffectKinds } from './requests.ts';

/** The evidence of a case; `effects` are the rules of its scenario at its pace. */
export function toEvidence(record: CaseRecord, expectation: ApplicableExpectation, effects: EffectKinds): CaseEvidence {
  const { scenario, pace, deadlineSeconds, prompts, entries, outcome, files } = record;
  return {
    scenario,
    expectation,
    pace,
    deadlineSeconds,
    prompts,
    requests: toRequests(entries, effects),
    generations: toGenerations(entries),
    outcome,
    files,
  };
}
