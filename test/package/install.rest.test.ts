/**
 * The packed package in an empty project: its command, its entries, their types and its size. With FROM_REGISTRY=1, CI
 * installs it from the registry. Otherwise the tests unpack it beside links to its dependencies.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAN_RUN_MSW_3 } from '../entry-points/msw-versions.ts';
import { ROOT } from '../support/run.ts';
import { unpackInto } from '../support/unpacked-project.ts';
import { FROM_REGISTRY } from '../support/user-project.ts';

/** The limits, with a margin. A commit that raises one gives the reason. */
const MOST = { packed: 2_500_000, unpacked: 7_900_000, files: 520 };
const MOST_DEPENDENCIES = 7;
/** The size of an install, with ffmpeg and without it. */
const MOST_INSTALLED_MEGABYTES = { whole: 100, withoutFfmpeg: 35 };
/** Matches npm errors without a registry. Then these tests cannot install the package. */
const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/;
/**
 * The one problem that attw reports for every ESM-only package. CommonJS on Node 20.19 and later can still `require`
 * it.
 */
const ESM_ONLY = new Set<string>(['CJSResolvesToESM']);

const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | object>>;
};
const modules = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [name === '.' ? 'standin' : `standin${name.slice(1)}`],
);

/** Compilers print the same on every version of Node, so the tests of types run on one version. */
const onOtherNode = process.env['OTHER_NODE'] !== undefined;

let folder: string;
let packed: {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-install-'));
  const said = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  [packed] = JSON.parse(said.stdout) as [typeof packed];
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

function npm(args: readonly string[], cwd: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
}

test('its weight stays within bounds', () => {
  expect(packed.size).toBeLessThan(MOST.packed);
  expect(packed.unpackedSize).toBeLessThan(MOST.unpacked);
  expect(packed.entryCount).toBeLessThan(MOST.files);
});

test('its types are right for every way of resolving them that knows ESM', async () => {
  const tarball = createPackageFromTarballData(new Uint8Array(await readFile(join(folder, packed.filename))));
  const checked = await checkPackage(tarball);
  if (!checked.types) throw new Error('attw finds no types');
  expect(Object.keys(checked.entrypoints).length).toBeGreaterThanOrEqual(modules.length);
  const problems = checked.problems.filter(
    (problem) => !ESM_ONLY.has(problem.kind) && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  expect(problems).toEqual([]);
});

test('npx runs the tarball in a folder without package.json, as docs/ci.md shows it', async ({ skip }) => {
  skip(!FROM_REGISTRY, 'npx installs what the package needs (FROM_REGISTRY=1)');
  const empty = await mkdtemp(join(tmpdir(), 'standin-npx-'));
  try {
    const page = await readFile(join(ROOT, 'docs', 'ci.md'), 'utf8');
    const [, shown = ''] = /^npx (--yes .+) -- pytest$/m.exec(page) ?? [];
    const args = shown.replace('./standin-0.1.0.tgz', join(folder, packed.filename)).split(' ');
    const program = 'console.log(process.env.STANDIN_URL)';
    const { status, stdout, stderr } = spawnSync('npx', [...args, '--', process.execPath, '-e', program], {
      cwd: empty,
      encoding: 'utf8',
    });
    expect({ status, stdout }, stderr).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/),
    });
    expect(await readdir(empty)).toEqual([]);
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
});

