/** The rules about words: unique names, no words that the glossary excludes, and comments that fit on a screen. */

import { ALL_TERMS, unusedWords } from './glossary.ts';
import type { Unused } from './glossary.ts';
import type { Export, Module } from './read-module.ts';
import { isTestFile } from './folders.ts';
import type { Rule } from './rule.ts';

/**
 * The two sides. Each has its own names, because the kit never imports the emulator: both may have a `JournalError`.
 */
const SIDES = ['emulator/', 'conformance/'];

/** The public entries, and the entry of commands. They re-export names from other files, for users. */
const ENTRIES = new Set([
  'emulator/index.ts',
  'emulator/commands.ts',
  'emulator/express/index.ts',
  'emulator/msw/index.ts',
  'emulator/test-helpers/index.ts',
  'conformance/index.ts',
  'conformance/vitest.ts',
]);

const WIDEST = 120;

type Named = Export & { readonly path: string };

export const WORD_RULES: readonly Rule[] = [
  {
    id: 'names-once',
    violations: ({ modules }) =>
      SIDES.flatMap((side) => namedTwice(modules.filter(({ path }) => path.startsWith(side)))),
    subject: (violation) => / exports (\S+),/.exec(violation)?.[1] ?? violation,
  },
  {
    id: 'words-in-names',
    violations: ({ modules }) => [
      ...exportsOf(modules).flatMap(({ path, line, name }) =>
        unusedIn(name, path).map((found) => `${path}:${line} exports ${name}, ${found}`),
      ),
      ...pathsOf(modules).flatMap((path) =>
        unusedIn(path.split('/').at(-1) ?? '', path).map((found) => `${path}:1 lies at ${path}, ${found}`),
      ),
    ],
    subject: (violation) => / (?:exports|lies at) (\S+),/.exec(violation)?.[1] ?? violation,
  },
  {
    id: 'types-at-home',
    violations: ({ modules }) =>
      exportsOf(modules).flatMap(({ path, line, name }) => {
        const { word, home } = ALL_TERMS.find(({ word }) => isNameOf(word, name)) ?? {};
        if (home === undefined || path === home || (home.endsWith('/') && path.startsWith(home))) return [];
        return [`${path}:${line} exports ${name}, but a ${word} is what ${home} says`];
      }),
    subject: (violation) => violation.replace(/:\d+ exports (\S+),.*/, ' $1'),
  },
  {
    id: 'comments-wrap',
    violations: ({ modules }) =>
      production(modules).flatMap(({ path, comments }) =>
        comments
          .filter(({ width, text }) => width > WIDEST && !/https?:\/\/\S{80}/.test(text))
          .map(({ line, width }) => `${path}:${line} has a comment up to column ${width}; wrap it at ${WIDEST}`),
      ),
    subject: pathIn,
  },
  {
    id: 'words-in-comments',
    violations: ({ modules }) =>
      production(modules).flatMap(({ path, comments }) =>
        comments.flatMap(({ text, line }) => saidIn(text, path).map((found) => `${path}:${line} says ${found}`)),
      ),
    subject: pathIn,
  },
];

function pathIn(violation: string): string {
  return violation.replace(/:\d+ .*/s, '');
}

function production(modules: readonly Module[]): Module[] {
  return modules.filter(({ path }) => SIDES.some((side) => path.startsWith(side)) && !isTestFile(path));
}

/** Returns the exports that a file declares, and its re-exports unless the file is an entry. */
function exportsOf(modules: readonly Module[]): Named[] {
  return modules
    .filter(({ path }) => SIDES.some((side) => path.startsWith(side)) && !/\.(test|suite)\.ts$/.test(path))
    .flatMap(({ path, exports }) =>
      exports.filter(({ handedOn }) => !handedOn || !ENTRIES.has(path)).map((found) => ({ ...found, path })),
    );
}

/** Returns names that are exported twice. A schema and its type share a name, and so do overloads of a function. */
function namedTwice(modules: readonly Module[]): string[] {
  const firsts = new Map<string, string>();
  return exportsOf(modules).flatMap(({ path, line, name }) => {
    const first = firsts.get(name) ?? path;
    firsts.set(name, first);
    return first === path ? [] : [`${path}:${line} exports ${name}, as ${first} does`];
  });
}

/** Returns files without their extensions, and the folders above them. */
function pathsOf(modules: readonly Module[]): string[] {
  const files = modules
    .map(({ path }) => path)
    .filter((path) => SIDES.some((side) => path.startsWith(side)))
    .map((path) => path.replace(/(\.rest)?(\.test|\.suite)?\.tsx?$/, ''));
  const all = files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')));
  return [...new Set(all)];
}

const UNUSED = unusedWords();

function isUnusedAt(path: string, { in: folders }: Unused): boolean {
  return folders === undefined || folders.some((folder) => `${path}/`.startsWith(folder));
}

function unusedIn(name: string, path: string): string[] {
  const words = wordsOf(name);
  return UNUSED.filter((unused) => isUnusedAt(path, unused))
    .filter(({ word, alone }) => (alone === true ? isSame(words, word.split(' ')) : holds(words, word.split(' '))))
    .map(({ word, instead }) => `and "${word}" is not a word of this project: say ${instead}`);
}

function saidIn(text: string, path: string): string[] {
  return UNUSED.filter((unused) => unused.inComments !== true && isUnusedAt(path, unused))
    .filter(({ word }) => new RegExp(`\\b${word.replaceAll(' ', '[ -]')}(s|es)?\\b`, 'i').test(text))
    .map(({ word, instead }) => `"${word}", which is not a word of this project: say ${instead}`);
}

/** Returns the words of a name, for example of `createFaultRegistry`, `REGISTRY_BYTES` and `fault-registry`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function holds(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, index) => isSame(words.slice(index, index + wanted.length), wanted));
}

/** Compares words, and ignores a plural at the end. */
function isSame(words: readonly string[], wanted: readonly string[]): boolean {
  const [said, meant] = [words.join(' '), wanted.join(' ')];
  return said === meant || said === `${meant}s` || said === `${meant}es`;
}

function isNameOf(word: string, name: string): boolean {
  return wordsOf(name).join(' ') === word && /^[A-Z][a-z]/.test(name);
}
