/** Dockerfile and compose.yaml without a container: what they would start, watch and set is started, watched and set here. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { TEXT_SETTINGS } from '../../emulator/index.ts';
import { freePort } from '../../emulator/transport/free-port.ts';
import { linkProject, type LinkedProject } from '../docs/linked-project.ts';
import { ROOT } from '../support/run.ts';
import { readDockerfile } from './dockerfile.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
}

const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const instructions = await readDockerfile();
const { services } = parse(await text('compose.yaml')) as { readonly services: Readonly<Record<string, Service>> };

const all = (word: string): string[] => instructions.flatMap((one) => (one.word === word ? [one.text] : []));
const [healthcheck = ''] = all('HEALTHCHECK').map((line) => line.slice(line.indexOf('CMD ') + 4));
const [command = ''] = all('CMD');
const variables = Object.fromEntries(
  all('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
);

let project: LinkedProject;
let env: NodeJS.ProcessEnv;
let cache: string;
beforeAll(async () => {
  project = await linkProject();
  cache = await mkdtemp(join(tmpdir(), 'standin-container-'));
  const PATH = [join(project.folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const own = { STANDIN_PORT: String(await freePort(0)), STANDIN_CACHE_FOLDER: cache };
  env = { ...process.env, PATH, ...variables, ...services['standin']?.environment, ...own };
});
afterAll(async () => {
  await project.remove();
  await rm(cache, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const run = (words: readonly string[], more: NodeJS.ProcessEnv = {}): { status: number | null; stdout: string } =>
  spawnSync(words[0] ?? '', words.slice(1), { env: { ...env, ...more }, cwd: project.folder, encoding: 'utf8' });
const check = (): number | null => run(JSON.parse(healthcheck) as string[]).status;

describe('the image', () => {
  test('does not run as root', () => {
    const words = instructions.map(({ word }) => word);
    // The number of the user `node` in the images of Node.
    expect(all('USER')).toEqual(['1000']);
    expect(words.indexOf('CMD')).toBeGreaterThan(words.indexOf('USER'));
  });

  test('installs packages before it copies the sources, so that a change of a source reuses them', () => {
    const steps = instructions.map(({ word, text }) => `${word} ${text}`);
    expect(steps.indexOf('RUN npm ci --ignore-scripts')).toBeGreaterThan(0);
    expect(steps.indexOf('COPY . .')).toBeGreaterThan(steps.indexOf('RUN npm ci --ignore-scripts'));
    expect(all('COPY').filter((copied) => copied.startsWith('package.json package-lock.json'))).toHaveLength(2);
  });

  test('takes its platform from the builder: a default would win over it', () => {
    expect(all('ARG').filter((arg) => arg.startsWith('TARGETARCH'))).toEqual(['TARGETARCH']);
  });

  test('has labels that name the version of the package', async () => {
    const { version } = JSON.parse(await text('package.json')) as { readonly version: string };
    expect(all('ARG')).toContain(`VERSION=${version}`);
    expect(all('LABEL').join(' ')).toMatch(
      /title="Standin".*licenses="MIT".*version="\$VERSION".*revision="\$REVISION"/,
    );
  });

  test('sets variables that exist, and exposes the port that it sets', () => {
    const known = new Set(TEXT_SETTINGS.map(({ variable }) => variable));
    const set = [...Object.keys(variables), ...Object.keys(services['standin']?.environment ?? {})];
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    expect(all('EXPOSE')).toEqual([variables['STANDIN_PORT']]);
    expect(services['standin']?.ports).toEqual([`127.0.0.1:4242:${variables['STANDIN_PORT']}`]);
  });

  test('installs the packages of STANDIN_DATA and STANDIN_STORE in the versions of the lockfile', () => {
    const install = all('RUN').find((line) => line.includes('npm install')) ?? '';
    for (const name of ['classic-level', '@redis/client']) expect(install).toContain(`"$(locked ${name})"`);
  });

  test('has RUN lines that a shell can read', () => {
    expect(all('RUN').length).toBeGreaterThan(0);
    for (const line of all('RUN')) expect(run(['sh', '-nc', line]).status).toBe(0);
  });
});

describe('its commands', () => {
  let server: ChildProcess;
  beforeAll(async () => {
    expect(check()).toBe(1);
    const [program = '', ...args] = JSON.parse(command) as string[];
    server = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    // The banner, then the line that tells of ffmpeg: from then on it is ready.
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (status) => reject(new Error(`${command} ended with ${status}`)));
      server.stdout?.on('data', (part: Buffer) => part.includes('ffmpeg  ') && resolve());
    });
  });
  // A server that still runs would write its cache again after the folder was removed.
  afterAll(async () => {
    const ended = once(server, 'exit');
    if (server.kill()) await ended;
  });

  test('HEALTHCHECK ends with 0 while CMD runs, and with 1 where nothing listens', () => {
    expect(check()).toBe(0);
  });

  test("compose's tests reach it", () => {
    const { command = [], environment } = services['tests'] ?? { environment: {} };
    const STANDIN_URL = `http://127.0.0.1:${env['STANDIN_PORT']}`;
    const words = command.map((word) => word.replaceAll('$$', '$'));
    expect(run(words, { ...environment, STANDIN_URL })).toMatchObject({ status: 0, stdout: '202\n' });
  });
});
