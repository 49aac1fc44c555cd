import { describe, expect, test } from 'vitest';
import { readClock } from './clock.ts';
import { clockAfter, moveClock, type ClockMove } from './move-clock.ts';
import { addTo, testAccount } from '../../test/support/domain/accounts.ts';

const YEAR_MS = 366 * 86_400_000;
const timed = (startsAt: number, endsAt: number) => ({ plan: { kind: 'timed', startsAt, endsAt } }) as const;

describe.each(['eager', 'on_poll'] as const)('a clock of an account that settles %s', (settle) => {
  test('is moved with its events, and settles what is due where it should', () => {
    const account = testAccount({ settle });
    addTo(account, 'g', { cost: 4, ...timed(10, 20) });
    addTo(account, 'manual');
    const moved = moveClock(account, { kind: 'by', ms: 30 }, 0);
    expect(moved).toMatchObject({ from: 0, to: 30, live: 1 });
    expect(moved?.events.map(({ type, at }) => [type, at])).toEqual(
      settle === 'eager'
        ? [
            ['generation', 10],
            ['generation', 20],
            ['capture', 20],
          ]
        : [
            ['generation', 10],
            ['generation', 20],
          ],
    );
    expect(account.ledger.captured).toBe(settle === 'eager' ? 4 : 0);
    expect(account.changes.clockMoves).toEqual([moved]);
    expect(account.changes.isDirty).toBe(true);
  });
});

test.each<ClockMove>([
  { kind: 'by', ms: 1e15 },
  { kind: 'by', ms: -1 },
  { kind: 'to', time: Date.UTC(9999, 11, 31) + 1 },
  { kind: 'to', time: -1 },
  { kind: 'set', setting: { mode: 'frozen', at: -1 } },
])('a move out of the years 1970 to 9999 changes nothing: %j', (move) => {
  const account = testAccount();
  addTo(account, 'g', timed(10, 20));
  const before = JSON.stringify([account.clock, account.ledger, account.changes]);
  expect(moveClock(account, move, 0)).toBeUndefined();
  expect(JSON.stringify([account.clock, account.ledger, account.changes])).toBe(before);
});

test('until idle is the end of the last generation that time ends; a clock beyond that stays', () => {
  const account = testAccount();
  addTo(account, 'short', timed(10, 20));
  addTo(account, 'long', timed(10, 50));
  expect(moveClock(account, { kind: 'until-idle' }, 0)?.to).toBe(50);
  expect(moveClock(account, { kind: 'by', ms: YEAR_MS }, 0)?.to).toBe(50 + YEAR_MS);
  expect(moveClock(account, { kind: 'until-idle' }, 0)?.to).toBe(50 + YEAR_MS);
});

test('a clock of no account moves by the same steps and within the same years', () => {
  const { clock } = testAccount();
  const moved = clockAfter(clock, { kind: 'to', time: 1000 }, 0);
  expect(moved && readClock(moved, 0)).toBe(1000);
  expect(clockAfter(clock, { kind: 'by', ms: -1 }, 0)).toBeUndefined();
});
