/** The ffmpeg binaries on this machine. Tests use them to prove that other programs can decode the files. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
}

/** The reason why a test is skipped. */
export const NO_FFMPEG = 'no ffmpeg was found on this machine';

/** Returns all ffmpeg binaries that start: from the environment, from PATH and from npm packages. */
export function findFfmpegs(): readonly Ffmpeg[] {
  const places = [process.env['STANDIN_FFMPEG'], 'ffmpeg', fromPackage('ffmpeg-static'), fromInstaller()];
  return [...new Set(places)].flatMap((path) => {
    if (path === undefined) return [];
    const { status, stdout } = spawnSync(path, ['-version'], { encoding: 'utf8' });
    return status === 0 ? [{ path, version: /version (\S+)/.exec(stdout)?.[1] ?? 'unknown' }] : [];
  });
}

/** Runs one ffmpeg on a file named `in.<ending>`, and returns its standard output. */
export function decode({ path }: Ffmpeg, bytes: Uint8Array, args: readonly string[]): Buffer {
  return withFolder((folder) => {
    const input = join(folder, 'in');
    writeFileSync(input, bytes);
    return execFileSync(path, ['-v', 'error', '-xerror', '-i', input, ...args, '-'], { maxBuffer: 1e9 });
  });
}

/** Makes a file with one ffmpeg, and returns its bytes. */
export function encode({ path }: Ffmpeg, args: readonly string[], ending: string): Buffer {
  return withFolder((folder) => {
    const output = join(folder, `out.${ending}`);
    execFileSync(path, ['-v', 'error', ...args, output]);
    return readFileSync(output);
  });
}

function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'standin-media-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fromPackage(name: string): string | undefined {
  try {
    const found: unknown = createRequire(import.meta.url)(name);
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function fromInstaller(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@ffmpeg-installer/${process.platform}-${process.arch}/ffmpeg`);
  } catch {
    return undefined;
  }
}
