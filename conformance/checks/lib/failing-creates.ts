/** The costs of creates that a server must reject or fail. */

import type { Cost, Probe } from '../../engine/define.ts';

/**
 * Declares the costs of creates that a server must reject, or fail and refund. A thorough run pays for each accepted
 * create. Any other run stops after the first accepted create.
 */
export function failingCreates(
  costs: readonly Cost[],
  isPaidWhenThorough = true,
): Pick<Probe, 'paidCreates' | 'failingCreates'> {
  return {
    paidCreates: ({ thorough }) => (thorough && isPaidWhenThorough ? costs : []),
    failingCreates: ({ thorough }) => (thorough && isPaidWhenThorough ? [] : costs),
  };
}
