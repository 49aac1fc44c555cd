/** The control API checks who uses it. Each test checks that a rejected request had no effect, not only its status. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { SettingsError } from '../index.ts';
import type { SettingsInput } from '../settings/settings-input.ts';
import { sendBytes, sendRequest, type RawRequest } from '../../test/support/raw-http.ts';
import { openRig, type Rig } from '../../test/support/control/rig.ts';

const TOKEN = 'correct-horse-battery';
const JSON_HEADERS = { 'content-type': 'application/json' };

interface Served extends Rig {
  readonly port: number;
  /** The rest of 1000 dollars, read without the control API. */
  readonly balance: () => Promise<number>;
  readonly grant: (request: RawRequest) => Promise<number>;
}

async function serve(settings: SettingsInput = {}): Promise<Served> {
  const rig = openRig({ clock: 'frozen', ...settings });
  const { port } = await rig.emulator.listen({ port: 0, host: '127.0.0.1' });
  await rig.create('sk_standin_victim');
  return {
    ...rig,
    port,
    balance: async () => (await rig.emulator.account('victim').ledger()).balance / 1_000_000,
    grant: async ({ headers = {}, ...rest }) => {
      const path = '/_standin/accounts/victim/grants';
      const sent = { method: 'POST', body: '{"amount_usd":1}', headers: { ...JSON_HEADERS, ...headers }, ...rest };
      return (await sendRequest(port, path, sent)).status;
    },
  };
}

const UNTOUCHED = 999.52;

