/** How a fault changes the plan of a generation. */

import type { DecidedPlan, OutcomeChange, TimedPlan } from './plan.ts';

/** The plan of a new generation with the change of a fault. */
export function changePlan(plan: DecidedPlan, change: OutcomeChange, now: number): DecidedPlan {
  if (change.stick === 'pending') return { kind: 'manual' };
  if (change.stick === 'running') return stuckRunning(plan, change.giveUpSeconds, now);
  const skipped = change.skipRunning ? skipRunning(plan) : plan;
  return change.fail === undefined ? skipped : { ...skipped, failure: change.fail };
}

function stuckRunning(plan: DecidedPlan, giveUpSeconds: number, now: number): TimedPlan {
  const startsAt = plan.kind === 'timed' ? plan.startsAt : now;
  return {
    kind: 'timed',
    startsAt,
    endsAt: startsAt + giveUpSeconds * 1000,
    failure: { code: 'generation_timeout', from: 'running' },
  };
}

/** As long in all, but pending to the end. */
function skipRunning(plan: DecidedPlan): DecidedPlan {
  if (plan.kind === 'timed') return { ...plan, startsAt: plan.endsAt };
  return plan.kind === 'polls' ? { ...plan, pending: plan.pending + plan.running, running: 0 } : plan;
}
