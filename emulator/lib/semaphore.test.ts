/** Places, order, and leaving the queue. */

import { expect, test } from 'vitest';

import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;

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

test('no more jobs run at once than there are places, and the next in line follows', async () => {
  const semaphore = createSemaphore(2);
  const jobs = [job(), job(), job()];
  const runs = jobs.map(({ run }) => semaphore.run(run, never));
  await settle();
  expect(jobs.map(({ started }) => started())).toEqual([true, true, false]);
  jobs[1]?.end();
  await settle();
  expect(jobs[2]?.started()).toBe(true);
  for (const { end } of jobs) end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done']);
});

test('whoever gives up leaves the line, and the one behind moves up', async () => {
  const semaphore = createSemaphore(1);
  const [first, second, third] = [job(), job(), job()];
  const stop = new AbortController();
  const runs = [semaphore.run(first.run, never), semaphore.run(third.run, never)];
  const given = semaphore.run(second.run, stop.signal);
  await settle();
  stop.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  for (const { end } of [first, third]) end();
  await Promise.all(runs);
  expect(second.started()).toBe(false);
});

test('a failed job gives its place back', async () => {
  const semaphore = createSemaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  expect(await semaphore.run(() => Promise.resolve('yes'), never)).toBe('yes');
});
