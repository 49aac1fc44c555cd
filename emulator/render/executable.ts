/** Checks that a binary can be executed, and repairs the permission of binaries from npm packages. */

import { access, chmod, constants, copyFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Makes a binary executable, or an executable copy of it, because npm can skip the install script that does so. */
export async function makeExecutable(path: string, cacheFolder: string): Promise<string> {
  if (await isExecutable(path)) return path;
  const { size, mtimeMs } = await stat(path);
  try {
    await chmod(path, 0o755);
    return path;
  } catch {
    const copy = join(cacheFolder, 'bin', `ffmpeg-${size}-${Math.trunc(mtimeMs)}`);
    if (await isExecutable(copy)) return copy;
    makeFolder(dirname(copy));
    const draft = `${copy}.${process.pid}`;
    await copyFile(path, draft);
    await chmod(draft, 0o755);
    await rename(draft, copy);
    return copy;
  }
}
