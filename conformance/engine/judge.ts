/** Turns a recording into verdicts. This is pure, so an old run can be judged again without requests. */

import { requirementById } from '../../contract/requirements/requirements.ts';
import type { Section } from '../../contract/requirements/requirement.ts';
import type { Check } from './define.ts';
import { EDITIONS } from './edition.ts';
import { skippedOutcome, type Evidence, type Recording } from './evidence.ts';
import { evidenceIn } from './evidence-for.ts';
import { Outcome, Unjudged, untestable } from './outcome.ts';
import * as z from 'zod';

/** The verdict of a check, with the facts about the check that a reader of the report needs. */
export const Result = Outcome.extend({
  id: z.string(),
  section: z.string(),
  requirement: z.string(),
  authority: z.enum(['document', 'http', 'silent']),
  level: z.enum(['must', 'should', 'observe']),
  /** The edition that introduced the check. Absent in reports of earlier versions. */
  since: z.enum(EDITIONS).optional(),
  proves: z.string(),
  failing: z.string(),
  /** The reason why the baseline accepts a failure, which then does not fail the run. */
  known: z.string().optional(),
});
export type Result = z.output<typeof Result>;

/** Judges each check by the recording. */
export function judgeAll(checks: readonly Check[], recording: Recording): Result[] {
  const evidenceFor = evidenceIn(recording);
  return checks.map((check) => judgeOne(check, recording, evidenceFor));
}

/** Returns the section of the API document to which a check belongs. */
export function sectionOf({ requirement }: Pick<Check, 'requirement'>): Section {
  return requirementById(requirement).section;
}

function judgeOne(check: Check, recording: Recording, evidenceFor: (check: Check) => Evidence): Result {
  const { id, requirement, authority, level, since, proves, failing } = check;
  const about = { id, section: sectionOf(check), requirement, authority, level, since, proves, failing };
  return { ...about, ...leveled(check, outcomeOf(check, recording, evidenceFor)) };
}

function outcomeOf(check: Check, recording: Recording, evidenceFor: (check: Check) => Evidence): Outcome {
  const unready = unreadyProbe(check, recording);
  if (unready !== undefined) return unready;
  try {
    return check.judge(evidenceFor(check));
  } catch (error) {
    if (error instanceof Unjudged) return error.outcome;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { verdict: 'harness-fault', reason, exchanges: [] };
  }
}

/** Returns the outcome of a check if a probe has a fault, or did not run. */
function unreadyProbe({ from, passive }: Check, { probes }: Recording): Outcome | undefined {
  const runs = from.map(({ id }) => probes[id]);
  const fault = runs.find((run) => run?.status === 'fault');
  if (fault !== undefined) return { verdict: 'harness-fault', reason: fault.reason ?? '', exchanges: [] };
  if (passive === true || runs.every((run) => run?.status === 'ran')) return undefined;
  const open = runs.find((run) => run?.status !== 'ran');
  return open === undefined ? untestable('The run did not send the requests of this check.') : skippedOutcome(open);
}

/** Turns the failure of a "should" into a warning. */
function leveled({ level }: Check, outcome: Outcome): Outcome {
  return outcome.verdict === 'fail' && level === 'should' ? { ...outcome, verdict: 'warning' } : outcome;
}
