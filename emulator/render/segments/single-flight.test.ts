/** Shared work: joined once, stopped when nobody waits. */

import { expect, test } from 'vitest';

import { accountsOf, askFor } from './asking-accounts.ts';
import { createSingleFlight } from './single-flight.ts';

function work(): {
  begin: (signal: AbortSignal) => Promise<string>;
  begun: () => number;
  stopped: () => boolean;
  end: (value: string) => void;
} {
  let [begun, stopped] = [0, false];
  let end = (_value: string): void => undefined;
  const begin = (signal: AbortSignal): Promise<string> => {
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

test('two who ask for the same get it from one piece of work', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, begun, end } = work();
  const both = [singleFlight.join('a', begin), singleFlight.join('a', begin)];
  end('made');
  expect([await Promise.all(both), begun()]).toEqual([['made', 'made'], 1]);
});

test('work goes on while one still waits, and stops when the last leaves', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, stopped } = work();
  const [one, two] = [new AbortController(), new AbortController()];
  const waits = [singleFlight.join('a', begin, one.signal), singleFlight.join('a', begin, two.signal)];
  one.abort();
  await expect(waits[0]).rejects.toMatchObject({ code: 'aborted' });
  expect(stopped()).toBe(false);
  two.abort();
  await expect(waits[1]).rejects.toMatchObject({ code: 'aborted' });
  expect(stopped()).toBe(true);
});

test('whoever asks after the last has left gets fresh work', async () => {
  const singleFlight = createSingleFlight<string>();
  const [first, second] = [work(), work()];
  const stop = new AbortController();
  const left = singleFlight.join('a', first.begin, stop.signal);
  stop.abort();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
  const asked = singleFlight.join('a', second.begin);
  second.end('fresh');
  expect(await asked).toBe('fresh');
});

test('a failure reaches all who wait and is not kept', async () => {
  const singleFlight = createSingleFlight<string>();
  const fail = (): Promise<string> => Promise.reject(new Error('broken'));
  const both = await Promise.allSettled([singleFlight.join('a', fail), singleFlight.join('a', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await singleFlight.join('a', () => Promise.resolve('works'))).toBe('works');
});

test('closing stops what is under way', async () => {
  const singleFlight = createSingleFlight<string>();
  const { begin, stopped } = work();
  const [outcome] = await Promise.all([
    singleFlight.join('a', begin).catch((error: unknown) => String(error)),
    singleFlight.close(),
  ]);
  expect([outcome, stopped()]).toEqual(['Error: stopped', true]);
});

test('the accounts of a work are those of all who joined it, also by other works', async () => {
  const [outer, inner] = [createSingleFlight<string>(), createSingleFlight<string>()];
  const { begin, end } = work();
  const [a, b] = [new AbortController().signal, new AbortController().signal];
  askFor('a', a);
  askFor('b', b);
  let working: AbortSignal | undefined;
  const both = [a, b].map((signal) =>
    outer.join(
      signal === a ? 'one' : 'two',
      (stop) =>
        inner.join(
          'shared',
          (shared) => {
            working = shared;
            return begin(shared);
          },
          stop,
        ),
      signal,
    ),
  );
  expect([...accountsOf(working ?? a)].toSorted()).toEqual(['a', 'b']);
  end('made');
  expect(await Promise.all(both)).toEqual(['made', 'made']);
});
