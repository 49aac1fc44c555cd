/** Makes a folder like the project of a user who installed the package. It links `standin` and its dependencies. */

import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/run.ts';

export interface LinkedProject {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
};

/** Makes the folder without network access. */
export async function linkProject(): Promise<LinkedProject> {
  // The real path without links, because some tools know a file only by its real path.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'standin-user-')));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '.bin' && name !== 'standin') await link(join(ROOT, 'node_modules', name), join(modules, name));
  }
  await link(ROOT, join(modules, 'standin'));
  await linkCommands(join(modules, '.bin'));
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

async function linkCommands(folder: string): Promise<void> {
  await mkdir(folder);
  const own = join(ROOT, 'node_modules', '.bin');
  for (const name of await readdir(own)) {
    if (name !== 'standin') await symlink(join(own, name), join(folder, name));
  }
  const command = `#!/bin/sh\nexec node ${JSON.stringify(join(ROOT, 'dist', 'bin', 'standin.js'))} "$@"\n`;
  await writeFile(join(folder, 'standin'), command, { mode: 0o755 });
  // npm needs two seconds of CPU time to find a command that is already here. install.test.ts runs the real npx.
  await rm(join(folder, 'npx'), { force: true });
  await writeFile(join(folder, 'npx'), '#!/bin/sh\n[ "$1" = --no-install ] && shift\nexec "$@"\n', { mode: 0o755 });
}

function link(target: string, path: string): Promise<void> {
  return symlink(target, path, 'junction');
}
