/** Which clients are judged: words of the command line become drivers. */

import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import type * as audition from '../../audition/index.ts';
import type { NamedClient } from '../../audition/index.ts';
import { UsageError } from '../usage-error.ts';

export interface ClientFlags {
  readonly client?: readonly string[];
  readonly lines?: boolean;
  readonly cwd?: string;
}

/** The clients of a command line. */
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
    refuseMissing(given, folder);
    const command = withLoader(given.map(absolute));
    return {
      name,
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

/** Words as in a shell, with quotes, and nothing else of a shell. */
function splitWords(text: string): string[] {
  const found = text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
  return Array.from(found, ([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The last word that names a file without its ending, or else the command. */
function nameOf(words: readonly string[]): string {
  const file = words.find((word, index) => index > 0 && /\.\w+$/.test(word)) ?? words[0] ?? '';
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** Node runs a TypeScript file that is not executable, with the loader of this package. */
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

/** A driver whose file is missing would look like a client that crashes. */
function refuseMissing([first = '', second = '']: readonly string[], folder: string | undefined): void {
  const file = INTERPRETER.test(first) ? second : first;
  const isPath = SOURCE.test(file) && !file.startsWith('-');
  const isThere = [process.cwd(), folder ?? '', ...pathFolders()].some((place) => existsSync(resolve(place, file)));
  if (isPath && !isThere) throw new UsageError(`${file}: no such file in ${folder ?? process.cwd()}`);
}

/** Where a shell looks for programs. */
function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter);
}

/** A client runs in a folder of its own, where the path of its file would lead nowhere. */
function absolute(word: string): string {
  const isPath = !word.startsWith('-') && /[./\\]/.test(word) && existsSync(word);
  return isPath ? resolve(word) : word;
}
