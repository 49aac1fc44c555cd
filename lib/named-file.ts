/** Reads files that a user names, up to a limit. Pipes and devices are rejected, because they may have no end. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync, type Stats } from 'node:fs';

/** The maximum sizes in MiB of the kinds of files. */
export const LARGEST_MEBIBYTES = {
  /** A certificate or its key. */
  certificate: 1,
  /** Settings, profiles, baselines, expectations, observed values. */
  settings: 16,
  /** A JavaScript or TypeScript file. */
  module: 16,
  font: 128,
  report: 256,
  /** A journal of the kit or a spend log of a proxy, with about 300 bytes per line. */
  journal: 256,
} as const;

type Kind = keyof typeof LARGEST_MEBIBYTES;

/** The reason why a file cannot be read, in words that fit into a sentence, for example `no such file`. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

const MEBIBYTE = 1_048_576;
/** The maximum nesting of JSON, the same as for bodies of the control API. */
export const DEEPEST = 64;

/** Reads the bytes of a file. */
export function readNamedFile(path: string, kind: Kind): Buffer {
  mustBeReadable(path, kind);
  return asFileError(() => readFileSync(path));
}

/** Reads text in UTF-8, without its byte order mark. */
export function readNamedText(path: string, kind: Kind): string {
  const bytes = readNamedFile(path, kind);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw new FileError('it is in UTF-16; save it as UTF-8');
  if (!isUtf8(bytes)) throw new FileError('it is not in UTF-8; save it as UTF-8');
  return asFileError(() => new TextDecoder().decode(bytes));
}

/** Reads JSON of the kind `settings`. Values that are nested too deep are rejected. */
export function readNamedJson(path: string): unknown {
  const value = parsed(readNamedText(path, 'settings'));
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
  mustBeReadable(path, 'module');
}

/** Rejects pipes, devices and folders. A missing file is allowed. */
export function mustBeRegular(path: string): void {
  if (factsOf(path)?.isFile() === false) throw new FileError('it must be a file');
}

/** Converts an error to a FileError. A FileError is returned unchanged. */
export function toFileError(cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  return new FileError(REASONS[code] ?? message, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link that points to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'no such file',
  ENOTDIR: 'a part of its path is not a folder',
  ENXIO: 'it is not a file',
  EPERM: 'permission denied',
  ERR_INVALID_ARG_VALUE: 'its name is not a valid file name',
};

function factsOf(path: string): Stats | undefined {
  return asFileError(() => statSync(path, { throwIfNoEntry: false }));
}

function mustBeReadable(path: string, kind: Kind): void {
  const facts = factsOf(path);
  if (facts === undefined || facts.isDirectory()) return;
  mustBeRegular(path);
  const most = LARGEST_MEBIBYTES[kind];
  if (facts.size > most * MEBIBYTE) throw new FileError(`it is longer than ${most} MiB`);
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
