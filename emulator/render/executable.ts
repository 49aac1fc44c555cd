/** Whether a file may be run, and what is done about it when it came with a package of ours. */

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

/** npm may skip the install script that makes the binary executable; then it is made so here, or a copy of it is. */
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
