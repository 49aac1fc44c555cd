import { expect, test } from 'vitest';
import { run } from '../index.ts';
import { served } from '../testing/served.ts';
import { createBrake } from './brake.ts';
import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('behind a brake requests go one at a time, urgent ones first', async () => {
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

test('a server that was busy for a moment is soon asked side by side again', () => {
  const brake = createBrake(never);
  expect(brake.isOn()).toBe(false);
  brake.hold(1000);
  for (let answers = 0; answers < 8; answers += 1) {
    expect(brake.isOn()).toBe(true);
    brake.release();
  }
  expect(brake.isOn()).toBe(false);
});

test('an urgent task goes before those that wait, and no more run at once than may', async () => {
  const semaphore = createSemaphore(1, undefined, never);
  const order: string[] = [];
  const note = (name: string) => (): Promise<void> => Promise.resolve(void order.push(name));
  await Promise.all([
    semaphore.run(note('running')),
    semaphore.run(note('waiting')),
    semaphore.run(note('urgent'), true),
  ]);
  expect(order).toEqual(['running', 'urgent', 'waiting']);
});

test('what comes in together uses up its patience once, not once for each other', async () => {
  let tokens = 2;
  let refused = 0;
  const refill = setInterval(() => (tokens = Math.min(2, tokens + 1)), 60);
  const url = await served((request, response) => {
    const isCreate = request.method === 'POST';
    if (isCreate && tokens < 1) {
      refused += 1;
      const body = '{"error":{"code":"rate_limited","message":"Wait."}}';
      return void response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' }).end(body);
    }
    if (isCreate) tokens -= 1;
    const body = JSON.stringify({ error: { code: 'refused', message: 'No.' } });
    return void response.writeHead(isCreate ? 400 : 404, { 'content-type': 'application/json' }).end(body);
  });
  const report = await run(url, {
    keys: { primary: 'key' },
    only: ['create.model.*', 'create.prompt.*'],
    timing: { patienceSeconds: 1 },
    concurrency: 16,
  });
  clearInterval(refill);
  expect(refused).toBeGreaterThan(0);
  expect(report.summary.inconclusive).toBe(0);
  // What takes many creates is left out, and says so.
  expect(report.results.filter(({ reason }) => reason?.startsWith('The server limits the rate') === true)).not.toEqual(
    [],
  );
});
