import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBodyMemory } from './body-memory.ts';

test('large bodies that fit together are read at once, and the others wait in their order', async () => {
  const openShare = createBodyMemory(100);
  const entered: string[] = [];
  const take = (name: string, bytes: number): ReturnType<typeof openShare> => {
    const share = openShare();
    void share.reserve(bytes).then(() => entered.push(name));
    return share;
  };
  const [first, second] = [take('first', 60), take('second', 40)];
  const third = take('third', 50);
  take('small', 1);
  await setImmediate();
  expect(entered).toEqual(['first', 'second']);
  second.release();
  await setImmediate();
  expect(entered).toEqual(['first', 'second']);
  first.release();
  await setImmediate();
  expect(entered).toEqual(['first', 'second', 'third', 'small']);
  third.release();
});

test('a body that exceeds the whole memory is read alone', async () => {
  const openShare = createBodyMemory(100);
  const large = openShare();
  await large.reserve(500);
  const next = openShare();
  let isIn = false;
  void next.reserve(1).then(() => (isIn = true));
  await setImmediate();
  expect(isIn).toBe(false);
  large.release();
  await setImmediate();
  expect(isIn).toBe(true);
});

test('a retried exchange does not wait for its own share', async () => {
  const share = createBodyMemory(100)();
  await share.reserve(80);
  await expect(share.reserve(80)).resolves.toBeUndefined();
});

test('an exchange that ended while it waited keeps no share', async () => {
  const openShare = createBodyMemory(100);
  const [first, second, third] = [openShare(), openShare(), openShare()];
  await first.reserve(80);
  const waiting = second.reserve(80);
  second.release();
  first.release();
  await waiting;
  await expect(third.reserve(80)).resolves.toBeUndefined();
});
