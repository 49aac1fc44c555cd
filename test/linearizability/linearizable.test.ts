/** The checker finds what is wrong, and nothing else: against all orders, tried one by one. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findViolation, type Model, type Operation } from './linearizable.ts';

/** A register: a number writes it, and nothing reads it. */
type Register = Operation<number | undefined, number>;

const REGISTER: Model<number, number | undefined, number> = {
  initial: 0,
  step: (state, asked, answered) => (asked === undefined ? (answered === state ? state : undefined) : asked),
  keyOf: String,
};

type Times = readonly [begun: number, ended: number];

/** Reads and writes; a read has what it was answered. */
const write = (value: number, [begun, ended]: Times, part = 'x'): Register => ({
  part,
  asked: value,
  answered: value,
  begun,
  ended,
});
const read = (value: number, [begun, ended]: Times, part = 'x'): Register => ({
  part,
  asked: undefined,
  answered: value,
  begun,
  ended,
});

test.each<{ what: string; history: Register[]; isRight: boolean }>([
  { what: 'a read behind a write sees it', history: [write(1, [1, 2]), read(1, [3, 4])], isRight: true },
  { what: 'a read behind a write does not see it', history: [write(1, [1, 2]), read(0, [3, 4])], isRight: false },
  { what: 'a read during a write may see it', history: [write(1, [1, 4]), read(1, [2, 3])], isRight: true },
  { what: 'a read during a write may not see it', history: [write(1, [1, 4]), read(0, [2, 3])], isRight: true },
  {
    what: 'of two reads during a write only the first sees it',
    history: [write(1, [1, 8]), read(1, [2, 3]), read(0, [4, 5])],
    isRight: false,
  },
  { what: 'a read sees what nobody wrote', history: [write(1, [1, 2]), read(7, [1, 2])], isRight: false },
  { what: 'the other part was written', history: [write(1, [1, 2], 'y'), read(0, [3, 4])], isRight: true },
])('$what: $isRight', ({ history, isRight }) => {
  expect(findViolation(history, REGISTER) === undefined).toBe(isRight);
});

/** All orders that the times allow, tried one by one. */
function isInSomeOrder(left: readonly Register[], state: number): boolean {
  if (left.length === 0) return true;
  return left.some((next) => {
    if (left.some(({ ended }) => ended < next.begun)) return false;
    const after = REGISTER.step(state, next.asked, next.answered);
    return (
      after !== undefined &&
      isInSomeOrder(
        left.filter((operation) => operation !== next),
        after,
      )
    );
  });
}

const operations = fc.array(
  fc.record({
    isRead: fc.boolean(),
    value: fc.nat({ max: 2 }),
    times: fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 6 })),
  }),
  { maxLength: 6 },
);

test('on random histories it says what trying all orders says', () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(operations, (all) => {
      const history = all.map(({ isRead, value, times: [begun, lasts] }) =>
        (isRead ? read : write)(value, [begun, begun + lasts]),
      );
      const isRight = isInSomeOrder(history, 0);
      expect(findViolation(history, REGISTER) === undefined).toBe(isRight);
      seen[isRight ? 'right' : 'wrong'] += 1;
    }),
    { numRuns: 2000, seed: 15 },
  );
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(200);
});
