/** Finds an ffmpeg that can make clips. If there is none, the message lists the places that were searched. */

import { access, chmod, constants, copyFile, rename, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { makeFolder } from '../../lib/make-folder.ts';
import { expectFreeFiles, isOutOfFiles } from '../../lib/open-files.ts';
import { runChild } from './ffmpeg-run.ts';
import { RenderError } from './render-error.ts';

/** The places in search order. */
export type FfmpegOrigin = '--ffmpeg' | 'STANDIN_FFMPEG' | 'ffmpeg-static' | 'PATH' | '@ffmpeg-installer/ffmpeg';

/** A binary that ran and has the encoders that clips need. */
export interface FfmpegBinary {
  readonly path: string;
  /** The version that the binary prints, for example `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: FfmpegOrigin;
}

/** A place without a usable ffmpeg, and the reason. */
export interface FfmpegAttempt {
  readonly origin: FfmpegOrigin;
  readonly path?: string;
  readonly reason: string;
}

export type FfmpegSearch =
  | { readonly found: true; readonly binary: FfmpegBinary; readonly tried: readonly FfmpegAttempt[] }
  | { readonly found: false; readonly message: string; readonly tried: readonly FfmpegAttempt[] };

export interface FfmpegSearchOptions {
  /** The path in the setting `ffmpeg`. */
  readonly chosen?: string | undefined;
  /** The folder for an executable copy, if the installed binary is not executable and its mode cannot be changed. */
  readonly cacheFolder?: string;
  /** The timeout of a probe, 10,000 by default. */
  readonly probeMilliseconds?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ENCODERS = ['libx264', 'aac'];
/** The list of encoders has about 20 kB. */
const LARGEST_ANSWER_BYTES = 1 << 20;
/** The file descriptors that a probe needs: the pipes to the child process, and the binary. */
const FILES_OF_A_PROBE = 16;
/** A failed search is repeated after this time, because somebody may install ffmpeg in the meantime. */
const KEPT_MILLISECONDS = 10_000;
const searches = new Map<string, Promise<FfmpegSearch>>();

/**
 * Searches the chosen path, `ffmpeg-static`, the PATH and `@ffmpeg-installer/ffmpeg` in this order. Each environment is
 * probed once. A failed search is repeated after ten seconds. Throws if the process has too many open files.
 *
 * @example
 * const search = await findFfmpeg(process.env); if (!search.found) console.error(search.message, search.tried);
 */
export function findFfmpeg(env: Environment, options: FfmpegSearchOptions = {}): Promise<FfmpegSearch> {
  const key = JSON.stringify([env['STANDIN_FFMPEG'], env['PATH'], options]);
  const known = searches.get(key) ?? searchWithFiles(env, options);
  if (!searches.has(key)) {
    searches.set(key, known);
    known.then(
      ({ found }) => !found && setTimeout(() => searches.delete(key), KEPT_MILLISECONDS).unref(),
      () => searches.delete(key),
    );
  }
  return known;
}

/** Checks for free file descriptors before and after the search, because a failed `require` does not name its cause. */
async function searchWithFiles(env: Environment, options: FfmpegSearchOptions): Promise<FfmpegSearch> {
  expectFreeFiles(FILES_OF_A_PROBE);
  const search = await searchAll(env, options);
  if (!search.found) expectFreeFiles(FILES_OF_A_PROBE);
  return search;
}

async function searchAll(env: Environment, options: FfmpegSearchOptions): Promise<FfmpegSearch> {
  const tried: FfmpegAttempt[] = [];
  const chosen = chosenIn(env, options);
  for (const { origin, path } of chosen === undefined ? await candidates(env) : [chosen]) {
    const result = path === undefined ? `${origin} contains no ffmpeg` : await probe({ origin, path }, options);
    if (typeof result === 'object') return { found: true, binary: { ...result, origin }, tried };
    tried.push({ origin, ...(path !== undefined && { path }), reason: result });
  }
  return { found: false, message: adviceFor(chosen, tried), tried };
}

interface Candidate {
  readonly origin: FfmpegOrigin;
  readonly path: string | undefined;
}

/** Returns the path that the user chose. It is the only candidate, because a replacement would hide a mistake. */
function chosenIn({ STANDIN_FFMPEG: variable = '' }: Environment, options: FfmpegSearchOptions): Candidate | undefined {
  const { chosen = variable } = options;
  return chosen === '' ? undefined : { origin: chosen === variable ? 'STANDIN_FFMPEG' : '--ffmpeg', path: chosen };
}

async function candidates(env: Environment): Promise<Candidate[]> {
  return [
    { origin: 'ffmpeg-static', path: fromFfmpegStatic() },
    { origin: 'PATH', path: await fromPath(env) },
    { origin: '@ffmpeg-installer/ffmpeg', path: fromInstaller() },
  ];
}

function adviceFor(chosen: Candidate | undefined, tried: readonly FfmpegAttempt[]): string {
  if (chosen !== undefined) {
    const { origin, path = '' } = chosen;
    const reason = tried[0]?.reason ?? 'it could not be used';
    const name = origin === '--ffmpeg' ? 'The setting ffmpeg (--ffmpeg)' : origin;
    const [it, remedy] = origin === '--ffmpeg' ? ['it', 'remove it'] : [origin, 'unset the variable'];
    return `${name} is set to "${path}": ${reason}. Set ${it} to the path of an ffmpeg with ${ENCODERS.join(' and ')}, or ${remedy}.`;
  }
  return `No usable ffmpeg was found. Install ffmpeg so that it is on the PATH, run npm install ffmpeg-static, or set STANDIN_FFMPEG to an ffmpeg with ${ENCODERS.join(' and ')}.`;
}

function fromFfmpegStatic(): string | undefined {
  return fromPackage(() => createRequire(import.meta.url)('ffmpeg-static'));
}

/** Returns the binary from the package of this platform, without running the code of the main package. */
function fromInstaller(): string | undefined {
  return fromPackage(() => {
    const picker = createRequire(import.meta.url).resolve('@ffmpeg-installer/ffmpeg/package.json');
    const platform = `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(picker).resolve(platform)), executableName());
  });
}

/** Returns a path from an optional dependency, which may not support this platform. */
function fromPackage(find: () => unknown): string | undefined {
  try {
    const path = find();
    return typeof path === 'string' ? path : undefined;
  } catch (cause) {
    if (isOutOfFiles(cause)) throw cause;
    return undefined;
  }
}

async function fromPath(env: Environment): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, executableName());
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

function executableName(): string {
  return process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
}

/** Runs the binary. Returns its path and version, or the reason why it cannot be used. */
async function probe(
  { origin, path: wanted }: { readonly origin: FfmpegOrigin; readonly path: string },
  { cacheFolder, probeMilliseconds = 10_000 }: FfmpegSearchOptions,
): Promise<{ path: string; version: string } | string> {
  try {
    // Only binaries from npm packages are made executable. A binary that the user chose is not changed.
    const isOurs = origin === 'ffmpeg-static' || origin === '@ffmpeg-installer/ffmpeg';
    const path = isOurs ? await makeExecutable(wanted, cacheFolder ?? join(tmpdir(), 'standin')) : wanted;
    const version = /^ffmpeg version (\S+)/.exec(await run(path, ['-version'], probeMilliseconds))?.[1];
    if (version === undefined) return 'it runs, but its output is not the output of ffmpeg';
    const encoders = await run(path, ['-hide_banner', '-encoders'], probeMilliseconds);
    const missing = ENCODERS.filter((name) => !new RegExp(`^ [A-Z.]{6} ${name} `, 'm').test(encoders));
    return missing.length === 0 ? { path, version } : `it was built without ${missing.join(' and ')}`;
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return error instanceof Error ? reasonOf(error, probeMilliseconds) : 'it could not be run';
  }
}

function reasonOf(error: Error, probeMilliseconds: number): string {
  const said = error instanceof RenderError ? error.detail : error.message;
  if (said.includes('ENOENT')) return 'no such file';
  if (said.includes('EACCES')) return 'it is not executable';
  if (said.startsWith('SIGKILL after')) return `it did not answer within ${probeMilliseconds} ms`;
  if (said.startsWith('SIGKILL past')) return 'it runs, but its output does not end';
  return `it could not be run (${said.split('\n')[0] ?? ''})`;
}

async function run(path: string, args: readonly string[], milliseconds: number): Promise<string> {
  const output = await runChild(path, args, { inputs: [], milliseconds, outputBytes: LARGEST_ANSWER_BYTES });
  return output.toString('utf8');
}

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Makes a binary executable, or an executable copy of it, because npm can skip the install script that does so. */
export async function makeExecutable(path: string, cacheFolder: string): Promise<string> {
  if (await isExecutable(path)) return path;
  const { size, mtimeMs } = await stat(path);
  try {
    await chmod(path, 0o755);
    return path;
  } catch {
    const copy = join(cacheFolder, 'bin', `ffmpeg-${size}-${Math.trunc(mtimeMs)}`);
    if (await isExecutable(copy)) return copy;
    makeFolder(dirname(copy));
    const draft = `${copy}.${process.pid}`;
    await copyFile(path, draft);
    await chmod(draft, 0o755);
    await rename(draft, copy);
    return copy;
  }
}
