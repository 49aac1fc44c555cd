/** The clocks: an account's, and the one that new accounts take over. */

import { answerJson } from '../../api/record.ts';
import { openClock, type Clock } from '../../domain/clock.ts';
import type { TimeStep } from '../../domain/store.ts';
import { ClockView } from '../view-schemas.ts';
import { clockView } from '../views.ts';
import { Advance, moved, movedTo, reset, SetClock } from './clock-change.ts';
import { PassedView, passedView } from '../clock-view.ts';
import { findAccount, noAccount } from '../account-lookup.ts';
import { defineRoute, type ControlRoom, type ControlRoute, type Params } from '../route.ts';

const clockAnswer = { status: 200, description: 'What the clock reads then.', schema: ClockView };
const passedAnswer = {
  status: 200,
  description: 'What the clock reads then, and what happened on the way.',
  schema: PassedView,
};

export const CLOCK_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/clock',
    operationId: 'getDefaultClock',
    tag: 'clock',
    summary: 'Read the clock that new accounts take over',
    answer: { status: 200, description: 'What it reads.', schema: ClockView },
    run: async ({ room }) => answerJson(200, clockView(defaultClock(room), room.context.realNow())),
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/clock',
    operationId: 'setDefaultClock',
    tag: 'clock',
    summary: 'Freeze or scale the clock that new accounts take over',
    description: 'Accounts that are open keep theirs, and a key that asks for a clock gets that one.',
    body: SetClock,
    answer: clockAnswer,
    run: async ({ room, body }) => setDefault(room, (clock) => reset(clock, body.clock, room.context.realNow())),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/clock/advance',
    operationId: 'advanceDefaultClock',
    tag: 'clock',
    summary: 'Move the clock that new accounts take over',
    body: Advance,
    answer: clockAnswer,
    run: async ({ room, body }) => setDefault(room, (clock) => moved(clock, body, room.context.realNow())),
  }),
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}/clock',
    operationId: 'getClock',
    tag: 'clock',
    summary: "Read an account's clock",
    answer: { status: 200, description: 'What it reads.', schema: ClockView },
    errors: ['account_not_found'],
    run: async ({ room, params }) => {
      const { clock } = await findAccount(room, params);
      return answerJson(200, clockView(clock, room.context.realNow()));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/clock',
    operationId: 'setClock',
    tag: 'clock',
    summary: "Freeze or scale an account's clock, or let it be real again",
    description: '`frozen` and a rate go on from what it reads; `real` and `frozen@<time>` set it.',
    body: SetClock,
    answer: passedAnswer,
    errors: ['account_not_found'],
    run: ({ room, params, body }) => pass(room, params, (clock) => reset(clock, body.clock, room.context.realNow())),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/clock/advance',
    operationId: 'advanceClock',
    tag: 'clock',
    summary: "Move an account's clock by some time or to a time",
    description: 'The answer comes when all is done, and tells what the time brought about, in order.',
    body: Advance,
    answer: passedAnswer,
    errors: ['account_not_found'],
    run: ({ room, params, body }) => pass(room, params, (clock) => moved(clock, body, room.context.realNow())),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/clock/run-until-idle',
    operationId: 'runUntilIdle',
    tag: 'clock',
    summary: "Move an account's clock until no generation is left that time would end",
    description: 'Those that only polls or a hand would end stay live; the answer says how many there are.',
    answer: passedAnswer,
    errors: ['account_not_found'],
    run: ({ room, params }) =>
      pass(room, params, (clock, idleAt) => movedTo(clock, idleAt ?? 0, room.context.realNow())),
  }),
];

async function pass(room: ControlRoom, { name }: Params, step: TimeStep): Promise<ReturnType<typeof answerJson>> {
  const { context, events } = room;
  const passed = (await context.store.passTime(name, step, context.realNow())) ?? noAccount(name);
  const view = passedView(passed, context.realNow());
  if (events.hears(name)) events.publish({ type: 'clock', account: name, at: view.clock.now, data: view });
  return answerJson(200, view);
}

function defaultClock({ context }: ControlRoom): Clock {
  return context.defaultClock.read() ?? openClock(context.settings.account.clock, context.realNow());
}

async function setDefault(room: ControlRoom, step: (clock: Clock) => Clock): Promise<ReturnType<typeof answerJson>> {
  const clock = step(defaultClock(room));
  room.context.defaultClock.set(clock);
  return answerJson(200, clockView(clock, room.context.realNow()));
}
