/**
 * `npm run test:nodes [version...]`: what depends on Node, on each version of it that we promise, brought by npm. With
 * `--in-turn` the versions share it: what matters most on each, of the rest each test on one of them.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { projectAt } from './architecture/project.ts';
import { dependOnNode } from './nodes/depends-on-node.ts';
import { partOf } from './nodes/in-turn.ts';

/** For 20 the oldest that `engines` allows: what holds there and on the newest of each later line holds between. */
const VERSIONS = ['20.19.0', '22', '24', '26'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What touches nothing of Node's says the same everywhere: `npm test` runs it, on the Node that is here. */
const TESTS = dependOnNode(projectAt(ROOT).modules);
/** All versions share their clips, which ffmpeg draws: in the folder that is named, or else in one of their own. */
const clips = process.env['STANDIN_CACHE_FOLDER'] ?? emptyFolder();

const given = process.argv.slice(2);
const inTurn = given.includes('--in-turn');
const asked = given.filter((argument) => argument !== '--in-turn');
const versions = asked.length > 0 ? asked : VERSIONS;
const outcomes = versions.map((version, place) =>
  testOn(version, inTurn ? partOf(TESTS, place, versions.length) : TESTS),
);
console.log(`\n${outcomes.map(({ says }) => says).join('\n')}`);
const failures = outcomes.filter(({ passed }) => !passed).length;
console.log(`${outcomes.length - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function testOn(version: string, tests: readonly string[]): { readonly passed: boolean; readonly says: string } {
  const node = install(version);
  const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\n=== Node ${exact}: ${tests.length} files of tests`);
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  const { status } = spawnSync(node, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...tests], {
    cwd: ROOT,
    env: { ...process.env, PATH, STANDIN_CACHE_FOLDER: clips, OTHER_NODE: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { passed: status === 0, says: `${status === 0 ? 'ok    ' : 'FAILED'} Node ${exact}` };
}

/**
 * The npm package `node` is only an install script that installs the package with the binary for this machine. Install
 * scripts may be switched off, so that package is installed by its own name.
 */
function install(version: string): string {
  const folder = join(ROOT, '.cache', 'nodes', version);
  const name = binaryPackage();
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...flags, '--prefix', `"${folder}"`, `${name}@${version}`], {
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return node;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-nodes-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function binaryPackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const family = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${family}-${platform}-${process.arch}`;
}
