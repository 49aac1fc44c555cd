/** The message about a wrong setting names it as the user wrote it: a flag, a variable, or a place in a file. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommand } from '../support/run-command.ts';
import { runStandin, type Outcome } from '../support/run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-wrong-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const serve = (...args: string[]): Promise<Outcome> => runCommand(['serve', '--port', '0', ...args]);
const NO_SCENARIO = 'the scenario "gone_missing" does not exist; `standin scenarios` lists them';
const TLS = 'must be self-signed, or the files of a certificate and its key, such as cert.pem,key.pem';
const HOST_NAME = 'must be a host name such as api.example.test, without a scheme, a port, a path or *';
const ORIGIN = 'must be an origin such as https://app.localhost:3000, without a path, or *';
const MEDIA = 'must be an https URL prefix, =, and a folder, such as https://cdn.example/=./clips';

describe('a flag', () => {
  test.each([
    [['--scenario', 'gone_missing'], `--scenario: ${NO_SCENARIO}`],
    [['--tls', 'foo'], `--tls: ${TLS}`],
    [['--font', '/no.ttf'], '--font: cannot read /no.ttf: no such file; pass the path of a TrueType file (.ttf)'],
    [['--font', 'package.json'], '--font: package.json is not a font; pass a single TrueType font (.ttf)'],
    [['--tls', '/no.pem,package.json'], '--tls: cannot read /no.pem: no such file; pass the path of a PEM file'],
    [['--media', 'foo', '--media', 'http://a.test/=/b'], `--media: ${MEDIA}`],
    [
      ['--media', 'https://a.test/?q=/b'],
      /^--media: prefix "https:\/\/a\.test\/\?q" must be an https URL without query/,
    ],
    [['--control-hosts', 'a,,b'], '--control-hosts: must be one or more items with commas between them'],
    [['--allow-hosts', 'a.test,http://b.test'], `--allow-hosts: ${HOST_NAME}`],
    [['--allow-hosts', 'a.test:4242'], `--allow-hosts: ${HOST_NAME}`],
    [['--control-hosts', '*.test'], `--control-hosts: ${HOST_NAME}`],
    [['--cors', 'app.localhost:3000'], `--cors: ${ORIGIN}, not "app.localhost:3000"`],
    [['--cors', 'https://a.test,https://b.test/app'], `--cors: ${ORIGIN}, not "https://b.test/app"`],
    [
      ['--base-path', '/media/../v0'],
      /^--base-path: must be empty or a path such as \/media, without "\." or "\.\." as a folder/,
    ],
    [['--handlers', '/no.ts'], /^--handlers: \/no\.ts cannot be loaded: /],
    [['--host', '0.0.0.0'], /^--host: 0\.0\.0\.0 is reachable from other machines; /],
    [['--latency', 'slow'], /^--latency: must be instant, /],
    [
      ['--total-mebibytes', '600', '--memory-mebibytes', '256'],
      '--total-mebibytes: must be at least 704: Node takes 256, --memory-mebibytes takes 256, journalMebibytes takes 64, and accounts need 128',
    ],
  ])('%j', async (args, says) => {
    const { status, stdout, stderr } = await serve(...args);
    const said: unknown = typeof says === 'string' ? says : expect.stringMatching(says);
    expect({ status, stdout, said: stderr.replace(/^standin: (.*)\n$/, '$1') }).toEqual({
      status: 2,
      stdout: '',
      said,
    });
  });
});

test.each([
  ['STANDIN_SCENARIO', 'gone_missing', NO_SCENARIO],
  ['STANDIN_JOURNAL', 'maybe', 'must be true or false'],
  ['STANDIN_TLS', 'foo', TLS],
])('the variable %s=%s', async (name, value, says) => {
  const { status, stderr } = await runCommand(['serve', '--port', '0'], { env: { [name]: value } });
  expect({ status, stderr }).toEqual({ status: 2, stderr: `standin: ${name}: ${says}\n` });
});

test('of a proxy names no setting that a proxy has not', async () => {
  const flags = ['--total-mebibytes', '512', '--journal-mebibytes', '200'];
  const { status, stderr } = await runCommand(['proxy', '--upstream', 'https://staging.example', ...flags]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'standin: --total-mebibytes: must be at least 840: Node and forwarded data take 512, --journal-mebibytes takes 200, and accounts need 128\n',
  });
});

test('a variable that nothing reads gets a warning, and the command runs', async () => {
  const env = { STANDIN_LATENZY: 'fast', STANDIN_URL: 'http://127.0.0.1:9' };
  const { status, stderr } = await runStandin(['exec', '--', process.execPath, '--version'], { env });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'standin: STANDIN_LATENZY is not a setting, so it has no effect; did you mean STANDIN_LATENCY?\n',
  });
});

test.each([
  ['accounts.0.scenario', { accounts: [{ name: 'a', keys: ['k'], scenario: 'gone_missing' }] }, NO_SCENARIO],
  [
    'tls.cert',
    { tls: { cert: '/no.pem', key: 'package.json' } },
    'cannot read /no.pem: no such file; pass the path of a PEM file',
  ],
  [
    'accounts.1.keys.0',
    { accounts: ['a', 'b'].map((name) => ({ name, keys: ['k'] })) },
    'must differ from accounts.0.keys.0',
  ],
])('a place in a file: %s', async (path, settings, says) => {
  const file = join(folder, `${path}.json`);
  await writeFile(file, JSON.stringify(settings));
  const { status, stderr } = await serve('--config', file);
  expect({ status, stderr }).toEqual({ status: 2, stderr: `standin: ${file}: ${path}: ${says}\n` });
});
