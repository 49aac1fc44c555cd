/** The cache folder: bounded, shared, and without torn files. */

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { createDiskCache } from './disk-cache.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-disk-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return path;
}

async function age(path: string | undefined, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000);
  await utimes(path ?? '', then, then);
}

test('a file that one process writes is read by another process', async () => {
  const path = await folder();
  await createDiskCache(path, 1000).write('aa1', [Buffer.from('one '), Buffer.from('two')]);
  const other = createDiskCache(path, 1000);
  expect((await other.read('aa1'))?.toString()).toBe('one two');
  expect(await other.read('aa2')).toBeUndefined();
});

test('many writers of one file never tear it', async () => {
  const path = await folder();
  const bytes = Array.from({ length: 200 }, () => Buffer.alloc(1000, 'x'));
  const caches = Array.from({ length: 8 }, () => createDiskCache(path, 1e9));
  const seen = await Promise.all(
    caches.map(async (cache) => {
      await cache.write('a1', bytes);
      return (await cache.read('a1'))?.length;
    }),
  );
  expect(seen).toEqual(Array.from({ length: 8 }, () => 200_000));
});

test('over the bound the least recently used go, and a read counts as use', async () => {
  const cache = createDiskCache(await folder(), 1000);
  const block = Buffer.alloc(300);
  const paths = [await cache.write('a1', [block]), await cache.write('b1', [block]), await cache.write('c1', [block])];
  for (const [index, path] of paths.entries()) await age(path, 30 - index);
  await cache.read('a1');
  await cache.write('d1', [block]);
  const left = await Promise.all(['a1', 'b1', 'c1', 'd1'].map(async (name) => (await cache.read(name)) !== undefined));
  expect(left).toEqual([true, false, true, true]);
});

test('a file larger than the bound is not written', async () => {
  const path = await folder();
  expect(await createDiskCache(path, 100).write('a1', [Buffer.alloc(200)])).toBeUndefined();
  expect(await readdir(path)).toEqual([]);
});

test('drafts of killed processes are cleared away, young ones are left alone', async () => {
  const path = await folder();
  await mkdir(join(path, 'drafts'));
  const [old, young] = [join(path, 'drafts', '1-1-old'), join(path, 'drafts', '2-1-young')];
  for (const draft of [old, young]) await writeFile(draft, 'torn');
  await age(old, 60);
  await createDiskCache(path, 1000).write('a1', [Buffer.from('x')]);
  expect(await readdir(join(path, 'drafts'))).toEqual(['2-1-young']);
});

test('a folder that cannot be written costs only the caching', async () => {
  const path = await folder();
  await writeFile(join(path, 'file'), '');
  const cache = createDiskCache(join(path, 'file', 'below'), 1000);
  expect(await cache.write('a1', [Buffer.from('x')])).toBeUndefined();
  expect(await cache.read('a1')).toBeUndefined();
});

test('a write leaves the file and no draft', async () => {
  const path = await folder();
  const place = await createDiskCache(path, 1000).write('a1', [Buffer.from('abc')]);
  expect((await stat(place ?? '')).size).toBe(3);
  expect(await readdir(join(path, 'drafts'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('links, pipes and files over the bound are not read', async () => {
  const path = await folder();
  const cache = createDiskCache(path, 1000);
  await cache.write('aa1', [Buffer.from('good')]);
  await symlink('/dev/zero', join(path, 'aa', 'aa2'));
  await symlink(join(path, 'aa', 'aa1'), join(path, 'aa', 'aa3'));
  execFileSync('mkfifo', [join(path, 'aa', 'aa4')]);
  await writeFile(join(path, 'aa', 'aa5'), Buffer.alloc(2000));
  const read = await Promise.all(['aa1', 'aa2', 'aa3', 'aa4', 'aa5'].map((name) => cache.read(name)));
  expect(read.map((bytes) => bytes?.toString())).toEqual(['good', undefined, undefined, undefined, undefined]);
});

test.skipIf(process.platform === 'win32')(
  'nothing behind a link in the place of a folder is written or deleted',
  async () => {
    const [path, elsewhere] = [await folder(), await folder()];
    const theirs = join(elsewhere, 'thesis.txt');
    await writeFile(theirs, Buffer.alloc(800));
    await age(theirs, 60);
    await symlink(elsewhere, join(path, 'zz'));
    const cache = createDiskCache(path, 1000);
    for (const name of ['a1', 'b1', 'c1']) await cache.write(name, [Buffer.alloc(400)]);
    await symlink(elsewhere, join(path, 'd1'));
    expect(await cache.write('d1', [Buffer.alloc(10)])).toBeUndefined();
    await rm(join(path, 'drafts'), { recursive: true });
    await symlink(elsewhere, join(path, 'drafts'));
    expect(await cache.write('e1', [Buffer.alloc(10)])).toBeUndefined();
    await createDiskCache(path, 1000).write('f1', [Buffer.alloc(10)]);
    expect(await readdir(elsewhere)).toEqual(['thesis.txt']);

    const link = join(await folder(), 'clips');
    await symlink(elsewhere, link);
    expect(await createDiskCache(link, 1000).write('a1', [Buffer.alloc(10)])).toBeUndefined();
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder that all may write to is closed to them before it is used',
  async () => {
    const path = await folder();
    await chmod(path, 0o4777);
    await createDiskCache(path, 1000).write('a1', [Buffer.from('x')]);
    expect(((await stat(path)).mode & 0o7777).toString(8)).toBe('4775');
    expect(((await stat(join(path, 'a1'))).mode & 0o777).toString(8)).toBe('700');
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder in the place of a file, and a file in the place of a folder, cost only the caching',
  async () => {
    const path = await folder();
    const cache = createDiskCache(path, 1000);
    await mkdir(join(path, 'aa', 'aa1'), { recursive: true });
    await writeFile(join(path, 'bb'), 'x');
    for (const name of ['aa1', 'bb1']) {
      expect(await cache.write(name, [Buffer.from('x')])).toBeUndefined();
      expect(await cache.read(name)).toBeUndefined();
    }
    expect(await readdir(join(path, 'drafts'))).toEqual([]);
  },
);
