/** From a recording to verdicts: pure, so that an old run is judged again for nothing. */

import { requirementById } from '../../contract/requirements/requirements.ts';
import type { Section } from '../../contract/requirements/requirement.ts';
import type { Check } from './define.ts';
import { EDITIONS } from './edition.ts';
import type { Evidence, ProbeRun, Recording } from './evidence.ts';
import { evidenceIn } from './evidence-for.ts';
import { inconclusive, Outcome, Unjudged, untestable } from './outcome.ts';
import * as z from 'zod';

/** A check's verdict, with what a reader of the report has to know of the check. */
export const Result = Outcome.extend({
  id: z.string(),
  section: z.string(),
  requirement: z.string(),
  authority: z.enum(['document', 'http', 'silent']),
  level: z.enum(['must', 'should', 'observe']),
  /** The edition that introduced the check; reports of earlier versions do not tell. */
  since: z.enum(EDITIONS).optional(),
  proves: z.string(),
  failing: z.string(),
  /** A failure that the baseline knows does not fail the run. */
  known: z.string().optional(),
});
export type Result = z.output<typeof Result>;

/** Judges each check by what was recorded. */
export function judgeAll(checks: readonly Check[], recording: Recording): Result[] {
  const evidenceFor = evidenceIn(recording);
  return checks.map((check) => judgeOne(check, recording, evidenceFor));
}

/** The section of the API document that a check belongs to. */
export function sectionOf({ requirement }: Pick<Check, 'requirement'>): Section {
  return requirementById(requirement).section;
}

function judgeOne(check: Check, recording: Recording, evidenceFor: (check: Check) => Evidence): Result {
  const { id, requirement, authority, level, since, proves, failing } = check;
  const about = { id, section: sectionOf(check), requirement, authority, level, since, proves, failing };
  return { ...about, ...leveled(check, outcomeOf(check, recording, evidenceFor)) };
}

function outcomeOf(check: Check, recording: Recording, evidenceFor: (check: Check) => Evidence): Outcome {
  const unready = faultOf(check, recording) ?? (check.passive === true ? undefined : unreadyProbe(check, recording));
  if (unready !== undefined) return unready;
  try {
    return check.judge(evidenceFor(check));
  } catch (error) {
    if (error instanceof Unjudged) return error.outcome;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { verdict: 'harness-fault', reason, exchanges: [] };
  }
}

function faultOf({ from }: Check, { probes }: Recording): Outcome | undefined {
  const run = from.map(({ id }) => probes[id]).find((candidate) => candidate?.status === 'fault');
  return run === undefined ? undefined : { verdict: 'harness-fault', reason: run.reason ?? '', exchanges: [] };
}

function unreadyProbe({ from }: Check, { probes }: Recording): Outcome | undefined {
  for (const { id } of from) {
    const run = probes[id];
    if (run === undefined) return untestable('The run did not send the requests of this check.');
    if (run.status === 'skipped') return skippedOutcome(run);
  }
  return undefined;
}

function skippedOutcome({ verdict, reason = '', lack }: ProbeRun): Outcome {
  const outcome = verdict === 'inconclusive' ? inconclusive(reason) : untestable(reason);
  return lack === undefined ? outcome : { ...outcome, lack };
}

/** A broken "should" is a warning. */
function leveled({ level }: Check, outcome: Outcome): Outcome {
  return outcome.verdict === 'fail' && level === 'should' ? { ...outcome, verdict: 'warning' } : outcome;
}
