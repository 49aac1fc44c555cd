/** The command in a shell: its output, its streams and its exit status. A line of each command runs as built. */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { scenarioNames } from '../../fixtures/scenario-files.ts';
import { runCommand } from '../support/run-command.ts';
import { ROOT, runStandin } from '../support/run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

test.each([
  { args: ['serve', '--port', '0', '--tls', 'foo'], status: 2 },
  { args: ['exec', '--', 'no-such-program'], status: 127 },
  { args: ['proxy', '--upstream', 'https://staging.example', '--cors', 'foo'], status: 2 },
  { args: ['conformance', 'judge', 'package.json'], status: 2 },
  { args: ['audition', 'judge', 'package.json'], status: 2 },
  { args: ['scenarios', 'content_cut_at_40'], status: 0 },
  { args: ['ready', 'nowhere'], status: 2 },
  { args: ['openapi'], status: 0 },
])('built, $args returns and prints the same as from the sources', async ({ args, status }) => {
  const built = await runStandin(args);
  expect(built).toEqual(await runCommand(args));
  expect(built.status).toBe(status);
});

describe('help and version', () => {
  test('the flags of serve are listed with the values that they take', async () => {
    const { stdout } = await runCommand(['serve', '--help']);
    const help = stdout.replaceAll(/\s+/g, ' ');
    expect(help).toMatch(/--profile <documented\|ietf> [^<]* \(default: documented\)/);
    expect(help).toMatch(/--replay-status <200\|202> [^<]* \(default: 202\)/);
    expect(help).toContain('--no-journal do not record each request in the journal');
    expect(help).toContain('For --replay-status, use STANDIN_REPLAY_STATUS');
  });

  test.each(['serve', 'exec', 'conformance', 'audition', 'proxy'])(
    'the help of %s fits into 80 columns',
    async (name) => {
      const { stdout } = await runCommand([name, '--help']);
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test('the flags of serve stand in groups, the general ones first', async () => {
    const { stdout } = await runCommand(['serve', '--help']);
    const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, 4)).toEqual(['Options', 'Server', 'Accounts and time', 'Failures']);
    expect(headings).toHaveLength(10);
  });

  test('help tells the port that each command takes by default', async () => {
    expect((await runCommand(['serve', '--help'])).stdout).toMatch(/--port <number> [^<]* \(default: 4242\)/);
    expect((await runCommand(['exec', '--help'])).stdout).toMatch(/--port <number> [^<]* \(default: 0\)/);
  });

  test.each([['--help'], ['-h'], ['help']])('%s lists the commands on stdout', async (...args) => {
    const { status, stdout, stderr } = await runCommand(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: standin/);
    expect(stdout).toMatch(/^ {2}doctor /m);
    expect(stdout).toMatch(/^ {2}openapi /m);
  });

  test.each([
    ['doctor', '--help'],
    ['doctor', '-h'],
    ['help', 'doctor'],
  ])('%s %s tells the flags', async (...args) => {
    const { status, stdout } = await runCommand(args);
    expect(status).toBe(0);
    expect(stdout).toContain('--json');
  });

  test('no command at all prints the help', async () => {
    expect(await runCommand([])).toEqual({ status: 0, stdout: expect.stringMatching(/^Usage: standin/), stderr: '' });
  });
});

test('a media folder that is not there is a wrong setting, reported in one line', async () => {
  const { status, stdout, stderr } = await runCommand(['serve', '--port', '0', '--media', 'https://a.test/=/nowhere']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(
    'standin: --media: folder "/nowhere" for https://a.test/ is not a folder; create it or correct its path\n',
  );
});

test('serve says in a line that its cache folder cannot be used, and goes on', async () => {
  const file = join(folder, 'no-folder');
  await writeFile(file, '');
  const server = spawn(process.execPath, [`${ROOT}dist/bin/standin.js`, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STANDIN_CACHE_FOLDER: join(file, 'below') },
  });
  let said = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    said += String(text);
    if (said.includes('cache ')) break;
  }
  const [url = ''] = /http:\S+/.exec(said) ?? [];
  expect(said).toMatch(
    /^ {2}cache {3}none: \S+below is not writable \(\w+\)\. .* Choose another folder with --cache-folder\.$/m,
  );
  expect((await fetch(`${url}/v1/videos/x`, { headers: { authorization: 'Bearer sk_standin_c' } })).status).toBe(404);
  server.kill();
});

