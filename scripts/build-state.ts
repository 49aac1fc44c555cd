/** What the last build was made of: whether `dist/` is what the sources give now. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the last build was made of, and what came of it. */
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

/** Whether neither sources nor `dist/` have changed since the last build. */
export function isBuilt(): boolean {
  return existsSync(LAST) && readFileSync(LAST, 'utf8') === state();
}

/** From here on there is no build, until one is noted. */
export function forgetBuild(): void {
  rmSync(LAST, { force: true });
}

/** `dist/` is now what the sources give. */
export function noteBuild(): void {
  writeFileSync(LAST, state());
}

/** All files in a folder and below it, in order; none where it is not there. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** A hash of files, with their names. */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(path)).update('\n');
  return hash.digest('hex');
}

/** A hash of all that is in some folders, and of the settings of the build. */
function state(): string {
  return digestOf([...SETTINGS, ...[...OF, 'dist'].flatMap((folder) => filesIn(folder))]);
}
