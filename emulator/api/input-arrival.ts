/** Background work of a create: once its input files have been fetched, the generation gets its size and its plan. */

import { readClock } from '../domain/clock.ts';
import { reviseGeneration } from '../domain/account-generations.ts';
import { planArrived, type PricedCreate } from '../domain/new-generation.ts';
import { decideOn } from '../domain/decide.ts';
import { planAgain, type Generation } from '../domain/generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { renderAhead } from './render-ahead.ts';

/** Waits in the background for the input files of a new generation; does nothing where they have arrived already. */
export function fetchInputs(
  context: ApiContext,
  call: Call,
  { create, generation }: { readonly create: PricedCreate; readonly generation: Generation },
): void {
  const { inspected } = create;
  if (!('arrival' in inspected)) return;
  const outcomes = call.faults?.outcomes ?? [];
  const planOnArrival = async (): Promise<void> => {
    const arrived = await inspected.arrival;
    const decided = await decideOn(context.accounts, call.account.name, (account) => {
      // After a reset the same id may belong to another generation.
      if (call.lifetime.aborted) return undefined;
      const planned = reviseGeneration(account, generation.id, (waiting) => {
        const now = Math.max(waiting.createdAt, readClock(account.clock, context.realNow()));
        const plan = planArrived(account, waiting, { failure: arrived.failure, outcomes, now });
        return planAgain(waiting, arrived.size, plan);
      });
      return planned && { account, generation: planned };
    });
    if (decided?.result !== undefined) renderAhead(context, call, decided.result);
  };
  planOnArrival().catch(context.reportCrash);
}
