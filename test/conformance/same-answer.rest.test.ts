/** The kit against servers that answer every create alike: no promise passes because of that answer. */

import { afterEach, expect, test } from 'vitest';
import { CHECKS, run, type Report } from '../../conformance/index.ts';
import { closeServers, http, judged, KEY, PATIENT } from './bad-server.ts';

afterEach(closeServers);

const ALL_KEYS = { primary: KEY, other: `${KEY}-b`, poor: `${KEY}-c`, once: `${KEY}-d`, revoked: `${KEY}-e` };
const refusing = (report: Report): string[] =>
  report.results.filter(({ verdict, id }) => verdict === 'pass' && REFUSALS.has(id)).map(({ id }) => id);
const serveCreates = (status: number, body: () => object): Promise<string> =>
  http((request, response) => {
    const isCreate = request.method === 'POST';
    const envelope = { error: { code: 'video_not_found', message: 'The video does not exist.' } };
    response.writeHead(isCreate ? status : 404, { 'content-type': 'application/json' });
    request.resume().on('end', () => response.end(JSON.stringify(isCreate ? body() : envelope)));
  });
/** Creates that the server must refuse: their checks need a control request. */
const REFUSALS = new Set(
  CHECKS.filter(({ proves }) => proves.includes('A valid create request of the same kind is not rejected')).map(
    ({ id }) => id,
  ),
);

test.each([
  ['all keys', ALL_KEYS],
  ['the primary key alone', { primary: KEY }],
])('400 to every create, with %s: no refusal counts as kept, and exit 1', async (_, keys) => {
  const url = await serveCreates(400, () => ({ error: { code: 'invalid_request', message: 'No.' } }));
  const report = await judged(url, PATIENT, keys);
  expect(REFUSALS.size).toBeGreaterThan(100);
  expect(refusing(report)).toEqual([]);
  expect(report.exitCode).toBe(1);
  const one = report.results.find(({ id }) => id === 'create.prompt.length.above');
  expect(one).toMatchObject({
    verdict: 'untestable',
    reason: expect.stringContaining('also rejected every valid create request'),
  });
  expect(report.results.find(({ id }) => id === 'authentication.create.missing')?.verdict).toBe('fail');
});

test('401 to every create: that a wrong key gets 401 says nothing', async () => {
  const url = await serveCreates(401, () => ({ error: { code: 'invalid_api_key', message: 'No.' } }));
  const report = await judged(url, PATIENT, ALL_KEYS);
  expect(report.results.find(({ id }) => id === 'authentication.create.missing')?.verdict).toBe('untestable');
  expect(refusing(report)).toEqual([]);
});

test.each([401, 403])('%d to every request with the key does not judge the server', async (status) => {
  const url = await http((request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const error = { code: 'forbidden', message: 'This key may not.' };
    request.resume().on('end', () => response.end(JSON.stringify({ error })));
  });
  const report = await judged(url, PATIENT, ALL_KEYS);
  expect(report.exitCode).toBe(2);
  expect(report.stopped).toMatchObject({
    by: 'key',
    reason: expect.stringMatching(
      `^The target rejects the primary key: it returns ${status} for a get request and a create request\\.`,
    ),
  });
});

test('202 to every create: every refusal is broken, or left out once the mistakes have cost enough', async () => {
  let count = 0;
  const url = await serveCreates(202, () => {
    count += 1;
    const id = `0b5e8c9a-7d3f-4a21-9c64-${String(count).padStart(12, '0')}`;
    return { id, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 0.1 };
  });
  const report = await judged(url, PATIENT, ALL_KEYS);
  expect(refusing(report)).toEqual([]);
  const refusals = report.results.filter(({ id }) => REFUSALS.has(id));
  const left = refusals.filter(({ reason = '' }) =>
    reason.startsWith('The server accepted create requests that it must'),
  );
  expect(refusals.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(20);
  expect(refusals.filter(({ verdict }) => verdict === 'fail').length + left.length).toBeGreaterThan(90);
  expect(refusals.find(({ verdict }) => verdict === 'fail')?.differences).toEqual([
    { at: 'status', expected: '400 to 499', got: '202' },
  ]);
  expect(report.exitCode).toBe(1);
});

test('no check uses a --reuse id that does not name a completed generation', async () => {
  const url = await serveCreates(400, () => ({ error: { code: 'invalid_request', message: 'No.' } }));
  const report = await run(url, {
    keys: ALL_KEYS,
    reuse: ['0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a'],
    only: ['get.foreign'],
  });
  expect(report.results[0]).toMatchObject({
    verdict: 'untestable',
    reason: expect.stringContaining('(--reuse) is not a completed generation'),
  });
});
