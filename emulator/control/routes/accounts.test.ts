/** Accounts, credits, keys and generations through the control API. */

import { describe, expect, test } from 'vitest';
import { openRig, REQUEST } from '../../../test/support/control/rig.ts';

const FROZEN = 'frozen@2026-01-01T00:00:00Z';

describe('opening an account', () => {
  test('gives it the settings and the key that were sent', async () => {
    const { control, create } = openRig();
    const sent = { name: 'ci', key: 'any-key-at-all', balance: 1, latency: 'polls:1,2', seed: 7, clock: FROZEN };
    const { status, body } = await control('POST', '/accounts', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      key: 'any-key-at-all',
      account: {
        name: 'ci',
        forked_from: null,
        ledger: { granted_usd: 1, balance_usd: 1, reserved_usd: 0, captured_usd: 0 },
        clock: { now: '2026-01-01T00:00:00.000Z', clock: 'frozen', mode: 'frozen', rate: 0 },
        settings: { balance: 1, latency: 'polls:1,2', seed: 7, settle: 'on_poll', limits: 'off', wire: 'real' },
        counters: { created: 0 },
        keys: 'valid',
        scenarios: [],
      },
    });
    await create('any-key-at-all');
    expect((await control('GET', '/accounts/ci')).body).toMatchObject({
      ledger: { balance_usd: 0.52 },
      counters: { created: 1 },
    });
  });

  test('makes up a name and a key, and both work', async () => {
    const { control, create } = openRig();
    const { body } = await control('POST', '/accounts', {});
    expect(body.key).toBe(`sk_standin_${body.account.name}`);
    await create(body.key);
    expect((await control('GET', `/accounts/${body.account.name}`)).body.counters.created).toBe(1);
  });

  test('is how a key gets in where only listed keys do', async () => {
    const { control, api } = openRig({ auth: 'listed' });
    const post = { body: REQUEST };
    expect((await api('sk_standin_new', 'POST /v1/videos', post)).status).toBe(401);
    await control('POST', '/accounts', { name: 'new' });
    expect((await api('sk_standin_new', 'POST /v1/videos', post)).status).toBe(202);
  });

  test.each([
    ['a name that is taken', { name: 'taken' }, [409, 'account_exists']],
    ["another account's key", { name: 'b', key: 'key-of-taken' }, [409, 'key_taken']],
    ['the sk_standin_ key of another label', { name: 'b', key: 'sk_standin_taken' }, [409, 'key_taken']],
    ['a latency that there is not', { name: 'b', latency: 'slow' }, [400, 'invalid_input']],
    ['a negative balance', { name: 'b', balance: -1 }, [400, 'invalid_input']],
    ['a setting that there is not', { name: 'b', speed: 1 }, [400, 'invalid_input']],
  ])('with %s is refused and opens nothing', async (_, sent, [status, code]) => {
    const { control } = openRig();
    await control('POST', '/accounts', { name: 'taken', key: 'key-of-taken' });
    const answer = await control('POST', '/accounts', sent);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect((await control('GET', '/accounts')).body.total).toBe(1);
  });

  test('lists them in the order in which they opened, by prefix', async () => {
    const { control, create } = openRig();
    for (const name of ['b-1', 'a-1', 'b-2']) await create(`sk_standin_${name}`);
    const { body } = await control('GET', '/accounts?prefix=b-&limit=1');
    expect([body.accounts.map(({ name }: { name: string }) => name), body.total]).toEqual([['b-1'], 2]);
  });
});

describe('credits', () => {
  test('are set and granted, and the ledger balances', async () => {
    const { control, create } = openRig();
    await create('sk_standin_a');
    expect((await control('PUT', '/accounts/a/balance', { balance_usd: 0.47 })).body.ledger).toEqual({
      granted_usd: 0.95,
      balance_usd: 0.47,
      reserved_usd: 0.48,
      captured_usd: 0,
    });
    expect((await control('POST', '/accounts/a/grants', { amount_usd: 0.01 })).body.ledger.balance_usd).toBe(0.48);
    const { status, body } = await control('POST', '/accounts/a/grants', { amount_usd: -0.49 });
    expect([status, body.error.code]).toEqual([409, 'balance_too_low']);
    expect((await control('GET', '/accounts/a')).body.ledger.balance_usd).toBe(0.48);
  });
});

