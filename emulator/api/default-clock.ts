/** The clock of new accounts after the control API has set it. Before that, the settings decide. */

import type { Clock } from '../domain/clock.ts';

export interface DefaultClock {
  read(): Promise<Clock | undefined>;
  set(clock: Clock): Promise<void>;
}

/** Creates a default clock that is not set. */
export function createDefaultClock(): DefaultClock {
  let current: Clock | undefined;
  return {
    read: async () => current,
    set: async (clock) => void (current = clock),
  };
}
