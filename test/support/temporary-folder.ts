/**
 * One temporary folder for all that a run of tests makes: what a test leaves in it is told at the end, fails the run
 * in CI, and is removed. Two runs at the same time thus never take each other's folders for left behind.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the names of this project's folders begin with; other programs leave what they like. */
const OURS = 'standin-';

/** What vitest calls before the first worker starts: workers, and the processes that tests start, inherit the variable. */
export async function setup(): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR'];
  const folder = await mkdtemp(join(tmpdir(), `${OURS}tests-`));
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    const left = await leftBehind(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    if (left === undefined) return;
    process.stderr.write(`\n${left}\n`);
    // An error that is thrown here is printed by vitest, and changes no exit status.
    if (process.env['CI'] !== undefined) process.exitCode = 1;
  };
}

/** Says what of ours is in the folder; undefined where nothing is. */
export async function leftBehind(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(OURS)).toSorted();
  if (names.length === 0) return undefined;
  return `Tests left ${names.length} in the temporary folder, to be removed by whoever makes them: ${names.join(', ')}`;
}
