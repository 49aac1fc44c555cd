/** A write that fails between the commit of a create and its response: no response, entry or event shows the lost create. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator } from '../../emulator/index.ts';
import { openDataFolder } from '../../emulator/store/durable/data-folder.ts';
import { DurableStore } from '../../emulator/store/durable/durable-store.ts';
import { clientOf, CREATE } from '../replicas/two-replicas.ts';

test('a create and a poll that read it get a 503, and the journal and the events show no generation', async () => {
  const path = await mkdtemp(join(tmpdir(), 'standin-lost-'));
  let isFull = false;
  let store: DurableStore | undefined;
  let release = (): void => undefined;
  const emulator = buildEmulator({ latency: 'manual' }, async (bounds, listener) => {
    const folder = await openDataFolder(path, { isSynced: false });
    const write: typeof folder.write = async (records, count) => {
      if (!isFull) return folder.write(records, count);
      await new Promise<void>((resolve) => (release = resolve));
      throw new Error('No space left on device');
    };
    store = new DurableStore({ ...folder, write }, bounds, listener);
    return store;
  });
  onTestFinished(async () => {
    await emulator.close();
    await rm(path, { recursive: true, force: true });
  });
  const ask = clientOf(emulator, 'lost');
  const { id } = (await ask('POST /v1/videos', { body: CREATE })).body;
  const events = await readEvents(emulator);

  isFull = true;
  const creating = ask('POST /v1/videos', { body: CREATE, headers: { 'idempotency-key': 'k' } });
  await expect.poll(async () => (await store?.enter('lost', 0))?.created).toBe(2);
  const polling = ask(`GET /v1/videos/${id}`);
  const counting = ask('GET /_standin/accounts/lost');
  await setTimeout(20);
  release();
  for (const response of await Promise.all([creating, polling, counting])) {
    expect([response.status, JSON.stringify(response.body)]).toEqual([503, expect.stringContaining('no space left')]);
  }

  // Reading goes on.
  expect((await ask(`GET /v1/videos/${id}`)).status).toBe(200);
  const { body } = await ask('GET /_standin/accounts/lost');
  expect(body.counters.created).toBe(1);
  const { entries } = (await ask('GET /_standin/accounts/lost/journal')).body;
  const lost: { operation: string }[] = entries.filter(({ status }: { status: number }) => status === 503);
  // Both are answered in one turn, in either order.
  expect(lost.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))).toEqual([
    expect.objectContaining({ operation: 'create', generation: null, changes: [] }),
    expect.objectContaining({ operation: 'get', changes: [] }),
  ]);

  isFull = false;
  // The folder is tried again after a while.
  await setTimeout(350);
  const next = (await ask('POST /v1/videos', { body: CREATE })).body;
  await expect.poll(events).toContain(next.id);
  expect(events().match(/"from":null/g)).toHaveLength(1);
});

/** Collects the events of all accounts. Returns what has arrived so far. */
async function readEvents(emulator: Emulator): Promise<() => string> {
  const { body } = await emulator.fetch('http://localhost/_standin/events');
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return () => text;
}
