/**
 * What an engine keeps beside its accounts: the salt of fingerprints, issued keys, the default clock and the journal.
 * With a data folder they outlive the process.
 */

import { createDefaultClock, type DefaultClock } from './api/default-clock.ts';
import { createKeyFingerprint, newSalt } from './api/fingerprint.ts';
import type { KeyEntry } from './api/key-ring.ts';
import type { Api } from './api/messages.ts';
import type { ServiceRecords } from './domain/store.ts';
import { keepLog, type KeptLog } from './journal/kept-log.ts';
import type { Recording } from './journal/recorder.ts';

export interface ServiceValues {
  readonly fingerprint: (key: string) => string;
  readonly issuedKeys: Map<string, KeyEntry>;
  readonly defaultClock: DefaultClock;
  /** Takes over what is kept, and keeps there what changes from now on; before the first request. */
  readonly keepIn: (records: ServiceRecords, recording: Recording) => Promise<void>;
  /** Hands over what has not been yet. */
  readonly close: () => void;
}

const SALT = 'salt';
const CLOCK = 'clock';
const KEY = 'key/';

/** Values that end with the process, until they are kept. */
export function createServiceValues(): ServiceValues {
  let fingerprint = createKeyFingerprint();
  const issuedKeys = new KeptKeys();
  const clock = createDefaultClock();
  let kept: ServiceRecords | undefined;
  let log: KeptLog | undefined;
  return {
    fingerprint: (key) => fingerprint(key),
    issuedKeys,
    defaultClock: {
      read: () => clock.read(),
      set: (changed) => {
        kept?.setText(CLOCK, JSON.stringify(changed));
        clock.set(changed);
      },
    },
    keepIn: async (records, recording) => {
      const salt = records.text(SALT) ?? newSalt();
      records.setText(SALT, salt);
      fingerprint = createKeyFingerprint(salt);
      issuedKeys.keepIn(records);
      const text = records.text(CLOCK);
      if (text !== undefined) clock.set(JSON.parse(text));
      if (recording.isOn) log = await keepLog(recording, records);
      await records.settled();
      kept = records;
    },
    close: () => log?.handOver(),
  };
}

/** Keys that the control API has issued, by their fingerprints. */
class KeptKeys extends Map<string, KeyEntry> {
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

/** An API whose requests wait until the store is open: before, not even the fingerprint of a key is known. */
export function afterOpening(api: Api, opening: Promise<void>): Api {
  let isOpening = true;
  const over = (): void => {
    isOpening = false;
  };
  // Where it cannot be opened, the store says so to whoever asks.
  const opened = opening.then(over, over);
  return { ...api, handle: (request) => (isOpening ? opened.then(() => api.handle(request)) : api.handle(request)) };
}
