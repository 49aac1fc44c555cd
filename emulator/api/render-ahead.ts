/** Background work: a clip is rendered while its generation runs, for the first download not to wait. */

import type { Account } from '../domain/account.ts';
import type { Generation } from '../domain/generation.ts';
import type { ClipRenderer } from '../domain/ports.ts';
import { toClipPlan } from './clip-plan.ts';
import type { AccountLifetimes } from './lifetimes.ts';

export interface RenderAheadParts {
  readonly renderer: ClipRenderer;
  readonly lifetimes: AccountLifetimes;
}

/** Begins where there is a clip to come, and time until then. */
export function renderAhead({ renderer, lifetimes }: RenderAheadParts, account: Account, generation: Generation): void {
  if (account.clock.rate === 0 || !isUnderWay(generation)) return;
  renderer.ahead(() => toClipPlan(account, generation), lifetimes.signalOf(account.name));
}

function isUnderWay({ plan, createdAt }: Generation): boolean {
  if (plan.kind === 'waiting' || plan.failure !== undefined) return false;
  return plan.kind !== 'timed' || plan.endsAt > createdAt;
}
