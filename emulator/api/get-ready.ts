/**
 * Background work of a create: fetching input files, after which the generation gets its plan. Clips are rendered when
 * they are asked for.
 */

import { readClock } from '../domain/clock.ts';
import { planAgain, type Generation } from '../domain/generation.ts';
import type { Inspected } from '../domain/provider.ts';
import type { ApiContext, Call } from './context.ts';
import { planWithFaults, type Order } from './draft.ts';

/** Begins it for a generation that was just created; nothing where its inputs are there already. */
export function getReady(
  context: ApiContext,
  call: Call,
  { order, generation }: { order: Order; generation: Generation },
): void {
  const { inspected } = order;
  if (!('arrival' in inspected)) return;
  const whenThere = async (): Promise<void> => {
    const arrived = await inspected.arrival;
    // After a reset the same id may name another generation.
    if (call.epoch.aborted) return;
    await context.store.revise(call.account.name, generation.id, (waiting) =>
      planArrived(context, call, { waiting, arrived }),
    );
  };
  whenThere().catch(context.reportCrash);
}

function planArrived(
  { provider, realNow }: ApiContext,
  { account, fired }: Call,
  { waiting, arrived }: { waiting: Generation; arrived: Inspected },
): Generation {
  const now = Math.max(waiting.createdAt, readClock(account.clock, realNow()));
  const { seconds, resolution } = waiting.assignment;
  const work = { createdAt: now, seconds, resolution, hasInputs: true, draw: [waiting.seed, waiting.id] };
  const plan = provider.plan(account.settings.latency, work, arrived.failure);
  return planAgain(waiting, arrived.size, planWithFaults(plan, fired, now));
}
