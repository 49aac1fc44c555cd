/** The packed package in the project of a user. Its dependencies are links to this project, so it needs no registry. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { readLockfile } from '../../scripts/lockfile.ts';
import { ROOT } from './run.ts';

const COMMAND = join('dist', 'bin', 'standin.js');

/** Unpacks the tarball in the folder's `node_modules`, and puts its command where npm puts it. */
export async function unpackInto(folder: string, tarball: string): Promise<void> {
  const own = join(folder, 'node_modules', 'standin');
  await mkdir(own, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', own, '--strip-components', '1'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  for (const path of await broughtPackages()) await link(join(ROOT, path), join(folder, path));
  await chmod(join(own, COMMAND), 0o755);
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  await symlink(join('..', 'standin', COMMAND), join(folder, 'node_modules', '.bin', 'standin'));
}

/** Returns the folders of all dependencies that the lockfile lists for users, except packages of other platforms. */
async function broughtPackages(): Promise<string[]> {
  const { packages } = readLockfile(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const brought = Object.entries(packages).filter(
    ([, { dev, devOptional, peer, link: isWorkspace }]) => !(dev ?? devOptional ?? peer ?? isWorkspace ?? false),
  );
  return brought
    .map(([path]) => path)
    .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && existsSync(join(ROOT, path)));
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, 'junction');
}
