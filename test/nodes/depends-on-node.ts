/** Which tests other versions of Node have to run: those that touch Node themselves, but for a few with a reason. */

import type { Module } from '../architecture/read-module.ts';
import { REASONS } from './on-one-node.ts';

/** What is the same in every version, as far as it is used here: hashes, paths, and files that are read or written whole. */
const SAME_EVERYWHERE = new Set(
  ['assert', 'crypto', 'events', 'fs', 'fs/promises', 'module', 'os', 'path', 'timers/promises', 'url', 'util'].map(
    (name) => `node:${name}`,
  ),
);

/** Packages without a runtime of their own: they only compute. */
const COMPUTING = new Set([
  'vitest',
  'zod',
  'fast-check',
  'yaml',
  'oxc-parser',
  'dejavu-fonts-ttf',
  'mediabunny',
  'ajv',
  'ajv-formats',
]);

/** What Node brings without an import, and versions of it differ in. */
const GLOBALS = /^(fetch|WebSocket|EventSource|\w*Stream|\w*StreamDefaultReader|Worker|MessageChannel)$/;

/** Tests, and what only tests load. */
const OF_TESTS = /^test\/|\/testing\/|\.(test|suite)\.ts$/;

/** The test files that run on every version, in order of their names. */
export function dependOnNode(modules: readonly Module[]): string[] {
  return testsIn(modules).filter((path) => REASONS[path] === undefined && whyItDepends(path, modules) !== undefined);
}

/**
 * The first thing of Node's that a test touches: itself, by the file that it stands beside, or by what only tests load.
 * What else it reaches through the code is touched by the tests of that code, and by those that go through the doors.
 */
export function whyItDepends(start: string, modules: readonly Module[]): string | undefined {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const subject = besideWhich(start, byPath);
  const reached = new Set(subject === undefined ? [start] : [start, subject]);
  for (const path of reached) {
    const module = byPath.get(path);
    // Data, or the build: whatever that does.
    if (module === undefined) {
      if (path.endsWith('.json')) continue;
      return `${path} is no source`;
    }
    const touched = whatItTouches(module);
    if (touched !== undefined) return `${path} ${touched}`;
    if (path === subject) continue;
    for (const target of filesOf(module)) if (OF_TESTS.test(target) || !byPath.has(target)) reached.add(target);
  }
  return undefined;
}

/** The first thing of Node's in a file. */
export function whatItTouches({ imports, names }: Module): string | undefined {
  const foreign = imports.find(
    ({ what, target = '', typeOnly }) => !typeOnly && what !== 'file' && !isHarmless(what, target),
  );
  if (foreign !== undefined) return `imports ${foreign.target ?? 'a computed module'}`;
  const global = names.find(({ name }) => GLOBALS.test(name));
  return global && `uses ${global.name}`;
}

/** All files that some files load, at once or later. */
export function loadedBy(paths: readonly string[], modules: readonly Module[]): Set<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const loaded = new Set(paths);
  for (const path of loaded) {
    const module = byPath.get(path);
    if (module !== undefined) for (const target of filesOf(module)) loaded.add(target);
  }
  return loaded;
}

function filesOf({ imports }: Module): string[] {
  return imports.flatMap(({ what, target, typeOnly }) => (what === 'file' && !typeOnly && target ? [target] : []));
}

export function testsIn(modules: readonly Module[]): string[] {
  return modules
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('docs/'))
    .toSorted();
}

/** The file that a test is named after: `a.ts` for `a.test.ts`, `a.whole.test.ts` and `a.odd-cases.test.ts`. */
function besideWhich(test: string, byPath: ReadonlyMap<string, Module>): string | undefined {
  const path = test.replace(/(\.[\w-]+)*\.test\.ts$/, '.ts');
  return byPath.has(path) ? path : undefined;
}

function isHarmless(what: string, target: string): boolean {
  return (what === 'node' && SAME_EVERYWHERE.has(target)) || (what === 'package' && COMPUTING.has(target));
}
