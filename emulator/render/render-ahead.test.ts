/** Rendering ahead: when it begins, pauses and stops. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { ClipPlan } from '../domain/clip-plan.ts';
import { RenderAhead } from './render-ahead.ts';

interface Bench {
  readonly ahead: RenderAhead;
  /** The begun and finished clips, in order. */
  readonly log: string[];
  readonly begin: (id: string, lifetime?: AbortSignal) => void;
  /** Ends the clip that is under way. */
  readonly end: () => Promise<void>;
}

function bench(clips: number, { fails = false } = {}): Bench {
  const log: string[] = [];
  const open: (() => void)[] = [];
  const ahead = new RenderAhead({
    clips,
    render: async ({ id }, signal) => {
      signal.throwIfAborted();
      log.push(id);
      await new Promise<void>((resolve) => open.push(resolve));
      if (fails) throw new Error('no ffmpeg');
      log.push(`${id} whole`);
    },
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

test('a clip is made, and the next one after it', async () => {
  const { begin, end, log } = bench(4);
  begin('a');
  begin('b');
  expect(log).toEqual(['a']);
  await end();
  await end();
  expect(log).toEqual(['a', 'a whole', 'b', 'b whole']);
});

test('it stops at so many clips that nobody asked for, and goes on once somebody asks', async () => {
  const { ahead, begin, end, log } = bench(1);
  begin('a');
  begin('b');
  await end();
  begin('c');
  expect(log.at(-1)).toBe('a whole');
  ahead.taken();
  expect(log.at(-1)).toBe('b');
});

test('a clip that begins after all others were made is made, too', async () => {
  const { begin, end, log } = bench(4);
  begin('a');
  await end();
  begin('b');
  await end();
  expect(log).toEqual(['a', 'a whole', 'b', 'b whole']);
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
  ended.begin('a');
  ended.begin('b', account.signal);
  ended.begin('c');
  account.abort();
  await ended.end();
  expect(ended.log).toEqual(['a', 'a whole', 'c']);

  const failing = bench(4, { fails: true });
  failing.begin('a');
  failing.begin('b');
  await failing.end();
  expect(failing.log).toEqual(['a', 'b']);
});

test('closing ends it', async () => {
  const { ahead, begin, end, log } = bench(4);
  begin('a');
  begin('b');
  const closed = ahead.close();
  await end();
  await closed;
  begin('c');
  expect(log).toEqual(['a', 'a whole']);
});
