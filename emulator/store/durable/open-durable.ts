/** Opens the store of a data folder; nothing here is loaded without one. */

import { resolve } from 'node:path';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { openDataFolder } from './data-folder.ts';
import { createDurableStore, type DurableBounded } from './durable-store.ts';

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
