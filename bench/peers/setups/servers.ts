/** Copies our own servers to the folder with the pinned packages, so that they do not import the project's packages. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVERS = fileURLToPath(new URL('../servers/', import.meta.url));

/** Copies a server and the module that all servers share. Returns the path of the server's copy. */
export async function copyServer(name: string, folder: string): Promise<string> {
  for (const file of [name, 'generations.mjs']) await copyFile(join(SERVERS, file), join(folder, file));
  return join(folder, name);
}
