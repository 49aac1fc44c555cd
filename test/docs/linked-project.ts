/** A folder like that of a user who installed the package: `standin` and what this project has beside it, linked instead of installed. */

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

/** Makes the folder; nothing of it needs a network. */
export async function linkProject(): Promise<LinkedProject> {
  // Without links in its path: some tools know a file by its real path only.
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
  // npm takes two seconds of a processor to find a command that lies here. install.test.ts goes through the real one.
  await rm(join(folder, 'npx'), { force: true });
  await writeFile(join(folder, 'npx'), '#!/bin/sh\n[ "$1" = --no-install ] && shift\nexec "$@"\n', { mode: 0o755 });
}

function link(target: string, path: string): Promise<void> {
  return symlink(target, path, 'junction');
}
