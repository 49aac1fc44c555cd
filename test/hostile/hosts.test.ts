/** Requests with another host name. DNS rebinding makes a page send them to this machine. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator, type SettingsInput } from '../../emulator/index.ts';
import { sendBytes } from '../support/raw-http.ts';

const KEY = 'Authorization: Bearer sk_standin_hosts\r\n';

async function listening(settings: SettingsInput = {}): Promise<number> {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  return (await emulator.listen({ port: 0, host: settings.host ?? '127.0.0.1' })).port;
}

function get(port: number, target: string, host: string): Promise<string> {
  return sendBytes(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${KEY}Connection: close\r\n\r\n`);
}

const FOUND = /^HTTP\/1\.1 404 .*"video_not_found"/s;
const REFUSED = /^HTTP\/1\.1 400 .*"bad_request".*--allow-hosts evil\.example/s;

describe('/v1 of a server on loopback', () => {
  test('is for names of this machine', async () => {
    const port = await listening();
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'app.localhost', 'standin'])
      expect(await get(port, '/v1/videos/x', host)).toMatch(FOUND);
    expect(await get(port, '/v1/videos/x', `evil.example:${port}`)).toMatch(REFUSED);
  });

  test.for([
    ['markup', 'evil<script>.example'],
    ['a command of a shell', 'evil.example; rm -rf .'],
    ['an option', '--control-token=x.example'],
    ['a command of a terminal', 'evil.example\u009b31m'],
    ['longer than a name may be', `${'e'.repeat(300)}.example`],
  ] as const)('does not repeat a name that is %s', async ([, host]) => {
    const port = await listening();
    const answer = await get(port, '/v1/videos/x', host);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*does not accept this host name\..*--allow-hosts <name>/s);
    expect(answer).not.toContain(host.slice(0, 8));
  });

  test('is for other names that a setting allows', async () => {
    const port = await listening({ allowHosts: ['evil.example'] });
    expect(await get(port, '/v1/videos/x', `evil.example:${port}`)).toMatch(FOUND);
  });

  test('is for every name where other machines reach it', async () => {
    const port = await listening({ host: '0.0.0.0', control: false });
    expect(await get(port, '/v1/videos/x', 'evil.example')).toMatch(FOUND);
  });

  test('refuses a create for another name before it costs anything', async () => {
    const port = await listening();
    const body = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 });
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const refused = await sendBytes(
      port,
      `POST /v1/videos HTTP/1.1\r\nHost: evil.example\r\n${KEY}${head}Connection: close\r\n\r\n${body}`,
    );
    expect(refused).toMatch(REFUSED);
    expect(await get(port, '/_standin/accounts', 'localhost')).not.toContain('hosts');
  });
});

describe('a target in absolute form', () => {
  test('is for the host that it names, whatever Host says', async () => {
    const port = await listening();
    expect(await get(port, 'http://localhost/v1/videos/x', 'evil.example')).toMatch(FOUND);
    expect(await get(port, 'http://evil.example/v1/videos/x', 'localhost')).toMatch(REFUSED);
    expect(await get(port, 'http://localhost@evil.example:80/v1/videos/x', 'localhost')).toMatch(REFUSED);
  });

  test.each(['https', 'ws', 'ftp'])('with the scheme %s is not for this server', async (scheme) => {
    const port = await listening();
    for (const path of ['/v1/videos/x', '/_standin/accounts', '/']) {
      const answer = await get(port, `${scheme}://localhost:${port}${path}`, `localhost:${port}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"bad_request".*this server uses http:/s);
    }
    expect(await get(port, `HTTP://localhost:${port}/v1/videos/x`, 'localhost')).toMatch(FOUND);
  });

  test('is for that host to the control API, too', async () => {
    const port = await listening();
    expect(await get(port, 'http://localhost/_standin/accounts', 'evil.example')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get(port, 'http://evil.example/_standin/accounts', 'localhost')).toMatch(
      /^HTTP\/1\.1 403 .*"forbidden_host"/s,
    );
  });
});
