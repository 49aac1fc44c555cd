/** The costs in the responses to create requests. */

import type { Evidence } from '../../engine/evidence.ts';
import { untestable, Unjudged } from '../../engine/outcome.ts';
import { sightingIn } from './answers.ts';

/** A server may round to cents. */
export const CENT = 0.01;

/** The largest error of a cost by rounding. Costs with fractions of a cent were not rounded to cents. */
export function roundingOf(...costs: readonly number[]): number {
  return costs.every((cost) => Math.abs(cost * 100 - Math.round(cost * 100)) < 1e-6) ? CENT : CENT / 100;
}

export const TOO_COARSE = 'All costs are whole dollars. So the costs do not show how many seconds the server bills.';

/** The cost that the create of a probe was answered with; without one the check ends here. */
export function costOf(evidence: Evidence, probe: string): number {
  const { create } = evidence.trace(probe);
  const cost = create === undefined ? undefined : sightingIn(create)?.record['cost_usd'];
  if (typeof cost === 'number' && Number.isFinite(cost)) return cost;
  throw new Unjudged(untestable(`No response contained the cost of ${probe}.`));
}
