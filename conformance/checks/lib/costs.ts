/** The costs in the responses to create requests. */

import type { Evidence } from '../../engine/evidence.ts';
import { untestable, Unjudged } from '../../engine/outcome.ts';
import { sightingIn } from './answers.ts';

/** The precision of a server that rounds to cents. */
export const CENT = 0.01;

/** Returns the largest rounding error of a cost. Costs with fractions of a cent were not rounded to cents. */
export function roundingOf(...costs: readonly number[]): number {
  return costs.every((cost) => Math.abs(cost * 100 - Math.round(cost * 100)) < 1e-6) ? CENT : CENT / 100;
}

export const TOO_COARSE = 'All costs are whole dollars. So the costs do not show how many seconds the server bills.';

/** Returns the cost in the response to the create of a probe. Ends the check without a cost. */
export function costOf(evidence: Evidence, probe: string): number {
  const { create } = evidence.trace(probe);
  const cost = create === undefined ? undefined : sightingIn(create)?.record['cost_usd'];
  if (typeof cost === 'number' && Number.isFinite(cost)) return cost;
  throw new Unjudged(untestable(`No response contained the cost of ${probe}.`));
}
