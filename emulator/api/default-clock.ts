/** The clock of new accounts, once the control API has set it; until then the settings decide. */

import type { Clock } from '../domain/clock.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';

export interface DefaultClock {
  read(): MaybePromise<Clock | undefined>;
  set(clock: Clock): MaybePromise<void>;
}

/** A default clock that is not set. */
export function createDefaultClock(): DefaultClock {
  let current: Clock | undefined;
  return {
    read: () => current,
    set: (clock) => {
      current = clock;
    },
  };
}