describe('installed into an empty project', () => {
  let lacking: string | undefined;
  /** npm needs two seconds of CPU time to find a command. */
  const npx = FROM_REGISTRY ? 'npx --no-install ' : `${join('node_modules', '.bin')}${sep}`;
  const standin = (...args: string[]): [program: string, args: string[]] =>
    FROM_REGISTRY ? ['npx', ['--no-install', 'standin', ...args]] : [join('node_modules', '.bin', 'standin'), args];
  beforeAll(async () => {
    await writeFile(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
    if (!FROM_REGISTRY) return unpackInto(folder, join(folder, packed.filename));
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${packed.filename}`];
    const { status, stderr } = npm(args, folder);
    if (NO_REGISTRY.test(stderr)) lacking = 'no registry can be reached, and npm has not all packages in its cache';
    else if (status !== 0) throw new Error(stderr);
  });

  test(`brings at most ${MOST_DEPENDENCIES} packages`, ({ skip }) => {
    skip(!FROM_REGISTRY, 'only CI installs it (FROM_REGISTRY=1)');
    if (lacking !== undefined) skip(lacking);
    const { stdout } = npm(['ls', '--all', '--parseable'], folder);
    // The first line is the project itself.
    const count = stdout.trim().split('\n').length - 1;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThanOrEqual(MOST_DEPENDENCIES);
  });

  test(`takes at most ${MOST_INSTALLED_MEGABYTES.whole} MB, and ${MOST_INSTALLED_MEGABYTES.withoutFfmpeg} MB without the ffmpeg`, async ({
    skip,
  }) => {
    skip(!FROM_REGISTRY, 'only CI installs it (FROM_REGISTRY=1)');
    if (lacking !== undefined) skip(lacking);
    const whole = await megabytesIn(join(folder, 'node_modules'));
    expect(whole).toBeLessThanOrEqual(MOST_INSTALLED_MEGABYTES.whole);
    const light = join(folder, 'light');
    await mkdir(light);
    await writeFile(join(light, 'package.json'), '{ "name": "light", "private": true }');
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--omit=optional', `../${packed.filename}`];
    expect(npm(args, light).status).toBe(0);
    const without = await megabytesIn(join(light, 'node_modules'));
    expect(without).toBeLessThanOrEqual(MOST_INSTALLED_MEGABYTES.withoutFfmpeg);
    // ffmpeg causes most of the difference.
    expect(whole - without).toBeGreaterThan(30);
    const page = await readFile(join(ROOT, 'docs', 'install.md'), 'utf8');
    const [, said] = / packages and needs (\d+) MB/.exec(page) ?? [];
    expect(Math.abs(Number(said) - whole)).toBeLessThan(3);
  });

  test('npx --no-install standin serve --json --port 0 answers', async ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const server = spawn(...standin('serve', '--json', '--port', '0'), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { url, pid } = JSON.parse(line.toString()) as { url: string; pid: number };
    const headers = { authorization: 'Bearer sk_standin_installed' };
    expect((await fetch(`${url}/v1/videos/x`, { headers })).status).toBe(404);
    process.kill(pid);
    await once(server, 'exit');
  });

  // With a private registry, a company publishes the package under its own scope, which belongs to it alone.
  test('under the name of a scope it works as well', async ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const own = join(folder, 'node_modules', 'standin');
    const scoped = join(folder, 'node_modules', '@you', 'standin');
    await mkdir(dirname(scoped));
    await rename(own, scoped);
    const file = join(scoped, 'package.json');
    const written = await readFile(file, 'utf8');
    try {
      await writeFile(file, written.replace('"name": "standin"', '"name": "@you/standin"'));
      const command = [join(scoped, 'dist', 'bin', 'standin.js'), 'scenarios', 'poll_404_once'];
      expect(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout).toContain('poll_404_once');
      expect(namesExporting(['@you/standin', '@you/standin/testing', '@you/standin/conformance'])).toHaveLength(4);
    } finally {
      await writeFile(file, written);
      await rename(scoped, own);
    }
  });

  // Creates, downloads and reads a clip, because the kit and the emulator load some modules only for that.
  test('npx --no-install standin conformance judges a clip', ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const kit = `${npx}standin conformance $STANDIN_URL --profile standin --no-journal --json --only "content.every-clip.*"`;
    const { status, stdout } = spawnSync(...standin('exec', '--latency', 'instant', '--', 'sh', '-c', kit), {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const { results } = JSON.parse(stdout) as { results: { verdict: string; reason?: string }[] };
    expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-fault')).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(5);
    expect(status).toBe(0);
  });

  test('npx --no-install standin openapi --yaml prints the document', ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const { stdout } = spawnSync(...standin('openapi', '--yaml'), { cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(/^openapi: 3\.1/);
  });

  // `standin/vitest` imports vitest, which an empty project does not have. packaging.test.ts imports it.
  const inTurn = modules.filter((name) => name !== 'standin/vitest');
  // In CI, each import runs in its own process. Locally, all run in one process.
  let together: readonly string[] | undefined;
  test.for(inTurn)('import of %s works', (name, { skip }) => {
    if (lacking !== undefined) skip(lacking);
    const exporting = FROM_REGISTRY ? namesExporting([name]) : (together ??= namesExporting(inTurn));
    expect(exporting).toContain(name);
  });

  /** Returns the output of a compiler for an empty program, without skipLibCheck, with the DOM and without it. */
  async function saidOfNothing(compiler: readonly string[]): Promise<string[]> {
    await writeFile(join(folder, 'empty.ts'), 'export const nothing: number = 1;\n');
    return ['es2023', 'es2023,dom'].map((lib) => {
      const args = [...compiler, 'empty.ts', '--noEmit', '--strict', '--module', 'nodenext', '--lib', lib];
      return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
    });
  }

  test.skipIf(onOtherNode)('an empty program compiles', async ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await saidOfNothing([tsc, '--ignoreConfig'])).toEqual(['', '']);
  });

  // TypeScript 5 loads the types of all packages in @types, even for files that import nothing.
  test.skipIf(onOtherNode)('an empty program compiles with TypeScript 5, too', async ({ skip }) => {
    skip(!FROM_REGISTRY, 'only CI does that, for eight seconds of a processor (FROM_REGISTRY=1)');
    if (lacking !== undefined) skip(lacking);
    // The workspace that generates types from the OpenAPI document has it.
    const tsc = join(ROOT, 'test', 'openapi-types', 'node_modules', 'typescript', 'lib', 'tsc.js');
    expect(await saidOfNothing([tsc])).toEqual(['', '']);
  });

  test.skipIf(onOtherNode)(
    'a CommonJS file that imports it compiles with module node20 and nodenext, and not with node16',
    async ({ skip }) => {
      if (lacking !== undefined) skip(lacking);
      await writeFile(join(folder, 'uses.cts'), "import { useStandin } from 'standin/testing';\nuseStandin();\n");
      const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
      const options = ['--strict', '--noEmit', '--skipLibCheck', '--ignoreConfig', '--types', 'node'];
      const said = ['node16', 'node20', 'nodenext'].map((module) => {
        const args = ['uses.cts', ...options, '--typeRoots', join(ROOT, 'node_modules', '@types'), '--module', module];
        return spawnSync(tsc, args, { cwd: folder, encoding: 'utf8' }).stdout;
      });
      expect(said).toEqual([expect.stringContaining('error TS1479'), '', '']);
      const page = await readFile(join(ROOT, 'docs', 'testing.md'), 'utf8');
      expect(page).toMatch(/TS1479[^]+"module"` to `"node20"` or\s`"nodenext"`/);
    },
  );

  test.skipIf(onOtherNode)('a program that uses all entries but standin/msw compiles without msw', async ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    await writeFile(join(folder, 'uses.ts'), usesOf(modules.filter((name) => name !== 'standin/msw')));
    expect(compile('uses.ts')).toEqual([0, '']);
  });

  test('each optional package that is missing is named with the command that installs it', ({ skip }) => {
    if (lacking !== undefined) skip(lacking);
    const importing = (program: string): string => {
      const { stdout } = run(process.execPath, ['--input-type=module', '-e', program]);
      return stdout.trim();
    };
    const message = '.catch(({ message }) => console.log(message))';
    expect(
      importing(`import('standin/msw').then(({ videoHandlers }) => videoHandlers({ baseUrl: 'http://a' }))${message}`),
    ).toBe('standin/msw needs the package msw, version 2.15 or newer: run npm install --save-dev msw.');
    expect(importing(`import('standin/vitest')${message}`)).toBe(
      'standin/vitest needs the package vitest, version 3 or newer: run npm install --save-dev vitest.',
    );
    const serve = (...args: string[]): string => run(...standin('serve', '--port', '0', ...args)).stderr;
    expect(serve('--store', 'redis://127.0.0.1:1')).toContain(
      'needs the package @redis/client, which is not installed. Run npm install @redis/client.',
    );
    expect(serve('--data', 'data')).toMatch(
      /needs the package classic-level, [^.]*: run npm install classic-level[, ]/,
    );
  });

  describe.each([
    ['MSW 2', 'msw'],
    ['MSW 3', 'msw3'],
  ])('beside %s', (_, name) => {
    const msw = (): string => join(folder, 'node_modules', 'msw');
    beforeAll(() => symlink(join(ROOT, 'node_modules', name), msw(), 'junction'));
    afterAll(() => rm(msw()));

    test.skipIf(onOtherNode)(
      'programs that use standin/msw compile, and one that misuses it does not',
      async ({ skip }) => {
        if (lacking !== undefined) skip(lacking);
        await writeFile(join(folder, 'uses.ts'), usesOf(modules) + USES_OF_MSW);
        await writeFile(join(folder, 'server.ts'), MSW_PROGRAM);
        expect(compile('uses.ts', 'server.ts')).toEqual([0, '']);
      },
    );

    test.skipIf(name === 'msw3' && !CAN_RUN_MSW_3)(
      'a server with the handlers answers and closes',
      async ({ skip }) => {
        if (lacking !== undefined) skip(lacking);
        await writeFile(join(folder, 'server.js'), MSW_PROGRAM);
        expect(run(process.execPath, ['server.js'])).toMatchObject({ status: 0, stdout: '404\n', stderr: '' });
      },
    );
  });

  function run(program: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  }

  /** Returns the status of the compiler and its output. */
  function compile(...files: readonly string[]): [status: number | null, output: string] {
    const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--noEmit'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { status, stdout } = run(tsc, [...files, ...options, ...types, '--ignoreConfig']);
    return [status, stdout];
  }
});

