/** Opens the store of a data folder; nothing here is loaded without one. */

import { resolve } from 'node:path';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import type { BoundedStore, ServiceRecords } from '../../domain/store.ts';
import { DurableStore } from './durable-store.ts';
import { readFolderRecords } from './folder-records.ts';

/** A store with a place for what belongs to no account. */
export type DurableBounded = BoundedStore & { readonly service: ServiceRecords };

export interface DurableOptions {
  readonly path: string;
  /** `os`: an answer waits until the system has it, which survives a killed process; `disk`: until the disk has it. */
  readonly durable: 'os' | 'disk';
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
}

/** Opens a folder, or makes it; a DataFolderError says what keeps it from being opened. */
export async function openDurableStore({ path, durable, bounds, listener }: DurableOptions): Promise<DurableBounded> {
  const folder = await openDataFolder(resolve(path), { isSynced: durable === 'disk' });
  try {
    return await createDurableStore(folder, bounds, listener);
  } catch (cause) {
    await folder.close();
    throw cause;
  }
}

export async function createDurableStore(
  folder: DataFolder,
  bounds: StoreBounds,
  listener: StoreListener,
): Promise<DurableBounded> {
  const store = new DurableStore(folder, bounds, listener);
  await store.load();
  const service = await readFolderRecords({
    folder,
    set: (key, value) => store.set(key, value),
    canWrite: () => store.canWrite,
    settled: () => store.settled(),
  });
  return {
    enter: (name, realNow) => store.enter(name, realNow),
    commit: (account, changes) => store.commit(account, changes),
    replace: (name, replacement) => store.replace(name, replacement),
    list: () => store.list(),
    capacity: store.capacity,
    service,
    problem: () => store.problem,
    close: () => store.close(),
  };
}
