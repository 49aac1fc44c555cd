/**
 * Tests useStandin() as the tests of an SDK use it: with vitest's hooks passed in, against its own emulator and against
 * a running emulator.
 */

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAILURES, type FailureCode } from '../../contract/index.ts';
import { createEmulator, type Listening } from '../index.ts';
import { useStandin, type TestAccount } from './index.ts';

const hooks = { beforeAll, afterAll, beforeEach, afterEach };
const REQUEST = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' };

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code);
}

async function create({ baseUrl, apiKey }: TestAccount): Promise<{ status: number; id: string; requestId: string }> {
  const response = await fetch(`${baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(REQUEST),
  });
  const { id = '' } = (await response.json()) as { id?: string };
  return { status: response.status, id, requestId: response.headers.get('x-request-id') ?? '' };
}

async function poll({ baseUrl, apiKey }: TestAccount, id: string): Promise<string | number> {
  const response = await fetch(`${baseUrl}/v1/videos/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { status = response.status } = (await response.json()) as { status?: string };
  return status;
}

describe('an emulator for the file', () => {
  const standin = useStandin({ hooks, balance: 1, clock: 'frozen', settle: 'eager' });
  const names: string[] = [];

  test.each([1, 2])('gives test %i its own empty account', async () => {
    expect(names).not.toContain(standin.name);
    names.push(standin.name);
    expect(await standin.ledger()).toMatchObject({ granted_usd: 1, balance_usd: 1 });
    expect((await create(standin)).status).toBe(202);
  });

  test('moves the clock and returns the changes', async () => {
    const { id } = await create(standin);
    const { events } = await standin.clock.advance({ seconds: 1 });
    expect(events).toMatchObject([{ type: 'generation', id, to: 'running' }]);
    await standin.clock.runUntilIdle();
    expect(await poll(standin, id)).toBe('completed');
  });

  test('moves a generation that was never polled to the failure that docs/testing.md shows', async () => {
    const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
    const [, code = ''] = /`move\(id, \{ status: 'failed', failure: \{ code: '(\w+)' \} \}\)`/.exec(page) ?? [];
    if (!isFailureCode(code)) throw new Error(`The page shows the unknown code "${code}".`);
    const { id } = await create(standin);
    await standin.generations.move(id, { status: 'failed', failure: { code } });
    expect(await poll(standin, id)).toBe('failed');
  });

  test('makes the service fail, and removes the fault', async () => {
    const rule = await standin.faults.add({ match: { operation: 'create' }, effect: { kind: 'answer', status: 429 } });
    expect((await create(standin)).status).toBe(429);
    await standin.faults.remove(rule.id);
    expect((await create(standin)).status).toBe(202);
    await standin.scenarios.use('rate_limit_burst_then_ok');
    expect((await create(standin)).status).toBe(429);
  });

  test('passes when exactly the expected requests came', async () => {
    const { id } = await create(standin);
    await poll(standin, id);
    const both = [
      { operation: 'create', status: 202 },
      { operation: 'get', generation: id },
    ] as const;
    await expect(standin.expectRequests(both)).resolves.toBeUndefined();
    await expect(standin.expectRequests([{ operation: 'get' }], { others: 'allowed' })).resolves.toBeUndefined();
    await standin.journal.clear();
    await expect(standin.expectRequests([])).resolves.toBeUndefined();
  });

  test('fails with the missing request, the closest requests and all received requests', async () => {
    await create(standin);
    const failure = standin.expectRequests([{ operation: 'create', status: 429 }]);
    await expect(failure).rejects.toThrow(
      'Expected request 1 of 1 did not arrive: {"operation":"create","status":429}. The most similar request was POST /v1/videos 202: status should be 429 and was 202.',
    );
    await expect(failure).rejects.toThrow('These came:\n  POST /v1/videos 202');
  });

  test('fails with the unexpected requests', async () => {
    await create(standin);
    await create(standin);
    await expect(standin.expectRequests([{ operation: 'create' }])).rejects.toThrow(
      'Expected 1 request, but 2 arrived. Not expected: POST /v1/videos 202.',
    );
  });

  test('waits for a request, and fails with the closest requests', async () => {
    const waiting = standin.journal.wait({ operation: 'create' });
    await create(standin);
    expect(await waiting).toHaveLength(1);
    await expect(standin.journal.wait({ operation: 'content' }, { timeoutMs: 0 })).rejects.toThrow(
      'POST /v1/videos 202',
    );
  });

  test('explains a response', async () => {
    await standin.setBalance(0);
    const { status, requestId } = await create(standin);
    expect(status).toBe(402);
    expect(await standin.journal.explain(requestId)).toContain('insufficient_credits');
  });

  test('returns to a snapshot', async () => {
    const { id } = await create(standin);
    const snapshot = await standin.snapshot();
    await standin.generations.move(id, { status: 'failed', failure: { code: 'queue_timeout' } });
    await standin.restore(snapshot);
    expect(await standin.generations.list()).toMatchObject([{ id, status: 'pending' }]);
  });

  test('revokes the key and restores it', async () => {
    await standin.revokeKey();
    expect((await create(standin)).status).toBe(401);
    await standin.restoreKey();
    expect((await create(standin)).status).toBe(202);
  });

  test('opens more accounts for parallel tests', async () => {
    const [one, two] = await Promise.all([standin.openAccount(), standin.openAccount({ balance: 0 })]);
    expect([(await create(one)).status, (await create(two)).status]).toEqual([202, 402]);
  });

  test('reports the server’s own reason when a call is rejected', async () => {
    await expect(standin.scenarios.use('rate_limit_burst')).rejects.toThrow('did you mean rate_limit_burst_then_ok');
  });
});

describe('a running emulator', () => {
  const token = 'a-token-of-some-length';
  const emulator = createEmulator({ controlToken: token });
  let listening: Listening | undefined;
  beforeAll(async () => {
    listening = await emulator.listen({ port: 0 });
  });
  afterAll(() => emulator.close());
  const standin = useStandin({ hooks, url: () => listening?.url, controlToken: token });
  let former = '';

  test('is reached over HTTP', async () => {
    expect(standin.baseUrl).toBe(listening?.url);
    expect((await create(standin)).status).toBe(202);
    await standin.expectRequests([{ operation: 'create' }]);
    expect(await emulator.account(standin.name).ledger()).toMatchObject({ reserved: 480_000 });
    former = standin.name;
  });

  test('deletes the account of a finished test', async () => {
    await expect(emulator.account(former).ledger()).rejects.toThrow('No account');
  });
});

describe('without a test around it', () => {
  const standin = useStandin({ hooks });

  test('it has an account', () => {
    expect(standin.apiKey).toMatch(/^sk_standin_/);
  });

  test('it explains that its members are available only in tests', async () => {
    const early = useStandin({ hooks: { beforeAll: ignore, afterAll: ignore, beforeEach: ignore, afterEach: ignore } });
    expect(() => early.apiKey).toThrow('only while a test runs');
  });

  test('it explains how to pass hooks if the runner does not have globals', () => {
    expect(() => useStandin()).toThrow('Pass the hooks of your test runner: useStandin({ hooks:');
  });
});

function ignore(): void {}