/** Returns the sum of the sizes of all files, in megabytes. */
async function megabytesIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

/** Returns the entries that can be imported in sequence and export something. */
function namesExporting(names: readonly string[]): string[] {
  const program = `for (const name of ${JSON.stringify(names)})
    if (Object.keys(await import(name)).length > 0) console.log(name);`;
  const args = ['--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).split('\n');
}

const usesOf = (entries: readonly string[]): string => `
${entries.map((name, at) => `import * as entry${at} from '${name}';`).join('\n')}
import { createEmulator } from 'standin';

export const entries = [${entries.map((_, at) => `entry${at}`).join(', ')}];
export const answer: Promise<Response> = createEmulator({ latency: 'instant' }).fetch(new Request('http://x/v1/videos'));
// @ts-expect-error: a number is not a clock
createEmulator({ clock: 60 });
`;

const USES_OF_MSW = `
import { videoHandlers } from 'standin/msw';
export const count: number = videoHandlers({ baseUrl: 'https://api.example.com' }).length;
// @ts-expect-error: a handler needs a base URL
videoHandlers({ latency: 'instant' });
`;

const MSW_PROGRAM = `
import { setupServer } from 'msw/node';
import { videoHandlers } from 'standin/msw';

const server = setupServer(...videoHandlers({ baseUrl: 'https://api.example.com', latency: 'instant' }));
server.listen();
server.use(...videoHandlers({ baseUrl: 'https://other.example.com' }));
const headers = { authorization: 'Bearer sk_standin_one' };
console.log((await fetch('https://api.example.com/v1/videos/x', { headers })).status);
server.resetHandlers();
server.close();
`;
