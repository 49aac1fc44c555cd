/** Conducts one run, from the profile to the report. */

import type { Profile } from '../profile/profile.ts';
import type { Check } from './define.ts';
import { exploring } from './exploring.ts';
import { openRun, type RunSetup } from './open-run.ts';
import type { RunPlan } from './plan.ts';
import { preflight } from './preflight.ts';
import type { Report } from './report.ts';
import { runProbes } from './rounds.ts';
import { toReport, type UngroupedReport } from './to-report.ts';

/** Runs the checks. It always returns a report, whatever the target does. */
export async function runChecks(setup: RunSetup): Promise<UngroupedReport> {
  const { profile, checks, onEvent } = setup;
  const run = openRun(setup);
  const { plan } = run;
  const counts = { checks: checks.length, probes: plan.probes.length, creates: plan.costs.length };
  const isExploring = profile.explore.rounds !== undefined && profile.budget !== undefined;
  onEvent({ type: 'plan', ...counts, price: plan.price, worst: plan.worst, isExploring });
  run.stopped ??= tooDear(checks, plan, profile);
  if (run.stopped === undefined) {
    const closed = await preflight(run);
    // A run may be aborted during the preflight requests.
    run.stopped ??= closed;
  }
  const probes = await runProbes(run);
  const explored = await exploring(run);
  run.close();
  if (run.stopped === undefined) run.journal.finish();
  return toReport(run, { probes, explored });
}

/** Returns the reason to stop if a smaller plan, within the budget, leaves nothing to try. */
function tooDear(checks: readonly Check[], { left }: RunPlan, { budget }: Profile): Report['stopped'] {
  const reasons = checks.map(({ from }) => from.map((probe) => left.get(probe)).find((why) => why !== undefined));
  if (budget === undefined || checks.length === 0 || !reasons.every((why) => why?.give === '--budget'))
    return undefined;
  return {
    by: 'budget',
    reason: `The run did not send a request, because the budget does not cover any check. ${reasons[0]?.reason ?? ''}`,
  };
}
