/** The durable store in a folder of its own, which is removed when the store closes. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundedStore } from '../../emulator/domain/store.ts';
import { openDataFolder } from '../../emulator/store/durable/data-folder.ts';
import { DurableStore } from '../../emulator/store/durable/durable-store.ts';
import type { StoreBounds, StoreListener } from '../../emulator/store/memory.ts';

/** Opens the store. */
export async function createTemporaryStore(bounds: StoreBounds, listener: StoreListener): Promise<BoundedStore> {
  const path = await mkdtemp(join(tmpdir(), 'standin-data-'));
  const store = new DurableStore(await openDataFolder(path, { isSynced: false }), bounds, listener);
  const close = async (): Promise<void> => {
    await store.close();
    await rm(path, { recursive: true, force: true });
  };
  return {
    enter: (name, realNow) => store.enter(name, realNow),
    commit: (account, changes) => store.commit(account, changes),
    replace: (name, replacement) => store.replace(name, replacement),
    list: () => store.list(),
    capacity: store.capacity,
    close,
  };
}
