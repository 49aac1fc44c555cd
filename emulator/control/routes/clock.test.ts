/** The clock through the control API. */

import { describe, expect, test } from 'vitest';
import { openRig } from '../../../test/support/control/rig.ts';

const KEY = 'sk_standin_clock';
const FROZEN = 'frozen@2026-01-01T00:00:00Z';

describe('an account whose clock is frozen', () => {
  test('stands still until it is advanced, and the answer tells what the time brought about, in order', async () => {
    const { control, create, api } = openRig({ clock: FROZEN, settle: 'eager', limits: 'realistic' });
    const id = await create(KEY, { 'idempotency-key': 'k' });
    expect((await api(KEY, `GET /v1/videos/${id}`)).body.status).toBe('pending');

    const { status, body } = await control('POST', '/accounts/clock/clock/advance', { by_seconds: 3 });
    expect(status).toBe(200);
    expect(body).toEqual({
      clock: { now: '2026-01-01T00:00:03.000Z', clock: 'frozen', mode: 'frozen', rate: 0 },
      events: [
        { type: 'rate_refilled', at: '2026-01-01T00:00:00.200Z', operation: 'get' },
        { type: 'generation', at: '2026-01-01T00:00:01.000Z', id, from: 'pending', to: 'running', settled: false },
        { type: 'rate_refilled', at: '2026-01-01T00:00:02.000Z', operation: 'create' },
        { type: 'generation', at: '2026-01-01T00:00:03.000Z', id, from: 'running', to: 'completed', settled: true },
        { type: 'capture', at: '2026-01-01T00:00:03.000Z', id, amount_usd: 0.48 },
      ],
      live: 0,
    });
    const account = await control('GET', '/accounts/clock');
    expect(account.body.ledger).toEqual({
      granted_usd: 1000,
      balance_usd: 999.52,
      reserved_usd: 0,
      captured_usd: 0.48,
    });
  });

  test('is advanced to a time, past which an Idempotency-Key is free again', async () => {
    const { control, create } = openRig({ clock: FROZEN });
    const id = await create(KEY, { 'idempotency-key': 'k' });
    const { body } = await control('POST', '/accounts/clock/clock/advance', { to: '2026-01-02T00:00:00Z' });
    expect(body.clock.now).toBe('2026-01-02T00:00:00.000Z');
    expect(body.events.at(-1)).toEqual({ type: 'idempotency_expired', at: body.clock.now, id, key: 'k' });
    expect(await create(KEY, { 'idempotency-key': 'k' })).not.toBe(id);
  });

  test('is advanced until idle, and what only a poll settles is shown as not settled', async () => {
    const { control, create, api } = openRig({ clock: FROZEN, latency: 'realistic' });
    const ids = [await create(KEY), await create(KEY)];
    const { body } = await control('POST', '/accounts/clock/clock/run-until-idle');
    expect(body.live).toBe(0);
    const ended = body.events.filter(({ to }: { to: string }) => to === 'completed' || to === 'failed');
    expect(ended.map((event: { id: string }) => event.id).toSorted()).toEqual(ids.toSorted());
    expect(ended.every((event: { settled: boolean }) => !event.settled)).toBe(true);
    expect((await control('GET', '/accounts/clock')).body.ledger.reserved_usd).toBe(0.96);
    for (const id of ids) await api(KEY, `GET /v1/videos/${id}`);
    expect((await control('GET', '/accounts/clock')).body.ledger.reserved_usd).toBe(0);
  });

  test('run until idle leaves what only polls or a hand would end', async () => {
    const { control, create } = openRig({ clock: FROZEN, latency: 'manual' });
    await create(KEY);
    const { body } = await control('POST', '/accounts/clock/clock/run-until-idle');
    expect(body).toMatchObject({ clock: { now: '2026-01-01T00:00:00.000Z' }, events: [], live: 1 });
  });

  test('goes back by a negative number, and no status goes back with it', async () => {
    const { control, create, api } = openRig({ clock: FROZEN });
    const id = await create(KEY);
    await control('POST', '/accounts/clock/clock/advance', { by_seconds: 2 });
    await api(KEY, `GET /v1/videos/${id}`);
    const { body } = await control('POST', '/accounts/clock/clock/advance', { by_seconds: -2 });
    expect(body).toMatchObject({ clock: { now: '2026-01-01T00:00:00.000Z' }, events: [] });
    expect((await api(KEY, `GET /v1/videos/${id}`)).body.status).toBe('running');
  });
});

