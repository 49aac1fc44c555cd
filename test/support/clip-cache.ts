/**
 * One cache folder for all test files of a run: a second of pictures that one of them encoded is not encoded again by
 * the next. At a desk it begins with what earlier runs of the same drawing code encoded, in CI it begins empty, and
 * whoever begins a run may name a folder. Tests of a cold or a damaged cache have folders of their own.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { drawingCode, folderWithKept, keep } from './kept-clips.ts';

/** What vitest calls before the first worker starts: workers, and the processes that tests start, inherit the variable. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['STANDIN_CACHE_FOLDER'] !== undefined) return undefined;
  const drawing = process.env['CI'] === undefined ? drawingCode() : undefined;
  const folder = drawing === undefined ? await mkdtemp(join(tmpdir(), 'standin-run-')) : await folderWithKept(drawing);
  process.env['STANDIN_CACHE_FOLDER'] = folder;
  return async () => {
    // Where the code has changed meanwhile, nobody knows which of it drew what.
    if (drawing !== undefined && drawing === drawingCode()) await keep(folder, drawing);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

/** The folder of this run. */
export function clipCache(): string {
  const folder = process.env['STANDIN_CACHE_FOLDER'];
  if (folder === undefined) throw new Error('vitest.config.ts names no globalSetup');
  return folder;
}
