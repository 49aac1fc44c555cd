/** Clips from earlier test runs, by the code that drew them. */

import { link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { digestOf, filesIn, isBuilt } from '../../scripts/build-state.ts';
import { FOLDERS } from '../architecture/folders.ts';

const FOLDER = join('.cache', 'clips');
const MOST_BYTES = 2 ** 29;
/** After this time, the run that made a folder is over, even if it was killed. */
const LIFE_MILLISECONDS = 24 * 3_600_000;

/**
 * Returns a digest of all code that decides the pictures, or undefined if `dist/` may draw differently. The other
 * inputs, from the prompt to the version of ffmpeg, are in the name of each file.
 */
export function drawingCode(): string | undefined {
  if (!isBuilt()) return undefined;
  const sources = foldersBehind('emulator/render').flatMap((folder) =>
    folder.endsWith('.ts') ? [folder] : filesIn(folder),
  );
  return digestOf(['package-lock.json', ...sources.filter((path) => !path.endsWith('.test.ts'))]);
}

/** Makes a new folder with the kept clips of this code. Other runs do not see changes in this folder. */
export async function folderWithKept(drawing: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const folder = resolve(await mkdtemp(join(FOLDER, 'run-')));
  await linkFiles(join(FOLDER, drawing), folder);
  return folder;
}

/** Keeps the clips of a run for later runs with the same code, and deletes the clips of other code. */
export async function keep(folder: string, drawing: string): Promise<void> {
  const kept = join(FOLDER, drawing);
  await linkFiles(folder, kept);
  const names = await readdir(FOLDER);
  const stale = await Promise.all(names.map(async (name) => name !== drawing && (await isOver(join(FOLDER, name)))));
  const gone = names.filter((_, at) => stale[at]);
  if ((await bytesIn(kept)) > MOST_BYTES) gone.push(drawing);
  await Promise.all(gone.map((name) => rm(join(FOLDER, name), { recursive: true, force: true })));
}

/** Returns a folder and all folders that it may import, by the import rules. */
function foldersBehind(name: string): string[] {
  const found = new Set([name]);
  for (const one of found) {
    const { imports = [] } = FOLDERS.find((folder) => folder.name === one) ?? {};
    for (const other of imports) found.add(other);
  }
  return [...found];
}

/** Links files. A file that cannot be linked is encoded again. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const path of filesIn(join(from, 'clips')).filter((name) => !name.includes('drafts'))) {
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await link(path, target).catch(() => undefined);
  }
}

/** Matches folders of other code, and folders of runs that were killed. */
async function isOver(path: string): Promise<boolean> {
  if (!path.startsWith(join(FOLDER, 'run-'))) return true;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > LIFE_MILLISECONDS;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(filesIn(folder).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
