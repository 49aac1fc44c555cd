/** Clips that earlier runs of the tests encoded, by the code that drew them. */

import { link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { digestOf, filesIn, isBuilt } from '../../scripts/build-state.ts';
import { ROOMS } from '../architecture/rooms.ts';

const FOLDER = join('.cache', 'clips');
const MOST_BYTES = 2 ** 29;
/** Then the run that a folder was made for is over, whatever became of it. */
const LIFE_MILLISECONDS = 24 * 3_600_000;

/**
 * A digest of all code that decides what is drawn, or nothing where `dist/` may draw otherwise than the sources do. What
 * that code is told besides, from prompt to version of ffmpeg, is in the name of each file.
 */
export function drawingCode(): string | undefined {
  if (!isBuilt()) return undefined;
  const sources = roomsBehind('emulator/render').flatMap((room) => (room.endsWith('.ts') ? [room] : filesIn(room)));
  return digestOf(['package-lock.json', ...sources.filter((path) => !path.endsWith('.test.ts'))]);
}

/** A new folder that holds what is kept of this code. What a run does to its folder, no other run sees. */
export async function folderWithKept(drawing: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const folder = resolve(await mkdtemp(join(FOLDER, 'run-')));
  await linkFiles(join(FOLDER, drawing), folder);
  return folder;
}

/** Keeps what is in the folder of a run for the next runs of the same code, and nothing of any other code. */
export async function keep(folder: string, drawing: string): Promise<void> {
  const kept = join(FOLDER, drawing);
  await linkFiles(folder, kept);
  const names = await readdir(FOLDER);
  const stale = await Promise.all(names.map(async (name) => name !== drawing && (await isOver(join(FOLDER, name)))));
  const gone = names.filter((_, at) => stale[at]);
  if ((await bytesIn(kept)) > MOST_BYTES) gone.push(drawing);
  await Promise.all(gone.map((name) => rm(join(FOLDER, name), { recursive: true, force: true })));
}

/** A room and all that it may import, which the tests of the architecture hold it to. */
function roomsBehind(name: string): string[] {
  const found = new Set([name]);
  for (const one of found) {
    const { imports = [] } = ROOMS.find((room) => room.name === one) ?? {};
    for (const other of imports) found.add(other);
  }
  return [...found];
}

/** Where a file cannot be linked, it is encoded again. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const path of filesIn(join(from, 'clips')).filter((name) => !name.includes('drafts'))) {
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await link(path, target).catch(() => undefined);
  }
}

/** Of other code, or left behind by a run that was killed. */
async function isOver(path: string): Promise<boolean> {
  if (!path.startsWith(join(FOLDER, 'run-'))) return true;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > LIFE_MILLISECONDS;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(filesIn(folder).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
