/** Finds an ffmpeg that can make clips, and says what was tried when none can. */

import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { expectFreeFiles, isOutOfFiles } from '../../lib/open-files.ts';
import { isExecutable, makeExecutable } from './executable.ts';
import { runChild } from './ffmpeg-run.ts';
import { RenderError } from './render-error.ts';

/** In the order in which they are looked at. */
export const FFMPEG_ORIGINS = ['STANDIN_FFMPEG', 'ffmpeg-static', 'PATH', '@ffmpeg-installer/ffmpeg'] as const;

export type FfmpegOrigin = (typeof FFMPEG_ORIGINS)[number];

/** A binary that ran and has the encoders that clips need. */
export interface FfmpegBinary {
  readonly path: string;
  /** The version that the binary prints, for example `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: FfmpegOrigin;
}

/** A place that was looked at in vain. */
export interface FfmpegAttempt {
  readonly origin: FfmpegOrigin;
  readonly path?: string;
  readonly reason: string;
}

export type FfmpegSearch =
  | { readonly found: true; readonly binary: FfmpegBinary; readonly tried: readonly FfmpegAttempt[] }
  | { readonly found: false; readonly message: string; readonly tried: readonly FfmpegAttempt[] };

export interface FfmpegSearchOptions {
  /** Where a copy goes when an installed binary lost its permission to run and cannot be given it back. */
  readonly cacheFolder?: string;
  /** A probe that takes longer counts as failed. */
  readonly probeMilliseconds?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ENCODERS = ['libx264', 'aac'];
/** The list of encoders has some 20 kB. */
const LARGEST_ANSWER_BYTES = 1 << 20;
/** Pipes to a child, and its binary. */
const FILES_OF_A_PROBE = 16;
/** For this long a search that found none is kept: an ffmpeg may be installed, and a busy machine may be idle again. */
const KEPT_MILLISECONDS = 10_000;
const searches = new Map<string, Promise<FfmpegSearch>>();

/**
 * Looks at `STANDIN_FFMPEG`, `ffmpeg-static`, the PATH and `@ffmpeg-installer/ffmpeg` in turn. Each environment is
 * probed once; where there is none, once in ten seconds. Throws where the process has too many files open.
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

/** Throws where files were missing, as far as that can be seen: the loader does not say why it finds no package. */
async function searchWithFiles(env: Environment, options: FfmpegSearchOptions): Promise<FfmpegSearch> {
  expectFreeFiles(FILES_OF_A_PROBE);
  const search = await searchAll(env, options);
  if (!search.found) expectFreeFiles(FILES_OF_A_PROBE);
  return search;
}

async function searchAll(env: Environment, options: FfmpegSearchOptions): Promise<FfmpegSearch> {
  const tried: FfmpegAttempt[] = [];
  for (const { origin, path } of await candidates(env)) {
    const result = path === undefined ? `${origin} holds no ffmpeg` : await probe({ origin, path }, options);
    if (typeof result === 'object') return { found: true, binary: { ...result, origin }, tried };
    tried.push({ origin, ...(path !== undefined && { path }), reason: result });
  }
  return { found: false, message: adviceFor(env, tried), tried };
}

/** An explicit choice is the only candidate: to use another binary in its place would hide the mistake. */
async function candidates(env: Environment): Promise<{ origin: FfmpegOrigin; path: string | undefined }[]> {
  const chosen = env['STANDIN_FFMPEG'];
  if (chosen !== undefined && chosen !== '') return [{ origin: 'STANDIN_FFMPEG', path: chosen }];
  return [
    { origin: 'ffmpeg-static', path: fromFfmpegStatic() },
    { origin: 'PATH', path: await fromPath(env) },
    { origin: '@ffmpeg-installer/ffmpeg', path: fromInstaller() },
  ];
}

function adviceFor(env: Environment, tried: readonly FfmpegAttempt[]): string {
  const chosen = env['STANDIN_FFMPEG'];
  if (chosen !== undefined && chosen !== '') {
    const reason = tried[0]?.reason ?? 'it could not be used';
    return `STANDIN_FFMPEG is set to "${chosen}": ${reason}. Set STANDIN_FFMPEG to the path of an ffmpeg with ${ENCODERS.join(' and ')}, or unset the variable.`;
  }
  return `No usable ffmpeg was found. Install ffmpeg so that it is on the PATH, run npm install ffmpeg-static, or set STANDIN_FFMPEG to an ffmpeg with ${ENCODERS.join(' and ')}.`;
}

function fromFfmpegStatic(): string | undefined {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static');
    return typeof path === 'string' ? path : undefined;
  } catch (cause) {
    if (isOutOfFiles(cause)) throw cause;
    return undefined; // an optional dependency
  }
}

/** The binary lies in a package per platform. The code of the package that picks a platform is not needed. */
function fromInstaller(): string | undefined {
  try {
    const picker = createRequire(import.meta.url).resolve('@ffmpeg-installer/ffmpeg/package.json');
    const platform = `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(picker).resolve(platform)), executableName());
  } catch (cause) {
    if (isOutOfFiles(cause)) throw cause;
    return undefined; // an optional dependency, and not for every platform
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

/** Runs the binary and returns it, or says in words why it will not do. */
async function probe(
  { origin, path: wanted }: { readonly origin: FfmpegOrigin; readonly path: string },
  { cacheFolder, probeMilliseconds = 10_000 }: FfmpegSearchOptions,
): Promise<{ path: string; version: string } | string> {
  try {
    // A binary that the user chose stays as it is. Only the files of our own packages are made executable.
    const isOurs = origin === 'ffmpeg-static' || origin === '@ffmpeg-installer/ffmpeg';
    const path = isOurs ? await makeExecutable(wanted, cacheFolder ?? join(tmpdir(), 'standin')) : wanted;
    const version = /^ffmpeg version (\S+)/.exec(await run(path, ['-version'], probeMilliseconds))?.[1];
    if (version === undefined) return 'it runs, but does not answer like ffmpeg';
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
