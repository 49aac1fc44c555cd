/** The file of the user's MSW handlers: how it is loaded, what is refused of it, and that nobody pays for it who has none. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator, type SettingsInput } from '../../emulator/index.ts';
import { ROOT } from '../support/run.ts';
import { openHandlersFolder, type HandlersFolder } from './handlers-folder.ts';

let folder: HandlersFolder;
beforeAll(async () => {
  folder = await openHandlersFolder();
});
afterAll(() => folder.close());

/** The packages that a server loads, as V8's coverage of its process tells. */
async function packagesLoaded(settings: SettingsInput): Promise<Set<string>> {
  const coverage = await mkdtemp(join(folder.path, 'coverage-'));
  const script = `
    import { createEmulator } from 'standin';
    const emulator = createEmulator(${JSON.stringify(settings)});
    const { url } = await emulator.listen({ port: 0 });
    await (await fetch(url + '/v1/videos')).text();
    await emulator.close();`;
  const options = { cwd: ROOT, env: { ...process.env, NODE_V8_COVERAGE: coverage } };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  const reports = await Promise.all((await readdir(coverage)).map((name) => readFile(join(coverage, name), 'utf8')));
  const urls = [...reports.join('').matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)];
  return new Set(urls.map(([, name = '']) => name));
}

test('jiti is loaded for handlers only; msw and express never are, as handlers bring their own', async () => {
  const handlers = await folder.write('export default [];', 'handlers.mjs');
  const [without, within] = [await packagesLoaded({}), await packagesLoaded({ handlers })];
  expect([without.has('jiti'), within.has('jiti')]).toEqual([false, true]);
  const heavy = ['msw', 'express', '@mswjs/http-middleware'];
  expect(heavy.filter((name) => without.has(name) || within.has(name))).toEqual([]);
});

describe('the file', () => {
  const IMPORT = "import { http, HttpResponse, ws } from 'msw';";
  const HELLO = "http.get('*/hello', () => HttpResponse.text('hello'))";

  test.each([
    ['handlers.ts', `${IMPORT} export default [${HELLO}];`],
    ['handlers.mjs', `${IMPORT} export const handlers = [${HELLO}];`],
    ['handlers.mts', `${IMPORT.replace('msw', 'msw3')} export default [${HELLO}];`],
    ['handlers.cjs', `const { http, HttpResponse } = require('msw'); module.exports = [${HELLO}];`],
    ['handlers.js', `const { http, HttpResponse } = require('msw'); exports.handlers = [${HELLO}];`],
  ])('%s is loaded: %s', async (name, source) => {
    const { url } = await folder.serve(source, name);
    expect(await (await fetch(`${url}/hello`)).text()).toBe('hello');
  });

  test.each([
    [
      'export const other = [];',
      /^handlers: \S+ exports no handlers; export an array of MSW request handlers, as default or/,
    ],
    ['export default [() => 1];', /^handlers: item 0 in \S+ is not an MSW request handler; /],
    [
      `${IMPORT} export default [${HELLO}, ws.link('ws://x').addEventListener('connection', () => {})];`,
      /^handlers: item 1 in /,
    ],
    ['export default [', /^handlers: \S+ cannot be loaded: .*Unexpected token/],
    ["throw new Error('not today');", /^handlers: \S+ cannot be loaded: not today$/],
    ["import 'no-such-package';", /^handlers: \S+ cannot be loaded: Cannot find /],
  ])('%j is refused in one line', async (source, line) => {
    const failure: unknown = await folder.serve(source).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ name: 'SettingsError', message: expect.stringMatching(line) as unknown });
    expect(String(failure)).not.toContain('\n');
  });

  test('whose folder has no msw is refused with the command that installs it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'standin-no-msw-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    const handlers = join(elsewhere, 'handlers.mjs');
    await writeFile(handlers, `${IMPORT} export default [${HELLO}];`);
    const message = `handlers: ${handlers} needs the package msw. Run npm install --save-dev msw in the project of this file.`;
    await expect(createEmulator({ handlers }).listen({ port: 0 })).rejects.toThrow(message);
  });

  test('that is not there is refused in one line', async () => {
    const emulator = createEmulator({ handlers: join(folder.path, 'nowhere.ts') });
    await expect(emulator.listen({ port: 0 })).rejects.toThrow(/^handlers: \S+nowhere\.ts cannot be loaded: [^\n]+$/);
  });
});
