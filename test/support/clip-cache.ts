/**
 * One cache folder for all test files of a run: a second of pictures that one of them encoded is not encoded again by
 * the next. It begins empty, so that no earlier version of the drawing code has a say, unless whoever began the run has
 * named one. Tests of a cold or a damaged cache have folders of their own.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What vitest calls before the first worker starts: workers, and the processes that tests start, inherit the variable. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['STANDIN_CACHE_FOLDER'] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'standin-run-'));
  process.env['STANDIN_CACHE_FOLDER'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** The folder of this run. */
export function clipCache(): string {
  const folder = process.env['STANDIN_CACHE_FOLDER'];
  if (folder === undefined) throw new Error('vitest.config.ts names no globalSetup');
  return folder;
}
