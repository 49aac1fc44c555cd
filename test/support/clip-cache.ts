/**
 * One cache folder for all test files of a run, so that each second of pictures is encoded only once. Outside CI, it
 * starts with clips that the same drawing code encoded in earlier runs. In CI, it starts empty. A variable may name
 * another folder. Tests of a cold or damaged cache use their own folders.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { drawingCode, folderWithKept, keep } from './kept-clips.ts';

/** Vitest calls this function before the first worker starts. Workers and child processes inherit the variable. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['STANDIN_CACHE_FOLDER'] !== undefined) return undefined;
  const drawing = process.env['CI'] === undefined ? drawingCode() : undefined;
  const folder = drawing === undefined ? await mkdtemp(join(tmpdir(), 'standin-run-')) : await folderWithKept(drawing);
  process.env['STANDIN_CACHE_FOLDER'] = folder;
  return async () => {
    // If the code changed during the run, its clips may come from either version.
    if (drawing !== undefined && drawing === drawingCode()) await keep(folder, drawing);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

/** Returns the cache folder of this run. */
export function clipCache(): string {
  const folder = process.env['STANDIN_CACHE_FOLDER'];
  if (folder === undefined) throw new Error('vitest.config.ts names no globalSetup');
  return folder;
}