describe('a revoked key', () => {
  test('gets the response of an account that never existed, until it is restored', async () => {
    const { control, create, api } = openRig();
    const id = await create('sk_standin_a');
    const poll = async (): Promise<unknown[]> => {
      const { status, body } = await api('sk_standin_a', `GET /v1/videos/${id}`);
      return [status, body.error?.code];
    };
    expect((await control('POST', '/accounts/a/keys/revoke')).body.keys).toBe('revoked');
    expect(await poll()).toEqual([401, 'invalid_api_key']);
    await control('POST', '/accounts/a/keys/restore');
    expect(await poll()).toEqual([200, undefined]);
  });

  test('leaves the other keys of its account alone', async () => {
    const { control, create, api } = openRig();
    const id = await create('sk_standin_a');
    await control('POST', '/accounts/a/keys', { key: 'second-key' });
    await control('POST', '/accounts/a/keys/revoke', { key: 'sk_standin_a' });
    expect((await api('sk_standin_a', `GET /v1/videos/${id}`)).status).toBe(401);
    expect((await api('second-key', `GET /v1/videos/${id}`)).status).toBe(200);
    await control('POST', '/accounts/a/keys/restore', { key: 'sk_standin_a' });
    expect((await api('sk_standin_a', `GET /v1/videos/${id}`)).status).toBe(200);
  });
});

describe('a generation', () => {
  test('is listed and read without being looked at', async () => {
    const { control, create } = openRig({ latency: 'instant', clock: FROZEN });
    const ids = [await create('sk_standin_a'), await create('sk_standin_a')];
    const { body } = await control('GET', '/accounts/a/generations?limit=1');
    expect(body).toMatchObject({ total: 2, generations: [{ id: ids[1], status: 'pending', cost_usd: 0.48 }] });
    expect((await control('GET', `/accounts/a/generations/${ids[0]}`)).body.status).toBe('pending');
    expect((await control('GET', '/accounts/a/generations?status=completed')).body.total).toBe(0);
  });

  test('is made to fail with a code, and is refunded once', async () => {
    const { control, create, api } = openRig({ latency: 'manual' });
    const id = await create('sk_standin_a');
    const move = (sent: unknown): ReturnType<typeof control> =>
      control('POST', `/accounts/a/generations/${id}/move`, sent);
    expect((await move({ status: 'running' })).body.status).toBe('running');
    expect((await move({ status: 'failed', failure: { code: 'no_output' } })).body.failure_code).toBe('no_output');
    expect((await api('sk_standin_a', `GET /v1/videos/${id}`)).body.error.code).toBe('no_output');
    expect((await move({ status: 'failed' })).body.error.code).toBe('move_not_possible');
    expect((await control('GET', '/accounts/a')).body.ledger).toMatchObject({ balance_usd: 1000, reserved_usd: 0 });
  });

  test.each([
    ['as documented', undefined, [0, 0.48]],
    ['never', 'never', [0, 0]],
    ['twice', 'twice', [0, 0.96]],
    ['one poll late', 'late', [0, 0, 0.48]],
  ])('is listed with its refund, which is %s', async (_, refund, refunds) => {
    const { control, create, api } = openRig({ latency: 'instant' });
    const rule = {
      match: { operation: 'create' },
      effect: { kind: 'outcome', fail: { from: 'running', code: 'no_output' }, refund },
    };
    await control('PUT', '/accounts/a/faults', { rules: [rule] });
    const id = await create('sk_standin_a');
    for (const [polls, expected] of refunds.entries()) {
      if (polls > 0) await api('sk_standin_a', `GET /v1/videos/${id}`);
      const { body } = await control('GET', '/accounts/a/generations');
      expect([polls, body.generations[0].refunded_usd]).toEqual([polls, expected]);
    }
  });

  test.each([
    [
      'a code of another state',
      { status: 'failed', failure: { code: 'no_output' } },
      'must be one of input_content_rejected',
    ],
    [
      'a code without a failure',
      { status: 'running', failure: { code: 'no_output' } },
      'The field "failure" is allowed only with the status "failed"',
    ],
    ['a status that nothing moves to', { status: 'pending' }, 'status must be one of running, completed, failed'],
  ])('does not move with %s', async (_, sent, message) => {
    const { control, create } = openRig({ latency: 'manual' });
    const id = await create('sk_standin_a');
    const { status, body } = await control('POST', `/accounts/a/generations/${id}/move`, sent);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await control('GET', `/accounts/a/generations/${id}`)).body.status).toBe('pending');
  });
});

