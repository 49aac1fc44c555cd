/** The arguments of `videoHandlers`: keys, settings, faults, an emulator of the user, a base URL. */

import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { ask, create, CREATE, headersOf, type Video } from './ask.ts';
import type { Msw } from './msw-versions.ts';

const PLAIN = 'https://plain.video.test';

export function mswSettingsSuite({ setupServer, videoHandlers }: Msw): void {
  const emulator = createEmulator();
  const based = createEmulator({ basePath: '/inside' });
  const server = setupServer(
    ...videoHandlers({ baseUrl: PLAIN, balance: 1, latency: 'polls:1,1' }),
    ...videoHandlers({ baseUrl: 'http://inside.video.test/outside', emulator: based }),
  );

  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(async () => {
    server.close();
    await Promise.all([emulator.close(), based.close()]);
  });

  test('each key has an account of its own', async () => {
    const { id } = await create(PLAIN, 'sk_standin_a');
    const theirs = await ask(`${PLAIN}/v1/videos/${id}`, { headers: headersOf('sk_standin_b') });
    expect(theirs.status).toBe(404);
    await create(PLAIN, 'sk_standin_b');
    await create(PLAIN, 'sk_standin_a');
    const third = await ask(`${PLAIN}/v1/videos`, {
      method: 'POST',
      headers: headersOf('sk_standin_a'),
      body: JSON.stringify(CREATE),
    });
    expect(third.status).toBe(402);
  });

  test('settings are the same as for createEmulator', async () => {
    const { id } = await create(PLAIN, 'sk_standin_settings');
    const statuses: string[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      const response = await ask(`${PLAIN}/v1/videos/${id}`, { headers: headersOf('sk_standin_settings') });
      statuses.push(((await response.json()) as Video).status);
    }
    expect(statuses).toEqual(['pending', 'running', 'completed']);
    // @ts-expect-error: it does not compile either
    expect(() => videoHandlers({ baseUrl: PLAIN, latency: 'slow' })).toThrow(/^latency: must be instant/);
  });

  test('a fault that breaks the connection is a network error, and leaves no complaint', async () => {
    const complaints = vi.spyOn(console, 'error');
    onTestFinished(() => complaints.mockRestore());
    const effect = { kind: 'reset', at: 'start' } as const;
    server.use(...videoHandlers({ baseUrl: PLAIN, faults: [{ match: { operation: 'get' }, effect }] }));
    const { id } = await create(PLAIN);
    await expect(ask(`${PLAIN}/v1/videos/${id}`)).rejects.toThrow(TypeError);
    expect(complaints.mock.calls).toEqual([]);
  });

  test('a client whose base URL has a path is known as one', async () => {
    const effect = { kind: 'answer', status: 503 } as const;
    const faults = [{ match: { underPath: true }, effect }];
    server.use(...[PLAIN, `${PLAIN}/path`].flatMap((baseUrl) => videoHandlers({ baseUrl, faults })));
    const statuses = [PLAIN, `${PLAIN}/path`].map(async (base) => (await ask(`${base}/v1/videos/x`)).status);
    expect(await Promise.all(statuses)).toEqual([404, 503]);
  });

  test('an emulator that is given has its settings already', () => {
    const options = { baseUrl: PLAIN, emulator, balance: 2 };
    // @ts-expect-error -- the types do not allow it either
    expect(() => videoHandlers(options)).toThrow(
      'balance: cannot be combined with an existing emulator; pass it to createEmulator',
    );
  });

  test('an emulator behind a path of its own is reached by the path of the base URL', async () => {
    expect(await create('http://inside.video.test/outside')).toMatchObject({ status: 'pending' });
  });

  test.each(['', 'api.test', 'ftp://api.test', 'https://api.test?key=1'])('%j is no base URL', (baseUrl) => {
    expect(() => videoHandlers({ baseUrl, emulator })).toThrow(/^baseUrl: must be an http or https URL/);
  });
}
