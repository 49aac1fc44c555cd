import { expect, test } from 'vitest';
import { run, type Report } from '../../index.ts';
import { served } from '../../testing/served.ts';

const SPENT = 'The credits of this key are spent. A possible cause is an earlier run. Give a new key with --key-once.';

/**
 * Judges a server that responds to creates with these statuses in turn, and then with 402.
 */
async function judged(...statuses: readonly number[]): Promise<Report['results'][number] | undefined> {
  const left = [...statuses];
  const url = await served((request, response) => {
    const status = request.method === 'POST' ? (left.shift() ?? 402) : 404;
    const body = JSON.stringify({ error: { code: 'refused', message: 'No.' } });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const report = await run(url, { keys: { primary: 'key', once: 'spent' }, only: ['state.refused-create'] });
  return report.results.find(({ id }) => id === 'state.refused-create');
}

test('a key without credits at the start does not show whether rejected creates use credits', async () => {
  expect(await judged(402)).toMatchObject({ verdict: 'untestable', reason: SPENT });
});

test('a key does not show it either if another create, which was never rejected, reveals the missing credits', async () => {
  expect(await judged(400, 400, 402, 402)).toMatchObject({ verdict: 'untestable', reason: SPENT });
});

test('a create that is first rejected and then not affordable has used the credits', async () => {
  for (const statuses of [
    [400, 402],
    [400, 400, 400, 402],
  ])
    expect(await judged(...statuses)).toMatchObject({
      verdict: 'fail',
      expected: 'the same rejection again, because the first create request reserved no credits',
      exchanges: { length: 2 },
    });
});

test('if only the create after the rejected ones is not affordable, the failure explains how to rule out a spent key', async () => {
  expect(await judged(400, 400, 400, 400, 400, 400, 402)).toMatchObject({
    verdict: 'fail',
    expected: expect.stringContaining('give a new key with --key-once. If the check fails again') as unknown,
  });
});
