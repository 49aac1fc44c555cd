/** `standin conformance` as a process: signals, a full disk behind a report, and settings that are tried out. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { ROOT, runStandin, type Outcome } from '../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-kit-process-'));
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
const conformance = (...args: string[]): Promise<Outcome> =>
  runStandin(['conformance', ...args], { env: { NO_COLOR: '1', STANDIN_API_KEY: undefined } });

describe('a run', () => {
  test('gives settings of the emulator, which are tried out; other settings of the file stay', async () => {
    const flags = ['--profile', 'standin', '--only', 'get,price.480p', '--no-journal'];
    expect((await conformance(url, ...flags, '--report', `json=${at('r.json')}`)).status).toBe(0);
    writeFileSync(at('settings.json'), '{ "port": 0, "ranges": "first_last" }');
    const learned = await conformance('learn', at('r.json'), '--out', at('settings.json'), '--skip', 'latency,errors');
    expect(learned).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The command did not derive these settings, so they keep'),
    });
    const settings = JSON.parse(readFileSync(at('settings.json'), 'utf8')) as object;
    expect(settings).toMatchObject({ port: 0, ranges: 'first_last', prices: { withoutSources: { '480p': 0.12 } } });
    expect(Object.keys(settings)).not.toContain('latency');
    const printed = await conformance('learn', at('r.json'));
    expect(JSON.parse(printed.stdout)).toMatchObject({ errors: {}, prices: { withoutSources: { '480p': 0.12 } } });
    expect((await conformance('learn', at('r.json'), '--skip', 'latenzy')).status).toBe(2);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'whose report finds no room prints its text, writes the other reports, names the one, and exits 5',
    async () => {
      const reports = ['--report', `junit=/dev/full,json=${at('beside.json')}`, '--observed', at('beside.observed')];
      const args = [url, '--profile', 'standin', '--only', 'get.unknown', '--no-journal', ...reports];
      const { status, stdout, stderr } = await conformance(...args);
      expect({ status, stdout }).toEqual({ status: 5, stdout: expect.stringContaining('PASS  ') });
      expect(stderr).toContain('/dev/full could not be written: ENOSPC');
      expect(JSON.parse(readFileSync(at('beside.json'), 'utf8'))).toMatchObject({ exitCode: 0 });
      expect(existsSync(at('beside.observed'))).toBe(true);
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'that gets %s reports what was done, in every format, and exits 4',
    async (signal) => {
      const { there, requests, close } = await slowServer(50);
      const files = ['json', 'junit', 'html', 'markdown', 'sarif'].map((format) => [format, at(`${signal}.${format}`)]);
      const reports = files.map((pair) => pair.join('=')).join(',');
      const run = started([
        there,
        '--key',
        'sk_some_secret',
        '--report',
        reports,
        '--observed',
        at(`${signal}.observed`),
      ]);
      await requests(12);
      run.child.kill(signal);
      const { status, shown, said } = await run.ended;
      close();
      expect({ status, shown }).toEqual({ status: 4, shown: expect.stringContaining('The run was stopped.') });
      expect(shown).toContain('INCOMPLETE');
      expect(said).toContain('Press Ctrl-C again to quit now.');
      const report = JSON.parse(readFileSync(at(`${signal}.json`), 'utf8')) as Report;
      expect(report).toMatchObject({ exitCode: 4, stopped: { by: 'signal' } });
      expect(report.exchanges.filter(({ response }) => response !== undefined).length).toBeGreaterThanOrEqual(8);
      for (const [, path = ''] of files) expect(readFileSync(path, 'utf8').length).toBeGreaterThan(100);
      expect(JSON.parse(readFileSync(at(`${signal}.observed`), 'utf8'))).toEqual(report.observations);
    },
  );

  test('a second signal, of either kind, ends a run at once', async () => {
    const { there, requests, close } = await slowServer(50);
    const run = started([there, '--key', 'sk_some_secret', '--json']);
    // Nobody reads the report, so that the first signal alone would never end it.
    run.child.stdout?.pause();
    await requests(12);
    run.child.kill('SIGINT');
    await once(run.child.stderr ?? run.child, 'data');
    run.child.kill('SIGTERM');
    const [status, signal] = (await once(run.child, 'exit')) as [number | null, string | null];
    close();
    expect({ status, signal }).toEqual({ status: null, signal: 'SIGTERM' });
  });
});

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ status: number | null; signal: string | null; shown: string; said: string }>;
}

function started(args: readonly string[]): Started {
  const child = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, 'conformance', '--no-journal', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', CI: '' },
  });
  let [shown, said] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (shown += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close').then((end) => {
    const [status, signal] = end as [number | null, string | null];
    return { status, signal, shown, said };
  });
  return { child, ended };
}

/** Answers each request after a while, and tells when so many have come. */
async function slowServer(
  ms: number,
): Promise<{ there: string; requests: (count: number) => Promise<void>; close: () => void }> {
  const server = createServer((_, response) => {
    const body = '{"error":{"code":"a","message":"b"}}';
    setTimeout(() => response.writeHead(404, { 'content-type': 'application/json' }).end(body), ms);
  });
  let count = 0;
  server.on('request', () => (count += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    there: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: async (wanted) => {
      for (let left = wanted - count; left > 0; left -= 1) await once(server, 'request');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
