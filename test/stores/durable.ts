/** The durable store in a folder of its own, which goes with it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundedStore } from '../../emulator/domain/store.ts';
import { openDataFolder } from '../../emulator/store/durable/data-folder.ts';
import { createDurableStore } from '../../emulator/store/durable/open-durable.ts';
import type { StoreBounds, StoreListener } from '../../emulator/store/memory.ts';

/** Opens the store. */
export async function createTemporaryStore(bounds: StoreBounds, listener: StoreListener): Promise<BoundedStore> {
  const path = await mkdtemp(join(tmpdir(), 'standin-data-'));
  const folder = await openDataFolder(path, { isSynced: false });
  const remove = async (): Promise<void> => {
    await folder.close();
    await rm(path, { recursive: true, force: true });
  };
  return createDurableStore({ ...folder, close: remove }, bounds, listener);
}
