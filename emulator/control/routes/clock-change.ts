/** The ways in which the control API changes a clock. */

import * as z from 'zod';
import { advanceClock, readClock, setClock, type Clock } from '../../domain/clock.ts';
import { CLOCK_FORMS, readClockText } from '../../settings/clock-text.ts';
import { ControlError } from '../control-error.ts';

const HUNDRED_YEARS = 3_155_760_000;
/** The last time that a date in an HTTP header can tell. */
const LAST_TIME = Date.UTC(9999, 11, 31);

export const SetClock = z.strictObject({
  clock: z
    .string()
    .refine((text) => readClockText(text) !== undefined, `must be ${CLOCK_FORMS}`)
    .meta({ description: CLOCK_FORMS }),
});
const seconds = z.number().min(-HUNDRED_YEARS).max(HUNDRED_YEARS);
export const Advance = z
  .strictObject({
    by_seconds: seconds.optional().meta({ description: 'A negative number moves the clock back.' }),
    to: z.iso
      .datetime({ offset: true, error: 'must be a time as ISO 8601 spells it, 2026-01-01T00:00:00Z' })
      .optional()
      .meta({ description: 'A time by the clock that is moved.' }),
  })
  .refine(({ by_seconds: by, to }) => (by === undefined) !== (to === undefined), 'must have either by_seconds or to');

/** The clock as a text spells it. */
export function reset(clock: Clock, text: string, realNow: number): Clock {
  const setting = readClockText(text);
  return setting === undefined ? clock : within(setClock(clock, setting, realNow), realNow);
}

/** The clock, moved by some time or to a time. */
export function moved(clock: Clock, { by_seconds: by, to }: z.output<typeof Advance>, realNow: number): Clock {
  const step = to === undefined ? (by ?? 0) * 1000 : Date.parse(to) - readClock(clock, realNow);
  return within(advanceClock(clock, Math.round(step)), realNow);
}

/** The clock, moved forward to a time that lies ahead; it never goes back. */
export function movedTo(clock: Clock, time: number, realNow: number): Clock {
  const step = time - readClock(clock, realNow);
  return step <= 0 ? clock : within(advanceClock(clock, step), realNow);
}

function within(clock: Clock, realNow: number): Clock {
  const now = readClock(clock, realNow);
  if (now >= 0 && now <= LAST_TIME) return clock;
  throw new ControlError('invalid_input', 'The clock would leave the years 1970 to 9999. Move it less far.');
}
