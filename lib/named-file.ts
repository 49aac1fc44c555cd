/** Reads files that a user names, up to a limit. Pipes and devices are rejected, because they may have no end. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync, type Stats } from 'node:fs';
import { FileError, toFileError } from './file-error.ts';
import { LARGEST_MEBIBYTES } from './largest-files.ts';

const MEBIBYTE = 1_048_576;
/** The maximum nesting of JSON, the same as for bodies of the control API. */
export const DEEPEST = 64;

/** Reads the bytes of a file. */
export function readNamedFile(path: string, mostMebibytes: number): Buffer {
  mustBeReadable(path, mostMebibytes);
  return asFileError(() => readFileSync(path));
}

/** Reads text in UTF-8, without its byte order mark. */
export function readNamedText(path: string, mostMebibytes: number): string {
  const bytes = readNamedFile(path, mostMebibytes);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw new FileError('it is in UTF-16; save it as UTF-8');
  if (!isUtf8(bytes)) throw new FileError('it is not in UTF-8; save it as UTF-8');
  return asFileError(() => new TextDecoder().decode(bytes));
}

/** Reads JSON. Values that are nested too deep are rejected. */
export function readNamedJson(path: string, mostMebibytes: number): unknown {
  const text = readNamedText(path, mostMebibytes);
  const value = parsed(text);
  if (isDeep(value)) throw new FileError(`it must not be nested more than ${DEEPEST} levels deep`);
  return value;
}

/** Parses JSON. Node's messages lack the line in some versions, and hints about comments in all versions. */
function parsed(text: string): unknown {
  if (text.trim() === '') throw new FileError('it is empty; it must be JSON');
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isRelaxed = /^\s*(?:\/\/|\/\*)|,\s*[\]}]/m.test(text);
    const hint = isRelaxed ? '; JSON allows neither comments nor a comma before a closing bracket' : '';
    throw new FileError(`it is not valid JSON${placeOf(cause, text)}${hint}`, { cause });
  }
}

/** Returns the line and column of an error, from the position at the end of Node's message. */
function placeOf(cause: unknown, text: string): string {
  const position = / at position (\d+)/.exec(String(cause))?.[1];
  if (position === undefined) return /end of JSON input/.test(String(cause)) ? ': the text ends too early' : '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

/** Rejects files that a module loader would not finish reading. The loader handles missing files and folders. */
export function mustBeLoadable(path: string): void {
  mustBeReadable(path, LARGEST_MEBIBYTES.module);
}

/** Rejects pipes, devices and folders. A missing file is allowed. */
export function mustBeRegular(path: string): void {
  const facts = factsOf(path);
  if (facts !== undefined) mustBeFile(facts);
}

function mustBeFile(facts: Stats): void {
  if (!facts.isFile()) throw new FileError('it must be a file');
}

function factsOf(path: string): Stats | undefined {
  return asFileError(() => statSync(path, { throwIfNoEntry: false }));
}

function mustBeReadable(path: string, mostMebibytes: number): void {
  const facts = factsOf(path);
  if (facts === undefined || facts.isDirectory()) return;
  mustBeFile(facts);
  if (facts.size > mostMebibytes * MEBIBYTE) throw new FileError(`it is longer than ${mostMebibytes} MiB`);
}

function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === DEEPEST) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function asFileError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw toFileError(cause);
  }
}
