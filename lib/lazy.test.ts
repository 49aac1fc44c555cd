import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

test('a module is loaded once for all who wait, and is there from then on', async () => {
  let loads = 0;
  const module = lazy(async () => ({ loads: (loads += 1) }));
  expect(module.now).toBeUndefined();
  const order: string[] = [];
  await Promise.all([module.load().then(() => order.push('first')), module.load().then(() => order.push('second'))]);
  expect({ loads, now: module.now, order }).toEqual({ loads: 1, now: { loads: 1 }, order: ['first', 'second'] });
});

test('a failed load rejects for all callers, and is tried again for the next caller', async () => {
  let tries = 0;
  const module = lazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no file is free');
    return 'there';
  });
  const waited = await Promise.allSettled([module.load(), module.load()]);
  expect(waited.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await module.load()).toBe('there');
});
