/** Opens the store of a data folder. It is loaded only if the settings name a folder. */

import type { BoundedStore, ServiceRecords } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { openDataFolder, SERVICE_TEXTS, type DataFolder } from './data-folder.ts';
import { DurableStore } from './durable-store.ts';

export interface DurableOptions {
  readonly path: string;
  /** Whether a response waits for the operating system, which survives a killed process, or for the disk. */
  readonly durable: 'os' | 'disk';
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
}

/** A store that also keeps records that belong to no account. */
export interface OpenedFolder {
  readonly store: BoundedStore;
  readonly service: ServiceRecords;
}

/** Opens a folder, or makes it. A DataFolderError says why it cannot be opened. */
export async function openDurableStore({ path, durable, bounds, listener }: DurableOptions): Promise<OpenedFolder> {
  const folder = await openDataFolder(path, { isSynced: durable === 'disk' });
  const store = new DurableStore(folder, bounds, listener);
  return { store, service: toServiceRecords(folder, store) };
}

function toServiceRecords({ table, content }: DataFolder, store: DurableStore): ServiceRecords {
  const { texts, bytes } = content;
  return {
    text: (name) => texts.get(SERVICE_TEXTS + name),
    texts: (prefix) => {
      const found = [...texts].filter(([key]) => key.startsWith(SERVICE_TEXTS + prefix));
      return found.map(([key, text]) => [key.slice(SERVICE_TEXTS.length), text] as const);
    },
    setText: (name, text) => {
      store.set(SERVICE_TEXTS + name, text);
      if (text === undefined) texts.delete(SERVICE_TEXTS + name);
      else texts.set(SERVICE_TEXTS + name, text);
    },
    eachBytes: (prefix, visit) => table.each(prefix, visit),
    setBytes: (key, value) => {
      if (store.problem() !== undefined) return;
      store.set(key, value);
      if (value === undefined) bytes.delete(key);
      else bytes.add(key);
    },
    beforeClose: (work) => void (store.lastWork = work),
  };
}
