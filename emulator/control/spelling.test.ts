/** Public JSON speaks snake_case; what was sent in camelCase before is read as well. */

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openRig, REQUEST, type Rig } from '../../test/support/control/rig.ts';
import { fieldReader, snakeName } from './spelling.ts';

const KEY = 'sk_standin_a';
const SNAKE = {
  id: 'slow-down',
  match: { operation: 'create', idempotency_key: false },
  when: { outage: { every_seconds: 60, for_seconds: 60 } },
  effect: { kind: 'answer', status: 429, retry_after: { date_in: 5 }, body: { json: { orderId: 1 } } },
  limit: { ttl_seconds: 60 },
};
const CAMEL = {
  id: 'slow-down',
  match: { operation: 'create', idempotencyKey: false },
  when: { outage: { everySeconds: 60, forSeconds: 60 } },
  effect: { kind: 'answer', status: 429, retryAfter: { dateIn: 5 }, body: { json: { orderId: 1 } } },
  limit: { ttlSeconds: 60 },
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

describe('a fault rule', () => {
  test.each([
    ['snake_case', SNAKE],
    ['camelCase, as before', CAMEL],
  ])('in %s does the same and is answered in snake_case', async (_, rule) => {
    const rig = await openAccount();
    const { status, body } = await rig.control('PUT', '/accounts/a/faults', { rules: [rule] });
    expect(status).toBe(200);
    expect(body.rules).toMatchObject([SNAKE_IN_USE]);
    const refused = await rig.api(KEY, 'POST /v1/videos', { body: REQUEST });
    expect([refused.status, refused.body]).toEqual([429, { orderId: 1 }]);
    expect(refused.headers.get('retry-after')).toMatch(/GMT$/);
  });

  test('that is wrong is refused by the name that public JSON has for the field', async () => {
    const rig = await openAccount();
    const rule = { limit: { ttl_seconds: -1 } };
    const { body } = await rig.control('POST', '/accounts/a/faults', { rule });
    expect(body.error.message).toBe('rule.limit.ttl_seconds must be at least 0.');
  });

  test('keeps the names of fields that belong to whoever sent them', async () => {
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

test.each(['request_id', 'requestId'])('the journal is filtered by %s', async (name) => {
  const rig = await openAccount();
  const { headers } = await rig.api(KEY, 'GET /v1/videos/none');
  const id = headers.get('x-request-id');
  const listed = await rig.control('GET', `/accounts/a/journal?${name}=${id}`);
  expect(listed.body.entries).toMatchObject([{ status: 404 }]);
  const found = await rig.control('POST', '/accounts/a/journal/find', { filter: { [name]: id } });
  expect(found.body.entries).toMatchObject([{ status: 404 }]);
});

test('a snapshot in camelCase, of version 1, is put back as one of today', async () => {
  const rig = await openAccount();
  await rig.control('PUT', '/accounts/a/faults', { rules: [SNAKE] });
  const { body: today } = await rig.control('GET', '/accounts/a/snapshot');
  expect(today.version).toBe(2);
  const before = { ...(inCamelCase(today) as object), version: 1 };
  expect(camelNames(before)).toContain('createdAt');
  expect((await rig.control('PUT', '/accounts/b/snapshot', before)).status).toBe(200);
  await rig.control('PUT', '/accounts/c/snapshot', today);
  const [b, c] = [await rig.control('GET', '/accounts/b/snapshot'), await rig.control('GET', '/accounts/c/snapshot')];
  expect(withoutName(b.body)).toEqual(withoutName(c.body));
});

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (__, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [camel(name), name === 'json' ? each : inCamelCase(each)]),
  );
}

function withoutName(snapshot: ReturnType<typeof JSON.parse>): unknown {
  const { name: _, clock, ...account } = snapshot.state.account;
  return { ...snapshot, state: { ...snapshot.state, account: { ...account, clock: { ...clock, anchor: 0 } } } };
}

test('a field that a schema has in both spellings stays as it was sent', () => {
  const read = fieldReader(z.object({ request_id: z.string(), requestId: z.string(), isLate: z.boolean() }));
  expect(read({ request_id: 'a', is_late: true })).toEqual({ request_id: 'a', isLate: true });
  expect(read({ requestId: 'a', isLate: true })).toEqual({ requestId: 'a', isLate: true });
});
