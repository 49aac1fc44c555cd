/** Installs the peers' packages in a temporary folder, which the next run uses again. */

import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Peer } from './peer.ts';

const run = promisify(execFile);
const NPM_FLAGS = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--save-exact'];
/** The environment that prevents binary downloads and usage reports. */
const QUIET = { SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
const LONGEST_INSTALL_MS = 180_000;

/** The folder of the peers. Delete it to install them again. */
const PEERS_FOLDER = join(tmpdir(), 'standin-peers');

/** Returns the peer's folder with its packages. */
export async function install({ name, packages, needs }: Peer): Promise<string> {
  if (needs !== undefined) await run(needs, ['-version']).catch(() => fail(`${needs} is not on the PATH`));
  const versions = packages.map((spec) => spec.slice(spec.lastIndexOf('@') + 1)).join('-');
  const folder = join(PEERS_FOLDER, `${name.replaceAll(/\W+/g, '-')}-${versions}`);
  const done = join(folder, 'installed');
  if (await exists(done)) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  if (packages.length > 0) {
    const options = { cwd: folder, env: { ...process.env, ...QUIET }, timeout: LONGEST_INSTALL_MS };
    await run('npm', ['install', ...NPM_FLAGS, ...packages], options).catch(() => fail('npm cannot install it'));
  }
  await writeFile(done, '');
  return folder;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function fail(reason: string): never {
  throw new Error(reason);
}
