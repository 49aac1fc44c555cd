import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('between two jobs other work has its turn', async () => {
  const seen: string[] = [];
  const turns = createTurns();
  const jobs = [turns(() => seen.push('first')), turns(() => seen.push('second'))];
  setImmediate(() => setImmediate(() => seen.push('other work')));
  await Promise.all(jobs);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(seen.indexOf('second')).toBeGreaterThan(seen.indexOf('first'));
  expect(seen).toContain('other work');
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
