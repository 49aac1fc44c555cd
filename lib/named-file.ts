/**
 * Reads files that a user names, up to a limit. A name may stand for an endless device, or for a pipe without a
 * writer.
 */

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { FileError, toFileError } from './file-error.ts';
import { LARGEST_MEBIBYTES } from './largest-files.ts';

const MEBIBYTE = 1_048_576;
const CHUNK = 65_536;
/** As deep as a body of the control API. */
export const DEEPEST = 64;

/** How long a pipe is waited for: for its writer, for its end, and between two looks. */
export const WRITER_MS = 5000;
export const END_MS = 60_000;
const LOOK_MS = 20;

/** The bytes of a file, or of a pipe. */
export function readNamedFile(path: string, mostMebibytes: number): Buffer {
  return asFileError(() => {
    // Without O_NONBLOCK the open of a pipe waits for a writer, and nothing else happens until then.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = fstatSync(file);
      mustBeWithin(facts, mostMebibytes);
      return Buffer.concat(chunksOf(file, facts.isFIFO(), mostMebibytes));
    } finally {
      closeSync(file);
    }
  });
}

/** The same as text in UTF-8, without its byte order mark. */
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

/** Parses a text. The messages of Node contain neither the line on all versions, nor a hint to comments. */
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

/** The line and the column, from the position that the message of Node ends with. */
function placeOf(cause: unknown, text: string): string {
  const position = / at position (\d+)/.exec(String(cause))?.[1];
  if (position === undefined) return /end of JSON input/.test(String(cause)) ? ': the text ends too early' : '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

/**
 * Refuses what a loader of modules would wait for, or read without an end. The loader handles missing files and
 * folders.
 */
export function mustBeLoadable(path: string): void {
  const facts = factsOf(path);
  if (facts === undefined || facts.isDirectory()) return;
  mustBeRegular(path);
  mustBeWithin(facts, LARGEST_MEBIBYTES.module);
}

/** Rejects pipes, devices and folders. A missing file may be created. */
export function mustBeRegular(path: string): void {
  if (factsOf(path)?.isFile() === false) throw new FileError('it must be a file');
}

function factsOf(path: string): Stats | undefined {
  return asFileError(() => statSync(path, { throwIfNoEntry: false }));
}

function mustBeWithin({ size }: Stats, mostMebibytes: number): void {
  if (size > mostMebibytes * MEBIBYTE) throw tooLong(mostMebibytes);
}

function chunksOf(file: number, isPipe: boolean, mostMebibytes: number): Buffer[] {
  const chunks: Buffer[] = [];
  const start = Date.now();
  let left = mostMebibytes * MEBIBYTE;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readNow(file, chunk);
    if (length === 0 && !(isPipe && chunks.length === 0)) return chunks;
    if (length === 0 || length === undefined) {
      wait(start, length === 0);
      continue;
    }
    left -= length;
    if (left < 0) throw tooLong(mostMebibytes);
    chunks.push(chunk.subarray(0, length));
  }
}

/** Undefined where nothing is there yet. */
function readNow(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN') return undefined;
    throw cause;
  }
}

function wait(start: number, hasNoWriter: boolean): void {
  const passed = Date.now() - start;
  if (hasNoWriter && passed > WRITER_MS) throw new FileError('it is a pipe that received no data');
  if (passed > END_MS) throw new FileError(`it did not end within ${END_MS / 1000} seconds`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
}

function tooLong(mostMebibytes: number): FileError {
  return new FileError(`it is longer than ${mostMebibytes} MiB`);
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
