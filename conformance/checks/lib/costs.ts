/** What creates are shown to cost. */

import type { Evidence } from '../../engine/evidence.ts';
import { untestable, Unjudged } from '../../engine/outcome.ts';
import { sightingIn } from './answers.ts';

/** A server may round to cents. */
export const CENT = 0.01;

export const TOO_COARSE = 'All costs are whole dollars. So the costs do not show how many seconds the server bills.';

/** The cost that the create of a probe was answered with; without one the check ends here. */
export function costOf(evidence: Evidence, probe: string): number {
  const { create } = evidence.trace(probe);
  const cost = create === undefined ? undefined : sightingIn(create)?.record['cost_usd'];
  if (typeof cost === 'number' && Number.isFinite(cost)) return cost;
  throw new Unjudged(untestable(`No response contained the cost of ${probe}.`));
}
