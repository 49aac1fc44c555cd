/** Public JSON has snake_case, and fault rules of requests have it, too. */

import { describe, expect, test } from 'vitest';
import { openRig, REQUEST, type Rig } from '../../test/support/control/rig.ts';
import { snakeName } from '../../lib/spelling.ts';

const KEY = 'sk_standin_a';
const SNAKE = {
  id: 'slow-down',
  match: { operation: 'create', idempotency_key: false },
  when: { outage: { every_seconds: 60, for_seconds: 60 } },
  effect: { kind: 'answer', status: 429, retry_after: { date_in_seconds: 5 }, body: { json: { orderId: 1 } } },
  limit: { ttl_seconds: 60 },
};
/** The names of all fields in a value that are in camelCase, save in what clients sent for themselves. */
function camelNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(!Array.isArray(value) && snakeName(name) !== name ? [name] : []),
    ...(name === 'json' ? [] : camelNames(each)),
  ]);
}

async function openAccount(): Promise<Rig> {
  const rig = openRig({ clock: 'frozen', settle: 'eager', limits: 'realistic' });
  await rig.create(KEY, { 'idempotency-key': 'k' });
  return rig;
}

test('a parameter in camelCase is rejected with the name to write', async () => {
  const rig = await openAccount();
  const { status, body } = await rig.control('GET', '/accounts/a/journal?idempotencyKey=k');
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('idempotencyKey is not known')]);
  expect((await rig.control('GET', '/accounts/a/journal?idempotency_key=k')).body.entries).toHaveLength(1);
});

describe('a fault rule', () => {
  test('is read and answered in snake_case', async () => {
    const rig = await openAccount();
    const { status, body } = await rig.control('PUT', '/accounts/a/faults', { rules: [SNAKE] });
    expect(status).toBe(200);
    expect(body.rules).toMatchObject([SNAKE_IN_USE]);
    const refused = await rig.api(KEY, 'POST /v1/videos', { body: REQUEST });
    expect([refused.status, refused.body]).toEqual([429, { orderId: 1 }]);
    expect(refused.headers.get('retry-after')).toMatch(/GMT$/);
  });

  test('in camelCase is rejected with the name to write', async () => {
    const rig = await openAccount();
    const rule = { effect: { kind: 'answer', retryAfter: 5 } };
    const { status, body } = await rig.control('PUT', '/accounts/a/faults', { rules: [rule] });
    expect([status, body.error.message]).toEqual([
      400,
      'The field rules[0].effect.retry_after must be written as retry_after, not retryAfter.',
    ]);
  });

  test('that is wrong is refused by the name that public JSON has for the field', async () => {
    const rig = await openAccount();
    const rule = { limit: { ttl_seconds: -1 } };
    const { body } = await rig.control('POST', '/accounts/a/faults', { rule });
    expect(body.error.message).toBe('The field rule.limit.ttl_seconds must be at least 0.');
  });

  test('keeps the names of fields in data of the sender', async () => {
    const rig = await openAccount();
    const effect = { kind: 'record', set: { retry_after: 1, retryAfter: 2 } };
    const { body } = await rig.control('POST', '/accounts/a/faults', { rule: { effect } });
    expect(body.effect.set).toEqual({ retry_after: 1, retryAfter: 2 });
  });
});

const SNAKE_IN_USE = { ...SNAKE, match: { operation: ['create'], idempotency_key: false } };

test.each([
  '/accounts',
  '/accounts/a',
  '/accounts/a/faults',
  '/accounts/a/generations',
  '/accounts/a/snapshot',
  '/clock',
])('GET %s answers in snake_case', async (path) => {
  const rig = await openAccount();
  await rig.control('PUT', '/accounts/a/faults', { rules: [SNAKE] });
  const { status, body } = await rig.control('GET', path);
  expect([status, camelNames(body)]).toEqual([200, []]);
});