describe('a slip of the finger exits 2 and names what is near', () => {
  test.each([
    { args: ['doctr'], near: 'doctor' },
    { args: ['opnapi', '--yaml'], near: 'openapi' },
    { args: ['doctr', '--help'], near: 'doctor' },
    { args: ['help', 'doctr'], near: 'doctor' },
    { args: ['--verson'], near: '--version' },
    { args: ['--hlep'], near: '--help' },
    { args: ['doctor', '--jsn'], near: '--json' },
    { args: ['openapi', '--yml'], near: '--yaml' },
  ])('$args: $near', async ({ args, near }) => {
    const { status, stdout, stderr } = await runCommand(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^standin: unknown (command|option) '/);
    expect(stderr).toContain(`Did you mean ${near}?`);
  });

  test.each([['frobnicate'], ['doctor', 'now'], ['doctor', '-x'], ['openapi', '--yaml=no']])(
    '%s %s resembles no command, and the message names the help',
    async (...args) => {
      const { status, stderr } = await runCommand(args);
      expect(status).toBe(2);
      expect(stderr).toContain('standin --help');
    },
  );
});

describe('openapi', () => {
  test('prints the committed document as JSON', async () => {
    const { status, stdout, stderr } = await runCommand(['openapi']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(await readFile(join(ROOT, 'contract/openapi.json'), 'utf8'));
  });

  test('prints the same document as YAML', async () => {
    const { stdout } = await runCommand(['openapi', '--yaml']);
    expect(() => JSON.parse(stdout)).toThrow(SyntaxError);
    const document: unknown = JSON.parse(await readFile(join(ROOT, 'contract/openapi.json'), 'utf8'));
    expect(parse(stdout)).toEqual(document);
    expect(parse(stdout, { version: '1.1' })).toEqual(document);
  });

  test('--out writes the document to a file, in a folder that it makes, and prints nothing', async () => {
    const path = join(folder, 'made', 'openapi.yaml');
    expect(await runCommand(['openapi', '--version', '3.0', '--yaml', '--out', path])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({ openapi: '3.0.3', info: { version: '1.0.0' } });
  });

  test('--out with a path that cannot be written names the path, with status 5', async () => {
    const path = join(ROOT, 'package.json', 'openapi.json');
    const { status, stdout, stderr } = await runCommand(['openapi', '--out', path]);
    expect({ status, stdout }).toEqual({ status: 5, stdout: '' });
    expect(stderr).toContain(`${path} could not be written: `);
  });

  test('another version is a usage error that lists the versions', async () => {
    const { status, stderr } = await runCommand(['openapi', '--version', '2.0']);
    expect(status).toBe(2);
    expect(stderr).toContain('Allowed choices are 3.1, 3.0.');
  });

  test('a reader that has gone away is not an error', async () => {
    expect(await runStandin(['openapi'], { hangUp: true })).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('scenarios', () => {
  test('lists each by its symptom, with its name, what the server does and what a correct client does', async () => {
    const { status, stdout, stderr } = await runCommand(['scenarios']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^RATE LIMITS\n\nrate_limit_burst_then_ok\n {2}server: Three create requests [^:]*: 1\.[^:]*\n {2}client: Before each /,
    );
    expect(stdout.match(/^[a-z0-9_]+$/gm)?.toSorted()).toEqual(scenarioNames());
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('--search lists those that tell of the words, and says where none does', async () => {
    const found = await runCommand(['scenarios', '--search', '429 burst']);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toMatch(/^rate_limit_burst_then_ok\n/);
    expect(await runCommand(['scenarios', '--search', 'xylophone'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'standin: no scenario text contains "xylophone"; `standin scenarios` lists all scenarios\n',
    });
  });

  test('--json prints one object a line, in the order of their numbers', async () => {
    const { stdout } = await runCommand(['scenarios', '--json']);
    const stories = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { number: number; name: string });
    expect(stories.map(({ name }) => name).toSorted()).toEqual(scenarioNames());
    const numbers = stories.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(stories[0]).toEqual({
      number: 1,
      name: 'rate_limit_burst_then_ok',
      group: 'Rate limits',
      title: expect.any(String),
      server: expect.any(String),
      client: expect.any(String),
      keywords: expect.arrayContaining(['too many requests']),
      changes: [],
      rules: [
        {
          match: { operation: 'create' },
          when: { first: 3 },
          effect: { kind: 'answer', status: 429, retryAfter: 1 },
        },
      ],
    });
  });

  test('says of those that change the account what they change', async () => {
    const { stdout } = await runCommand(['scenarios']);
    const reaches = stdout.matchAll(/^([a-z0-9_]+)\n(?: .*\n)* {2}reach: {2}changes the (\w+) of the whole account/gm);
    expect(Array.from(reaches, ([, name, part]) => [name, part])).toEqual([
      ['idempotency_expired', 'clock'],
      ['refund_needs_poll', 'balance'],
      ['exact_balance', 'balance'],
      ['key_revoked_mid_poll', 'key'],
      ['clock_jump', 'clock'],
    ]);
  });

  test('with a name shows one, how to turn it on, and its rules', async () => {
    const { status, stdout } = await runCommand(['scenarios', 'content_cut_at_40']);
    expect(status).toBe(0);
    expect(stdout).toContain('sk_standin_<label>~scenario-content_cut_at_40');
    const rules: unknown = JSON.parse(stdout.slice(stdout.indexOf('rules: ') + 'rules: '.length));
    expect(rules).toMatchObject([{ effect: { kind: 'reset', at: 0.4 } }]);
  });

  test('shows rules as their files have them', async () => {
    for (const args of [['rate_limit_burst_then_ok'], ['--json']]) {
      const { stdout } = await runCommand(['scenarios', ...args]);
      expect(stdout).toContain('"retryAfter"');
    }
  });

  test('with a name that there is not exits 2 and names what is near', async () => {
    expect(await runCommand(['scenarios', 'content_cut_40'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'standin: the scenario "content_cut_40" does not exist; did you mean content_cut_at_40?\n',
    });
  });
});

describe('doctor', () => {
  const healthy = () => ({ STANDIN_CACHE_FOLDER: join(folder, 'cache'), STANDIN_FFMPEG: '', PATH: '' });

  test('with an empty PATH an ffmpeg that npm brought is found, and all is well', async () => {
    const { status, stdout } = await runCommand(['doctor'], { env: healthy() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ok {6}ffmpeg: \S+, found by @ffmpeg-installer\/ffmpeg: /m);
    expect(stdout).toContain(`ok      node: ${process.versions.node}\n`);
    expect(stdout).toMatch(/^ok {6}cache: .*cache is writable$/m);
    expect(stdout).toMatch(/^(ok {6}|note {4})port: /m);
  });

  test('built, --json prints one object a line with the same facts', async () => {
    const { status, stdout } = await runStandin(['doctor', '--json'], { env: healthy() });
    const findings = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(status).toBe(0);
    expect(findings).toEqual(
      ['node', 'ffmpeg', 'port', 'cache'].map((subject) => ({
        subject,
        verdict: expect.stringMatching(/^(ok|note)$/),
        says: expect.any(String),
      })),
    );
  });

  test('a STANDIN_FFMPEG that points at nothing exits 1 and says what to do', async () => {
    const { status, stdout } = await runCommand(['doctor'], {
      env: { ...healthy(), STANDIN_FFMPEG: '/nowhere/ffmpeg' },
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^broken {2}ffmpeg: STANDIN_FFMPEG .*"\/nowhere\/ffmpeg".* unset the variable\.$/m);
    expect(stdout).toMatch(/^ok {6}cache: /m);
  });

  test('a cache folder that cannot be made exits 1 and names the variable that moves it', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { status, stdout } = await runCommand(['doctor'], {
      env: { ...healthy(), STANDIN_CACHE_FOLDER: join(file, 'below') },
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^broken {2}cache: .*is not writable .*; set STANDIN_CACHE_FOLDER to a writable folder$/m);
  });
});
