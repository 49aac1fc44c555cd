/** Which tests other versions of Node have to run: all, but for those that load nothing which Node brings, and a few with a reason. */

import type { Module } from '../architecture/read-module.ts';
import { REASONS } from './on-one-node.ts';

/** What is the same in every version, as far as it is used here: hashes, paths, and files that are read or written whole. */
const SAME_EVERYWHERE = new Set(
  ['assert', 'crypto', 'fs', 'fs/promises', 'module', 'os', 'path', 'url', 'util'].map((name) => `node:${name}`),
);

/** Packages without a runtime of their own: they only compute. */
const COMPUTING = new Set(['vitest', 'zod', 'fast-check', 'yaml', 'oxc-parser', 'dejavu-fonts-ttf']);

/** What Node brings without an import, and versions of it differ in. */
const GLOBALS =
  /^(fetch|Request|Response|Headers|FormData|WebSocket|EventSource|\w*Stream|\w*StreamDefaultReader|AbortSignal|AbortController|Worker|MessageChannel|performance|structuredClone|queueMicrotask|set(Timeout|Interval|Immediate))$/;

/** The test files that run on every version, in order of their names. */
export function dependOnNode(modules: readonly Module[]): string[] {
  return testsIn(modules).filter((path) => REASONS[path] === undefined && whyItDepends(path, modules) !== undefined);
}

/** The first thing of Node's that a file loads, itself or by what it imports; undefined where there is none. */
export function whyItDepends(start: string, modules: readonly Module[]): string | undefined {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const reached = new Set([start]);
  for (const path of reached) {
    const module = byPath.get(path);
    // Data, or the build: whatever that does.
    if (module === undefined) {
      if (path.endsWith('.json')) continue;
      return `${path} is no source`;
    }
    const found = module.imports.filter(({ typeOnly }) => !typeOnly);
    const foreign = found.find(({ what, target = '' }) => what !== 'file' && !isHarmless(what, target));
    if (foreign !== undefined) return `${path} imports ${foreign.target ?? 'a computed module'}`;
    const global = module.names.find(({ name }) => GLOBALS.test(name));
    if (global !== undefined) return `${path} uses ${global.name}`;
    for (const { what, target = '' } of found) if (what === 'file') reached.add(target);
  }
  return undefined;
}

export function testsIn(modules: readonly Module[]): string[] {
  return modules
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('docs/'))
    .toSorted();
}

function isHarmless(what: string, target: string): boolean {
  return (what === 'node' && SAME_EVERYWHERE.has(target)) || (what === 'package' && COMPUTING.has(target));
}
