/** The store's time, learned by asking for it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreClock } from './store-clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** By how much the store's time is ahead in each answer, and how long that takes; the last one is repeated. */
type Answers = readonly (readonly [aheadMs: number, afterMs: number])[];

/** The number of samples before a test. */
const SAMPLES = 4;
const HOUR_MS = 3_600_000;

async function openClock(answers: Answers): Promise<StoreClock> {
  const left = [...answers];
  const connection = {
    send: async () => {
      const [aheadMs = 0, afterMs = 0] = (left.length > 1 ? left.shift() : left[0]) ?? [];
      vi.advanceTimersByTime(afterMs);
      const time = Date.now() + aheadMs;
      return [String(Math.floor(time / 1000)), String((time % 1000) * 1000)];
    },
  };
  const clock = new StoreClock(connection);
  for (let nth = 0; nth < SAMPLES; nth += 1) await clock.sample();
  return clock;
}

function aheadBy(clock: StoreClock): number {
  return clock.now() - Date.now();
}

test('is the time of the store, whatever the clock of this machine shows', async () => {
  for (const hours of [-2, 0, 5]) {
    const clock = await openClock([[hours * HOUR_MS, 0]]);
    expect(Math.abs(aheadBy(clock) - hours * HOUR_MS)).toBeLessThanOrEqual(1);
    expect(Math.abs(clock.precise() - clock.now())).toBeLessThanOrEqual(1);
  }
});

test('is taken from the answer that came soonest', async () => {
  const clock = await openClock([
    [HOUR_MS, 300],
    [HOUR_MS, 20],
    [HOUR_MS, 300],
  ]);
  // The answer has the time at its end, so the error is half of the round trip.
  expect(Math.abs(aheadBy(clock) - HOUR_MS - 10)).toBeLessThanOrEqual(1);
});

test('does not go back by less than a second, and does where the store has got another clock', async () => {
  const slower = (aheadMs: number): Promise<StoreClock> =>
    openClock([...Array.from({ length: SAMPLES }, () => [aheadMs, 40] as const), [0, 50]]);
  const clock = await slower(500);
  const before = clock.now();
  await clock.sample();
  expect(clock.now()).toBe(before);
  expect(Math.abs(clock.precise() - Date.now() - 25)).toBeLessThanOrEqual(1);
  const other = await slower(HOUR_MS);
  await other.sample();
  expect(aheadBy(other)).toBeLessThan(100);
});
