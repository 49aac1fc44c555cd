/** The clock that new accounts take over, once somebody has set it; until then each account's settings decide. */

import type { Clock } from '../domain/clock.ts';

export interface DefaultClock {
  read(): Clock | undefined;
  set(clock: Clock): void;
}

/** A default clock that nobody has set. */
export function createDefaultClock(): DefaultClock {
  let current: Clock | undefined;
  return {
    read: () => current,
    set: (clock) => {
      current = clock;
    },
  };
}
