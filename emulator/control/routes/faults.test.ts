/** Fault rules and scenarios through the control API. */

import { describe, expect, test } from 'vitest';
import { openRig, REQUEST, type Rig } from '../../../test/support/control/rig.ts';

const KEY = 'sk_standin_a';

async function statusOfCreate({ api }: Rig): Promise<number> {
  return (await api(KEY, 'POST /v1/videos', { body: REQUEST })).status;
}

describe('fault rules', () => {
  test('are added, evaluated in their order, counted and removed', async () => {
    const rig = openRig();
    await rig.create(KEY);
    const added = await rig.control('POST', '/accounts/a/faults', {
      rule: { match: { operation: 'create' }, when: { first: 1 }, effect: { kind: 'answer', status: 429 } },
    });
    expect([added.status, added.body.id, added.body.hits]).toEqual([201, 'added-1', 0]);
    expect([await statusOfCreate(rig), await statusOfCreate(rig)]).toEqual([429, 202]);
    const listed = await rig.control('GET', '/accounts/a/faults');
    expect(listed.body.rules).toMatchObject([{ id: 'added-1', seen: 2, hits: 1 }]);
    expect((await rig.control('DELETE', '/accounts/a/faults/added-1', {})).body).toEqual({ rules: [] });
    expect((await rig.control('DELETE', '/accounts/a/faults/added-1', {})).body.error.code).toBe('fault_not_found');
  });

  test('are replaced as a whole: one rule without a condition fails everything, no rule fails nothing', async () => {
    const rig = openRig();
    await rig.create(KEY);
    await rig.control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'answer' } }] });
    expect(await statusOfCreate(rig)).toBe(503);
    await rig.control('PUT', '/accounts/a/faults', { rules: [] });
    expect(await statusOfCreate(rig)).toBe(202);
  });

  test('end by themselves unless they are to be kept, or have a limit of their own', async () => {
    const rig = openRig({ clock: 'frozen' });
    await rig.create(KEY);
    const hour = { by_seconds: 3600 };
    const answer = { effect: { kind: 'answer' } };
    const each = { ...answer, match: { operation: 'get' }, when: { first: 1, per: 'generation' } };
    await rig.control('PUT', '/accounts/a/faults', { rules: [answer, each] });
    expect(await statusOfCreate(rig)).toBe(503);
    await rig.control('POST', '/accounts/a/clock/advance', hour);
    expect(await statusOfCreate(rig)).toBe(202);
    const ended = await rig.control('GET', '/accounts/a/faults');
    expect(ended.body.rules).toMatchObject([
      { spent: true, expired: true },
      { spent: true, expired: true },
    ]);

    await rig.control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'answer' } }], keep: true });
    expect(await statusOfCreate(rig)).toBe(503);
    await rig.control('POST', '/accounts/a/clock/advance', hour);
    expect(await statusOfCreate(rig)).toBe(503);

    const { body } = await rig.control('PUT', '/accounts/a/faults', { rules: [{ limit: { hits: 2 } }] });
    expect(body.rules[0].limit).toEqual({ hits: 2 });
  });

  test('of one account do not apply to another account', async () => {
    const rig = openRig();
    await rig.create(KEY);
    await rig.create('sk_standin_b');
    await rig.control('PUT', '/accounts/b/faults', { rules: [{ effect: { kind: 'answer' } }] });
    expect(await statusOfCreate(rig)).toBe(202);
  });

  test.each([
    ['an effect that there is not', { effect: { kind: 'explode' } }],
    ['code', { effect: { kind: 'answer', script: 'process.exit()' } }],
    ['a path', { effect: { kind: 'answer', body: { file: '/etc/passwd' } } }],
    ['an address to fetch', { effect: { kind: 'answer', body: { url: 'https://example.com/' } } }],
  ])('with %s are refused and change nothing', async (_, rule) => {
    const rig = openRig();
    await rig.create(KEY);
    const { status, body } = await rig.control('POST', '/accounts/a/faults', { rule });
    expect([status, body.error.code]).toEqual([400, 'invalid_input']);
    expect((await rig.control('GET', '/accounts/a/faults')).body.rules).toEqual([]);
  });

  test('that are empty are refused, which says how to fail every request', async () => {
    const { control } = openRig();
    const one = await control('POST', '/accounts/a/faults', { rule: {} });
    const all = await control('PUT', '/accounts/a/faults', { rules: [{ effect: { kind: 'answer' } }, {}] });
    expect([one.status, one.body.error.message]).toEqual([400, expect.stringContaining('rule must not be empty')]);
    expect([all.status, all.body.error.message]).toEqual([400, expect.stringContaining('rules[1] must not be empty')]);
  });

  test('cannot share an id', async () => {
    const rig = openRig();
    await rig.create(KEY);
    const { body } = await rig.control('PUT', '/accounts/a/faults', {
      rules: [
        { id: 'x', limit: { hits: 1 } },
        { id: 'x', limit: { hits: 1 } },
      ],
    });
    expect(body.error.message).toContain('The id x is used by two rules');
  });
});

