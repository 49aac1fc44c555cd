/** Finds the cache folder, which stores encoded parts of clips between runs. */

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';

/** The facts that determine the folder. A test can describe any machine. */
export interface CacheFolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/**
 * Returns `STANDIN_CACHE_FOLDER`, or else the folder `standin` in the system's cache folder.
 *
 * @example
 * cacheFolder({ env: process.env }); // '/home/ada/.cache/standin'
 */
export function cacheFolder({ env, platform = process.platform, home = homedir() }: CacheFolderOptions): string {
  return chosen(env['STANDIN_CACHE_FOLDER']) ?? join(cachesOf(env, platform, home), 'standin');
}

/** Creates the folder if necessary. Returns why it is not writable, or undefined if it is. */
export async function cacheProblem(folder: string): Promise<string | undefined> {
  const probe = join(folder, `probe-${randomUUID()}`);
  try {
    makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    return undefined;
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return `${folder} is not writable${why}`;
  }
}

function cachesOf(env: CacheFolderOptions['env'], platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return chosen(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local');
  return chosen(env['XDG_CACHE_HOME']) ?? join(home, '.cache');
}

/** Returns undefined for an empty variable, which counts as not set. */
function chosen(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
