/** A mapped folder serves what lies in it and nothing else. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapFolder } from './mapped-folder.ts';

const PREFIX = 'https://cdn.example.com/assets';
let base: string;
let folder: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'standin-folder-'));
  folder = join(base, 'media');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(base, 'secret.png'), 'secret');
  mkdirSync(join(base, 'media-not'));
  writeFileSync(join(base, 'media-not', 'near.png'), 'secret');
  writeFileSync(join(folder, 'a b.png'), 'inside');
  writeFileSync(join(folder, 'deep', 'c.png'), 'deeper');
  symlinkSync(join(base, 'secret.png'), join(folder, 'out.png'));
  symlinkSync(join(base, 'media-not'), join(folder, 'out'));
  symlinkSync(join(folder, 'a b.png'), join(folder, 'in.png'));
});
afterAll(() => rmSync(base, { recursive: true }));

/** The text of a path below the prefix, or the reason why it has none. */
async function served(path: string): Promise<string> {
  const found = await mapFolder({ prefix: PREFIX, folder }).serve(new URL(`${PREFIX}/${path}`));
  return found.ok
    ? Buffer.from(await found.file.read(0, found.file.size)).toString()
    : `${found.reason}: ${found.detail}`;
}

describe('a mapped folder', () => {
  it('serves its files, whatever the query', async () => {
    expect(await served('a%20b.png?signature=1')).toBe('inside');
    expect(await served('deep/c.png')).toBe('deeper');
    expect(await served('in.png')).toBe('inside');
  });

  it.each([
    ['missing.png', 'no such file'],
    ['deep', 'not a regular file'],
    ['deep/', 'plain file names'],
    ['', 'plain file names'],
    ['a%20b.png/x', 'a part of its path is not a folder'],
    ['%zz', 'plain file names'],
  ])('fails to fetch %j: %s', async (path, detail) => {
    expect(await served(path)).toMatch(new RegExp(`^fetch_failed: .*${detail}`));
  });

  it.each([
    '..%2fsecret.png',
    '%2e%2e%2fsecret.png',
    'deep%2fc.png',
    'deep/..%2f..%2fsecret.png',
    '..%5csecret.png',
    'a%00.png',
    '%2fetc%2fpasswd',
    'c%3a%5cx.png',
    'out.png',
    'out/near.png',
  ])('does not let %j out', async (path) => {
    expect(await served(path)).toMatch(/^fetch_failed: (lies outside|does not exist)/);
  });

  it('covers the URLs below its prefix, by whole names, on its own host', () => {
    const { covers } = mapFolder({ prefix: PREFIX, folder });
    const urls = [
      '/assets/x',
      '/assets/',
      '/assets',
      '/assets-2/x',
      '/x',
      '/assets/../secret.png',
      '/assets/%2e%2e/secret.png',
    ];
    expect(urls.map((path) => covers(new URL(path, PREFIX)))).toEqual([true, true, false, false, false, false, false]);
    expect(covers(new URL('https://cdn.example.com:444/assets/x'))).toBe(false);
    expect(covers(new URL('https://cdn.example.org/assets/x'))).toBe(false);
  });

  it('tells the digest of a file, also after it has changed, and reads any part of it', async () => {
    const file = async () => {
      const found = await mapFolder({ prefix: PREFIX, folder }).serve(new URL(`${PREFIX}/digested.png`));
      if (!found.ok) throw new Error(found.detail);
      return found.file;
    };
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    writeFileSync(join(folder, 'digested.png'), 'one two');
    expect(await (await file()).digest()).toBe(sha256('one two'));
    expect(Buffer.from(await (await file()).read(4, 99)).toString()).toBe('two');
    writeFileSync(join(folder, 'digested.png'), 'three');
    expect(await (await file()).digest()).toBe(sha256('three'));
  });

  it('has another stamp once a file changes', async () => {
    const stamp = async () => {
      const found = await mapFolder({ prefix: PREFIX, folder }).serve(new URL(`${PREFIX}/new.png`));
      return found.ok ? found.file.stamp : '';
    };
    writeFileSync(join(folder, 'new.png'), 'one');
    const before = await stamp();
    writeFileSync(join(folder, 'new.png'), 'three');
    expect(await stamp()).not.toBe(before);
  });

  it('cannot be mapped under anything but a plain https URL, or when it does not exist', () => {
    for (const prefix of [
      'cdn.example.com',
      'http://cdn.example.com/',
      `${PREFIX}?a`,
      `${PREFIX}#a`,
      'https://u@h.example/',
    ]) {
      expect(() => mapFolder({ prefix, folder })).toThrow(`prefix "${prefix}" must be an https URL`);
    }
    expect(() => mapFolder({ prefix: PREFIX, folder: join(base, 'nowhere') })).toThrow(/is not a folder; create it/);
    expect(() => mapFolder({ prefix: PREFIX, folder: join(base, 'secret.png') })).toThrow(/is not a folder/);
  });
});
