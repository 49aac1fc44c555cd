/** The one whose oldest is the oldest of all is found, in whatever order things grow and go. */

import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { OldestFirst, type Ranked } from './oldest-first.ts';

/** A queue of ranks, as an account is of entries. */
class Queue implements Ranked {
  readonly ranks: number[];

  constructor(rank: number) {
    this.ranks = [rank];
  }

  rank = (): number | undefined => this.ranks[0];
}

test('of none there is no first', () => {
  expect(new OldestFirst().first()).toBeUndefined();
});

test('the first is the one that a look at each would find', () => {
  // `grow` goes to a queue that is there or makes one, `drop` takes from any, `clear` empties one, `make room` takes from the first.
  const doing = tuple(
    constantFrom('grow', 'grow', 'begin', 'drop', 'clear', 'make room', 'look'),
    integer({ min: 0, max: 40 }),
  );
  assert(
    property(array(doing, { maxLength: 120 }), (doings) => {
      const byAge = new OldestFirst<Queue>();
      let queues: Queue[] = [];
      let next = 0;
      const begin = (): void => {
        const queue = new Queue(next);
        queues.push(queue);
        byAge.add(queue, next);
      };
      const takeFrom = (queue: Queue | undefined, count: number): void => {
        if (queue === undefined) return;
        queue.ranks.splice(0, count);
        if (queue.ranks.length > 0) return;
        queues = queues.filter((other) => other !== queue);
        byAge.release();
      };
      for (const [what, which] of doings) {
        next += 1;
        const queue = queues[which % queues.length];
        if (what === 'begin' || (what === 'grow' && queue === undefined)) begin();
        else if (what === 'grow') queue?.ranks.push(next);
        else if (what === 'drop') takeFrom(queue, 1);
        else if (what === 'clear') takeFrom(queue, Infinity);
        else if (what === 'make room') takeFrom(byAge.first(), 1);
        else expect(byAge.first()).toBe(oldestOf(queues));
      }
      expect(byAge.first()).toBe(oldestOf(queues));
    }),
    { numRuns: 500 },
  );
});

function oldestOf(queues: readonly Queue[]): Queue | undefined {
  return queues.toSorted((a, b) => (a.ranks[0] ?? 0) - (b.ranks[0] ?? 0))[0];
}
