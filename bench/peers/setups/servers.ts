/** Servers of our own stand beside the packages that they import, so that those are the pinned ones and not the project's. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVERS = fileURLToPath(new URL('../servers/', import.meta.url));

/** Copies a server, and what all of them share, into a folder; answers with the copy's path. */
export async function copyServer(name: string, folder: string): Promise<string> {
  for (const file of [name, 'generations.mjs']) await copyFile(join(SERVERS, file), join(folder, file));
  return join(folder, name);
}
