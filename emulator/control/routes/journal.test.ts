/** The journal through the control API. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openRig, REQUEST } from '../../../test/support/control/rig.ts';

const KEY = 'sk_standin_a';

interface Entry {
  readonly operation: string;
  readonly status: number;
}

describe('the requests of an account', () => {
  test('are listed, filtered, and read on from a cursor', async () => {
    const { control, create, api } = openRig({ clock: 'frozen' });
    const id = await create(KEY);
    await api(KEY, `GET /v1/videos/${id}`);
    const all = await control('GET', '/accounts/a/journal');
    expect(all.body.entries.map(({ operation, status }: Entry) => [operation, status])).toEqual([
      ['create', 202],
      ['get', 200],
    ]);
    expect((await control('GET', '/accounts/a/journal?operation=get&status=2xx')).body.entries).toHaveLength(1);
    expect((await control('GET', '/accounts/a/journal?status=404')).body.entries).toEqual([]);
    await api(KEY, 'GET /v1/videos/none');
    const later = await control('GET', `/accounts/a/journal?since=${all.body.cursor}`);
    expect(later.body.entries).toMatchObject([{ status: 404 }]);
    expect(JSON.stringify(all.body)).not.toContain(KEY);
  });

  test('are forgotten by a reset, and when they are cleared', async () => {
    const { control, create } = openRig();
    await create(KEY);
    await control('DELETE', '/accounts/a/journal', {});
    expect((await control('GET', '/accounts/a/journal')).body.entries).toEqual([]);
    await create(KEY);
    await control('POST', '/accounts/a/reset');
    expect((await control('GET', '/accounts/a/journal')).body.entries).toEqual([]);
  });

  test('that reached no account are listed apart', async () => {
    const { control, api } = openRig();
    await api('no-such-key', 'POST /v1/videos', { body: REQUEST });
    expect((await control('GET', '/journal?status=401')).body.entries).toMatchObject([{ account: null }]);
  });

  test('are exported as HAR and as lines', async () => {
    const { control, create, emulator } = openRig();
    await create(KEY);
    const har = await control('GET', '/accounts/a/journal/export');
    expect(har.body.log.entries[0].request.url).toBe('http://localhost/v1/videos');
    const secure = await emulator.fetch(new Request('https://localhost/_standin/accounts/a/journal/export'));
    expect(await secure.json()).toMatchObject({
      log: { entries: [{ request: { url: 'https://localhost/v1/videos' } }] },
    });
    const lines = await control('GET', '/accounts/a/journal/export?format=jsonl');
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(JSON.parse(lines.body.trim())).toMatchObject({ operation: 'create' });
  });

  test('speak snake_case, and are found by filters in snake_case', async () => {
    const { control, api } = openRig();
    for (const key of ['k1', 'k2']) {
      await api(KEY, 'POST /v1/videos', { body: REQUEST, headers: { 'idempotency-key': key } });
    }
    const found = async (filter: object): Promise<unknown[]> =>
      (await control('POST', '/accounts/a/journal/find', { filter })).body.entries;
    const [entry] = await found({ idempotency_key: 'k1' });
    expect(JSON.stringify(entry)).toContain('"request_id"');
    expect(JSON.stringify(entry)).not.toMatch(/"[a-z]+[A-Z][A-Za-z]*":/);
    expect(await found({ idempotency_key: 'k1', min_attempt: 1 })).toEqual([entry]);
    expect((await control('GET', '/accounts/a/journal?idempotency_key=k1')).body.entries).toEqual([entry]);
  });

  test.each([
    ['a filter that there is not', '?state=1', 'state is not known'],
    ['a status that is none', '?status=700', 'status must be a status'],
  ])('with %s are refused', async (_, query, message) => {
    const { control, create } = openRig();
    await create(KEY);
    const { status, body } = await control('GET', `/accounts/a/journal${query}`);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('waiting', () => {
  test('ends as soon as a request comes that matches', async () => {
    const { control, create } = openRig();
    await create(KEY);
    const body = { filter: { operation: 'create' }, count: 2, timeout_seconds: 60 };
    const waiting = control('POST', '/accounts/a/journal/wait', body);
    await create(KEY);
    expect((await waiting).body).toMatchObject({ held: true, entries: [{}, {}] });
  });

  test('ends as soon as the clock has brought a generation so far', async () => {
    const { control, create } = openRig({ clock: 'frozen' });
    const id = await create(KEY);
    const waiting = control('POST', '/accounts/a/journal/wait', { generation: id, timeout_seconds: 60 });
    await control('POST', '/accounts/a/clock/run-until-idle');
    expect((await waiting).body.held).toBe(true);
  });

  test('tells what came closest when the time is over', async () => {
    const { control, create } = openRig();
    await create(KEY);
    const body = { filter: { operation: 'create', status: 429 }, timeout_seconds: 0 };
    const report = await control('POST', '/accounts/a/journal/wait', body);
    expect(report.body).toMatchObject({ held: false, nearest: [{ request: 'POST /v1/videos 202' }] });
  });

  test('for a sequence tells which was missing', async () => {
    const { control, create } = openRig();
    await create(KEY);
    const filters = [{ operation: 'create' }, { operation: 'content' }];
    const { body } = await control('POST', '/accounts/a/journal/sequence', { filters });
    expect(body).toMatchObject({ holds: false, missing: { index: 1 } });
  });

  test('ends when its client goes', async () => {
    const { emulator, create } = openRig();
    await create(KEY);
    const { url } = await emulator.listen({ port: 0 });
    const controller = new AbortController();
    const gone = fetch(`${url}/_standin/accounts/a/journal/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { operation: 'content' }, timeout_seconds: 300 }),
      signal: controller.signal,
    }).catch(() => 'gone');
    await sleep(50);
    controller.abort();
    expect(await gone).toBe('gone');
    // A wait that went on would hold the emulator open for its whole time.
    await emulator.close();
  });
});

test('an answer is explained by the id that it carried', async () => {
  const { control, api } = openRig();
  const { headers } = await api(KEY, 'POST /v1/videos', { body: { ...REQUEST, model: 'other' } });
  const id = headers.get('x-request-id');
  const { status, body } = await control('GET', `/explain/${id}`);
  expect(status).toBe(200);
  expect(body.explanation).toContain('invalid_model');
  expect(body.entry).toMatchObject({ request_id: id, status: 400 });
  expect((await control('GET', '/explain/none')).body.error.code).toBe('request_not_found');
});

test('a journal that is turned off says so', async () => {
  const { control, create } = openRig({ journal: false });
  await create(KEY);
  const { status, body } = await control('GET', '/accounts/a/journal');
  expect([status, body.error.code]).toEqual([409, 'journal_off']);
  expect((await control('POST', '/accounts/a/reset')).status).toBe(200);
});

test('the latest requests of one account are listed however many others came, page by page', async () => {
  const { control, api } = openRig();
  const send = async (account: string, count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 1) await api(`sk_standin_${account}`, `GET /v1/videos/${account}-${sent}`);
  };
  const pathsOf = async (query: string): Promise<string[]> =>
    (await control('GET', `/requests?${query}`)).body.requests.map(({ path }: { path: string }) => path);
  await send('a', 3);
  await send('b', 20);
  expect(await pathsOf('limit=2&account=a')).toEqual(['/v1/videos/a-1', '/v1/videos/a-2']);
  const [oldest] = (await control('GET', '/requests?limit=2&account=a')).body.requests;
  expect(await pathsOf(`limit=2&account=a&before=${oldest.seq}`)).toEqual(['/v1/videos/a-0']);
  expect(await pathsOf(`limit=2&before=${oldest.seq + 3}`)).toEqual(['/v1/videos/a-2', '/v1/videos/b-0']);
  expect(await pathsOf('account=nobody')).toEqual([]);
});

test('the latest requests of all accounts come in one list, and accounts by their latest', async () => {
  const { api, create, control } = openRig();
  await create('sk_standin_a');
  const id = await create('sk_standin_b', { 'idempotency-key': 'k' });
  await api('sk_other', `GET /v1/videos/${id}`);
  await api('sk_standin_a', 'GET /v1/videos/x');
  const { body } = await control('GET', '/requests?limit=3');
  expect(body.requests).toMatchObject([
    {
      account: 'b',
      operation: 'create',
      status: 202,
      generation: id,
      prompt: 'a red fox',
      idempotency_key: 'k',
      attempt: 1,
    },
    { account: null, status: 401, code: 'invalid_api_key' },
    { account: 'a', operation: 'get', status: 404 },
  ]);
  const { accounts } = (await control('GET', '/accounts?order=latest')).body;
  expect(accounts).toMatchObject([
    { name: 'a', activity: { requests: 2, latest: { path: '/v1/videos/x', status: 404 } } },
    { name: 'b', activity: { requests: 1, latest: { path: '/v1/videos', status: 202 } } },
  ]);
});

describe('a wait for a status', () => {
  type Control = ReturnType<typeof openRig>['control'];

  /** Begins a wait for the end of a generation. */
  async function waitFor(control: Control, account: string, id: string) {
    const path = `/accounts/${account}/journal/wait`;
    const report = control('POST', path, { generation: id, timeout_seconds: 300 });
    // Waits begin in their order.
    await control('POST', path, { filter: { status: 599 }, timeout_seconds: 0 });
    return { held: async () => (await report).body.held };
  }

  test('ends with a move of the clock', async () => {
    const { control, create } = openRig({ clock: 'frozen', latency: 'fast' });
    const { held } = await waitFor(control, 'a', await create(KEY));
    await control('POST', '/accounts/a/clock/advance', { by_seconds: 60 });
    expect(await held()).toBe(true);
  });

  test('ends with a restored snapshot, even if the account was deleted', async () => {
    const { control, create } = openRig({ latency: 'manual' });
    const id = await create(KEY);
    const { body: earlier } = await control('GET', '/accounts/a/snapshot');
    await control('POST', `/accounts/a/generations/${id}/move`, { status: 'failed' });
    const { body: later } = await control('GET', '/accounts/a/snapshot');
    for (const forget of ['PUT', 'DELETE']) {
      await control('PUT', '/accounts/a/snapshot', earlier);
      const { held } = await waitFor(control, 'a', id);
      if (forget === 'DELETE') await control('DELETE', '/accounts/a');
      await control('PUT', '/accounts/a/snapshot', later);
      expect(await held()).toBe(true);
    }
  });
});
