/** Changes of a clock as data, and the clock that each of them gives: pure, so that every caller can share it. */

import { advanceClock, readClock, setClock, type Clock, type ClockSetting } from '../domain/clock.ts';

export type ClockChange =
  | { readonly kind: 'set'; readonly setting: ClockSetting }
  /** By a duration; a negative one moves it back. */
  | { readonly kind: 'advance'; readonly milliseconds: number }
  /** To a time on this clock, forward or back. */
  | { readonly kind: 'advance-to'; readonly time: number }
  /** Forward to the end of the last live generation whose plan is timed; stays where there is none. */
  | { readonly kind: 'run-until-idle' };

/** Real time at the change, and when the last timed generation of the account ends, if one is live. */
export interface ClockMoment {
  readonly realNow: number;
  readonly idleAt?: number | undefined;
}

/** Dates in HTTP headers have years of four digits. */
const LAST_TIME = Date.UTC(9999, 11, 31);

/** The changed clock; undefined if it would read a year before 1970 or after 9999. */
export function changedClock(clock: Clock, change: ClockChange, moment: ClockMoment): Clock | undefined {
  const changed = unbounded(clock, change, moment);
  const now = readClock(changed, moment.realNow);
  return changed === clock || (now >= 0 && now <= LAST_TIME) ? changed : undefined;
}

function unbounded(clock: Clock, change: ClockChange, { realNow, idleAt }: ClockMoment): Clock {
  const now = readClock(clock, realNow);
  switch (change.kind) {
    case 'set':
      return setClock(clock, change.setting, realNow);
    case 'advance':
      return advanceClock(clock, Math.round(change.milliseconds));
    case 'advance-to':
      return advanceClock(clock, Math.round(change.time - now));
    case 'run-until-idle':
      return idleAt === undefined || idleAt <= now ? clock : advanceClock(clock, idleAt - now);
  }
}
