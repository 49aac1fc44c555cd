/** `standin conformance` as a shell sees it: arguments, artefacts, exit status. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator } from '../emulator/index.ts';
import { ROOT, runStandin } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-kit-cli-'));
const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const at = (name: string): string => join(folder, name);
const conformance = (...args: string[]): ReturnType<typeof runStandin> =>
  runStandin(['conformance', ...args], { env: { NO_COLOR: '1', STANDIN_API_KEY: undefined } });

describe('a run', () => {
  test('prints what came of it, writes the artefacts, and exits 0', async () => {
    const { status, stdout } = await conformance(
      url,
      '--profile',
      'standin',
      '--only',
      'get,price.480p',
      '--no-journal',
      '--report',
      `json=${at('r.json')},junit=${at('r.xml')},html=${at('r.html')}`,
      '--observed',
      at('observed.json'),
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('conformant') });
    expect(JSON.parse(readFileSync(at('observed.json'), 'utf8'))).toMatchObject({ 'price.480p': '0.12' });
    expect(existsSync(at('r.html'))).toBe(true);
  });

  test('is judged again, and compared, without the server', async () => {
    expect((await conformance('judge', at('r.json'))).status).toBe(0);
    expect(await conformance('diff', at('r.json'), at('r.json'))).toMatchObject({
      status: 0,
      stdout: 'No difference.\n',
    });
    const report = readFileSync(at('r.json'), 'utf8').replaceAll('video_not_found', 'no_such_video');
    writeFileSync(at('other.json'), report);
    await conformance('judge', at('other.json'), '--report', `json=${at('judged.json')}`);
    const { status, stdout } = await conformance('diff', at('r.json'), at('judged.json'));
    expect(status).toBe(1);
    expect(stdout).toContain('get.refusal-status.foreign: 404 video_not_found -> 404 no_such_video');
  });

  test('reads a profile from a file, and keys from the environment', async () => {
    writeFileSync(
      at('profile.ts'),
      `export const profile = { baseUrl: '${url}', only: ['get.unknown'], timing: { requestSeconds: 5 } };\n`,
    );
    const { status } = await runStandin(['conformance', '--profile', at('profile.ts'), '--no-journal'], {
      env: { STANDIN_API_KEY: 'sk_standin_cli' },
    });
    expect(status).toBe(0);
  });

  test('with a broken promise exits 1 and shows how to repeat the request', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, stdout } = await conformance(
      there,
      '--key',
      'sk_very_secret_key',
      '--only',
      'get.unknown',
      '--no-journal',
    );
    server.close();
    expect(status).toBe(1);
    expect(stdout).toContain('FAIL get.unknown');
    expect(stdout).toContain('curl -i -H "Authorization: Bearer $STANDIN_API_KEY"');
    expect(stdout).not.toContain('sk_very_secret_key');
  });

  test('that is interrupted reports what was done and exits 4', async () => {
    const server = createServer((_, response) => {
      setTimeout(
        () =>
          response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"a","message":"b"}}'),
        50,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [
      `${ROOT}dist/bin/standin.js`,
      'conformance',
      there,
      '--key',
      'sk_some_secret',
      '--no-journal',
      '--only',
      'create.*.json.*,error-code.*',
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let shown = '';
    child.stdout.on('data', (text: Buffer) => (shown += text.toString()));
    let count = 0;
    server.on('request', () => {
      count += 1;
      if (count === 6) child.kill('SIGINT');
    });
    const [status] = (await once(child, 'close')) as [number];
    server.close();
    expect(status).not.toBe(0);
    expect(shown).toContain('The run was stopped.');
  });
});

describe('without a run', () => {
  test('--plan prints every check with its cost, and sends nothing', async () => {
    const { status, stdout } = await conformance('http://127.0.0.1:9', '--profile', 'standin', '--plan');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^get\.unknown +free$/m);
    expect(stdout).toMatch(/^content\.frame-rate +0\.48 US dollars$/m);
    expect(stdout).toMatch(/12 paid creates, which the checks share: at most [\d.]+ US dollars/);
  });

  test('explain tells what a check is about', async () => {
    const { status, stdout } = await conformance('explain', 'create.prompt.length.above');
    expect(status).toBe(0);
    expect(stdout).toContain('A create with a `prompt` of 15001 characters is refused.');
    expect(stdout).toContain('docs/api.md#create.prompt.length');
  });

  test.each([
    [['explain', 'create.promt.length'], 'Near it: create.prompt.'],
    [['http://127.0.0.1:9'], 'No API key'],
    [['--key', 'k'], 'No base URL'],
    [['not a url', '--key', 'k'], 'baseUrl'],
    [['http://127.0.0.1:9', '--key', 'k', '--only', 'nothing-like-it'], 'matches no check and no section'],
    [['http://127.0.0.1:9', '--key', 'k', '--gate', 'everything'], 'gates'],
    [['http://127.0.0.1:9', '--key', 'k', '--report', 'pdf=a.pdf'], '--report wants format=file'],
    [['http://127.0.0.1:9', '--profile', 'no-such-file.json'], 'cannot be read'],
    [['judge', 'package.json'], 'is no JSON report of this kit'],
    [['http://127.0.0.1:9', '--colour'], "unknown option '--colour'"],
  ])('%j is a usage error that says what to do', async (args, message) => {
    const { status, stderr } = await conformance(...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  });

  test('a server that is not there: exit 3, with its address', async () => {
    const { status, stdout } = await conformance(
      'http://127.0.0.1:9',
      '--key',
      'sk_some_secret',
      '--no-journal',
      '--timeout',
      '2',
    );
    expect(status).toBe(3);
    expect(stdout).toContain('http://127.0.0.1:9');
  });
});
