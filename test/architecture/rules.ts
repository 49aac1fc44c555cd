/** The rules of the project: each rule reads all modules and returns its violations. */

import { CEILING_RULE } from './ceilings.ts';
import type { Import, Module } from './read-module.ts';
import { isTestFile, folderOf, FOLDERS, TOP_FOLDERS } from './folders.ts';
import type { Folder } from './folders.ts';
import type { Rule } from './rule.ts';
import { WORD_RULES } from './word-rules.ts';

/** Returns all rules. `seeded-violations.ts` contains at least one violation of each rule. */
export function rules(): Rule[] {
  return [...FOLDERS.map(importRule), ...CODE_RULES, CEILING_RULE, ...WORD_RULES];
}

function importRule(folder: Folder): Rule {
  return {
    id: `imports of ${folder.name}`,
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => folderOf(path) === folder && !isTestFile(path))
        .flatMap((module) => offending(module, (found) => !mayImport(folder, found))),
  };
}

function mayImport(folder: Folder, { what, target, typeOnly }: Import): boolean {
  if (target === undefined) return true; // the rule `computed-import` reports it
  if (what === 'node') return folder.node;
  if (what === 'package') return folder.packages.includes(target);
  const other = folderOf(target);
  if (other === folder) return true;
  const names = [target, ...(other === undefined ? [] : [other.name])];
  return names.some((name) => folder.imports.includes(name) || (typeOnly && folder.types?.includes(name) === true));
}

function offending({ path, imports }: Module, isWrong: (found: Import) => boolean): string[] {
  return imports.filter(isWrong).map(({ line, target, typeOnly }) => {
    return `${path}:${line} imports ${target ?? 'a computed module'}${typeOnly ? ' (type)' : ''}`;
  });
}

/** A test may import any tool and any part of its own side. The tests of the kit and of the emulator stay separate. */
const OTHER_SIDE: Readonly<Record<string, readonly string[]>> = {
  contract: ['emulator', 'conformance', 'audition', 'proxy', 'bin'],
  emulator: ['conformance', 'audition', 'proxy', 'bin'],
  conformance: ['emulator', 'audition', 'proxy', 'bin'],
  audition: ['proxy', 'bin'],
  proxy: ['audition', 'bin'],
  lib: ['contract', 'emulator', 'conformance', 'audition', 'proxy', 'bin'],
  fixtures: ['emulator', 'conformance', 'audition', 'proxy', 'bin'],
};

const SOCKETS = new Set(['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram']);
/** The folders that may open sockets: the server, and the clients. */
const SOCKET_FOLDERS = ['emulator/transport/', 'emulator/inputs/', 'proxy/upstream/', 'conformance/', 'bench/'];
/**
 * Benchmarks measure the published `dist/`. These files are exceptions: they draw comparison scenes and find ffmpeg.
 */
const YARDSTICKS = new Set(['bench/render/straight.ts', 'bench/render/ffmpegs.ts']);
const PURE_FOLDERS = new Set(['contract', 'emulator/domain']);
const IMPURE =
  /^(Date|Math\.(random|\*)|Math|(set|clear)(Timeout|Interval|Immediate)|queueMicrotask|process|performance|crypto|fetch|console|globalThis|global|Buffer|eval|Function|require)$/;
const LONGEST = 300;
/** A shorter file with only one user in its own folder belongs into the file of that user. */
const SHORTEST = 25;
/** The folders with unique base names and without short files. Public entries are all named `index.ts`. */
const SIDES_WITH_UNIQUE_NAMES = /^(emulator|lib|contract|proxy|bin)\//;
/** Folders whose files have the names of other things, such as sections of the API document. The panel is its own program. */
const NAMED_ALIKE = [
  'contract/requirements/',
  'emulator/control/routes/',
  'emulator/panel/',
  'emulator/store/durable/',
  'emulator/store/shared/',
  'bin/audition/',
  'bin/conformance/',
  'bin/proxy/',
];
/** TypeScript files directly in `emulator/`. */
const MOST_IN_ROOT = 5;

