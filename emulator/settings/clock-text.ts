/** Parses clock settings. They have the forms of clocks in keys, and can also be frozen at a given time. */

import { parseClock, type ClockSetting } from '../domain/clock.ts';

/** The allowed forms, for error messages. */
export const CLOCK_FORMS =
  'real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 runs one minute per real second)';

const FROZEN_AT = 'frozen@';

/** Parses `real`, `frozen`, `x60` or `frozen@2026-01-01T00:00:00Z`. */
export function readClockText(text: string): ClockSetting | undefined {
  if (!text.startsWith(FROZEN_AT)) return parseClock(text);
  const at = Date.parse(text.slice(FROZEN_AT.length));
  return Number.isNaN(at) ? undefined : { mode: 'frozen', at };
}
