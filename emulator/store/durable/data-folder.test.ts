/** The reasons for which a data folder is refused. A refused folder is not changed. */

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { expect, onTestFinished, test } from 'vitest';
import { addTo, testAccount } from '../../../test/support/domain/accounts.ts';
import { allRecords, noPlaces } from '../account-records.ts';
import { DataFolderError } from './data-folder-error.ts';
import { placeAt } from './account-rows.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-folder-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function open(path: string): Promise<DataFolder> {
  const folder = await openDataFolder(path, { isSynced: false });
  onTestFinished(() => folder.close().catch(() => undefined));
  return folder;
}

/** A folder with one text, closed. */
async function folderWithText(): Promise<string> {
  const path = await emptyFolder();
  const folder = await openDataFolder(path, { isSynced: false });
  await folder.write(new Map([['s/x', 'kept']]), 1);
  await folder.close();
  return path;
}

async function filesOf(path: string): Promise<unknown> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')]),
  );
}

async function refusal(path: string): Promise<string> {
  const refused = await open(path).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(DataFolderError);
  return refused instanceof Error ? refused.message : '';
}

test('a folder that is not there is made, and opens again', async () => {
  const path = join(await emptyFolder(), 'a', 'b');
  const folder = await openDataFolder(path, { isSynced: true });
  await folder.write(new Map([['s/x', 'kept']]), 1);
  await folder.close();
  expect([...(await open(path)).content.values]).toEqual([['s/x', 'kept']]);
});

test('a folder with other files is refused, and stays as it was', async () => {
  const path = await emptyFolder();
  await writeFile(join(path, 'thesis.txt'), 'years of work');
  expect(await refusal(path)).toBe(
    `${path} contains other files. Choose an empty folder, or a data folder of Standin.`,
  );
  expect(await readdir(path)).toEqual(['thesis.txt']);
});

test('a folder of another format is refused, and stays as it was', async () => {
  const path = await folderWithText();
  await writeFile(join(path, 'standin.json'), '{"format":3}');
  const before = await filesOf(path);
  expect(await refusal(path)).toContain('was written by another version of standin, in format 3 instead of 5');
  expect(await filesOf(path)).toEqual(before);
});

test('a path that is a file is refused', async () => {
  const path = join(await emptyFolder(), 'file');
  await writeFile(path, '');
  expect(await refusal(path)).toContain('is not a folder');
});

// Elsewhere no file system says of what is there that it is missing.
test.skipIf(process.platform !== 'linux')('a folder that cannot be created is refused', async () => {
  expect(await refusal('/proc/standin/data')).toBe(
    '/proc/standin/data cannot be created, because the folder above it does not allow new folders. Choose another path.',
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
  const path = await folderWithText();
  await writeFile(join(path, file), 'x');
  expect(await refusal(path)).toContain('is damaged');
});

test('a folder whose index is missing is damaged, and no new one is made', async () => {
  const path = await folderWithText();
  await rm(join(path, 'records', 'CURRENT'));
  expect(await refusal(path)).toContain('is damaged: its records cannot be read. Nothing was changed.');
  expect(await readdir(join(path, 'records'))).not.toContain('CURRENT');
});

test('a record that differs from what was written is found by its checksum', async () => {
  const path = await folderWithText();
  const level = new ClassicLevel(join(path, 'records'));
  await level.put('s/x', '00000000kept');
  await level.close();
  expect(await refusal(path)).toContain('its record s/x differs from what was written');
});

test('a record that is missing is found by the number of records', async () => {
  const path = await folderWithText();
  const level = new ClassicLevel(join(path, 'records'));
  await level.del('s/x');
  await level.close();
  expect(await refusal(path)).toContain('it has 0 records instead of 1');
});

test('a flipped byte is found in a write whose records all have earlier versions', async () => {
  const path = await emptyFolder();
  const folder = await openDataFolder(path, { isSynced: false });
  const long = 'x'.repeat(40_000);
  for (const text of ['earlier', 'later']) {
    await folder.write(new Map([['s/x', `the ${text} text`]]), 2);
    await folder.write(new Map([['s/long', long]]), 2);
  }
  await folder.write(new Map([['s/x', 'the last text']]), 2);
  await folder.close();
  const log = join(path, 'records', (await readdir(join(path, 'records'))).find((name) => name.endsWith('.log')) ?? '');
  const bytes = await readFile(log);
  bytes[bytes.indexOf('the later text')] = 0;
  await writeFile(log, bytes);
  expect(await refusal(path)).toContain('its log cannot be read');
});

test('an account that has lost a record is found', async () => {
  const path = await emptyFolder();
  const folder = await openDataFolder(path, { isSynced: false });
  const account = testAccount();
  addTo(account, 'lost');
  const records = [...allRecords(account, noPlaces())].filter(([key]) => key !== 'g:lost');
  await folder.write(new Map(records.map(([key, text]) => [`${placeAt(1, 1).prefix}${key}`, text])), 1);
  await folder.close();
  expect(await refusal(path)).toContain('the account a has 0,0,0,0,0,0 records instead of 1,0,0,0,0,0');
});

test('a folder is backed up by copying it while nothing runs on it', async () => {
  const path = await folderWithText();
  const copy = join(await emptyFolder(), 'copy');
  await mkdir(copy);
  await cp(path, copy, { recursive: true });
  expect([...(await open(copy)).content.values]).toEqual([['s/x', 'kept']]);
});