describe('scenarios', () => {
  test('are listed with what a correct client does', async () => {
    const { body } = await openRig().control('GET', '/scenarios');
    expect(body.scenarios).toContainEqual(
      expect.objectContaining({ name: 'rate_limit_burst_then_ok', client: expect.stringMatching(/wait/i) }),
    );
  });

  test('are turned on and off for an account, even if the key selected the scenario', async () => {
    const rig = openRig();
    await rig.create(KEY);
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: ['rate_limit_burst_then_ok'] });
    expect(await statusOfCreate(rig)).toBe(429);
    const off = await rig.control('PUT', '/accounts/a/scenarios', { scenarios: [] });
    expect(off.body.scenarios).toEqual([]);
    expect(await statusOfCreate(rig)).toBe(202);

    const withKey = 'sk_standin_c~scenario-rate_limit_burst_then_ok';
    expect((await rig.api(withKey, 'POST /v1/videos', { body: REQUEST })).status).toBe(429);
    await rig.control('PUT', '/accounts/c/scenarios', { scenarios: [] });
    expect((await rig.api(withKey, 'POST /v1/videos', { body: REQUEST })).status).toBe(202);
  });

  test('have expired if their time is over', async () => {
    const rig = openRig({ clock: 'frozen' });
    await rig.create(KEY);
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: ['storm_503'] });
    expect(await statusOfCreate(rig)).toBe(503);
    expect(await activeOf(rig)).toMatchObject([{ spent: false, expired: false }]);
    await rig.control('POST', '/accounts/a/clock/advance', { by_seconds: 61 });
    expect(await activeOf(rig)).toMatchObject([{ spent: true, expired: true }]);
  });

  test('count a request once, even if several rules match it', async () => {
    const rig = openRig();
    await rig.create(KEY);
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: ['rate_limit_garbage'] });
    for (let sent = 0; sent < 7; sent++) await statusOfCreate(rig);
    expect(await activeOf(rig)).toMatchObject([{ seen: 7, hits: 6 }]);
  });

  const BURST = 'rate_limit_burst_then_ok';

  async function activeOf({ control }: Rig, name = 'a'): Promise<unknown> {
    return (await control('GET', `/accounts/${name}/scenarios`)).body.scenarios;
  }

  test('say what they have seen, how often they fired, and when they are spent', async () => {
    const rig = openRig();
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: [BURST, 'poll_404_once'] });
    const quiet = { name: 'poll_404_once', seen: 0, hits: 0, spent: false, expired: false };
    expect(await activeOf(rig)).toEqual([{ name: BURST, seen: 0, hits: 0, spent: false, expired: false }, quiet]);
    await statusOfCreate(rig);
    expect(await activeOf(rig)).toEqual([{ name: BURST, seen: 1, hits: 1, spent: false, expired: false }, quiet]);
    await statusOfCreate(rig);
    await statusOfCreate(rig);
    expect(await activeOf(rig)).toEqual([{ name: BURST, seen: 3, hits: 3, spent: true, expired: false }, quiet]);
    expect(await statusOfCreate(rig)).toBe(202);
    expect(await activeOf(rig)).toEqual([{ name: BURST, seen: 4, hits: 3, spent: true, expired: false }, quiet]);
  });

  test('that are spent start again when they are turned on again, and leave generations and money alone', async () => {
    const rig = openRig();
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: [BURST] });
    const first = [await statusOfCreate(rig), await statusOfCreate(rig), await statusOfCreate(rig)];
    await rig.create(KEY);
    const before = (await rig.control('GET', '/accounts/a')).body;
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: [BURST] });
    const again = [await statusOfCreate(rig), await statusOfCreate(rig), await statusOfCreate(rig)];
    expect([first, again]).toEqual([
      [429, 429, 429],
      [429, 429, 429],
    ]);
    const after = (await rig.control('GET', '/accounts/a')).body;
    expect([after.ledger, after.counters]).toEqual([before.ledger, before.counters]);
    expect(await statusOfCreate(rig)).toBe(202);
  });

  test('start again with all other counts by a restart of faults alone', async () => {
    const rig = openRig({ faults: [{ id: 'everywhere', match: { operation: 'get' }, when: { first: 1 } }] });
    const rule = { id: 'own', match: { operation: 'content' }, when: { first: 1 } };
    await rig.control('PUT', '/accounts/a/scenarios', { scenarios: [BURST] });
    await rig.control('PUT', '/accounts/a/faults', { rules: [rule] });
    const all = async (): Promise<number[]> => [
      await statusOfCreate(rig),
      (await rig.api(KEY, 'GET /v1/videos/x')).status,
      (await rig.api(KEY, 'GET /v1/videos/x/content')).status,
    ];
    const first = await all();
    await all();
    await all();
    expect(await all()).toEqual([202, 404, 404]);
    expect((await rig.control('GET', '/accounts/a/faults')).body.rules).toMatchObject([{ id: 'own', spent: true }]);
    const { status, body } = await rig.control('POST', '/accounts/a/faults/restart');
    expect([status, body.rules]).toMatchObject([200, [{ id: 'own', seen: 0, hits: 0, spent: false }]]);
    expect([first, await all()]).toEqual([
      [429, 503, 503],
      [429, 503, 503],
    ]);
  });

  test('and rules may be set before the first request of an account, which opens as its key would open it', async () => {
    const rig = openRig({ balance: 7, accounts: [{ name: 'listed', keys: ['a-listed-key'], balance: 3 }] });
    await rig.control('PUT', '/accounts/early/scenarios', { scenarios: [BURST] });
    await rig.control('POST', '/accounts/added/faults', { rule: { effect: { kind: 'answer', status: 500 } } });
    await rig.control('PUT', '/accounts/listed/faults', { rules: [{ effect: { kind: 'answer', status: 500 } }] });
    expect((await rig.api('sk_standin_early', 'POST /v1/videos', { body: REQUEST })).status).toBe(429);
    expect((await rig.api('sk_standin_added', 'POST /v1/videos', { body: REQUEST })).status).toBe(500);
    expect((await rig.api('a-listed-key', 'POST /v1/videos', { body: REQUEST })).status).toBe(500);
    expect((await rig.control('GET', '/accounts/early')).body.ledger.granted_usd).toBe(7);
    expect((await rig.control('GET', '/accounts/listed')).body.ledger.granted_usd).toBe(3);
    const strange = await rig.control('PUT', '/accounts/%20/scenarios', { scenarios: [BURST] });
    expect([strange.status, strange.body.error.code]).toEqual([404, 'account_not_found']);
  });

  test('open no account where only listed keys do', async () => {
    const rig = openRig({ auth: 'listed' });
    const { status } = await rig.control('PUT', '/accounts/early/scenarios', { scenarios: [BURST] });
    expect([status, (await rig.control('GET', '/accounts')).body.accounts]).toEqual([404, []]);
  });

  test('that are misspelled are refused with the names that are near', async () => {
    const rig = openRig();
    await rig.create(KEY);
    const { body } = await rig.control('PUT', '/accounts/a/scenarios', { scenarios: ['rate_limit_burst_then_okay'] });
    expect(body.error.message).toContain('rate_limit_burst_then_ok');
  });
});

describe('searching scenarios', () => {
  test('by words and numbers leads to those that tell of them', async () => {
    const { body } = await openRig().control('GET', '/scenarios?search=429%20burst');
    const names = (body.scenarios as { name: string }[]).map(({ name }) => name);
    expect(names[0]).toBe('rate_limit_burst_then_ok');
    expect((await openRig().control('GET', '/scenarios?search=xylophone')).body).toEqual({ scenarios: [] });
  });
});
