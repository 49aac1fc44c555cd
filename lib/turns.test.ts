import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

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
