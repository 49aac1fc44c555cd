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
    constantFrom('begin', 'begin', 'begin', 'grow', 'grow', 'make room', 'make room', 'clear', 'clear', 'look', 'drop'),
    integer({ min: 0, max: 40 }),
  );
  assert(
    property(array(doing, { maxLength: 200 }), (doings) => {
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

test('when most are gone the order of those that are left holds', () => {
  const byAge = new OldestFirst<Queue>();
  const queues = Array.from({ length: 7 }, (_, rank) => new Queue(rank));
  queues.forEach((queue, rank) => byAge.add(queue, rank));
  const clear = (which: number): void => {
    queues[which]?.ranks.splice(0);
    byAge.release();
  };
  // The oldest becomes the youngest, so that the others move up and their order is no longer that of their coming.
  queues[0]?.ranks.splice(0, 1, 100);
  expect(byAge.first()).toBe(queues[1]);
  [1, 0, 4, 5].forEach(clear);
  for (const which of [2, 3, 6]) {
    expect(byAge.first()).toBe(queues[which]);
    clear(which);
  }
});

test('those of which nothing is left are forgotten before anybody asks for the first', () => {
  const byAge = new OldestFirst<Ranked>();
  let looks = 0;
  for (let rank = 0; rank < 1000; rank += 1) {
    byAge.add({ rank: () => void (looks += 1) }, rank);
    byAge.release();
  }
  looks = 0;
  expect(byAge.first()).toBeUndefined();
  expect(looks).toBeLessThan(3);
});

function oldestOf(queues: readonly Queue[]): Queue | undefined {
  return queues.toSorted((a, b) => (a.ranks[0] ?? 0) - (b.ranks[0] ?? 0))[0];
}
