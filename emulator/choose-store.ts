/** Where an engine keeps accounts, by its settings. */

import type { MaybePromise } from './domain/maybe-promise.ts';
import type { BoundedStore } from './domain/store.ts';
import { SettingsError } from './settings/settings-error.ts';
import type { Settings } from './settings/settings.ts';
import { DataFolderError } from './store/durable/data-folder-error.ts';
import { createMemoryStore, type StoreBounds, type StoreListener } from './store/memory.ts';

/**
 * Makes the store of an engine; tests put other ones in its place. A store may take its time to open: requests wait for
 * it, and a socket opens after it.
 */
export type MakeStore = (bounds: StoreBounds, listener: StoreListener) => MaybePromise<BoundedStore>;

/** Memory, unless the settings name a folder; what keeps a folder is loaded then only. */
export function storeOf({ data, durable }: Settings): MakeStore {
  if (data === undefined) return createMemoryStore;
  return async (bounds, listener) => {
    const { openDurableStore } = await import('./store/durable/open-durable.ts');
    return openDurableStore({ path: data, durable, bounds, listener }).catch((cause: unknown) => {
      throw cause instanceof DataFolderError ? new SettingsError(cause.message, { path: 'data', cause }) : cause;
    });
  };
}
