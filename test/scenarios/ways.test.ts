/** How far a scenario reaches: the account, the one request, or the one generation; and what a misspelled name gets. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmulator, SettingsError, type Emulator } from '../../emulator/index.ts';

const BODY = { model: 'videomodel-2.5', duration_seconds: 4, resolution: '480p' };

let emulator: Emulator;
beforeAll(() => {
  emulator = createEmulator({ latency: 'instant' });
});
afterAll(() => emulator.close());

interface Asked {
  readonly key?: string;
  readonly prompt?: string;
  readonly scenario?: string;
}

/** A create where a prompt is given, else a get of the path. */
function send(path: string, { key = 'sk_standin_ways', prompt, scenario }: Asked = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(scenario !== undefined && { 'x-standin-scenario': scenario }),
  };
  const create = { method: 'POST', body: JSON.stringify({ ...BODY, prompt }) };
  return emulator.fetch(
    new Request(`http://localhost/v1/videos${path}`, { headers, ...(prompt !== undefined && create) }),
  );
}

async function created(asked: Asked): Promise<string> {
  const response = await send('', { prompt: 'A tide pool.', ...asked });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

async function polls(id: string, asked: Asked, count: number): Promise<number[]> {
  const statuses = [];
  for (let poll = 0; poll < count; poll += 1) statuses.push((await send(`/${id}`, asked)).status);
  return statuses;
}

describe('a scenario that came with a create', () => {
  test.each([
    { way: 'a mark in the prompt', asked: { prompt: 'A tide pool. [[standin:poll_404_once]]' } },
    { way: 'the header', asked: { scenario: 'poll_404_once' } },
  ])('by $way meets the polls of its generation and of no other', async ({ way, asked }) => {
    const key = `sk_standin_reach-${way.length}`;
    const before = await created({ key });
    const touched = await created({ key, ...asked });
    const alike = await created({ key, ...asked });
    const after = await created({ key });
    expect(await polls(before, { key }, 2)).toEqual([200, 200]);
    expect(await polls(touched, { key }, 2)).toEqual([404, 200]);
    expect(await polls(alike, { key }, 2)).toEqual([404, 200]);
    expect(await polls(after, { key }, 2)).toEqual([200, 200]);
  });

  test('by a mark meets the downloads of its generation and of no other', async () => {
    const key = 'sk_standin_downloads';
    const plain = await created({ key });
    const touched = await created({ key, prompt: 'A tide pool. [[standin:content_html_200]]' });
    for (const id of [plain, touched]) await send(`/${id}`, { key });
    const types = [];
    for (const id of [plain, touched]) {
      const response = await send(`/${id}/content`, { key });
      types.push(response.headers.get('content-type'));
      await response.body?.cancel();
    }
    expect(types).toEqual(['video/mp4', 'text/html; charset=utf-8']);
  });

  test('leaves the account quiet for those that came before and after it', async () => {
    const key = 'sk_standin_quiet';
    await created({ key, prompt: 'Fails. [[standin:fails_in_pending]]' });
    const id = await created({ key });
    const record = (await (await send(`/${id}`, { key })).json()) as { status: string };
    expect(record.status).toBe('completed');
  });

  test('joins others: two marks and a header act together', async () => {
    const key = 'sk_standin_joined';
    const prompt = '[[standin:poll_404_once]] A pool. [[standin:extra_and_missing_fields]]';
    const id = await created({ key, prompt, scenario: 'skips_running, poll_goes_backwards' });
    expect((await send(`/${id}`, { key })).status).toBe(404);
    const record = (await (await send(`/${id}`, { key })).json()) as Record<string, unknown>;
    expect(record).toMatchObject({ status: 'running', progress: 0.5 });
  });
});

describe('a scenario in the header of another request', () => {
  test('meets that request alone', async () => {
    const key = 'sk_standin_once';
    const id = await created({ key });
    const storm = { key, scenario: 'storm_503' };
    expect(await polls(id, storm, 1)).toEqual([503]);
    expect(await polls(id, { key }, 1)).toEqual([200]);
  });
});

describe('a scenario on a key', () => {
  test('meets all that the account does, and nothing that another account does', async () => {
    const key = 'sk_standin_mine~scenario-poll_404_once';
    const mine = [await created({ key }), await created({ key })];
    for (const id of mine) expect(await polls(id, { key }, 2)).toEqual([404, 200]);
    const other = await created({ key: 'sk_standin_theirs' });
    expect(await polls(other, { key: 'sk_standin_theirs' }, 1)).toEqual([200]);
  });

  test('meets a later key with the same label too', async () => {
    await created({ key: 'sk_standin_shared~scenario-poll_404_once' });
    const id = await created({ key: 'sk_standin_shared' });
    expect(await polls(id, { key: 'sk_standin_shared' }, 2)).toEqual([404, 200]);
  });

  test('yields to a balance on the key where both say one', async () => {
    await send('/none', { key: 'sk_standin_rich~balance-5~scenario-exact_balance' });
    await send('/none', { key: 'sk_standin_poor~scenario-exact_balance' });
    expect((await emulator.account('rich').ledger()).balance).toBe(5_000_000);
    expect((await emulator.account('poor').ledger()).balance).toBe(480_000);
  });
});

describe('a misspelled scenario', () => {
  const message = async (response: Response): Promise<[number, string, string]> => {
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, error.code, error.message];
  };

  test('on a key is a 401 that names what is near', async () => {
    const refused = await message(await send('/none', { key: 'sk_standin_typo~scenario-storm_504' }));
    expect(refused).toEqual([401, 'invalid_api_key', expect.stringContaining('did you mean storm_503?')]);
  });

  test('in the header is a 400 that names what is near', async () => {
    const refused = await message(await send('/none', { scenario: 'storm-503' }));
    expect(refused).toEqual([400, 'unknown_scenario', expect.stringContaining('did you mean storm_503?')]);
  });

  test('in a prompt is a 400 that names what is near, and reserves nothing', async () => {
    const key = 'sk_standin_typo-mark';
    const refused = await message(await send('', { key, prompt: 'Fails. [[standin:fail_in_pending]]' }));
    expect(refused).toEqual([400, 'unknown_scenario', expect.stringContaining('did you mean fails_in_pending?')]);
    expect((await emulator.account('typo-mark').ledger()).reserved).toBe(0);
  });

  test.each([
    '[[ standin:storm_503]]',
    '[[Standin:storm_503]]',
    '[[standin=storm_503]]',
    '[[standin storm_503]]',
    '[[stand-in:storm_503]]',
    '[standin:storm_503]',
    '[standin: nmae]',
    '{stand in: storm_503}',
    '[[standin:storm_503]',
    '{{standin: storm_503}}',
    '<standin:storm_503>',
  ])('a marker written as %s is a 400 that says how to write it', async (marker) => {
    const refused = await message(await send('', { prompt: `A storm. ${marker}` }));
    expect(refused).toEqual([400, 'unknown_scenario', expect.stringContaining(`"${marker}" is not a scenario marker`)]);
  });

  test('is found behind an ordinary stand-in', async () => {
    const refused = await message(await send('', { prompt: '[stand-in: Bob] <stand-in: storm_503>' }));
    expect(refused).toEqual([400, 'unknown_scenario', expect.stringContaining('"<stand-in: storm_503>" is not')]);
  });

  test.each([
    'A standin for a king (stand-in: an actor waits) [[a]]',
    'standin:x',
    'The [stand in] of brackets',
    'a hero [stand-in: wide shot]',
    '{stand in: Bob} and <stand-in: Ann>',
    'A queue. [[stand in the rain]]',
  ])('a prompt may say "%s"', async (prompt) => {
    expect((await send('', { prompt })).status).toBe(202);
  });

  test.each(['x-standin-scenarios', 'x-standin-fault', 'standin-scenario', 'x-stand-in-scenario'])(
    'the header %s is a 400 that names the right one',
    async (name) => {
      const headers = { authorization: 'Bearer sk_standin_typo-header', [name]: 'storm_503' };
      const answer = await emulator.fetch(new Request('http://localhost/v1/videos/none', { headers }));
      expect(await message(answer)).toEqual([400, 'unknown_scenario', expect.stringContaining('x-standin-scenario')]);
    },
  );

  test('in the settings is an error that names what is near', () => {
    expect(() => createEmulator({ scenario: 'storm503' })).toThrow(SettingsError);
    expect(() => createEmulator({ scenario: 'storm503' })).toThrow('did you mean storm_503?');
  });
});
