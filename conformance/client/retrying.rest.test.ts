import { expect, test } from 'vitest';
import { run } from '../index.ts';
import { served } from '../testing/served.ts';

test('parallel requests use up their patience once, not once for each other request', async () => {
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
  // The checks that need many creates are left out, with a reason.
  expect(report.results.filter(({ reason }) => reason?.startsWith('The server limits the rate') === true)).not.toEqual(
    [],
  );
});
