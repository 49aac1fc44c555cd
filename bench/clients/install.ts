/** Installs the drivers and the clients that they need in a temporary folder. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PublishedClient } from './catalog.ts';

const MANIFEST = fileURLToPath(new URL('package.json', import.meta.url));
const DRIVERS = fileURLToPath(new URL('../../docs/examples/clients/published', import.meta.url));
const NPM_FLAGS = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--ignore-scripts'];

/** Returns the folder with drivers and packages. The next run uses the same packages. */
export function installClients(): string {
  const manifest = readFileSync(MANIFEST, 'utf8');
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), 'standin-clients', version);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    execFileSync('npm', ['install', ...NPM_FLAGS], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(done, '');
  }
  cpSync(DRIVERS, folder, { recursive: true });
  return folder;
}

/** Returns the current versions of a client, such as `axios 1.21.1, axios-retry 4.5.0`, or why it is missing. */
export function versionOf(
  { name, from }: PublishedClient,
  folder: string,
): { readonly version: string } | { readonly missing: string } {
  if ('program' in from) return programVersion(from.program, from.tell);
  if (from.length === 0) return { version: `${name} of Node ${process.versions.node}` };
  const found = from.map((packageName) => manifestOf(packageName, folder));
  const tooNew = found.find(({ engines }) => !runsHere(engines?.node));
  if (tooNew !== undefined) {
    return { missing: `${tooNew.name} ${tooNew.version} needs Node ${tooNew.engines?.node ?? ''}` };
  }
  return { version: found.map((one) => `${one.name} ${one.version}`).join(', ') };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

function manifestOf(packageName: string, folder: string): Manifest {
  const path = join(folder, 'node_modules', packageName, 'package.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Reports whether this Node has at least the major version in `engines`. */
function runsHere(range = '>=0'): boolean {
  return Number(process.versions.node.split('.')[0]) >= Number(/\d+/.exec(range)?.[0] ?? 0);
}

function programVersion(program: string, tell: string): { readonly version: string } | { readonly missing: string } {
  try {
    const said = execFileSync(program, [tell], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return { version: `${program} ${/\d+(\.\d+)+/.exec(said)?.[0] ?? 'of an unknown version'}` };
  } catch {
    return { missing: `there is no ${program} here` };
  }
}
