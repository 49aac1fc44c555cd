/** What can be said of a data folder without opening it. */

import { access, constants, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemProblem } from './data-folder-error.ts';
import { MIGRATIONS, readMarker } from './format.ts';
import { loadEngine } from './record-table.ts';

/** One sentence about a folder that can be used; a DataFolderError says why another one cannot. Nothing is changed. */
export async function describeDataFolder(given: string): Promise<string> {
  const path = resolve(given);
  await loadEngine();
  try {
    const format = await readMarker(path, MIGRATIONS.length + 1);
    if (format === undefined) return `${path} is made or taken with the first start`;
    await access(path, constants.W_OK);
    await readdir(path);
    return `${path} has data of format ${format} and can be written`;
  } catch (cause) {
    throw systemProblem(path, cause) ?? cause;
  }
}
