import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRooms } from './room.ts';

test('large bodies that fit together are read at once, and the others wait in their order', async () => {
  const openRoom = createRooms(100);
  const entered: string[] = [];
  const take = (name: string, bytes: number): ReturnType<typeof openRoom> => {
    const room = openRoom();
    void room.take(bytes).then(() => entered.push(name));
    return room;
  };
  const [first, second] = [take('first', 60), take('second', 40)];
  const third = take('third', 50);
  take('small', 1);
  await setImmediate();
  expect(entered).toEqual(['first', 'second']);
  second.leave();
  await setImmediate();
  expect(entered).toEqual(['first', 'second']);
  first.leave();
  await setImmediate();
  expect(entered).toEqual(['first', 'second', 'third', 'small']);
  third.leave();
});

test('a body larger than all room is read alone', async () => {
  const openRoom = createRooms(100);
  const large = openRoom();
  await large.take(500);
  const next = openRoom();
  let isIn = false;
  void next.take(1).then(() => (isIn = true));
  await setImmediate();
  expect(isIn).toBe(false);
  large.leave();
  await setImmediate();
  expect(isIn).toBe(true);
});

test('an exchange that is tried again does not wait for its own room', async () => {
  const room = createRooms(100)();
  await room.take(80);
  await expect(room.take(80)).resolves.toBeUndefined();
});

test('an exchange that ended while it waited keeps no room', async () => {
  const openRoom = createRooms(100);
  const [first, second, third] = [openRoom(), openRoom(), openRoom()];
  await first.take(80);
  const waiting = second.take(80);
  second.leave();
  first.leave();
  await waiting;
  await expect(third.take(80)).resolves.toBeUndefined();
});