test('scenarios are listed in snake_case', async () => {
  const { body } = await openRig().control('GET', '/scenarios');
  expect(body.scenarios.length).toBeGreaterThan(10);
  expect(camelNames(body)).toEqual([]);
});

test('the OpenAPI document describes fields in snake_case', async () => {
  const { body } = await openRig().control('GET', '/openapi.json');
  const fields: string[] = [];
  JSON.parse(JSON.stringify(body.components.schemas), (keyword, value: object) => {
    if (keyword === 'properties') fields.push(...Object.keys(value));
    return value;
  });
  expect(fields).toEqual(expect.arrayContaining(['ttl_seconds', 'request_id', 'created_at', 'retry_after']));
  expect(fields.filter((name) => snakeName(name) !== name)).toEqual([]);
});

test('the journal is filtered by request_id', async () => {
  const rig = await openAccount();
  const { headers } = await rig.api(KEY, 'GET /v1/videos/none');
  const id = headers.get('x-request-id');
  const listed = await rig.control('GET', `/accounts/a/journal?request_id=${id}`);
  expect(listed.body.entries).toMatchObject([{ status: 404 }]);
  const found = await rig.control('POST', '/accounts/a/journal/find', { filter: { request_id: id } });
  expect(found.body.entries).toMatchObject([{ status: 404 }]);
});

test('a snapshot in camelCase is refused', async () => {
  const rig = await openAccount();
  const { body } = await rig.control('GET', '/accounts/a/snapshot');
  body.state.account.revokedKeys = body.state.account.revoked_keys;
  delete body.state.account.revoked_keys;
  const { status, body: refused } = await rig.control('PUT', '/accounts/a/snapshot', body);
  expect([status, refused.error.message]).toEqual([
    400,
    expect.stringContaining('must be written as revoked_keys, not revokedKeys'),
  ]);
});

describe('rules as the control API lists them', () => {
  test('of every scenario are restored unchanged', async () => {
    const rig = await openAccount();
    const { body } = await rig.control('GET', '/scenarios');
    const rules = body.scenarios.flatMap((scenario: { rules: object[] }) =>
      // Several scenarios have rules of the same id.
      scenario.rules.map((rule) => ({ ...rule, id: undefined })),
    );
    expect((await rig.control('PUT', '/accounts/a/faults', { rules })).status).toBe(200);
    const listed = await rig.control('GET', '/accounts/a/faults');
    const again = await rig.control('PUT', '/accounts/a/faults', { rules: listed.body.rules });
    const fresh = listed.body.rules.map((rule: object) => ({ ...rule, seen: 0, hits: 0 }));
    expect([again.status, again.body.rules]).toEqual([200, fresh]);
  });

  test('are put back with what they have counted, and count from 0', async () => {
    const rig = await openAccount();
    await rig.control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'answer' } }] });
    await rig.api(KEY, 'POST /v1/videos', { body: REQUEST });
    const { body } = await rig.control('GET', '/accounts/a/faults');
    expect(body.rules).toMatchObject([{ seen: 1, hits: 1 }]);
    expect((await rig.control('PUT', '/accounts/a/faults', body)).body.rules).toMatchObject([{ seen: 0, hits: 0 }]);
  });

  test('are rejected by the settings, which have camelCase', () => {
    const open = (rule: object) => () => openRig({ faults: [rule] });
    expect(open({ limit: { ttl_seconds: 1 } })).toThrow(
      'faults.0.limit.ttl_seconds: is not a setting; the settings here',
    );
    expect(open({ limit: { ttlSeconds: -1 } })).toThrow('faults.0.limit.ttlSeconds: must be at least 0');
  });
});

test('a field that a query has twice is rejected', async () => {
  const rig = await openAccount();
  const { status, body } = await rig.control('GET', '/accounts/a/journal?status=200&status=404');
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringContaining('contains the parameter status more than once'),
  ]);
});
