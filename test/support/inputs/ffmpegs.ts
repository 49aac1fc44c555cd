/** The ffmpeg binaries on this machine, by which tests prove that files made here decode elsewhere. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
}

/** Why a test is skipped. */
export const NO_FFMPEG = 'no ffmpeg was found on this machine';

/** All that are found and start: the environment's, the one on PATH, those of npm packages. */
export function findFfmpegs(): readonly Ffmpeg[] {
  const places = [process.env['STANDIN_FFMPEG'], 'ffmpeg', fromPackage('ffmpeg-static'), fromInstaller()];
  return [...new Set(places)].flatMap((path) => {
    if (path === undefined) return [];
    const { status, stdout } = spawnSync(path, ['-version'], { encoding: 'utf8' });
    return status === 0 ? [{ path, version: /version (\S+)/.exec(stdout)?.[1] ?? 'unknown' }] : [];
  });
}

/** Runs one ffmpeg over a file named `in.<ending>` and answers what it writes to its standard output. */
export function decode({ path }: Ffmpeg, bytes: Uint8Array, args: readonly string[]): Buffer {
  return withFolder((folder) => {
    const input = join(folder, 'in');
    writeFileSync(input, bytes);
    return execFileSync(path, ['-v', 'error', '-xerror', '-i', input, ...args, '-'], { maxBuffer: 1e9 });
  });
}

/** Lets one ffmpeg make a file and answers its bytes. */
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
