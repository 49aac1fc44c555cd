/** The commons of an engine with a data folder: keys, the default clock and the journal outlive the process, too. */

import { createDefaultClock } from '../api/default-clock.ts';
import { createKeyFingerprint, newSalt } from '../api/keys/fingerprint.ts';
import { createIssuedKeys, type KeyEntry } from '../api/keys/issued-keys.ts';
import { ownCommons, type Commons } from './commons.ts';
import type { BoundedStore } from '../domain/store.ts';
import { keepLog } from '../journal/kept-log.ts';
import type { Recording } from '../journal/recorder.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { createMemoryStore } from '../store/memory.ts';
import { DataFolderError } from '../store/durable/data-folder-error.ts';
import type { DurableOptions, ServiceRecords } from '../store/durable/open-durable.ts';

const SALT = 'salt';
const CLOCK = 'clock';
const KEY = 'key/';

/** The content of the folder is loaded before the first request. */
export function folderCommons(options: Pick<DurableOptions, 'path' | 'durable'>): Commons {
  let fingerprint = createKeyFingerprint();
  let kept: ServiceRecords | undefined;
  let recording: Recording | undefined;
  let problem: BoundedStore['problem'];
  const issued = new PersistentKeys();
  const keys = createIssuedKeys(issued);
  const clock = createDefaultClock();
  const takeOver = async (records: ServiceRecords): Promise<void> => {
    const salt = records.text(SALT) ?? newSalt();
    records.setText(SALT, salt);
    fingerprint = createKeyFingerprint(salt);
    issued.keepIn(records);
    const text = records.text(CLOCK);
    if (text !== undefined) await clock.set(JSON.parse(text));
    if (recording?.isOn === true) {
      const { handOver } = recording;
      const log = await keepLog(recording, records);
      records.beforeClose(() => {
        handOver();
        log.handOver();
      });
    }
    kept = records;
  };
  return {
    ...ownCommons(createMemoryStore),
    makeStore: async (bounds, listener) => {
      const { openDurableStore } = await import('../store/durable/open-durable.ts');
      const { store, service } = await openDurableStore({ ...options, bounds, listener }).catch((cause: unknown) => {
        throw cause instanceof DataFolderError ? new SettingsError(cause.message, { path: 'data', cause }) : cause;
      });
      problem = () => store.problem?.();
      await takeOver(service);
      // The salt must not change with the next start.
      await store.track?.()();
      return store;
    },
    fingerprint: (key) => fingerprint(key),
    issuedKeys: () => keys,
    defaultClock: {
      read: () => clock.read(),
      set: async (changed) => {
        kept?.setText(CLOCK, JSON.stringify(changed));
        await clock.set(changed);
      },
    },
    connect: (own) => {
      recording = own;
    },
    problem: () => problem?.(),
  };
}

/** Keys that the control API has issued, by their fingerprints. */
class PersistentKeys extends Map<string, KeyEntry> {
  #records: ServiceRecords | undefined;

  keepIn(records: ServiceRecords): void {
    for (const [name, text] of records.texts(KEY)) super.set(name.slice(KEY.length), JSON.parse(text));
    this.#records = records;
  }

  override set(fingerprint: string, entry: KeyEntry): this {
    this.#records?.setText(KEY + fingerprint, JSON.stringify(entry));
    return super.set(fingerprint, entry);
  }

  override delete(fingerprint: string): boolean {
    this.#records?.setText(KEY + fingerprint, undefined);
    return super.delete(fingerprint);
  }
}
