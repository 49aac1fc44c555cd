import { expect, test } from 'vitest';
import { createShared } from './shared.ts';

test('work under one key is done once while it is under way, and again later', async () => {
  let begun = 0;
  const shared = createShared<number>();
  const work = async (): Promise<number> => (begun += 1);
  expect(await Promise.all([shared('a', work), shared('a', work), shared('b', work)])).toEqual([1, 1, 2]);
  expect(await shared('a', work)).toBe(3);
});

test('work that failed is begun again', async () => {
  const shared = createShared<string>();
  await expect(shared('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await shared('a', async () => 'yes')).toBe('yes');
});
