/** Cache entries from someone else: the cache reads only its own files, and clips do not change. */

import { execFileSync } from 'node:child_process';
import { copyFile, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../render/support/decode.ts';
import { allBinaries, planFor, rendererFor } from '../render/support/renderer-for-tests.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('These tests need an ffmpeg');

async function entriesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.skipIf(process.platform === 'win32')('a cache whose entries are', () => {
  test.each([
    ['links to an endless file', (path: string) => symlink('/dev/zero', path)],
    ['pipes that nobody writes to', async (path: string) => void execFileSync('mkfifo', [path])],
    ['whole segments under the names of others', (path: string, other: string) => copyFile(other, path)],
  ])('%s: the clip is made again', async (_, spoil) => {
    const first = await rendererFor(binary);
    const wanted = await bytesOf(await first.render(planFor()));
    await first.close();
    const entries = await entriesIn(join(first.cacheFolder, 'clips'));
    const [other = ''] = entries;
    const kept = join(first.cacheFolder, 'kept');
    await copyFile(other, kept);
    for (const path of entries) {
      await rm(path);
      await spoil(path, kept);
    }
    const second = await rendererFor(binary, { cacheFolder: first.cacheFolder });
    expect((await bytesOf(await second.render(planFor()))).equals(wanted)).toBe(true);
  });
});