const CODE_RULES: readonly Rule[] = [
  {
    id: 'tests-keep-to-their-side',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => isTestFile(path) && !path.startsWith('conformance/prove/'))
        .flatMap((module) => offending(module, (found) => isAcross(module.path, found))),
  },
  {
    id: 'shipped-code-imports-no-tests',
    violations: ({ modules }) =>
      modules
        // Settings files at the root, docs/ and scripts/ are not shipped.
        .filter(({ path }) => !isTestFile(path) && path.includes('/') && !/^(docs|scripts)\//.test(path))
        .flatMap((module) => offending(module, ({ what, target }) => what === 'file' && isTestFile(target ?? ''))),
  },
  { id: 'no-cycles', violations: ({ modules }) => cyclesOf(modules.filter(({ path }) => !isTestFile(path))) },
  {
    id: 'computed-import',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => !isTestFile(path))
        .flatMap((module) => offending(module, ({ what }) => what === 'computed')),
  },
  {
    id: 'commands-load-late',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => folderOf(path)?.name === 'bin' && !isTestFile(path))
        .flatMap((module) => offending(module, (found) => isEagerIndex(found))),
  },
  {
    id: 'start-without-schemas',
    violations: ({ modules }) =>
      loadedWith(START, modules).flatMap((module) =>
        offending(module, ({ target, typeOnly, lazy }) => target === 'zod' && !typeOnly && !lazy),
      ),
  },
  {
    id: 'benchmarks-run-the-build',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => path.startsWith('bench/') && !isTestFile(path) && !YARDSTICKS.has(path))
        .flatMap((module) =>
          offending(module, ({ target = '', typeOnly }) => !typeOnly && /^(emulator|conformance|bin)\//.test(target)),
        ),
  },
  {
    id: 'sockets-only-in-transport',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => !isTestFile(path) && !SOCKET_FOLDERS.some((folder) => path.startsWith(folder)))
        .flatMap((module) => offending(module, ({ target, typeOnly }) => !typeOnly && SOCKETS.has(target ?? ''))),
  },
  {
    id: 'pure',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => !isTestFile(path) && PURE_FOLDERS.has(folderOf(path)?.name ?? ''))
        .flatMap(({ path, names }) =>
          names.filter(({ name }) => IMPURE.test(name)).map(({ name, line }) => `${path}:${line} uses ${name}`),
        ),
  },
  {
    id: 'every-file-has-a-folder',
    violations: ({ modules }) =>
      modules
        .map(({ path }) => path)
        .filter((path) => path.includes('/') && !/^(test|docs|scripts)\//.test(path) && folderOf(path) === undefined)
        .map((path) => `${path}:1 lies in a folder that the design does not know`),
  },
  {
    id: 'short-files',
    violations: ({ modules }) =>
      modules
        .filter(({ path, lines }) => lines > LONGEST && !isTestFile(path))
        .map(({ path, lines }) => `${path}:${LONGEST + 1} has ${lines} lines; split it by meaning`),
  },
  {
    id: 'base-names-once',
    violations: ({ modules }) => {
      const firsts = new Map<string, string>();
      return withUniqueNames(modules).flatMap(({ path }) => {
        const key = `${sideOf(path)}${baseOf(path)}`;
        const first = firsts.get(key) ?? path;
        firsts.set(key, first);
        return first === path ? [] : [`${path}:1 has the base name of ${first}; name it after its main export`];
      });
    },
  },
  {
    id: 'no-tiny-files',
    violations: ({ modules }) =>
      withUniqueNames(modules)
        .filter(({ lines }) => lines < SHORTEST)
        .flatMap(({ path, lines }) => {
          const users = modules.filter(
            (user) => !isTestFile(user.path) && user.imports.some((at) => at.target === path),
          );
          const [user] = users;
          if (user === undefined || users.length > 1 || folderOf(user.path) !== folderOf(path)) return [];
          return [`${path}:1 has ${lines} lines and one user; make it a part of ${user.path}`];
        }),
    subject: (violation) => violation.replace(/:1 .*/, ''),
  },
  {
    id: 'no-default-export',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => !/\.(config|d)\.ts$/.test(path))
        .flatMap(({ path, defaultExports }) => defaultExports.map((line) => `${path}:${line} has a default export`)),
  },
  {
    id: 'opening-comment',
    violations: ({ modules }) =>
      modules
        .filter(({ path, opensWithComment }) => !opensWithComment && !path.endsWith('.test.ts'))
        .map(({ path }) => `${path}:1 does not say what it is for`),
  },
  {
    id: 'known-top-folders',
    violations: ({ files }) =>
      topFoldersOf(files)
        .filter((folder) => !TOP_FOLDERS.includes(folder))
        .map((folder) => `${folder}:1 is not a folder of the design`),
  },
  {
    id: 'entries-only-in-the-root-of-the-emulator',
    violations: ({ modules }) =>
      modules
        .filter(({ path }) => /^emulator\/[^/]+\.ts$/.test(path) && !isTestFile(path))
        .slice(MOST_IN_ROOT)
        .map(({ path }) => `${path}:1 is one file too many there; put it into a folder`),
  },
  {
    id: 'shallow-folders-in-the-emulator',
    violations: ({ files }) =>
      files
        .filter((path) => /^emulator(\/[^/]+){4,}$/.test(path))
        .map((path) => `${path}:1 lies deeper than two folders below emulator/`),
  },
  {
    id: 'folders-have-readmes',
    violations: ({ files }) =>
      topFoldersOf(files)
        .filter((folder) => !folder.startsWith('.') && !files.includes(`${folder}/README.md`))
        .map((folder) => `${folder}:1 has no README.md`),
  },
];

