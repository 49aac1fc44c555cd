/** The project as the rules read it: the project on disk, or a project in memory with violations. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readModule } from './read-module.ts';
import type { Project } from './rule.ts';

/**
 * Folders and files that npm, the build, the tests and openapi-typescript write. The rules do not call Git, because a
 * machine that runs the tests may lack it.
 */
const MADE_BY_MACHINES = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache', 'schema.d.ts']);

/** Returns a project that contains only these files. The rules ignore the content of files other than TypeScript. */
export function projectOf(sources: Readonly<Record<string, string>>): Project {
  const files = Object.keys(sources);
  const modules = files.filter(isSource).map((path) => readModule(path, sources[path] ?? ''));
  return { files, modules };
}

/** Returns the project below a folder. */
export function projectAt(root: string): Project {
  const files = filesAt(root);
  const read = (path: string): string => (isSource(path) ? readFileSync(join(root, path), 'utf8') : '');
  return projectOf(Object.fromEntries(files.map((path) => [path, read(path)])));
}

/** Returns the path of every file below a folder. */
export function filesAt(root: string): string[] {
  return filesBelow(root, '');
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path);
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE_BY_MACHINES.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}
