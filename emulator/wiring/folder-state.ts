/** Creates the state of an engine with a data folder. Keys, default clock and journal also survive a restart. */

import { createKeyFingerprint, newSalt } from '../api/keys/fingerprint.ts';
import { createIssuedKeys, type KeyEntry } from '../api/keys/key-ring.ts';
import { isKeyEntry, memoryState, type EngineState } from './engine-state.ts';
import { keepLog } from '../journal/kept-log.ts';
import type { Recording } from '../journal/recorder.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import { checked, isClock } from '../store/account-reader.ts';
import { createMemoryStore } from '../store/memory.ts';
import { DataFolderError } from '../store/durable/data-folder-error.ts';
import type { DataFolder } from '../store/durable/data-folder.ts';
import type { DurableStore } from '../store/durable/durable-store.ts';
import type { RecordTable } from '../store/durable/record-table.ts';

const SALT = 's/salt';
const CLOCK = 's/clock';
/** The prefix of issued keys. */
const KEY = 's/key/';

/** Creates the state. The content of the folder is loaded before the first request. */
export function folderState(path: string, durable: Settings['durable']): EngineState {
  let fingerprint = createKeyFingerprint();
  let kept: DurableStore | undefined;
  let recording: Recording | undefined;
  const issued = new PersistentKeys();
  const keys = createIssuedKeys(issued);
  const memory = memoryState(createMemoryStore);
  const clock = memory.defaultClock;
  const takeOver = async (store: DurableStore, { content, table }: DataFolder): Promise<void> => {
    const salt = content.values.get(SALT) ?? newSalt();
    store.set(SALT, salt);
    fingerprint = createKeyFingerprint(salt);
    issued.keepIn(store, content.values);
    const text = content.values.get(CLOCK);
    if (text !== undefined) await clock.set(checked(CLOCK, JSON.parse(text), isClock));
    if (recording?.isOn === true) await keepJournal(recording, store, table.each);
    // The salt must be on disk before it is used, because the next start must use the same salt.
    await store.written();
  };
  return {
    ...memory,
    makeStore: async (bounds, listener) => {
      const { openDataFolder } = await import('../store/durable/data-folder.ts');
      const { DurableStore: Store } = await import('../store/durable/durable-store.ts');
      const folder = await openDataFolder(path, { isSynced: durable === 'disk' }).catch((cause: unknown) => {
        throw cause instanceof DataFolderError ? new SettingsError(cause.message, { path: 'data', cause }) : cause;
      });
      const store = new Store(folder, bounds, listener);
      await takeOver(store, folder);
      kept = store;
      return store;
    },
    fingerprint: (key) => fingerprint(key),
    issuedKeys: keys,
    defaultClock: {
      read: () => clock.read(),
      set: async (changed) => {
        kept?.set(CLOCK, JSON.stringify(changed));
        await clock.set(changed);
      },
    },
    connect: (own) => {
      recording = own;
    },
    problem: () => kept?.problem(),
  };
}

async function keepJournal(recording: Recording, store: DurableStore, eachBytes: RecordTable['each']): Promise<void> {
  const handOver = await keepLog(recording.log, {
    eachBytes,
    setBytes: (key, bytes) => {
      const isWritable = store.problem() === undefined;
      if (isWritable) store.set(key, bytes);
      return isWritable;
    },
  });
  store.lastWork = () => {
    recording.handOver();
    handOver();
  };
}

/** The keys that the control API has issued, by fingerprint. */
class PersistentKeys extends Map<string, KeyEntry> {
  #store: DurableStore | undefined;

  keepIn(store: DurableStore, texts: ReadonlyMap<string, string>): void {
    for (const [key, text] of texts) {
      if (key.startsWith(KEY)) super.set(key.slice(KEY.length), checked(key, JSON.parse(text), isKeyEntry));
    }
    this.#store = store;
  }

  override set(fingerprint: string, entry: KeyEntry): this {
    this.#store?.set(KEY + fingerprint, JSON.stringify(entry));
    return super.set(fingerprint, entry);
  }

  override delete(fingerprint: string): boolean {
    this.#store?.set(KEY + fingerprint, undefined);
    return super.delete(fingerprint);
  }
}
