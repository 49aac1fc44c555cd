/**
 * One temporary folder for a whole test run. The end of the run reports and removes the files that tests left in it,
 * and fails in CI. Two runs at the same time have separate folders, so neither reports the files of the other.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The prefix of this project's folders. Leftovers of other programs are ignored. */
const OURS = 'standin-';

/** Vitest calls this function before the first worker starts. Workers and child processes inherit the variable. */
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
    // Vitest prints an error that is thrown here, but does not change the exit status.
    if (process.env['CI'] !== undefined) process.exitCode = 1;
  };
}

/** Returns a message about our leftovers in the folder, or undefined if there are none. */
export async function leftBehind(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(OURS)).toSorted();
  if (names.length === 0) return undefined;
  return `Tests left ${names.length} in the temporary folder, which their tests must remove: ${names.join(', ')}`;
}
