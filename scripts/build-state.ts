/** Records the last build, to detect whether `dist/` matches the sources. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the hash of the last build: its sources, its settings and its output. */
const LAST = join('.cache', 'build');
const OF = ['bin', 'conformance', 'contract', 'emulator', 'fixtures', 'lib', 'audition', 'proxy'];
const SETTINGS = [
  'scripts/build.ts',
  'scripts/build-state.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Reports whether neither the sources nor `dist/` have changed since the last build. */
export function isBuilt(): boolean {
  return existsSync(LAST) && readFileSync(LAST, 'utf8') === state();
}

/** Forgets the last build. `isBuilt` then returns false until `noteBuild` is called. */
export function forgetBuild(): void {
  rmSync(LAST, { force: true });
}

/** Notes that `dist/` now matches the sources. */
export function noteBuild(): void {
  writeFileSync(LAST, state());
}

/** Returns all files in a folder and its subfolders, sorted. Returns no files if the folder is missing. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** Returns a hash of files and their names. */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(path)).update('\n');
  return hash.digest('hex');
}

/** Returns a hash of all files in the source folders and in `dist/`, and of the settings of the build. */
function state(): string {
  return digestOf([...SETTINGS, ...[...OF, 'dist'].flatMap((folder) => filesIn(folder))]);
}