describe('without a token', () => {
  test.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'app.localhost', 'LOCALHOST'])(
    'a Host of %s may write',
    async (host) => {
      const { port, grant, balance } = await serve();
      expect(await grant({ headers: { host: `${host}:${port}` } })).toBe(200);
      expect(await balance()).toBe(UNTOUCHED + 1);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '0.0.0.0', '[::2]'])(
    'a Host of "%s" writes nothing',
    async (host) => {
      const { grant, balance } = await serve();
      expect(await grant({ headers: { host } })).toBe(403);
      expect(await balance()).toBe(UNTOUCHED);
    },
  );

  test('a request without a Host, as HTTP/1.0 has it, writes nothing', async () => {
    const { port, balance } = await serve();
    const body = '{"amount_usd":1}';
    const head = `POST /_standin/accounts/victim/grants HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    expect(await sendBytes(port, `${head}\r\n\r\n${body}`)).toContain('forbidden_host');
    expect(await balance()).toBe(UNTOUCHED);
  });

  test('a configured Host may write, in any case and with any port', async () => {
    const { grant, balance } = await serve({ controlHosts: ['Standin.Test'] });
    expect(await grant({ headers: { host: 'standin.test:99' } })).toBe(200);
    expect(await balance()).toBe(UNTOUCHED + 1);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['another scheme on this host and port', (port: number) => ({ origin: `https://127.0.0.1:${port}` })],
    ['an origin that is more than one', (port: number) => ({ origin: `http://127.0.0.1:${port}/path` })],
    ['no origin that it would tell', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbor on the same site', { 'sec-fetch-site': 'same-site' }],
  ])('a page of %s writes nothing', async (_, sent) => {
    const { port, grant, balance } = await serve();
    expect(await grant({ headers: typeof sent === 'function' ? sent(port) : sent })).toBe(403);
    expect(await balance()).toBe(UNTOUCHED);
  });

  test('a page that came through a proxy that ends TLS may write, as the browser says that it is the same', async () => {
    const { port, grant, balance } = await serve();
    expect(await grant({ headers: { origin: `https://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' } })).toBe(
      200,
    );
    expect(await grant({ headers: { origin: `https://127.0.0.1:1`, 'sec-fetch-site': 'same-origin' } })).toBe(403);
    expect(await balance()).toBe(UNTOUCHED + 1);
  });

  test('a page that this server served itself may write', async () => {
    const { port, grant, balance } = await serve();
    expect(await grant({ headers: { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' } })).toBe(200);
    expect(await balance()).toBe(UNTOUCHED + 1);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'a body of type "%s" writes nothing',
    async (type) => {
      const { grant, balance } = await serve();
      expect(await grant({ headers: { 'content-type': type } })).toBe(415);
      expect(await balance()).toBe(UNTOUCHED);
    },
  );

  test('a DELETE, which no page of another site can send unasked, needs no type', async () => {
    const { port } = await serve();
    const remove = async (headers: Record<string, string>, body = ''): Promise<number> =>
      (await sendRequest(port, '/_standin/accounts/victim', { method: 'DELETE', headers, body })).status;
    expect(await remove({ 'content-type': 'text/plain', 'content-length': '1' }, 'x')).toBe(415);
    expect(await remove({ origin: 'https://evil.example' })).toBe(403);
    expect(await remove({ origin: 'null' })).toBe(403);
    expect(await remove({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await remove({})).toBe(200);
    expect(await remove({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(404);
  });

  test('a POST without a body, which a page of another site can send unasked, is rejected without the type, with a message that says so', async () => {
    const { port, balance } = await serve();
    const reset = (headers: Record<string, string>): ReturnType<typeof sendRequest> =>
      sendRequest(port, '/_standin/accounts/victim/reset', { method: 'POST', headers });
    for (const headers of [{}, { 'content-type': 'application/x-www-form-urlencoded' }, { 'content-length': '0' }]) {
      const refused = await reset(headers);
      expect(refused.status).toBe(415);
      expect(refused.text).toContain('A DELETE request needs it only with a body');
    }
    expect((await reset({ ...JSON_HEADERS, origin: 'https://evil.example' })).status).toBe(403);
    expect(await balance()).toBe(UNTOUCHED);
    expect((await reset(JSON_HEADERS)).status).toBe(200);
  });

  test('a preflight gets no leave: no answer has a CORS header', async () => {
    const { port } = await serve();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answers = [
      await sendRequest(port, '/_standin/accounts/victim/grants', { method: 'OPTIONS', headers }),
      await sendRequest(port, '/_standin/accounts', { headers: { origin: `http://127.0.0.1:${port}` } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

/** Everything that is served behind the gate, and what would give it away. */
const BEHIND_THE_GATE = [
  ['REST', '/_standin/accounts', 'victim'],
  ['events', '/_standin/events', 'connected'],
  ['the description of the control API', '/_standin/openapi.json', 'openapi'],
  ['the description of the API', '/openapi.json', 'openapi'],
  ['a path that does not exist', '/_standin/nothing', 'No such path'],
] as const;

describe('one gate stands before all', () => {
  test.each(BEHIND_THE_GATE)('%s tells nothing to a foreign Host', async (_, path, secret) => {
    const { port } = await serve();
    const answer = await sendRequest(port, path, { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'forbidden_host' } });
    expect(answer.text).not.toContain(secret);
  });

  test.each(BEHIND_THE_GATE)('%s tells nothing without the token', async (_, path, secret) => {
    const { port } = await serve({ controlToken: TOKEN });
    const answer = await sendRequest(port, path);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(answer.text).not.toContain(secret);
  });

  test('health is open to all', async () => {
    const { port } = await serve({ controlToken: TOKEN });
    const { status } = await sendRequest(port, '/_standin/health/live', { headers: { host: 'evil.example' } });
    expect(status).toBe(200);
  });

  test('the envelope carries the id of the x-request-id header', async () => {
    const { port } = await serve();
    const answer = await sendRequest(port, '/_standin/nothing');
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'not_found', request_id: answer.headers['x-request-id'] },
    });
  });
});

describe('with a token', () => {
  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer wrong-horse-battery' }],
    ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['the token with something behind it', { authorization: `Bearer ${TOKEN}x` }],
    ['an API key', { authorization: 'Bearer sk_standin_victim' }],
    ['the token in another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('%s writes nothing', async (_, headers) => {
    const { grant, balance } = await serve({ controlToken: TOKEN });
    expect(await grant({ headers })).toBe(401);
    expect(await balance()).toBe(UNTOUCHED);
  });

  test('the token may write, by any Host', async () => {
    const { grant, balance } = await serve({ controlToken: TOKEN });
    expect(await grant({ headers: { authorization: `Bearer ${TOKEN}`, host: 'ci.example' } })).toBe(200);
    expect(await balance()).toBe(UNTOUCHED + 1);
  });

  test('a page of another origin writes nothing, even with the token', async () => {
    const { grant, balance } = await serve({ controlToken: TOKEN });
    expect(await grant({ headers: { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' } })).toBe(403);
    expect(await balance()).toBe(UNTOUCHED);
  });

  test('no refusal repeats what was sent', async () => {
    const { port } = await serve({ controlToken: TOKEN });
    const { text } = await sendRequest(port, '/_standin/accounts', {
      headers: { authorization: 'Bearer my-guess-12345' },
    });
    expect(text).not.toContain('my-guess');
    expect(text).not.toContain(TOKEN);
  });
});

describe('an address that other machines reach', () => {
  test.each(['0.0.0.0', '::', '192.168.0.1', 'example.com', ''])(
    'the host "%s" is not listened on without a token, and says so in one line',
    async (host) => {
      const { emulator } = openRig();
      const refused = await emulator.listen({ port: 0, host }).catch((cause: unknown) => cause);
      expect(refused).toBeInstanceOf(SettingsError);
      expect(String(refused)).toContain('--control-token');
      expect(String(refused)).not.toContain('\n');
    },
  );

  test('no port was opened by the refusal', async () => {
    const { emulator } = openRig();
    const { port } = await (
      await openRig().emulator.listen({ port: 0 })
    )
      .close()
      .then(() => emulator.listen({ port: 0 }));
    await emulator.close();
    await expect(emulator.listen({ port, host: '0.0.0.0' })).rejects.toThrow('controlToken');
    const socket = connect(port, '127.0.0.1');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  test('it is listened on with a token, which is then asked for', async () => {
    const { emulator } = openRig({ controlToken: TOKEN });
    const { port } = await emulator.listen({ port: 0, host: '0.0.0.0' });
    expect((await sendRequest(port, '/_standin/accounts')).status).toBe(401);
  });

  test('it is listened on with the control API turned off, of which only health is left', async () => {
    const { emulator } = openRig({ control: false });
    const { port } = await emulator.listen({ port: 0, host: '0.0.0.0' });
    const paths = ['/_standin/accounts', '/_standin/openapi.json', '/_standin/events', '/openapi.json', '/docs'];
    const answers = await Promise.all(paths.map((path) => sendRequest(port, path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await sendRequest(port, '/_standin/health/live')).status).toBe(200);
  });
});

test('a token shorter than 16 characters is not a setting', () => {
  expect(() => openRig({ controlToken: 'short' })).toThrow('controlToken');
});
