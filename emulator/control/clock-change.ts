/** The ways in which a clock is changed, as data, and the clock that each of them gives. Pure, so that every caller shares it. */

import { advanceClock, readClock, setClock, type Clock, type ClockSetting } from '../domain/clock.ts';

export type ClockChange =
  | { readonly kind: 'set'; readonly setting: ClockSetting }
  /** By some time; a negative one moves it back. */
  | { readonly kind: 'advance'; readonly milliseconds: number }
  /** To a time by the clock itself, forward or back. */
  | { readonly kind: 'advance-to'; readonly time: number }
  /** Forward to the time at which the last generation that time ends has ended; where none is live, it stays. */
  | { readonly kind: 'run-until-idle' };

/** The moment of the change: real time, and when the account will be idle, if it has live generations that time ends. */
export interface ClockMoment {
  readonly realNow: number;
  readonly idleAt?: number | undefined;
}

/** The last time that a date in an HTTP header can tell. */
const LAST_TIME = Date.UTC(9999, 11, 31);

/** The changed clock, or nothing where it would leave the years 1970 to 9999. */
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
