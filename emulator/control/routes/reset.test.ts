/** A reset puts an account back to how it opened, and nothing from before it arrives after it. */

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openRig, REQUEST, type Rig } from '../../../test/support/control/rig.ts';

const KEY = 'sk_standin_a';
const body = JSON.stringify(REQUEST);
const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

/** A request is on its way once the account's rule has counted it. */
async function untilSeen(control: Rig['control'], account: string): Promise<void> {
  while ((await control('GET', `/accounts/${account}/faults`)).body.rules[0].seen === 0) await setImmediate();
}

test('ledger, clock, counters, generations, keys, faults and scenarios are as when it opened', async () => {
  const { control, create, api } = openRig({ clock: 'frozen@2026-01-01T00:00:00Z', limits: 'realistic' });
  const id = await create(KEY, { 'idempotency-key': 'k' });
  const opened = { ...(await control('GET', '/accounts/a')).body };
  await control('POST', '/accounts/a/clock/advance', { by_seconds: 60 });
  await control('PUT', '/accounts/a/balance', { balance_usd: 1 });
  await control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'answer' } }] });
  await control('PUT', '/accounts/a/scenarios', { scenarios: ['rate_limit_burst_then_ok'] });
  await control('POST', '/accounts/a/keys/revoke');

  const { status, body: fresh } = await control('POST', '/accounts/a/reset');
  expect(status).toBe(200);
  const ledger = { granted_usd: 1000, balance_usd: 1000, reserved_usd: 0, captured_usd: 0 };
  expect(fresh).toEqual({ ...opened, ledger, counters: { created: 0 } });
  expect((await control('GET', '/accounts/a/generations')).body.total).toBe(0);
  expect((await control('GET', '/accounts/a/faults')).body.rules).toEqual([]);
  expect((await api(KEY, `GET /v1/videos/${id}`)).status).toBe(404);
  // The same seed and the first number again: the run repeats, and the key is free.
  expect(await create(KEY, { 'idempotency-key': 'k' })).toBe(id);
});

describe('requests in flight', () => {
  test.each([
    ['before the work', { effect: { kind: 'delay', ms: 60_000 } }],
    ['after the work', { match: { phase: 'after-reservation' }, effect: { kind: 'delay', ms: 60_000 } }],
    ['a dropped answer', { effect: { kind: 'drop' } }],
    ['a stalled answer', { effect: { kind: 'stall', at: 'headers' } }],
  ])('is broken off: %s', async (_, rule) => {
    const { emulator, control, create } = openRig({ clock: 'frozen' });
    await create(KEY);
    const { port } = await emulator.listen({ port: 0 });
    await control('PUT', '/accounts/a/faults', { rules: [rule] });
    const request = httpRequest({ host: '127.0.0.1', port, path: '/v1/videos', method: 'POST', headers: HEADERS });
    request.end(body);
    const broken = new Promise<string>((resolve) => {
      request.once('error', () => resolve('broken off'));
      request.once('response', (response) => {
        response.once('error', () => resolve('broken off')).once('end', () => resolve('answered'));
        response.resume();
      });
    });
    await untilSeen(control, 'a');
    await control('POST', '/accounts/a/reset');
    expect(await broken).toBe('broken off');
    expect((await control('GET', '/accounts/a')).body.counters.created).toBe(0);
  });

  test('a create whose body came after the reset reserves nothing', async () => {
    const { emulator, control, create } = openRig({ clock: 'frozen' });
    await create(KEY);
    const { port } = await emulator.listen({ port: 0 });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const head = `POST /v1/videos HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`;
    socket.write(head);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toContain('100 Continue');
    await control('POST', '/accounts/a/reset');
    socket.write(body);
    // In order or by a reset.
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await control('GET', '/accounts/a')).body).toMatchObject({
      counters: { created: 0 },
      ledger: { balance_usd: 1000 },
    });
  });

  test('of another account goes on', async () => {
    const { emulator, control, create } = openRig({ clock: 'frozen' });
    await create(KEY);
    await create('sk_standin_b');
    const { port } = await emulator.listen({ port: 0 });
    await control('PUT', '/accounts/b/faults', { rules: [{ effect: { kind: 'delay', ms: 200 } }] });
    const headers = { ...HEADERS, authorization: 'Bearer sk_standin_b' };
    const answer = fetch(`http://127.0.0.1:${port}/v1/videos`, { method: 'POST', headers, body });
    await untilSeen(control, 'b');
    await control('POST', '/accounts/a/reset');
    expect((await answer).status).toBe(202);
  });

  test('is broken off by a deletion and by a restored snapshot as well', async () => {
    const { emulator, control, create } = openRig({ clock: 'frozen' });
    const { port } = await emulator.listen({ port: 0 });
    const poll = async (end: () => Promise<unknown>): Promise<string> => {
      const id = await create(KEY);
      await control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'drop' } }] });
      const answer = fetch(`http://127.0.0.1:${port}/v1/videos/${id}`, { headers: HEADERS }).then(
        () => 'answered',
        () => 'broken off',
      );
      await untilSeen(control, 'a');
      await end();
      return answer;
    };
    await create(KEY);
    const { body: snapshot } = await control('GET', '/accounts/a/snapshot');
    expect(await poll(() => control('PUT', '/accounts/a/snapshot', snapshot))).toBe('broken off');
    expect(await poll(() => control('DELETE', '/accounts/a', {}))).toBe('broken off');
  });
});
