/** Converts the record of a case to the evidence for its checks. */

import type { ApplicableExpectation } from '../expectations/expectation.ts';
import type { CaseEvidence } from './case-evidence.ts';
import type { CaseRecord } from './case-record.ts';
import { toGenerations, toRequests, type EffectKinds } from './requests.ts';

/** Returns the evidence of a case. `effects` are the rules of its scenario at its pace. */
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
