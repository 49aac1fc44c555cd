import { expect, test } from 'vitest';
import { run, type Report } from '../../index.ts';
import { served } from '../../testing/served.ts';

const SPENT = 'The credits of this key are spent. A possible cause is an earlier run. Give a new key with --key-once.';

/**
 * A run against a server on which the key for one generation affords nothing; it answers creates with these statuses in
 * turn.
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

test('a key that affords nothing before anything was refused says nothing of what refused creates keep', async () => {
  expect(await judged(402)).toMatchObject({ verdict: 'untestable', reason: SPENT });
});

test('nor does a key whose lack of credits shows at a create of another kind, which never was refused', async () => {
  expect(await judged(400, 400, 402, 402)).toMatchObject({ verdict: 'untestable', reason: SPENT });
});

test('a create that is refused and, sent again, not affordable has taken the credits, whoever had the key before', async () => {
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

test('where only the create behind the refused ones is not affordable, the failure tells how to rule out a spent key', async () => {
  expect(await judged(400, 400, 400, 400, 400, 400, 402)).toMatchObject({
    verdict: 'fail',
    expected: expect.stringContaining('give a new key with --key-once. If the check fails again') as unknown,
  });
});
