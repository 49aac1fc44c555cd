/** An account's clock as data: a linear function of real time. It covers real, scaled, frozen and advanced clocks. */

export interface Clock {
  /** The real time in milliseconds at which the clock was last set. */
  readonly anchor: number;
  /** The time of the account's clock at the anchor. */
  readonly reading: number;
  /** Account milliseconds per real one: 1 is a real clock, 60 is a minute per second, 0 is frozen. */
  readonly rate: number;
}

/** The setting of a clock. A frozen clock without a time stops at the moment at which it is opened. */
export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at?: number | undefined }
  | { readonly mode: 'scaled'; readonly rate: number };

/** Parses `real`, `frozen` or a rate such as `x60`. */
export function parseClock(text: string): ClockSetting | undefined {
  if (text === 'real' || text === 'frozen') return { mode: text };
  const [, rate] = /^x(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  // A rate of 0 is spelled `frozen`.
  return rate === undefined || Number(rate) === 0 ? undefined : { mode: 'scaled', rate: Number(rate) };
}

/** Starts a clock, for example `openClock({ mode: 'scaled', rate: 60 }, Date.now())`. */
export function openClock(setting: ClockSetting, realNow: number): Clock {
  if (setting.mode === 'frozen') return { anchor: realNow, reading: setting.at ?? realNow, rate: 0 };
  return { anchor: realNow, reading: realNow, rate: setting.mode === 'scaled' ? setting.rate : 1 };
}

/** Returns the time of the clock in whole milliseconds, limited to the range of a `Date`. */
export function readClock(clock: Clock, realNow: number): number {
  const reading = Math.floor(clock.reading + (realNow - clock.anchor) * clock.rate);
  return Math.max(-LAST_TIME_VALUE, Math.min(reading, LAST_TIME_VALUE));
}

/** The last millisecond that a Date can hold, in the year 275760. */
export const LAST_TIME_VALUE = 8.64e15;

/** Returns the clock moved by a number of milliseconds. A negative number moves it back. */
export function advanceClock(clock: Clock, milliseconds: number): Clock {
  return { ...clock, reading: clock.reading + milliseconds };
}

/** Returns a clock that continues from the same time at another rate. Rate 0 freezes it. */
export function scaleClock(clock: Clock, rate: number, realNow: number): Clock {
  return { anchor: realNow, reading: readClock(clock, realNow), rate };
}

/** Returns the clock with a new setting. Without a time in the setting, the clock continues from its current time. */
export function setClock(clock: Clock, setting: ClockSetting, realNow: number): Clock {
  if (setting.mode === 'scaled') return scaleClock(clock, setting.rate, realNow);
  if (setting.mode === 'frozen' && setting.at === undefined) return scaleClock(clock, 0, realNow);
  return openClock(setting, realNow);
}
