/** Decides the plan of a generation: from its latency, the changes of fault rules and a free running slot. */

import { reviseGeneration } from './account-generations.ts';
import type { Account } from './account.ts';
import { isEnded } from './generation.ts';
import type { Assignment, DecidedPlan, Failure, Generation, PlanChange, TimedPlan } from './generation.ts';
import { planTiming } from './latency.ts';
import { limitsOf, takeSlot } from './limits.ts';
import type { Inspected } from './ports.ts';
import type { RandomKey } from './random.ts';

interface PlanTerms {
  readonly assignment: Assignment;
  readonly now: number;
  /** The random key of the generation. */
  readonly draw: RandomKey;
  /** The failure of the inputs. */
  readonly failure: Failure | undefined;
  /** The changes of fault rules. */
  readonly changes: readonly PlanChange[];
}

/** Decides the plan. A timed plan takes a running slot of the account, and starts when the slot is free. */
export function decidePlan(account: Account, { assignment, now, draw, failure, changes }: PlanTerms): DecidedPlan {
  const { latency, limits } = account.settings;
  const timing = planTiming(latency, { createdAt: now, assignment, draw });
  const own = failure === undefined ? timing : { ...timing, failure };
  const plan = changes.reduce((changed, change) => changePlan(changed, change, now), own);
  const running = limitsOf(limits)?.running;
  if (running === undefined || plan.kind !== 'timed') return plan;
  const taken = takeSlot(plan, account.slots, running);
  account.slots = taken.slots;
  return taken.plan;
}

interface ArrivedInputs extends Pick<Inspected, 'size' | 'failure'> {
  readonly now: number;
}

/** Gives a waiting generation its size and its plan after its input files arrived. Returns undefined if it is gone. */
export function planArrived(account: Account, id: string, { size, failure, now }: ArrivedInputs) {
  const waiting = account.open.get(id);
  // A generation that was moved to its end does not wait.
  if (waiting?.plan.kind !== 'waiting' || isEnded(waiting)) return undefined;
  const { changes = [] } = waiting.plan;
  const assignment = { ...waiting.assignment, size };
  const at = Math.max(waiting.createdAt, now);
  const plan = decidePlan(account, { assignment, now: at, draw: [waiting.seed, id], failure, changes });
  return reviseGeneration(account, id, (generation): Generation => ({ ...generation, assignment, plan }));
}

function changePlan(plan: DecidedPlan, change: PlanChange, now: number): DecidedPlan {
  if (change.stick === 'pending') return { kind: 'manual' };
  if (change.stick === 'running') return stuckRunning(plan, change.giveUpSeconds, now);
  const skipped = change.skipRunning ? skipRunning(plan) : plan;
  return change.fail === undefined ? skipped : { ...skipped, failure: change.fail };
}

function stuckRunning(plan: DecidedPlan, giveUpSeconds: number, now: number): TimedPlan {
  const startsAt = plan.kind === 'timed' ? plan.startsAt : now;
  const failure: Failure = { code: 'generation_timeout', from: 'running' };
  return { kind: 'timed', startsAt, endsAt: startsAt + giveUpSeconds * 1000, failure };
}

/** Moves the time in `running` to `pending`, so that the total duration stays the same. */
function skipRunning(plan: DecidedPlan): DecidedPlan {
  if (plan.kind === 'timed') return { ...plan, startsAt: plan.endsAt };
  return plan.kind === 'polls' ? { ...plan, pending: plan.pending + plan.running, running: 0 } : plan;
}
