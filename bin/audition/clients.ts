/** Converts the command line of an audition to the drivers of its clients. */

import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import type * as audition from '../../audition/index.ts';
import type { NamedClient } from '../../audition/index.ts';
import { pathInRepository } from '../named-files.ts';
import { shellWord, UsageError } from '../terminal.ts';

export interface ClientFlags {
  readonly client?: readonly string[];
  readonly lines?: boolean;
  readonly cwd?: string;
}

/** Returns the clients of a command line. */
export function clientsOf(
  { linesDriver, processDriver }: typeof audition,
  words: readonly string[],
  { client = [], lines = false, cwd }: ClientFlags,
): NamedClient[] {
  const named = client.map(readNamed);
  if (words.length > 0) named.unshift({ name: nameOf(words), words });
  if (named.length === 0) {
    throw new UsageError('no client: give its start command after --, as in: standin audition -- node my-client.mjs');
  }
  return named.map(({ name, words: given }) => {
    const folder = cwd === undefined ? undefined : resolve(cwd);
    requireFile(given, folder);
    const command = withLoader(given.map(absolute));
    const flags = [...(lines ? ['--lines'] : []), ...(cwd === undefined ? [] : ['--cwd', cwd])];
    const [file] = given.flatMap((word) => (isPath(word) ? (pathInRepository(word) ?? []) : []));
    return {
      name,
      command: [...flags, '--', ...given].map(shellWord).join(' '),
      file,
      drive: (root) => (lines ? linesDriver(command, folder ?? root) : processDriver(command, folder)),
    };
  });
}

interface Words {
  readonly name: string;
  readonly words: readonly string[];
}

function readNamed(text: string): Words {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0)).trim();
  const words = splitWords(text.slice(at + 1));
  if (name === '' || words.length === 0) {
    throw new UsageError(
      `--client must be <name>=<command>, such as --client "mine=node my-client.mjs", not "${text}"`,
    );
  }
  return { name, words };
}

/** Splits a text into words. Only quotes work as in a shell. */
function splitWords(text: string): string[] {
  const found = text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
  return Array.from(found, ([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** Returns the first argument with a file extension, or else the command, without its folders. */
function nameOf(words: readonly string[]): string {
  const file = words.find((word, index) => index > 0 && /\.\w+$/.test(word)) ?? words[0] ?? '';
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** Adds a loader to a TypeScript file that is not executable. */
function withLoader(command: readonly string[]): readonly string[] {
  const [file = ''] = command;
  if (!/\.[cm]?ts$/.test(file) || !existsSync(file) || isProgram(file)) return command;
  const loader = dirname(createRequire(import.meta.url).resolve('jiti/package.json'));
  return [process.execPath, join(loader, 'lib', 'jiti-cli.mjs'), ...command];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return process.platform !== 'win32';
  } catch {
    return false;
  }
}

const INTERPRETER = /(?:^|[\\/])(?:node|bun|tsx|jiti|python[\d.]*|ruby|bash|sh)(?:\.exe)?$/;
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|sh)$/;

/** Throws if the file of a driver is missing, because the driver would look like a crashing client. */
function requireFile([first = '', second = '']: readonly string[], folder: string | undefined): void {
  const file = INTERPRETER.test(first) ? second : first;
  const isPath = SOURCE.test(file) && !file.startsWith('-');
  const isThere = [process.cwd(), folder ?? '', ...pathFolders()].some((place) => existsSync(resolve(place, file)));
  if (isPath && !isThere) throw new UsageError(`${file}: no such file in ${folder ?? process.cwd()}`);
}

/** Returns the folders of PATH. */
function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter);
}

/** Makes the path of a file absolute, because a client runs in its own folder. */
function absolute(word: string): string {
  return isPath(word) ? resolve(word) : word;
}

function isPath(word: string): boolean {
  return !word.startsWith('-') && /[./\\]/.test(word) && existsSync(word);
}
