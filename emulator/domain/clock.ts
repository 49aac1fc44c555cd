/**
 * An account's clock as data: a line over real time whose slope is the rate. It covers real, scaled, frozen and
 * advanced clocks.
 */

export interface Clock {
  /** Real milliseconds at which the line was last set. */
  readonly anchor: number;
  /** The reading of the account's clock at the anchor. */
  readonly reading: number;
  /** Account milliseconds per real one: 1 is real, 60 a minute each second, 0 frozen. */
  readonly rate: number;
}

/** How a clock is set up: `real`, `frozen` (at a time, or at the moment when it is opened), or scaled. */
export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at?: number | undefined }
  | { readonly mode: 'scaled'; readonly rate: number };

/** Reads `real`, `frozen` or `x60`. */
export function parseClock(text: string): ClockSetting | undefined {
  if (text === 'real' || text === 'frozen') return { mode: text };
  const [, rate] = /^x(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  // A clock that does not run is called frozen.
  return rate === undefined || Number(rate) === 0 ? undefined : { mode: 'scaled', rate: Number(rate) };
}

/** Starts a clock, for example `openClock({ mode: 'scaled', rate: 60 }, Date.now())`. */
export function openClock(setting: ClockSetting, realNow: number): Clock {
  if (setting.mode === 'frozen') return { anchor: realNow, reading: setting.at ?? realNow, rate: 0 };
  return { anchor: realNow, reading: realNow, rate: setting.mode === 'scaled' ? setting.rate : 1 };
}

/**
 * Reads the clock in whole milliseconds. The reading ends at the last time of a `Date`, which a fast clock can reach.
 */
export function readClock(clock: Clock, realNow: number): number {
  const reading = Math.floor(clock.reading + (realNow - clock.anchor) * clock.rate);
  return Math.max(-LAST_TIME_VALUE, Math.min(reading, LAST_TIME_VALUE));
}

/** The last millisecond that a Date can hold, in the year 275760. */
const LAST_TIME_VALUE = 8.64e15;

/** The same clock, moved by hand; a negative step moves it back. */
export function advanceClock(clock: Clock, milliseconds: number): Clock {
  return { ...clock, reading: clock.reading + milliseconds };
}

/** The same time, running at another rate from now on; rate 0 freezes it. */
export function scaleClock(clock: Clock, rate: number, realNow: number): Clock {
  return { anchor: realNow, reading: readClock(clock, realNow), rate };
}

/** The clock as it is set from now on; without a time in the setting it continues from its reading. */
export function setClock(clock: Clock, setting: ClockSetting, realNow: number): Clock {
  if (setting.mode === 'scaled') return scaleClock(clock, setting.rate, realNow);
  if (setting.mode === 'frozen' && setting.at === undefined) return scaleClock(clock, 0, realNow);
  return openClock(setting, realNow);
}