function isAcross(path: string, { what, target = '' }: Import): boolean {
  const side = path.split('/')[0] ?? '';
  return what === 'file' && (OTHER_SIDE[side] ?? []).includes(target.split('/')[0] ?? '');
}

/** Returns the production files of folders in which each base name stands for one thing. */
function withUniqueNames(modules: readonly Module[]): Module[] {
  return modules.filter(
    ({ path }) => SIDES_WITH_UNIQUE_NAMES.test(path) && !isTestFile(path) && baseOf(path) !== 'index',
  );
}

/** The folder within which a base name is unique. */
function sideOf(path: string): string {
  return NAMED_ALIKE.find((folder) => path.startsWith(folder)) ?? `${path.split('/')[0]}/`;
}

function baseOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.tsx?$/, '');
}

/** `standin --version` must not wait for the engine. */
function isEagerIndex({ target = '', typeOnly, lazy }: Import): boolean {
  return (target.endsWith('/index.ts') || target === START) && !typeOnly && !lazy;
}

/** The file through which a command loads the emulator. */
const START = 'emulator/commands.ts';

/**
 * Returns the files that load together with a file: all its eager imports of values, and the imports of those files.
 */
function loadedWith(start: string, modules: readonly Module[]): Module[] {
  const paths = new Set([start]);
  const found: Module[] = [];
  for (const path of paths) {
    const module = modules.find((one) => one.path === path);
    if (module === undefined) continue;
    found.push(module);
    for (const { target = '', typeOnly, lazy } of module.imports) if (!typeOnly && !lazy) paths.add(target);
  }
  return found;
}

function topFoldersOf(files: readonly string[]): string[] {
  return [...new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))];
}

/**
 * Returns each cycle once, at the file where a walk in order of names enters it. Type imports count, because they
 * connect files as well.
 */
function cyclesOf(modules: readonly Module[]): string[] {
  const next = new Map(modules.map(({ path, imports }) => [path, imports.map(({ target = '' }) => target)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${path}:1 imports itself: ${[...trail.slice(start), path].join(' > ')}`);
    if (start >= 0 || done.has(path)) return;
    for (const target of next.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of [...next.keys()].toSorted()) visit(path, []);
  return found;
}