describe('setting a clock', () => {
  test('scales it from what it reads', async () => {
    const { control, create } = openRig({ clock: FROZEN });
    await create(KEY);
    const { body } = await control('PUT', '/accounts/clock/clock', { clock: 'x60' });
    expect(body.clock).toMatchObject({ clock: 'x60', mode: 'scaled', rate: 60 });
    expect(body.clock.now.slice(0, 13)).toBe('2026-01-01T00');
  });

  test('to a later time tells what lies between', async () => {
    const { control, create } = openRig({ clock: FROZEN });
    await create(KEY);
    const { body } = await control('PUT', '/accounts/clock/clock', { clock: 'frozen@2026-01-01T00:00:02Z' });
    expect(body.events).toMatchObject([{ type: 'generation', to: 'running' }]);
  });

  test.each([
    ['a word that is not a clock', { clock: 'fast' }, 'clock must be real, frozen'],
    ['nothing', {}, 'clock must be a string'],
    ['a field too many', { clock: 'real', at: 1 }, 'at is not known'],
  ])('refuses %s and says what would be right', async (_, sent, message) => {
    const { control, create } = openRig();
    await create(KEY);
    const { status, body } = await control('PUT', '/accounts/clock/clock', sent);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) });
  });

  test.each([
    ['neither by_seconds nor to', {}, 'must have either by_seconds or to'],
    ['both', { by_seconds: 1, to: '2026-01-01T00:00:00Z' }, 'must have either by_seconds or to'],
    ['a step out of the years that a date can tell', { to: '9999-12-31T23:59:59Z' }, 'years 1970 to 9999'],
  ])('an advance by %s is refused', async (_, sent, message) => {
    const { control, create } = openRig();
    await create(KEY);
    const { status, body } = await control('POST', '/accounts/clock/clock/advance', sent);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('the default clock', () => {
  test('is taken over by accounts that open afterwards, and by no account that is open', async () => {
    const { control, create } = openRig({ clock: FROZEN });
    await create('sk_standin_before');
    await control('PUT', '/clock', { clock: 'frozen@2030-06-01T00:00:00Z' });
    await control('POST', '/clock/advance', { by_seconds: 5 });
    await create('sk_standin_after');
    await create('sk_standin_own~clock-x60');
    const now = async (name: string): Promise<string> => (await control('GET', `/accounts/${name}/clock`)).body.now;
    expect(await now('before')).toBe('2026-01-01T00:00:00.000Z');
    expect(await now('after')).toBe('2030-06-01T00:00:05.000Z');
    expect((await control('GET', '/accounts/own/clock')).body.mode).toBe('scaled');
    expect((await control('GET', '/clock')).body.now).toBe('2030-06-01T00:00:05.000Z');
  });
});

test("the Date of an answer is read from the account's clock", async () => {
  const { control, create, api } = openRig({ clock: FROZEN });
  const id = await create(KEY);
  await control('POST', '/accounts/clock/clock/advance', { to: '2027-03-04T05:06:07Z' });
  const { headers } = await api(KEY, `GET /v1/videos/${id}`);
  expect(headers.get('date')).toBe('Thu, 04 Mar 2027 05:06:07 GMT');
});

describe('a clock that an account has of its own', () => {
  test.each([
    ['in its key', 'sk_standin_k~clock-frozen'],
    ['in the settings', 'secret-key-1'],
  ])('%s wins over the default clock, also after a reset', async (_, key) => {
    const accounts = [{ name: 'k', keys: ['secret-key-1'], clock: 'frozen' as const }];
    const { api, control } = openRig(key === 'secret-key-1' ? { accounts } : {});
    await control('PUT', '/clock', { clock: 'x60' });
    await api(key, 'GET /v1/videos/none');
    expect((await control('GET', '/accounts/k/clock')).body.clock).toBe('frozen');
    await control('POST', '/accounts/k/reset');
    expect((await control('GET', '/accounts/k/clock')).body.clock).toBe('frozen');
  });

  test('in the body of its creation wins over the default clock, also after a reset', async () => {
    const { control } = openRig();
    await control('PUT', '/clock', { clock: 'x60' });
    await control('POST', '/accounts', { name: 'k', clock: 'frozen' });
    await control('POST', '/accounts/k/reset');
    expect((await control('GET', '/accounts/k/clock')).body.clock).toBe('frozen');
  });

  test('does not exist without a setting, so a reset returns to the default clock', async () => {
    const { api, control } = openRig();
    await api(KEY, 'GET /v1/videos/none');
    await control('PUT', '/clock', { clock: 'x60' });
    await control('POST', '/accounts/clock/reset');
    expect((await control('GET', '/accounts/clock/clock')).body.clock).toBe('x60');
  });
});
