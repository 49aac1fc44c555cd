/** Places, order, and leaving the queue. */

import { expect, test } from 'vitest';

import { createSemaphore } from './semaphore.ts';

function job(): { run: () => Promise<string>; started: () => boolean; end: () => void } {
  let [started, end] = [false, (): void => undefined];
  const done = new Promise<string>((resolve) => {
    end = () => resolve('done');
  });
  const run = (): Promise<string> => {
    started = true;
    return done;
  };
  return { run, started: () => started, end: () => end() };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('as many jobs run at once as there are places, and the next job follows', async () => {
  const semaphore = createSemaphore(2);
  const jobs = [job(), job(), job()];
  const runs = jobs.map(({ run }) => semaphore.run(run));
  await settle();
  expect(jobs.map(({ started }) => started())).toEqual([true, true, false]);
  jobs[1]?.end();
  await settle();
  expect(jobs[2]?.started()).toBe(true);
  for (const { end } of jobs) end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done']);
});

test('a job whose signal aborts leaves the queue, and the next job moves up', async () => {
  const semaphore = createSemaphore(1);
  const [first, second, third] = [job(), job(), job()];
  const stop = new AbortController();
  const runs = [semaphore.run(first.run), semaphore.run(third.run)];
  const given = semaphore.run(second.run, { signal: stop.signal });
  await settle();
  stop.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  for (const { end } of [first, third]) end();
  await Promise.all(runs);
  expect(second.started()).toBe(false);
});

test('a failed job gives its place back', async () => {
  const semaphore = createSemaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run(() => Promise.resolve('yes'))).toBe('yes');
});

/** In which order jobs of these ranks run, one at a time, when all of them wait. */
async function orderOf(ranks: readonly (number | undefined)[]): Promise<number[]> {
  const semaphore = createSemaphore(1);
  const first = job();
  const order: number[] = [];
  const runs = [
    semaphore.run(first.run),
    ...ranks.map((rank, at) =>
      semaphore.run(async () => void order.push(at), rank === undefined ? undefined : { rank }),
    ),
  ];
  first.end();
  await Promise.all(runs);
  return order;
}

test('jobs of a lower rank come first, and the jobs of one rank come in order', async () => {
  expect(await orderOf([0, 1, 2, 0, 1, 0])).toEqual([0, 3, 5, 1, 4, 2]);
});

test('jobs of the last rank run, too, and jobs without a rank come first', async () => {
  expect(await orderOf([Infinity, 1, undefined, Infinity])).toEqual([2, 1, 0, 3]);
});

test('a caller of a lower rank that joins a waiting job brings it forward', async () => {
  const semaphore = createSemaphore(1);
  const first = job();
  const order: string[] = [];
  const joined = { rank: 2 };
  const runs = [
    semaphore.run(first.run),
    semaphore.run(async () => order.push('one'), { rank: 1 }),
    semaphore.run(async () => order.push('two'), joined),
  ];
  joined.rank = 0;
  first.end();
  await Promise.all(runs);
  expect(order).toEqual(['two', 'one']);
});
