import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anEntry, type SomeFacts } from '../../test/support/journal/some-entry.ts';
import { createRequestLog, type LogForm } from './request-log.ts';

async function written(form: LogForm, ...requests: SomeFacts[]): Promise<string[]> {
  const writes: string[] = [];
  const log = createRequestLog(form, (text) => writes.push(text));
  for (const request of requests) log(anEntry(request));
  await endOfTurn();
  return writes;
}

const FIRED = { rule: 'storm_503:1', fired: true, why: 'request 1 that matches' };
const QUIET = { rule: 'other', fired: false, why: 'operation is get, not create' };

test('a line says when, who, what was asked, what was answered, and which faults fired', async () => {
  const realAt = new Date(2026, 0, 2, 3, 4, 5, 6).getTime();
  const [text] = await written('requests', {
    realAt,
    status: 503,
    code: 'service_unavailable',
    evaluations: [QUIET, FIRED],
    engineMs: 0.25,
  });
  expect(text).toBe('03:04:05.006  a  GET  /v1/videos/1  503 service_unavailable  0.3 ms  fault storm_503:1\n');
});

test('a request that reached no account says so', async () => {
  const [text] = await written('requests', { account: null, status: 401, code: 'missing_api_key' });
  expect(text).toContain('  (no key)  GET  /v1/videos/1  401 missing_api_key');
});

test('in JSON it has the names of the journal', async () => {
  const [text = ''] = await written('json', { realAt: 0, evaluations: [QUIET, FIRED], engineMs: 1.23456 });
  expect(JSON.parse(text)).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    account: 'a',
    request_id: '00000000-0000-4000-8000-000000000000',
    operation: 'get',
    method: 'GET',
    path: '/v1/videos/1',
    status: 200,
    code: null,
    faults: ['storm_503:1'],
    engine_ms: 1.235,
  });
});

test('requests of one turn are one write, in their order', async () => {
  const writes = await written('requests', { target: '/1' }, { target: '/2' });
  expect(writes).toEqual([expect.stringMatching(/GET  \/1 .*\n.*GET  \/2 .*\n$/)]);
});
