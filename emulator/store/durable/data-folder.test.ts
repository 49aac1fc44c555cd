/** What a data folder is refused for, and that nothing in it is changed then. */

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addTo, testAccount } from '../../../test/support/domain/accounts.ts';
import { allRecords, noPlaces } from '../account-records.ts';
import { DataFolderError } from './data-folder-error.ts';
import { openDataFolder, readAccounts, type DataFolder, type FolderOptions } from './data-folder.ts';

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-folder-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function open(path: string, options: Partial<FolderOptions> = {}): Promise<DataFolder> {
  const folder = await openDataFolder(path, { isSynced: false, ...options });
  onTestFinished(() => folder.close());
  return folder;
}

/** A folder with one record, closed. */
async function folderWith(key: string, text: string): Promise<string> {
  const path = await emptyFolder();
  const folder = await openDataFolder(path, { isSynced: false });
  await folder.table.write(new Map([[key, text]]));
  await folder.close();
  return path;
}

async function filesOf(path: string): Promise<unknown> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')]),
  );
}

async function refusal(path: string, options: Partial<FolderOptions> = {}): Promise<string> {
  const refused = await open(path, options).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(DataFolderError);
  return refused instanceof Error ? refused.message : '';
}

test('a folder that is not there is made, and opens again', async () => {
  const path = join(await emptyFolder(), 'a', 'b');
  const folder = await openDataFolder(path, { isSynced: true });
  await folder.table.write(new Map([['s/x', 'kept']]));
  await folder.close();
  const texts: string[] = [];
  await (await open(path)).table.eachText('s/', (_, text) => texts.push(text));
  expect(texts).toEqual(['kept']);
});

test('a folder with other files is refused, and stays as it was', async () => {
  const path = await emptyFolder();
  await writeFile(join(path, 'thesis.txt'), 'years of work');
  expect(await refusal(path)).toBe(`${path} contains files that Standin did not write. Choose an empty folder.`);
  expect(await readdir(path)).toEqual(['thesis.txt']);
});

test('a folder of a newer version is refused, and stays as it was', async () => {
  const path = await folderWith('s/x', 'kept');
  await writeFile(join(path, 'standin.json'), '{"format":2}');
  const before = await filesOf(path);
  expect(await refusal(path)).toContain('was written by a newer version of standin');
  expect(await filesOf(path)).toEqual(before);
});

test('a path that is a file is refused', async () => {
  const path = join(await emptyFolder(), 'file');
  await writeFile(path, '');
  expect(await refusal(path)).toContain('is no folder');
});

// Elsewhere no file system says of what is there that it is missing.
test.skipIf(process.platform !== 'linux')('a place that takes no folders is refused', async () => {
  expect(await refusal('/proc/standin/data')).toBe(
    '/proc/standin/data cannot be created in its parent folder. Choose another path.',
  );
});

test('a folder that is in use is refused, with the process that uses it', async () => {
  const path = await emptyFolder();
  await open(path);
  expect(await refusal(path)).toContain('is in use by this process');
});

test.each([
  { what: 'marker that cannot be read', file: 'standin.json' },
  { what: 'index that cannot be read', file: 'records/CURRENT' },
])('a folder with a $what is damaged', async ({ file }) => {
  const path = await folderWith('s/x', 'kept');
  await writeFile(join(path, file), 'x');
  expect(await refusal(path)).toContain('is damaged');
});

test('a folder whose index is missing is damaged, and no new one is made', async () => {
  const path = await folderWith('s/x', 'kept');
  await rm(join(path, 'records', 'CURRENT'));
  expect(await refusal(path)).toContain('is damaged');
  expect(await readdir(join(path, 'records'))).not.toContain('CURRENT');
});

test('a record that is not what was written is found by its checksum', async () => {
  const folder = await open(await emptyFolder());
  // Bytes are written without a checksum of ours.
  await folder.table.write(new Map([['a000000000001.000000000/head', Buffer.from('00000000{}')]]));
  await expect(readAccounts(folder)).rejects.toThrow('is not what was written');
});

test('an account that has lost a record is found', async () => {
  const path = await emptyFolder();
  const folder = await open(path);
  const account = testAccount();
  addTo(account, 'lost');
  const records = allRecords(account, noPlaces()).filter(([key]) => key !== 'g:lost');
  await folder.table.write(new Map(records.map(([key, text]) => [`a000000000001.000000000/${key}`, text])));
  await expect(readAccounts(folder)).rejects.toThrow('the ledger of the account a does not balance');
});

test('a folder of an older format is brought to the current one, step by step, also after a step was broken off', async () => {
  const path = await folderWith('s/x', 'one');
  const steps: string[] = [];
  const to =
    (text: string) =>
    async ({ write }: DataFolder['table']): Promise<void> => {
      steps.push(text);
      await write(new Map([['s/x', text]]));
    };
  const breaking = async (): Promise<void> => {
    throw new Error('The power failed.');
  };
  await expect(open(path, { migrations: [to('two'), breaking] })).rejects.toThrow('The power failed.');
  const folder = await open(path, { migrations: [to('two'), to('three')] });
  expect(steps).toEqual(['two', 'three']);
  const texts: string[] = [];
  await folder.table.eachText('s/', (_, text) => texts.push(text));
  expect(texts).toEqual(['three']);
  await folder.close();
  expect(await refusal(path)).toContain('newer version of standin');
});

test('a folder is backed up by copying it while nothing runs on it', async () => {
  const path = await folderWith('s/x', 'kept');
  const copy = join(await emptyFolder(), 'copy');
  await mkdir(copy);
  await cp(path, copy, { recursive: true });
  const texts: string[] = [];
  await (await open(copy)).table.eachText('s/', (_, text) => texts.push(text));
  expect(texts).toEqual(['kept']);
});
