/** Answers to nearly correct requests: the answer names the mistake, and never repeats the key. */

import { afterAll, describe, expect, test } from 'vitest';
import { createEmulator, type SettingsInput } from '../../emulator/index.ts';

const emulators = new Map<string, ReturnType<typeof createEmulator>>();
afterAll(() => Promise.all(Array.from(emulators.values(), (emulator) => emulator.close())));

async function answerTo(
  authorization: string,
  settings: SettingsInput = {},
  path = '/v1/videos/none',
): Promise<{ readonly status: number; readonly text: string; readonly message: string }> {
  const name = JSON.stringify(settings);
  const emulator = emulators.get(name) ?? createEmulator(settings);
  emulators.set(name, emulator);
  const response = await emulator.fetch(`http://standin.test${path}`, { headers: { authorization } });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error: { message: string } };
  return { status: response.status, text, message: error.message };
}

describe('a key', () => {
  test('without the scheme gets the advice to write Bearer', async () => {
    const { status, message } = await answerTo('sk_standin_bare');
    expect([status, message]).toEqual([401, expect.stringContaining('contains a key, but no scheme')]);
  });

  test('of another family gets the format of keys here', async () => {
    const { status, message, text } = await answerTo('Bearer sk-proj-0123456789');
    expect([status, message]).toEqual([401, expect.stringContaining('sk_standin_<label>')]);
    expect(text).not.toContain('0123456789');
  });

  test('that is not listed gets the reason: only listed keys open accounts', async () => {
    const settings: SettingsInput = { auth: 'listed', accounts: [{ name: 'own', keys: ['a-listed-key'] }] };
    expect((await answerTo('Bearer sk_standin_x', settings)).message).toContain('accepts only keys in its settings');
    expect((await answerTo('Bearer a-listed-key', settings)).status).toBe(404);
  });

  test('that was revoked gets the same answer as a key that never existed', async () => {
    const settings: SettingsInput = { accounts: [{ name: 'own', keys: ['a-listed-key'] }] };
    expect((await answerTo('Bearer a-listed-key', settings)).status).toBe(404);
    await emulators.get(JSON.stringify(settings))?.fetch('http://localhost/_standin/accounts/own/keys/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const revoked = await answerTo('Bearer a-listed-key', settings);
    const unknown = await answerTo('Bearer another-key', settings);
    expect([revoked.status, revoked.message]).toEqual([unknown.status, unknown.message]);
  });

  test('with a different set-up than before gets both set-ups, in its words', async () => {
    await answerTo('Bearer sk_standin_odd~seed-7~balance-5');
    const { status, message } = await answerTo('Bearer sk_standin_odd~seed-8');
    expect([status, message]).toEqual([
      401,
      expect.stringContaining('was created with the settings ~balance-5~seed-7, but this key contains ~seed-8'),
    ]);
    await answerTo('Bearer sk_standin_plain');
    expect((await answerTo('Bearer sk_standin_plain~seed-8')).message).toContain(
      'was created with no settings, but this key contains',
    );
  });
});

describe('emulator.fetch takes what fetch takes', () => {
  const emulator = createEmulator({ latency: 'instant' });
  afterAll(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_fetch', 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a pool', duration_seconds: 4 });
  const url = 'http://standin.test/v1/videos';

  test.each([
    ['a string and init', () => emulator.fetch(url, { method: 'POST', headers, body })],
    ['a URL and init', () => emulator.fetch(new URL(url), { method: 'POST', headers, body })],
    ['a Request', () => emulator.fetch(new Request(url, { method: 'POST', headers, body }))],
    [
      'a Request and init, which wins',
      () => emulator.fetch(new Request(url, { method: 'POST', headers: {}, body }), { headers }),
    ],
  ])('%s', async (_, send) => {
    expect((await send()).status).toBe(202);
  });

  test('a signal of init aborts', async () => {
    await expect(emulator.fetch(url, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'a handle may be called %s, which every object of JavaScript has',
  async (handle) => {
    const emulator = createEmulator({ latency: 'instant' });
    const headers = { authorization: 'Bearer sk_standin_handle', 'content-type': 'application/json' };
    const body = JSON.stringify({
      model: 'videomodel-2.5',
      prompt: `@${handle} by the sea`,
      mode: 'reference-to-video',
      duration_seconds: 4,
      image_urls: ['https://media.standin.test/image/640x480.png'],
      subject_to_image_ids: { [handle]: [0] },
    });
    const created = await emulator.fetch('http://standin.test/v1/videos', { method: 'POST', headers, body });
    expect(created.status).toBe(202);
    await emulator.close();
  },
);
