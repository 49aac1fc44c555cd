/** The files that npm publishes, and the lockfile for `npm ci` on other machines. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { scenarioNames } from '../../fixtures/scenario-files.ts';
import { missingPlatforms, readLockfile } from '../../scripts/lockfile.ts';
import { linksOf } from '../docs/links.ts';
import { ROOT, runNpm, runStandin } from '../support/run.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Files of the package that are read and not run. */
const READ =
  /^docs\/(.*\.md$|examples\/|images\/(?:frame\.jpg|panel-requests-light\.png)$)|^((?:AGENTS|CHANGELOG|CONTRIBUTING)\.md|Dockerfile|compose.*\.yaml)$|^emulator\/\w+\/README\.md$|^clients\/(?:go\/(?:go\.mod|(?!.*_test)\w+\.go)|python\/(?:pytest_standin\.py|pyproject\.toml))$/;

const foldersOf = (path: string): string[] => {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};
const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const manifest = JSON.parse(await text('package.json')) as Manifest;

// Two commands at once would clean `dist/` of each other. Only `npm test` runs a build just before this test.
test.skipIf(process.env['npm_lifecycle_event'] !== 'test')('a build that follows a build has nothing to do', () => {
  const build = join(ROOT, 'scripts', 'build.ts');
  expect(spawnSync('node_modules/.bin/jiti', [build, '--check'], { cwd: ROOT, shell: true }).status).toBe(0);
});

describe('the published package', () => {
  let folder: string;
  let tarball: string;
  let paths: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standin-packed-'));
    const { stdout } = await runNpm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    tarball = join(folder, filename);
    paths = files.map(({ path }) => path);
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  test('contains the build, the document and its text files, and no test', () => {
    const fonts = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono-Bold'].map((font) => `dist/fonts/${font}.ttf`);
    const papers = [
      ...fonts,
      'dist/LICENSES.md',
      'dist/panel/index.html',
      'dist/panel/panel.css',
      'LICENSE',
      'README.md',
      'contract/openapi.json',
      'fixtures/scenarios.json',
      'package.json',
      'standin.baseline.schema.json',
      'standin.config.schema.json',
      'standin.profile.schema.json',
      'standin.scenario.schema.json',
    ];
    expect(paths).toEqual(expect.arrayContaining([...papers, 'dist/bin/standin.js', 'dist/emulator/index.d.ts']));
    const others = paths.filter((path) => !papers.includes(path) && !READ.test(path));
    const scenarios = /^fixtures\/scenarios\/[a-z0-9_]+\.json$/;
    expect(others.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path) && !scenarios.test(path))).toEqual([]);
    expect(others.filter((path) => scenarios.test(path))).toHaveLength(scenarioNames().length);
    expect(others.filter((path) => /\.(test|suite)\.|\/testing\//.test(path))).toEqual([]);
  });

  // npm 11 prints a warning for each package with one of these scripts. The script `dependencies` builds a clone.
  test('has no script that npm would run at an install', () => {
    const { status, stdout } = spawnSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
    expect(status).toBe(0);
    const { scripts } = JSON.parse(stdout) as { readonly scripts: Readonly<Record<string, string>> };
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
    expect(scripts['dependencies']).toBe('npm run build');
  });

  test('has every page and file that README and the guides lead to', async () => {
    const packed = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
    const guides = [...packed].filter((path) => /^(README|docs\/.*)\.md$/.test(path));
    expect(guides).toEqual(expect.arrayContaining(['README.md', 'docs/install.md', 'docs/conformance/get.md']));
    const links = await Promise.all(
      guides.map(async (page) =>
        linksOf(await text(page)).map(({ path }) => (path === '' ? page : normalize(join(dirname(page), path)))),
      ),
    );
    expect([...new Set(links.flat())].filter((path) => !packed.has(path.replace(/\/$/, '')))).toEqual([]);
  });

  test('has nothing that publint warns of', async () => {
    const bytes = new Uint8Array(await readFile(tarball));
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, level: 'warning' });
    expect(messages).toEqual([]);
  });

  // npm does not install development dependencies of a package, so their code must be part of `dist/`.
  test('imports nothing but what it declares, itself and Node', async () => {
    const scripts = paths.filter((path) => /^dist\/(?!panel\/).*\.js$/.test(path));
    const found = (await Promise.all(scripts.map(async (path) => importsOf(await text(path))))).flat();
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    const declared = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    const packages = [...new Set(found)].filter((name) => !name.startsWith('node:'));
    expect(packages).toEqual(expect.arrayContaining(['commander', 'zod']));
    expect(packages.filter((name) => name !== 'standin' && !declared.has(name))).toEqual([]);
  });

  test('its command tells its version', async () => {
    expect(await runStandin(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
    Object.values(typeof target === 'string' ? { default: target } : target).map((path) => ({ name, path })),
  );

  test.each(entries)('the entry $name leads to $path, which exists', ({ path }) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test.each(entries.filter(({ path }) => path.endsWith('.js')))('the entry $name can be imported', async ({ path }) => {
    const names = Object.keys((await import(pathToFileURL(join(ROOT, path)).href)) as object);
    expect(names).not.toEqual([]);
    expect(names).not.toContain('default');
  });
});

/** Returns the packages that a module imports. It reads the syntax tree, because texts may contain programs. */
function importsOf(source: string): string[] {
  const { module } = parseSync('module.js', source);
  const literals = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, name] = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(start, end)) ?? [];
    return name === undefined ? [] : [name];
  });
  const names = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...literals];
  return names.filter((name) => !name.startsWith('.')).map(packageOf);
}

/** Returns the package of an import path: `zod` for `zod/v4/core`. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('package-lock.json', () => {
  test('names no host', async () => {
    expect((await text('package-lock.json')).match(/.*:\/\/.*/g)).toBeNull();
  });

  test('says where a package comes from for workspaces only', async () => {
    const { packages } = readLockfile(await text('package-lock.json'));
    const resolved = Object.values(packages).filter((entry) => entry.resolved !== undefined);
    expect(resolved.filter(({ link, resolved = '' }) => link !== true || !existsSync(join(ROOT, resolved)))).toEqual(
      [],
    );
  });

  test('holds every platform of every binary', async () => {
    expect(missingPlatforms(readLockfile(await text('package-lock.json')))).toEqual([]);
  });

  test('fits package.json: npm ci would take it, with no network and an empty cache', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'standin-cache-'));
    onTestFinished(() => rm(cache, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    const outcome = await runNpm(['ci', '--dry-run', '--offline', '--ignore-scripts', '--cache', cache]);
    expect(outcome).toMatchObject({ status: 0 });
  });
});
