/** Where encoded pieces of clips are kept between runs. */

import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the choice depends on, so that it can be told for any machine. */
export interface CacheSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/**
 * The folder that `STANDIN_CACHE_FOLDER` names, or else `standin` in the place that the system has for caches.
 *
 * @example
 * cacheFolder({ env: process.env }); // '/home/ada/.cache/standin'
 */
export function cacheFolder({ env, platform = process.platform, home = homedir() }: CacheSurroundings): string {
  return chosen(env['STANDIN_CACHE_FOLDER']) ?? join(cachesOf(env, platform, home), 'standin');
}

function cachesOf(env: CacheSurroundings['env'], platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return chosen(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local');
  return chosen(env['XDG_CACHE_HOME']) ?? join(home, '.cache');
}

/** An empty variable is no choice. */
function chosen(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
