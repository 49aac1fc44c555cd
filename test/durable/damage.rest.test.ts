/**
 * A table of damages to each file of a data folder. Standin opens the folder with all its data, or rejects it in one
 * sentence and changes no file.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { allRecords, noPlaces } from '../../emulator/store/account-records.ts';
import { DataFolderError } from '../../emulator/store/durable/data-folder-error.ts';
import { openDataFolder } from '../../emulator/store/durable/data-folder.ts';
import { clientOf } from '../replicas/two-replicas.ts';

/** The positions of flipped bytes, as fractions of the length of the file. */
const OFFSETS = [0, 0.1, 0.25, 0.37, 0.5, 0.62, 0.75, 0.9, 0.99999];
const CREATE = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 };

let folder = '';
let sound = '';
let expected: unknown;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-damage-'));
  sound = join(folder, 'sound');
  // The second run makes a table of the log of the first.
  for (const run of ['one', 'two']) await work(run);
  const copy = await copyOfSound();
  expected = await contentOf(copy);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function work(run: string): Promise<void> {
  const emulator = createEmulator({ data: sound, latency: 'polls:0,1' });
  const ask = clientOf(emulator, run);
  for (let nth = 0; nth < 20; nth += 1) {
    const headers = { 'idempotency-key': `${run}-${nth}` };
    const { id } = (await ask('POST /v1/videos', { body: CREATE, headers })).body;
    if (nth % 2 === 0) await ask(`GET /v1/videos/${id}`);
  }
  await ask(`POST /_standin/accounts/${run}/keys`, { body: { key: `an-issued-key-of-${run}` } });
  await emulator.close();
}

async function copyOfSound(): Promise<string> {
  const copy = join(folder, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(sound, copy, { recursive: true });
  return copy;
}

/** All data of a folder. */
async function contentOf(path: string): Promise<unknown> {
  const opened = await openDataFolder(path, { isSynced: false });
  try {
    const { accounts, values } = opened.content;
    const bytes: [string, string][] = [];
    await opened.table.each('j/', (key, value) => bytes.push([key, hashOf(value)]));
    return { accounts: accounts.map(({ account }) => [...allRecords(account, noPlaces())]), texts: [...values], bytes };
  } finally {
    await opened.close();
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Each file of a folder: its kind and what it contains. */
async function filesOf(path: string): Promise<object> {
  const names = await readdir(path, { recursive: true });
  const files = names.toSorted().map(async (name) => {
    const found = await lstat(join(path, name));
    if (found.isFile()) return [name, hashOf(await readFile(join(path, name)))];
    return [name, found.isSymbolicLink() ? await readlink(join(path, name)) : found.mode];
  });
  return Object.fromEntries(await Promise.all(files));
}

type Damage = (file: string) => Promise<unknown>;

async function flip(file: string, offset: number): Promise<void> {
  const bytes = await readFile(file);
  const at = Math.floor(offset * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

async function replaceBy(file: string, make: () => unknown): Promise<void> {
  await rm(file);
  await make();
}

const LOSSES: Readonly<Record<string, Damage>> = {
  'cut in half': async (file) => truncate(file, Math.floor((await lstat(file)).size / 2)),
  empty: (file) => truncate(file, 0),
  missing: (file) => rm(file),
};

const REPLACEMENTS: Readonly<Record<string, Damage>> = {
  'a folder': (file) => replaceBy(file, () => mkdir(file)),
  'a pipe': (file) => replaceBy(file, () => execFileSync('mkfifo', [file])),
  'a link to a device': (file) => replaceBy(file, () => symlink('/dev/zero', file)),
  'a link to itself elsewhere': async (file) => {
    await rename(file, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), file);
  },
};

/** The outcome of a start. */
async function outcomeOf(name: string, damage: Damage): Promise<'same' | 'rejected'> {
  const path = await copyOfSound();
  await damage(join(path, name));
  const before = await filesOf(path);
  const content = await contentOf(path).catch((cause: unknown) => cause);
  if (!(content instanceof Error)) {
    expect(content).toEqual(expected);
    return 'same';
  }
  expect(content).toBeInstanceOf(DataFolderError);
  expect(content.message).toMatch(/^\/.* (is damaged: .+\. Nothing was changed\. |was written by another version)/);
  expect(await filesOf(path)).toEqual(before);
  return 'rejected';
}

/** The outcomes for all files, by name without numbers. */
async function outcomesOf(damage: Damage): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>();
  for (const name of Object.keys(await filesOf(sound))) {
    if (name !== 'records') outcomes.set(name.replace(/\d+/, 'N'), await outcomeOf(name, damage));
  }
  return outcomes;
}

const DATA = ['records/CURRENT', 'records/MANIFEST-N', 'records/N.ldb', 'records/N.log', 'standin.json'];

test.each(OFFSETS)('a byte that is flipped at %f of a file', async (offset) => {
  const outcomes = await outcomesOf((file) => flip(file, offset));
  expect(outcomes.get('records/N.log')).toBe('rejected');
});

test.each(Object.entries(LOSSES))('a file that is %s', async (_, damage) => {
  const outcomes = await outcomesOf(damage);
  expect(DATA.map((name) => [name, outcomes.get(name)])).toEqual(DATA.map((name) => [name, 'rejected']));
});

test.each(Object.entries(REPLACEMENTS))('%s in the place of a file', async (_, damage) => {
  const outcomes = await outcomesOf(damage);
  expect(outcomes.size).toBe(10);
  expect(new Set(outcomes.values())).toEqual(new Set(['rejected']));
});

test('a link or a file in the place of the folder of records', async () => {
  const toLink: Damage = async (path) => {
    await rename(path, join(folder, 'records'));
    await symlink(join(folder, 'records'), path);
  };
  const toFile: Damage = async (path) => {
    await rm(path, { recursive: true });
    await writeFile(path, '');
  };
  expect([await outcomeOf('records', toLink), await outcomeOf('records', toFile)]).toEqual(['rejected', 'rejected']);
});

test('a log that ends early is reported with the number of writes that are missing, and may be accepted', async () => {
  const path = await copyOfSound();
  const log = (await readdir(join(path, 'records'))).find((name) => name.endsWith('.log')) ?? '';
  await truncate(join(path, 'records', log), (await lstat(join(path, 'records', log))).size - 1);
  const rejected = await contentOf(path).catch(String);
  expect(rejected).toContain('is damaged: its newest write is missing. Nothing was changed.');
  expect(rejected).toContain('To continue without them, delete its file newest.');
  await rm(join(path, 'newest'));
  expect(await contentOf(path)).toMatchObject({ accounts: [expect.anything(), expect.anything()] });
});
