/** What creates cost that a server has to refuse or to let fail. */

import type { Cost, Probe } from '../../engine/define.ts';

/**
 * Refused it costs nothing, failed it is refunded. A thorough run pays for each, and so goes on where one is taken; any
 * other ends there.
 */
export function turnedDown(costs: readonly Cost[], isPaidWhenThorough = true): Pick<Probe, 'pays' | 'turnedDown'> {
  return {
    pays: ({ thorough }) => (thorough && isPaidWhenThorough ? costs : []),
    turnedDown: ({ thorough }) => (thorough && isPaidWhenThorough ? [] : costs),
  };
}
