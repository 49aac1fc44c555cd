import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { run, type Report } from '../index.ts';

/** A run against a server on which the key for one generation affords nothing; it answers creates with these statuses in turn. */
async function judged(...statuses: readonly number[]): Promise<Report['results'][number] | undefined> {
  const left = [...statuses];
  const server = createServer((request, response) => {
    const status = request.method === 'POST' ? (left.shift() ?? 402) : 404;
    const body = JSON.stringify({ error: { code: 'refused', message: 'No.' } });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = await run(url, { keys: { primary: 'key', once: 'spent' }, only: ['state.refused-create'] });
  return report.results.find(({ id }) => id === 'state.refused-create');
}

test('a key that affords nothing before anything was refused says nothing of what refused creates keep', async () => {
  expect(await judged(402)).toMatchObject({
    verdict: 'untestable',
    reason: 'This key can afford nothing any more; give a fresh one.',
  });
});

test('where only the create behind the refused ones is not affordable, the failure names the spent key, too', async () => {
  expect(await judged(400, 400, 400, 402)).toMatchObject({
    verdict: 'fail',
    expected: expect.stringContaining('give a fresh one') as unknown,
  });
});
