/** Moves a clock, for the library, the control API and scenarios. */

import { changeAccount, type Account } from './account.ts';
import { settleEagerly } from './account-generations.ts';
import type { MovedClock } from './changes.ts';
import { advanceClock, readClock, setClock, type Clock, type ClockSetting } from './clock.ts';
import { isEndedBy } from './generation.ts';
import { eventsIn, idleAt } from './time-events.ts';

/** A move that depends on the clock alone. */
export type ClockStep =
  | { readonly kind: 'set'; readonly setting: ClockSetting }
  /** Moves the clock by a number of milliseconds. A negative number moves it back. */
  | { readonly kind: 'by'; readonly ms: number }
  /** Moves the clock to a time, forward or back. */
  | { readonly kind: 'to'; readonly time: number };

/** A move of the clock. `until-idle` moves it forward to the end of the last timed plan, if any generation is live. */
export type ClockMove = ClockStep | { readonly kind: 'until-idle' };

/** 9999-12-31T00:00:00Z. The year of an HTTP date has four digits. */
const LAST_TIME = 253_402_214_400_000;

export const OUT_OF_YEARS = 'The clock cannot move to a time outside the years 1970 to 9999. Choose a smaller change.';

/**
 * Moves an account's clock, and settles ended generations if the account settles eagerly. Returns undefined if the
 * clock would leave the years 1970 to 9999.
 */
export function moveClock(account: Account, move: ClockMove, realNow: number): MovedClock | undefined {
  const from = readClock(account.clock, realNow);
  // A move to the last end does not move the clock back.
  const isUntilIdle = move.kind === 'until-idle';
  const step: ClockStep = isUntilIdle ? { kind: 'to', time: Math.max(idleAt(account.open.values()) ?? 0, from) } : move;
  const clock = clockAfter(account.clock, step, realNow);
  if (clock === undefined) return undefined;
  const span = { from, to: readClock(clock, realNow) };
  const events = eventsIn(account, span);
  changeAccount(account, { clock });
  settleEagerly(account, span.to);
  const live = Array.from(account.open.values()).filter((generation) => !isEndedBy(generation, span.to));
  const moved = { ...span, clock, events, live: live.length };
  account.changes.clockMoves.push(moved);
  return moved;
}

/** Returns the clock after a move, or undefined if it would leave the years 1970 to 9999. */
export function clockAfter(clock: Clock, move: ClockStep, realNow: number): Clock | undefined {
  const moved = stepped(clock, move, realNow);
  const now = readClock(moved, realNow);
  return now >= 0 && now <= LAST_TIME ? moved : undefined;
}

function stepped(clock: Clock, move: ClockStep, realNow: number): Clock {
  if (move.kind === 'set') return setClock(clock, move.setting, realNow);
  const ms = move.kind === 'by' ? move.ms : move.time - readClock(clock, realNow);
  return advanceClock(clock, Math.round(ms));
}
