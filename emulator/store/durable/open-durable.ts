/** Opens the store of a data folder. It is loaded only if the settings name a folder. */

import type { BoundedStore } from '../../domain/store.ts';
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

/** Opens a folder, or makes it. A DataFolderError says why it cannot be opened. */
export async function openDurableStore({ path, durable, bounds, listener }: DurableOptions): Promise<OpenedFolder> {
  const folder = await openDataFolder(path, { isSynced: durable === 'disk' });
  const store = new DurableStore(folder, bounds, listener);
  return { store, service: new ServiceRecords(folder, store) };
}

interface OpenedFolder {
  readonly store: BoundedStore;
  readonly service: ServiceRecords;
}

/** The records that belong to no account: texts and bytes by name. */
export class ServiceRecords {
  readonly #folder: DataFolder;
  readonly #store: DurableStore;

  constructor(folder: DataFolder, store: DurableStore) {
    this.#folder = folder;
    this.#store = store;
  }

  text(name: string): string | undefined {
    return this.#folder.content.values.get(SERVICE_TEXTS + name);
  }

  /** The texts whose names begin with a prefix. */
  texts(prefix: string): (readonly [name: string, text: string])[] {
    const found = [...this.#folder.content.values].filter(([key]) => key.startsWith(SERVICE_TEXTS + prefix));
    return found.map(([key, text]) => [key.slice(SERVICE_TEXTS.length), text]);
  }

  /** Keeps a text, or deletes it. */
  setText(name: string, text: string | undefined): void {
    this.#store.set(SERVICE_TEXTS + name, text);
  }

  eachBytes(prefix: string, visit: (name: string, bytes: Uint8Array) => void): Promise<void> {
    return this.#folder.table.each(prefix, visit);
  }

  /** Keeps bytes, or deletes them. While nothing can be written, they are dropped. */
  setBytes(key: string, value: Uint8Array | undefined): void {
    if (this.#store.problem() === undefined) this.#store.set(key, value);
  }

  /** Runs work before the last write. */
  beforeClose(work: () => void): void {
    this.#store.lastWork = work;
  }
}
