/** Reads and writes the files that flags name. */

import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { plainLine } from '../conformance/text/safe-text.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { FileError, readNamedJson } from '../lib/named-file.ts';
import { UsageError, type Terminal } from './terminal.ts';

/** The exit status of a command if an output file, or standard output, could not be written. */
export const UNWRITTEN = 5;

export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Writes files and creates their folders. A failed write prints an error and does not stop the other writes. */
export function tryToWrite(files: readonly OutputFile[], { stderr }: Terminal): boolean {
  const written = files.map(({ path, text }) => {
    try {
      makeFolder(dirname(path));
      writeFileSync(path, text);
      return true;
    } catch (cause) {
      stderr.write(`${plainLine(`standin: ${path} could not be written: ${reasonOf(cause)}`)}\n`);
      return false;
    }
  });
  return written.every(Boolean);
}

/** Checks that files can be written, before the run. A new file is removed, because it could be mistaken for a report. */
export function mustBeWritable(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      makeFolder(dirname(path));
      if (!isNew(path)) closeSync(openSync(path, 'a'));
    } catch (cause) {
      throw new UsageError(`${path} cannot be written, so the run did not start: ${reasonOf(cause)}`);
    }
  }
}

/** Creates and removes a file. Returns false if it exists. */
function isNew(path: string): boolean {
  try {
    closeSync(openSync(path, 'ax'));
    rmSync(path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

interface FormatsOfReports<Format extends string> {
  readonly isFormat: (name: string) => name is Format;
  readonly formats: string;
}

/** Parses the value of `--report`, such as `json=a.json,junit=b.xml`. */
export function parseReports<Format extends string>(
  value: unknown,
  { isFormat, formats }: FormatsOfReports<Format>,
): { readonly format: Format; readonly path: string }[] {
  const parts = typeof value === 'string' ? value.split(',') : [];
  return parts.flatMap((part) => {
    if (part === '') return [];
    const at = part.indexOf('=');
    const format = part.slice(0, Math.max(0, at));
    const path = part.slice(at + 1);
    if (isFormat(format) && path !== '') return [{ format, path }];
    throw new UsageError(`--report: "${part}" is not format=file. The formats are ${formats}.`);
  });
}

/** Reads JSON and converts it. `problem` makes the message from the reason of a FileError. */
export function readJsonFile<Value>(
  path: string,
  convert: (json: unknown) => Value,
  problem: (reason: string) => string,
): Value {
  try {
    return convert(readNamedJson(path));
  } catch (cause) {
    throw cause instanceof FileError ? new UsageError(problem(cause.message)) : cause;
  }
}

/** Returns a JSON object. Throws a FileError for another value. */
export function objectIn(json: unknown): object {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new FileError('it is not a JSON object');
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Parsed<Value> = { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } };

/** Parses a list by a schema. Throws a FileError with the first problem and its entry. */
export function parsedBy<Value>(schema: { safeParse(json: unknown): Parsed<Value> }, json: unknown): Value {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  const [at, ...field] = path.map(String);
  throw new FileError(`${at === undefined ? '' : `entry ${Number(at) + 1}, `}${[...field, message].join(' ')}`);
}

/** Returns the path of a file in its repository, as SARIF needs it; undefined for a file outside of it. */
export function pathInRepository(path: string): string | undefined {
  const root = process.env['GITHUB_WORKSPACE'] ?? process.cwd();
  const inside = relative(root, resolve(path)).replaceAll('\\', '/');
  return /^(?:\.\.|\/|\w:|$)|node_modules/.test(inside) ? undefined : encodeURI(inside);
}
