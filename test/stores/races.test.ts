/** Races over any store: resets and restores against creates, forks of one name, and waiting requests. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import { STORES } from './stores.ts';

const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 };

describe.each(STORES)('over $name', ({ createStore }) => {
  function open() {
    const emulator = buildEmulator({ clock: 'frozen', latency: 'manual' }, createStore);
    onTestFinished(() => emulator.close());
    const headers = { authorization: 'Bearer sk_standin_race', 'content-type': 'application/json' };
    return async (call: string, body?: unknown, more: Record<string, string> = {}) => {
      const [method = '', path = ''] = call.split(' ');
      const init = {
        method,
        headers: { ...headers, ...more },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      const response = await emulator.fetch(new Request(`http://localhost${path}`, init));
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
  }

  test('a reset and a restore go through, though creates race with them', async () => {
    const ask = open();
    await ask('POST /v1/videos', REQUEST);
    const { body: snapshot } = await ask('GET /_standin/accounts/race/snapshot');
    const creates = (): Promise<unknown>[] =>
      Array.from({ length: 10 }, () => ask('POST /v1/videos', REQUEST).catch(() => 'broken off'));
    for (const change of ['POST /_standin/accounts/race/reset', 'PUT /_standin/accounts/race/snapshot']) {
      const racing = creates();
      const changed = await ask(change, change.startsWith('PUT') ? snapshot : undefined);
      expect([change, changed.status]).toEqual([change, 200]);
      await Promise.all(racing);
      const { ledger, counters } = (await ask('GET /_standin/accounts/race')).body;
      expect(ledger.reserved_usd).toBeCloseTo(counters.created * 1.12, 6);
    }
  });

  test('of 50 parallel forks of one name exactly one is made', async () => {
    const ask = open();
    await ask('POST /v1/videos', REQUEST);
    const forks = Array.from({ length: 50 }, () => ask('POST /_standin/accounts/race/fork', { name: 'twin' }));
    const statuses = (await Promise.all(forks)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });

  test('of 50 parallel opens of one name exactly one is made', async () => {
    const ask = open();
    const opens = Array.from({ length: 50 }, () => ask('POST /_standin/accounts', { name: 'one' }));
    const statuses = (await Promise.all(opens)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });

  test('20 parallel creates with one key make one generation', async () => {
    const ask = open();
    const sent = Array.from({ length: 20 }, () => ask('POST /v1/videos', REQUEST, { 'idempotency-key': 'k' }));
    expect(new Set((await Promise.all(sent)).map(({ body }) => body.id)).size).toBe(1);
    expect((await ask('GET /_standin/accounts/race')).body.counters.created).toBe(1);
  });

  test('a poll that a rule held back finds what happened meanwhile', async () => {
    const ask = open();
    const { id } = (await ask('POST /v1/videos', REQUEST)).body;
    const rules = [{ match: { operation: 'get' }, effect: { kind: 'delay', ms: 150 }, limit: { hits: 1 } }];
    await ask('PUT /_standin/accounts/race/faults', { rules });
    const held = ask(`GET /v1/videos/${id}`);
    while ((await ask('GET /_standin/accounts/race/faults')).body.rules[0].seen === 0) await setTimeout(1);
    await ask(`POST /_standin/accounts/race/generations/${id}/move`, { status: 'completed' });
    expect((await held).body.status).toBe('completed');
  });
});
