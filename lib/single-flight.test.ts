/** Single flights: joined work runs once, and stops when the last caller has left. */

import { expect, test } from 'vitest';

import type { Demand } from './semaphore.ts';
import { createSingleFlight } from './single-flight.ts';

function work(): {
  begin: (demand: Demand) => Promise<string>;
  begun: () => number;
  stopped: () => boolean;
  end: (value: string) => void;
} {
  let [begun, stopped] = [0, false];
  let end = (_value: string): void => undefined;
  const begin = ({ signal }: Demand): Promise<string> => {
    begun += 1;
    return new Promise((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => {
        stopped = true;
        reject(new Error('stopped'));
      });
    });
  };
  return { begin, begun: () => begun, stopped: () => stopped, end: (value) => end(value) };
}

test('two callers of one key share the work', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, begun, end } = work();
  const both = [singleFlight.join('a', begin), singleFlight.join('a', begin)];
  end('made');
  expect([await Promise.all(both), begun()]).toEqual([['made', 'made'], 1]);
});

test('work continues while one caller waits, and stops when the last caller leaves', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, stopped } = work();
  const [one, two] = [new AbortController(), new AbortController()];
  const waits = [singleFlight.join('a', begin, demandOf(one)), singleFlight.join('a', begin, demandOf(two))];
  one.abort();
  await expect(waits[0]).rejects.toMatchObject({ name: 'AbortError' });
  expect(stopped()).toBe(false);
  two.abort();
  await expect(waits[1]).rejects.toMatchObject({ name: 'AbortError' });
  expect(stopped()).toBe(true);
});

test('a caller that comes after the last one has left begins new work', async () => {
  const singleFlight = createSingleFlight<string>();
  const [first, second] = [work(), work()];
  const stop = new AbortController();
  const left = singleFlight.join('a', first.begin, demandOf(stop));
  stop.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  const asked = singleFlight.join('a', second.begin);
  second.end('fresh');
  expect(await asked).toBe('fresh');
});

test('a failure reaches all callers and is not kept', async () => {
  const singleFlight = createSingleFlight<string>();
  const fail = (): Promise<string> => Promise.reject(new Error('broken'));
  const both = await Promise.allSettled([singleFlight.join('a', fail), singleFlight.join('a', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await singleFlight.join('a', () => Promise.resolve('works'))).toBe('works');
});

test('closing stops all work', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, stopped } = work();
  const [outcome] = await Promise.all([
    singleFlight.join('a', begin).catch((error: unknown) => String(error)),
    singleFlight.close(),
  ]);
  expect([outcome, stopped()]).toEqual(['Error: stopped', true]);
});

test('a flight has the lowest rank of its callers, also of callers through another flight', async () => {
  const [outer, inner] = [createSingleFlight<string>(), createSingleFlight<string>()];
  const { begin, end } = work();
  let working: Demand | undefined;
  const ask = (rank: number): Promise<string> =>
    outer.join(
      'a',
      (all) =>
        inner.join(
          'shared',
          (shared) => {
            working = shared;
            return begin(shared);
          },
          all,
        ),
      demandOf(new AbortController(), rank),
    );
  const first = ask(3);
  expect(working?.rank).toBe(3);
  const others = [ask(1), ask(2)];
  expect(working?.rank).toBe(1);
  end('made');
  expect(await Promise.all([first, ...others])).toEqual(['made', 'made', 'made']);
});

function demandOf({ signal }: AbortController, rank = 0): Demand {
  return { signal, rank };
}
