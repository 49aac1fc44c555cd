/** The routes for the clock of an account and for the default clock of new accounts. */

import * as z from 'zod';
import { CLOCK_FORMS, readClockText } from '../../settings/setting-values.ts';
import { clockAfter, moveClock, OUT_OF_YEARS, type ClockMove, type ClockStep } from '../../domain/move-clock.ts';
import { decideAccount } from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type AccountCall, type ControlRoute, type ControlServices } from '../route.ts';
import { ClockChangeView, ClockView } from '../view-schemas.ts';
import { clockChangeView, clockView } from '../views.ts';

const HUNDRED_YEARS = 3_155_760_000;

const SetClock = z
  .strictObject({
    clock: z
      .string()
      .refine((text) => readClockText(text) !== undefined, `must be ${CLOCK_FORMS}`)
      .meta({ description: CLOCK_FORMS }),
  })
  .transform(({ clock }): ClockStep => ({ kind: 'set', setting: readClockText(clock) ?? { mode: 'real' } }));
const Advance = z
  .strictObject({
    by_seconds: z
      .number()
      .min(-HUNDRED_YEARS)
      .max(HUNDRED_YEARS)
      .optional()
      .meta({ description: 'A negative number moves the clock back.' }),
    to: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 time such as 2026-01-01T00:00:00Z' })
      .optional()
      .meta({ description: 'The new time of the clock.' }),
  })
  .refine(({ by_seconds: by, to }) => (by === undefined) !== (to === undefined), 'must have either by_seconds or to')
  .transform(({ by_seconds: by = 0, to }): ClockStep =>
    to === undefined ? { kind: 'by', ms: by * 1000 } : { kind: 'to', time: Date.parse(to) },
  );

const readingAnswer = { description: 'The time and mode of the clock after the change.', schema: ClockView };
const changeAnswer = {
  description: 'The new time and mode of the clock, and the events between the old time and the new time.',
  schema: ClockChangeView,
};

const route = routesOf('clock');

export const CLOCK_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/clock', 'getDefaultClock', {
    summary: 'Read the default clock of new accounts',
    answer: { description: 'The time and mode of the clock.', schema: ClockView },
    view: async ({ services }) => clockView(await services.context.defaultClock.read(), services.context.realNow()),
  }),
  route('PUT /_standin/clock', 'setDefaultClock', {
    summary: 'Freeze or scale the default clock of new accounts',
    description:
      'Existing accounts keep their clocks. If the key of an account contains a clock setting, the account uses that setting instead of the default clock.',
    body: SetClock,
    answer: readingAnswer,
    view: ({ services, body }) => moveDefaultClock(services, body),
  }),
  route('POST /_standin/clock/advance', 'advanceDefaultClock', {
    summary: 'Move the default clock of new accounts',
    body: Advance,
    answer: readingAnswer,
    view: ({ services, body }) => moveDefaultClock(services, body),
  }),
  route('GET /_standin/accounts/{name}/clock', 'getClock', {
    summary: "Read an account's clock",
    answer: { description: 'The time and mode of the clock.', schema: ClockView },
    view: (call) => decideAccount(call, ({ clock }) => clockView(clock, call.services.context.realNow())),
  }),
  route('PUT /_standin/accounts/{name}/clock', 'setClock', {
    summary: "Freeze or scale an account's clock, or return it to real time",
    description:
      '`frozen` and a rate such as `x60` continue from the current time of the clock. `real` and `frozen@<time>` set the clock to a new time.',
    body: SetClock,
    answer: changeAnswer,
    view: (call) => moveAccountClock(call, call.body),
  }),
  route('POST /_standin/accounts/{name}/clock/advance', 'advanceClock', {
    summary: "Move an account's clock by a duration or to a time",
    description: 'The response lists the events between the old time and the new time, in order.',
    body: Advance,
    answer: changeAnswer,
    view: (call) => moveAccountClock(call, call.body),
  }),
  route('POST /_standin/accounts/{name}/clock/run-until-idle', 'runUntilIdle', {
    summary: "Move an account's clock to the time at which its generations have ended",
    description:
      'The clock does not change a generation that waits for polls or for a request to the control API. `live` is the number of generations that have not ended.',
    answer: changeAnswer,
    view: (call) => moveAccountClock(call, { kind: 'until-idle' }),
  }),
];

async function moveAccountClock(call: AccountCall, move: ClockMove): Promise<ClockChangeView> {
  const { realNow } = call.services.context;
  const moved = await decideAccount(call, (account) => moveClock(account, move, realNow()) ?? outOfYears());
  return clockChangeView(moved, realNow());
}

async function moveDefaultClock(services: ControlServices, step: ClockStep): Promise<ClockView> {
  const { defaultClock, realNow } = services.context;
  const now = realNow();
  const clock = clockAfter(await defaultClock.read(), step, now) ?? outOfYears();
  await defaultClock.set(clock);
  return clockView(clock, now);
}

function outOfYears(): never {
  throw new ControlError('invalid_input', OUT_OF_YEARS);
}
