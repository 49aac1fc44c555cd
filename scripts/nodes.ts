/**
 * `npm run test:nodes [version...] [--all | --short]`: runs `npm test` on each supported version of Node. With `--all`,
 * it also runs `npm run test:rest`. With `--short`, it runs only the tests of units, entry points and commands.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest supported version 20, and the newest version of each later line. */
const VERSIONS = ['20.19.0', '22', '24', '26'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A folder that all versions share, so that ffmpeg renders each clip only once. */
const clips = process.env['STANDIN_CACHE_FOLDER'] ?? emptyFolder();

const given = process.argv.slice(2);
const projects = given.includes('--all') ? [] : ['--project', 'unit', '--project', 'whole'];
const amount = given.includes('--short') ? 'short' : 'all';
const asked = given.filter((argument) => !argument.startsWith('--'));
const outcomes = (asked.length > 0 ? asked : VERSIONS).map(testOn);
console.log(`\n${outcomes.map(({ line }) => line).join('\n')}`);
const failures = outcomes.filter(({ passed }) => !passed).length;
console.log(`${outcomes.length - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function testOn(version: string): { readonly passed: boolean; readonly line: string } {
  const node = install(version);
  const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\n=== Node ${exact}`);
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  const { status } = spawnSync(node, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects], {
    cwd: ROOT,
    env: { ...process.env, PATH, STANDIN_CACHE_FOLDER: clips, OTHER_NODE: amount },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { passed: status === 0, line: `${status === 0 ? 'ok    ' : 'FAILED'} Node ${exact}` };
}

/** Installs the package with the binary for this machine, because the npm package `node` needs an install script. */
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
