/** Invalid input to the control API is refused with what is wrong and what it must be, and changes nothing. */

import { describe, expect, test } from 'vitest';
import { openRig, REQUEST, type Answer, type Rig } from '../../test/support/control/rig.ts';

const KEY = 'sk_standin_a';

async function openAccount(clock = 'frozen'): Promise<Rig> {
  const rig = openRig();
  await rig.control('POST', '/accounts', { name: 'a', clock });
  return rig;
}

/** How creates end, one after another. */
async function creates({ api }: Rig, count: number): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < count; at += 1) statuses.push((await api(KEY, 'POST /v1/videos', { body: REQUEST })).status);
  return statuses;
}

function answering(effect: object): object {
  return { effect: { kind: 'answer', ...effect } };
}

describe('a rule that cannot be', () => {
  test.each<[string, object, string]>([
    ['a negative delay', { effect: { kind: 'delay', ms: -1 } }, 'effect.ms must be at least 0'],
    ['a delay of years', { effect: { kind: 'delay', ms: 1e300 } }, 'effect.ms must be at most 86400000'],
    [
      'a delay that is a text',
      { effect: { kind: 'delay', ms: '5' } },
      'effect.ms must be a number of milliseconds from 0 to',
    ],
    [
      'a range that ends before it begins',
      { effect: { kind: 'delay', ms: { uniform: [9, 1] } } },
      'effect.ms.uniform must have the smaller number first',
    ],
    [
      'a window that is never open',
      { when: { window: { from_seconds: 9, to_seconds: 9 } } },
      'when.window.to_seconds must be after fromSeconds',
    ],
    ['an effect that there is not', { effect: { kind: 'explode' } }, 'effect.kind must be one of answer, delay, reset'],
    ['a place beyond the body', { effect: { kind: 'cut', at: 2 } }, 'effect.at must be'],
    [
      'a clock moved by ages',
      { effect: { kind: 'account', advance_seconds: -1e308 } },
      'effect.advance_seconds must be at least -',
    ],
    [
      'a balance beyond counting',
      { effect: { kind: 'account', balance_usd: 1e300 } },
      'effect.balance_usd must be at most',
    ],
    [
      'a date beyond dates',
      answering({ retry_after: { date_in_seconds: 1e300 } }),
      'effect.retry_after.date_in_seconds must be at most',
    ],
    [
      'a header that frames the message',
      answering({ headers: { trailer: 'x' } }),
      'effect.headers.trailer must not be one of',
    ],
    [
      'a length of its own',
      answering({ headers: { 'content-length': '5' } }),
      'effect.headers.content-length must not be one of',
    ],
    [
      'a header in two lines',
      answering({ headers: { 'x-a': 'b\r\nc: d' } }),
      'effect.headers.x-a must be a header value on one line',
    ],
    [
      'a header without an end',
      answering({ headers: { 'x-a': 'y'.repeat(10_000) } }),
      'effect.headers.x-a must be at most 8192',
    ],
    ['a status that there is not', answering({ status: 99 }), 'effect.status must be at least 200'],
    ['a chance above one', { when: { probability: 1.5 } }, 'when.probability must be at most 1'],
    ['a field that there is not', { if: {} }, 'if is not known'],
    ['a name that is a path', { id: '..' }, 'id must have 1 to 100 letters'],
    ['a name with a slash', { id: 'a/b' }, 'id must have 1 to 100 letters'],
  ])('%s is rejected with the expected form', async (_, rule, message) => {
    const rig = await openAccount();
    for (const [method, body, place] of [
      ['PUT', { rules: [{}, rule] }, 'rules[1].'],
      ['POST', { rule }, 'rule.'],
    ] as const) {
      const { status, body: refused } = await rig.control(method, '/accounts/a/faults', body);
      expect([status, refused.error.code]).toEqual([400, 'invalid_input']);
      expect(refused.error.message).toContain(place + message);
    }
    expect((await rig.control('GET', '/accounts/a/faults')).body.rules).toEqual([]);
    expect(await creates(rig, 1)).toEqual([202]);
  });

  test.each(['{"rules":[{"effect":{"kind":"delay","ms":NaN}}]}', '['.repeat(100_000), '{', '\u0000'])(
    'a body that is not JSON is rejected: %.30s',
    async (text) => {
      const { emulator } = await openAccount();
      const request = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: text };
      const response = await emulator.fetch(new Request('http://localhost/_standin/accounts/a/faults', request));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } });
    },
  );
});

