/**
 * The files that `standin serve` loads until its first response. Each file adds to the startup time, and schemas cost
 * more than all other files together.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run.ts';

/** The files of the package and of its dependencies, with a margin. A commit that raises it gives the reason. */
const MOST_FILES = 20;
const SCHEMAS = '/node_modules/zod/';

test.skipIf(process.platform === 'win32')('the first poll is answered before any schema is loaded', async () => {
  const files = await loadedByFirstPoll('--latency', 'instant');
  expect(files).toEqual(expect.arrayContaining([expect.stringContaining('/dist/shared/engine.js')]));
  expect(files.filter((file) => file.includes(SCHEMAS))).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
});

test.skipIf(process.platform === 'win32')('of all settings only fault rules load a schema', async () => {
  const loads = async (settings: object): Promise<boolean> => {
    const folder = await mkdtemp(join(tmpdir(), 'standin-config-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'standin.config.json');
    await writeFile(file, JSON.stringify(settings));
    return (await loadedByFirstPoll('--config', file)).some((path) => path.includes(SCHEMAS));
  };
  const others = {
    accounts: [{ name: 'a', keys: ['k'] }],
    prices: { withSources: { '480p': 1 } },
    controlHosts: ['standin.test'],
  };
  expect(await loads(others)).toBe(false);
  expect(await loads({ faults: [{ effect: { kind: 'delay', ms: 1 }, when: { after: 100 } }] })).toBe(true);
});

test('a report is judged without the engine', async () => {
  const folder = await coverageFolder();
  const judge = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, 'conformance', 'judge', 'package.json'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_V8_COVERAGE: folder },
  });
  expect(await once(judge, 'exit')).toEqual([2, null]);
  const names = (await loadedIn(folder)).map((file) => file.slice(file.lastIndexOf('/') + 1));
  expect(names).toContain('judge.js');
  expect(names).not.toContain('engine.js');
});

async function loadedByFirstPoll(...flags: string[]): Promise<string[]> {
  const folder = await coverageFolder();
  const server = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, 'serve', '--port', '0', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_V8_COVERAGE: folder },
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const answer = await fetch(`${url}/v1/videos/x`, { headers: { authorization: 'Bearer sk_standin_cold' } });
  expect(answer.status).toBe(404);
  server.kill('SIGTERM');
  await once(server, 'exit');
  return loadedIn(folder);
}

async function coverageFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-cold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the files that Node has loaded, from the report that Node writes at a normal exit. */
async function loadedIn(folder: string): Promise<string[]> {
  const reports = await readdir(folder);
  const texts = await Promise.all(reports.map((name) => readFile(join(folder, name), 'utf8')));
  const scripts = texts.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result);
  return scripts.map((script) => script.url).filter((script) => script.startsWith('file:'));
}