describe('a missing account', () => {
  test.each([
    ['GET', '/accounts/none', [404, 'account_not_found']],
    ['POST', '/accounts/none/clock/advance', [404, 'account_not_found']],
    ['GET', '/accounts/a/generations/none', [404, 'generation_not_found']],
    ['GET', '/nothing', [404, 'not_found']],
    ['GET', '/accounts/%E0%A4%A', [404, 'not_found']],
    ['PUT', '/accounts', [405, 'method_not_allowed']],
  ])('%s %s is answered with %j and the envelope', async (method, path, [status, code]) => {
    const { control, create } = openRig();
    await create('sk_standin_a');
    const answer = await control(method, path, method === 'POST' ? { by_seconds: 1 } : undefined);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
  });

  test('an account whose name has characters of its own is reached percent-encoded', async () => {
    const { control, create } = openRig();
    await create('sk_standin_team/a+b=');
    expect((await control('GET', `/accounts/${encodeURIComponent('team/a+b=')}`)).body.name).toBe('team/a+b=');
  });
});

test('a deleted account is gone, and so is the key that was issued for it', async () => {
  const { control, create, api } = openRig();
  await control('POST', '/accounts', { name: 'a', key: 'issued-key' });
  await create('issued-key');
  expect((await control('DELETE', '/accounts/a', {})).body).toEqual({ deleted: 'a' });
  expect((await control('GET', '/accounts/a')).status).toBe(404);
  expect((await api('issued-key', 'POST /v1/videos', { body: REQUEST })).status).toBe(401);
});

test('a deleted account of the setting auth=any is restored from its snapshot', async () => {
  const { control, create, api } = openRig({ auth: 'any' });
  const id = await create('some-key-of-a-team');
  const [{ name }] = (await control('GET', '/accounts')).body.accounts;
  const path = `/accounts/${encodeURIComponent(name)}`;
  const { body: snapshot } = await control('GET', `${path}/snapshot`);
  await control('DELETE', path);
  expect((await control('PUT', `${path}/snapshot`, snapshot)).status).toBe(200);
  expect((await api('some-key-of-a-team', `GET /v1/videos/${id}`)).status).toBe(200);
});

test.each([
  [{ scenario: 'storm_503' }, 77],
  [{ scenario: 'exact_balance' }, 0.48],
  [{ scenario: 'exact_balance', balance: 5 }, 5],
  [{}, 0.48],
])(
  'an account with %j opens with %d dollars, whether it is listed, a key or a request opens it',
  async (own, balance) => {
    const listed = { name: 'listed', keys: ['key-of-listed'], ...own };
    const { control, api } = openRig({ balance: 77, scenario: 'exact_balance', accounts: [listed] });
    const suffix = Object.entries(own).map(([name, value]) => `~${name}-${value}`);
    for (const key of ['key-of-listed', `sk_standin_keyed${suffix.join('')}`]) await api(key, 'GET /v1/videos/none');
    await control('POST', '/accounts', { name: 'posted', ...own });
    for (const name of ['listed', 'keyed', 'posted']) {
      const { ledger, settings } = (await control('GET', `/accounts/${name}`)).body;
      expect([name, ledger.granted_usd, settings.balance]).toEqual([name, balance, balance]);
    }
  },
);

test('a key with a scenario opens a listed account with its listed balance, unless the scenario sets one', async () => {
  const accounts = ['a', 'b'].map((name) => ({
    name,
    keys: [`key-of-${name}`],
    balance: 5,
    scenario: 'exact_balance',
  }));
  const { control, api } = openRig({ accounts });
  await api('sk_standin_a~scenario-storm_503', 'GET /v1/videos/none');
  await api('sk_standin_b~scenario-exact_balance', 'GET /v1/videos/none');
  expect((await control('GET', '/accounts/a')).body.ledger.granted_usd).toBe(5);
  expect((await control('GET', '/accounts/b')).body.ledger.granted_usd).toBe(0.48);
});