describe('many and odd rules', () => {
  test('two hundred rules are all evaluated, and the journal lists each', async () => {
    const rig = await openAccount();
    const rules = Array.from({ length: 200 }, (_, at) => ({
      id: `r${at}`,
      when: { every: at + 2 },
      effect: { kind: 'delay', ms: 0 },
    }));
    expect((await rig.control('PUT', '/accounts/a/faults', { rules })).body.rules).toHaveLength(200);
    expect(await creates(rig, 3)).toEqual([202, 202, 202]);
    const { body } = await rig.control('GET', '/accounts/a/journal?operation=create');
    expect(
      (body.entries as { evaluations: unknown[]; faults: string[] }[]).map(({ evaluations, faults }) => [
        evaluations.length,
        faults,
      ]),
    ).toEqual([
      [200, []],
      [200, ['r0']],
      [200, ['r1']],
    ]);
  });

  test.each(['before-reservation', 'after-reservation'])(
    'delays %s that add up to more than a timer holds are waited for all the same',
    async (phase) => {
      const { emulator, control } = await openAccount('real');
      const rules = Array.from({ length: 25 }, () => ({
        match: { phase },
        effect: { kind: 'delay', ms: 86_400_000 },
      }));
      expect((await control('PUT', '/accounts/a/faults', { rules })).status).toBe(200);
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(REQUEST), signal: AbortSignal.timeout(200) };
      await expect(emulator.fetch(new Request('http://localhost/v1/videos', init))).rejects.toThrow('timeout');
    },
  );

  test('a rule whose conditions contradict each other never fires', async () => {
    const rig = await openAccount();
    const rule = {
      match: { operation: 'create', range: true, phase: 'during-download', nth: 9 },
      when: { first: 1, after: 20 },
    };
    expect((await rig.control('PUT', '/accounts/a/faults', { rules: [rule] })).status).toBe(200);
    expect(await creates(rig, 3)).toEqual([202, 202, 202]);
  });

  test.each(['__proto__', 'constructor', 'a:b', '-', '...'])(
    'a rule may be called %s, and be taken away by that',
    async (id) => {
      const rig = await openAccount();
      await rig.control('PUT', '/accounts/a/faults', { rules: [{ id }] });
      expect(await creates(rig, 1)).toEqual([503]);
      expect((await rig.control('GET', '/accounts/a/faults')).body.rules).toMatchObject([{ id, seen: 1, hits: 1 }]);
      const snapshot = await rig.control('GET', '/accounts/a/snapshot');
      expect((await rig.control('PUT', '/accounts/b/snapshot', snapshot.body)).status).toBe(200);
      expect((await rig.control('GET', '/accounts/b/faults')).body.rules).toMatchObject([{ id, seen: 1, hits: 1 }]);
      expect((await rig.control('DELETE', `/accounts/a/faults/${id}`)).status).toBe(200);
      expect(await creates(rig, 1)).toEqual([202]);
    },
  );
});

describe('a rule that was added ends by itself', () => {
  const add = (rig: Rig, keep?: boolean): Promise<Answer> =>
    rig.control('POST', '/accounts/a/faults', { rule: { effect: { kind: 'answer' } }, keep });

  test('on a frozen clock once it is moved, though no request came before', async () => {
    const rig = await openAccount();
    await add(rig);
    await rig.control('POST', '/accounts/a/clock/advance', { by_seconds: 599 });
    expect(await creates(rig, 1)).toEqual([503]);
    await rig.control('POST', '/accounts/a/clock/advance', { by_seconds: 1 });
    expect(await creates(rig, 1)).toEqual([202]);
  });

  test('on a frozen clock that stays, after a thousand hits', async () => {
    const rig = await openAccount();
    await add(rig);
    expect((await creates(rig, 1001)).findIndex((status) => status === 202)).toBe(1000);
  });

  test('on a scaled clock by that clock', async () => {
    const rig = await openAccount('x100000');
    await add(rig);
    // Ten minutes of this clock are six milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await creates(rig, 1)).toEqual([202]);
  });

  test('unless it is to be kept', async () => {
    const rig = await openAccount();
    await add(rig, true);
    await rig.control('POST', '/accounts/a/clock/advance', { by_seconds: 86_400 });
    expect(await creates(rig, 1)).toEqual([503]);
  });

  test('in the account that it was restored into as well', async () => {
    const rig = await openAccount();
    await add(rig);
    await rig.control('POST', '/accounts/a/clock/advance', { by_seconds: 500 });
    const snapshot = await rig.control('GET', '/accounts/a/snapshot');
    await rig.control('PUT', '/accounts/b/snapshot', snapshot.body);
    const create = (): Promise<Answer> => rig.api('sk_standin_b', 'POST /v1/videos', { body: REQUEST });
    expect((await create()).status).toBe(503);
    await rig.control('POST', '/accounts/b/clock/advance', { by_seconds: 100 });
    expect((await create()).status).toBe(202);
  });
});

test.each(['.', '..', 'a b', 'ü', ''])('an account cannot be called %j', async (name) => {
  const { control } = openRig();
  const { status, body } = await control('POST', '/accounts', { name });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('name must be 1 to 64 letters')]);
});
