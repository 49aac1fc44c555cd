import { expect, test } from 'vitest';

import type { ClientCall } from './client-driver.ts';
import { functionDriver } from './function-driver.ts';

function call(goal: string): ClientCall {
  const rest = { body: {}, output: 'clip.mp4', deadlineSeconds: 20, folder: '.' };
  return { name: 'a', url: 'http://127.0.0.1:1', apiKey: 'sk_standin_a', goal, ...rest };
}

const never = new AbortController().signal;

test('a function is called for its goals only; any other goal is unsupported', async () => {
  const called: string[] = [];
  const driver = functionDriver(async ({ goal }) => void called.push(goal), ['make']);
  const ends = await Promise.all(['make', 'batch', 'goal-1'].map((goal) => driver.drive(call(goal), never)));
  expect(ends.map(({ outcome }) => outcome.end)).toEqual(['delivered', 'unsupported', 'unsupported']);
  expect(called).toEqual(['make']);
});

test('a function that returns the record of its generation has delivered', async () => {
  const returnsRecord = (): Promise<undefined> =>
    Promise.resolve({ id: 'g', status: 'completed' } as unknown as undefined);
  const { outcome } = await functionDriver(returnsRecord).drive(call('make'), never);
  expect([outcome.end, outcome.said?.ids]).toEqual(['delivered', ['g']]);
});
