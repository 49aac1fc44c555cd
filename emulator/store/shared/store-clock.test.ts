/** The store's time, learned by asking for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoreClock } from './store-clock.ts';

/** By how much the store's time is ahead in each answer, and how long that takes; the last one is repeated. */
type Answers = readonly (readonly [aheadMs: number, afterMs: number])[];

async function openClock(answers: Answers): Promise<StoreClock> {
  const left = [...answers];
  const connection = {
    send: async () => {
      const [aheadMs = 0, afterMs = 0] = (left.length > 1 ? left.shift() : left[0]) ?? [];
      await sleep(afterMs);
      const time = Date.now() + aheadMs;
      return [String(Math.floor(time / 1000)), String((time % 1000) * 1000)];
    },
  };
  const clock = new StoreClock(connection);
  await clock.open();
  return clock;
}

const HOUR_MS = 3_600_000;
/** By how much the time may differ on a busy machine. */
const SLACK_MS = 20_000;

function aheadBy(clock: StoreClock): number {
  return clock.now() - Date.now();
}

test('is the time of the store, whatever the clock of this machine shows', async () => {
  for (const hours of [-2, 0, 5]) {
    const clock = await openClock([[hours * HOUR_MS, 0]]);
    expect(Math.abs(aheadBy(clock) - hours * HOUR_MS)).toBeLessThan(SLACK_MS);
    expect(Math.abs(clock.precise() - clock.now())).toBeLessThan(SLACK_MS);
  }
});

test('is taken from the answer that came soonest', async () => {
  const clock = await openClock([
    [9 * HOUR_MS, 300],
    [HOUR_MS, 0],
  ]);
  expect(Math.abs(aheadBy(clock) - HOUR_MS)).toBeLessThan(SLACK_MS);
});

test('does not go back by less than a second, and does where the store has got another clock', async () => {
  const clock = await openClock([
    [500, 40],
    [500, 40],
    [500, 40],
    [500, 40],
    [0, 0],
  ]);
  const before = clock.now();
  clock.forget();
  await sleep(50);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  const other = await openClock([
    [HOUR_MS, 0],
    [HOUR_MS, 0],
    [HOUR_MS, 0],
    [HOUR_MS, 0],
    [0, 0],
  ]);
  const ahead = other.now();
  other.forget();
  await expect.poll(() => other.now(), { timeout: 10_000 }).toBeLessThan(ahead - SLACK_MS);
});
