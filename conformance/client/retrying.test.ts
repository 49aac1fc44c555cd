import { expect, test } from 'vitest';
import { createBrake } from './retrying.ts';
import { createSemaphore } from '../../lib/semaphore.ts';

const never = new AbortController().signal;

test('a brake lets requests go one at a time, urgent requests first', async () => {
  const brake = createBrake(never);
  brake.hold(5);
  const order: string[] = [];
  let atOnce = 0;
  const task = (name: string) => async (): Promise<void> => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    order.push(name);
    atOnce -= 1;
  };
  const [first, second] = [brake.turn(task('first'), false), brake.turn(task('second'), false)];
  const paid = brake.turn(task('paid'), true);
  await Promise.all([first, second, paid]);
  expect(order).toEqual(['first', 'paid', 'second']);
});

test('a server that was busy for a moment soon gets parallel requests again', () => {
  const brake = createBrake(never);
  expect(brake.isOn()).toBe(false);
  brake.hold(1000);
  for (let answers = 0; answers < 8; answers += 1) {
    expect(brake.isOn()).toBe(true);
    brake.release();
  }
  expect(brake.isOn()).toBe(false);
});

test('an urgent task goes before waiting tasks, and the number of concurrent tasks is limited', async () => {
  const semaphore = createSemaphore(1);
  const order: string[] = [];
  const note = (name: string) => (): Promise<void> => Promise.resolve(void order.push(name));
  await Promise.all([
    semaphore.run(note('running')),
    semaphore.run(note('waiting')),
    semaphore.run(note('urgent'), { rank: -1 }),
  ]);
  expect(order).toEqual(['running', 'urgent', 'waiting']);
});
