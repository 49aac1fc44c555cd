import { expect, test } from 'vitest';
import { createTurns, inSlices } from './turns.ts';

test('between two jobs other work has its turn', async () => {
  const seen: string[] = [];
  const turns = createTurns();
  const first = turns(() => {
    seen.push('first');
    setImmediate(() => seen.push('other work'));
  });
  await Promise.all([first, turns(() => seen.push('second'))]);
  expect(seen).toEqual(['first', 'other work', 'second']);
});

test('a job that throws rejects, and the next one runs', async () => {
  const turns = createTurns();
  const failed = turns(() => {
    throw new Error('no');
  });
  const next = turns(() => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

/** Ends only when something else has run between its steps. */
function* untilSeen(seen: { isSeen: boolean }): Generator<undefined, string, undefined> {
  while (!seen.isSeen) yield;
  return 'seen';
}

test('between two slices everything else has its turn', async () => {
  const seen = { isSeen: false };
  const done = inSlices(untilSeen(seen));
  setTimeout(() => (seen.isSeen = true), 1);
  expect(await done).toBe('seen');
});

test('of two works neither waits for the end of the other', async () => {
  const seen = { isSeen: false };
  function* marks(): Generator<undefined, void, undefined> {
    yield;
    seen.isSeen = true;
  }
  await Promise.all([inSlices(untilSeen(seen)), inSlices(marks())]);
  expect(seen.isSeen).toBe(true);
});

test('work that throws rejects, and a signal ends it between two slices', async () => {
  // eslint-disable-next-line require-yield
  function* broken(): Generator<undefined, void, undefined> {
    throw new Error('no');
  }
  await expect(inSlices(broken())).rejects.toThrow('no');
  const stop = new AbortController();
  const endless = inSlices(untilSeen({ isSeen: false }), stop.signal);
  setTimeout(() => stop.abort(new Error('gone')), 1);
  await expect(endless).rejects.toThrow('gone');
});
