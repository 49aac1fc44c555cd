/** Background work of a create: its clip is rendered while the generation runs, for the first download not to wait. */

import type { Account } from '../domain/account.ts';
import type { Generation } from '../domain/generation.ts';
import type { Call } from './call.ts';
import { toClipPlan } from './clip-plan.ts';
import type { ApiContext } from './context.ts';

/** Begins where there is a clip to come, and time until then. */
export function renderAhead(
  context: ApiContext,
  { lifetime }: Pick<Call, 'lifetime'>,
  { account, generation }: { readonly account: Account; readonly generation: Generation },
): void {
  if (!context.rendersAhead() || account.clock.rate === 0 || !isUnderWay(generation)) return;
  context.renderer.ahead(() => toClipPlan(account, generation), lifetime);
}

function isUnderWay({ plan, createdAt }: Generation): boolean {
  if (plan.kind === 'waiting' || plan.failure !== undefined) return false;
  return plan.kind !== 'timed' || plan.endsAt > createdAt;
}
