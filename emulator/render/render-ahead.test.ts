/** Rendering ahead: when it begins, gives way and stops. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { ClipPlan } from '../domain/clip-plan.ts';
import { RenderAhead } from './render-ahead.ts';

interface Bench {
  readonly ahead: RenderAhead;
  /** The begun and finished steps, in order. */
  readonly log: string[];
  readonly begin: (id: string, lifetime?: AbortSignal) => void;
  /** Ends the oldest step that is under way. */
  readonly end: () => Promise<void>;
}

function bench(clips: number, { concurrency = 1, fails = false } = {}): Bench {
  const log: string[] = [];
  const open: (() => void)[] = [];
  const ahead = new RenderAhead({
    clips,
    concurrency,
    steps: ({ id }) =>
      [1, 2, 3].map((nth) => async () => {
        log.push(`${id}${nth}`);
        await new Promise<void>((resolve) => open.push(resolve));
        if (fails) throw new Error('no ffmpeg');
      }),
    finish: async ({ id }) => log.push(`${id} whole`),
  });
  return {
    ahead,
    log,
    begin: (id, lifetime = new AbortController().signal) => ahead.begin(() => ({ id }) as ClipPlan, lifetime),
    end: async () => {
      open.shift()?.();
      await turn();
    },
  };
}

test('a clip is made step by step, and the next one after it', async () => {
  const { begin, end, log } = bench(4);
  begin('a');
  begin('b');
  await turn();
  for (let nth = 0; nth < 6; nth += 1) await end();
  expect(log).toEqual(['a1', 'a2', 'a3', 'a whole', 'b1', 'b2', 'b3', 'b whole']);
});

test('as many steps as there are places run at once', async () => {
  const { begin, log } = bench(4, { concurrency: 2 });
  begin('a');
  await turn();
  expect(log).toEqual(['a1', 'a2']);
});

test('while somebody waits for a clip, no further step is begun', async () => {
  const { ahead, begin, end, log } = bench(4);
  begin('a');
  await turn();
  let answer: () => void = () => undefined;
  const asked = ahead.asked(() => new Promise<void>((resolve) => (answer = resolve)));
  await end();
  expect(log).toEqual(['a1']);
  answer();
  await asked;
  await turn();
  expect(log).toEqual(['a1', 'a2']);
});

test('it stops at so many clips that nobody asked for, and goes on once somebody asks', async () => {
  const { ahead, begin, end, log } = bench(1);
  begin('a');
  begin('b');
  await turn();
  for (let nth = 0; nth < 3; nth += 1) await end();
  expect(log.at(-1)).toBe('a whole');
  ahead.taken();
  await turn();
  expect(log.at(-1)).toBe('b1');
});

test('of more than 64 clips that wait, the later ones are not planned', async () => {
  const { ahead } = bench(1);
  let planned = 0;
  const lifetime = new AbortController().signal;
  for (let nth = 0; nth < 1000; nth += 1) {
    ahead.begin(() => {
      planned += 1;
      return { id: 'a' } as ClipPlan;
    }, lifetime);
  }
  expect(planned).toBeLessThan(70);
});

test('none is planned where none is wanted', () => {
  const { ahead, log } = bench(0);
  ahead.begin(() => {
    throw new Error('planned');
  }, new AbortController().signal);
  expect(log).toEqual([]);
});

test('a clip whose account has ended is left, and a failure does not keep the next one', async () => {
  const ended = bench(4);
  const account = new AbortController();
  ended.begin('a', account.signal);
  ended.begin('b');
  await turn();
  account.abort();
  await ended.end();
  expect(ended.log).toEqual(['a1', 'b1']);

  const failing = bench(4, { fails: true });
  failing.begin('a');
  failing.begin('b');
  await turn();
  await failing.end();
  expect(failing.log).toEqual(['a1', 'b1']);
});

test('closing ends it', async () => {
  const { ahead, begin, end, log } = bench(4);
  begin('a');
  begin('b');
  await turn();
  const closed = ahead.close();
  await end();
  await closed;
  expect(log).toEqual(['a1']);
});
