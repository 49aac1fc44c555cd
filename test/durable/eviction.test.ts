/** Eviction also deletes from the data folder: the folder contains only the data that the limits allow. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator, type SettingsInput } from '../../emulator/index.ts';
import { openDataFolder } from '../../emulator/store/durable/data-folder.ts';
import { clientOf, CREATE, type Ask } from '../replicas/two-replicas.ts';

/**
 * Works on a folder, closes it, and returns the numbers of accounts, generations and Idempotency-Keys in the folder.
 */
async function leftAfter(settings: SettingsInput, work: (ask: Ask) => Promise<void>): Promise<Record<string, number>> {
  const data = await mkdtemp(join(tmpdir(), 'standin-evicted-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const emulator = createEmulator({ data, latency: 'instant', journal: false, ...settings });
  try {
    await work(clientOf(emulator));
  } finally {
    await emulator.close();
  }
  const folder = await openDataFolder(data, { isSynced: false });
  const left: Record<string, number> = {};
  await folder.table.each('a', (key) => {
    const kind = /\/(head|g:|i:)/.exec(key)?.[1] ?? '';
    left[kind] = (left[kind] ?? 0) + 1;
  });
  await folder.close();
  return left;
}

test('generations beyond the bound of their account, with their Idempotency-Keys', async () => {
  const left = await leftAfter({ maxGenerationsPerAccount: 5 }, async (ask) => {
    for (let nth = 0; nth < 40; nth += 1) {
      const { id } = (await ask('POST /v1/videos', { body: CREATE, headers: { 'idempotency-key': `k${nth}` } })).body;
      await ask(`GET /v1/videos/${id}`);
    }
  });
  expect(left).toEqual({ head: 1, 'g:': 5, 'i:': 5 });
});

test('generations beyond the bound of all accounts', async () => {
  const left = await leftAfter({ maxGenerations: 6 }, async (ask) => {
    for (let nth = 0; nth < 30; nth += 1) {
      const key = `sk_standin_of-${nth % 3}`;
      const { id } = (await ask('POST /v1/videos', { body: CREATE, key })).body;
      await ask(`GET /v1/videos/${id}`, { key });
    }
  });
  expect(left).toMatchObject({ head: 3, 'g:': 6 });
});

test('accounts that were idle, deleted or reset', async () => {
  const left = await leftAfter({ maxAccounts: 4, accountIdleSeconds: 0.1 }, async (ask) => {
    for (let nth = 0; nth < 20; nth += 1) {
      const key = `sk_standin_idle-${nth}`;
      const { id } = (await ask('POST /v1/videos', { body: CREATE, key })).body;
      await ask(`GET /v1/videos/${id}`, { key });
      if (nth % 4 === 3) await sleep(150);
    }
    await ask('DELETE /_standin/accounts/idle-19');
    await ask('POST /_standin/accounts/idle-18/reset');
  });
  expect(left).toEqual({ head: 3, 'g:': 2 });
});
