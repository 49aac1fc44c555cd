/** What a data folder has beside accounts: texts, which are in memory too, and bytes, which are not. */

import type { ServiceRecords } from '../../domain/store.ts';
import type { DataFolder } from './data-folder.ts';
import type { RecordValue } from './record-table.ts';

/** Texts that belong to no account are under it. */
const TEXTS = 's/';

export interface FolderRecordsOptions {
  readonly folder: DataFolder;
  /** Adds to the group that is written next; throws where nothing can be written for now. */
  readonly set: (key: string, value: RecordValue) => void;
  readonly canWrite: () => boolean;
  readonly settled: () => Promise<void>;
}

/** Reads the texts of a folder. */
export async function readFolderRecords(options: FolderRecordsOptions): Promise<ServiceRecords> {
  const { folder, set, canWrite, settled } = options;
  const texts = new Map<string, string>();
  await folder.table.eachText(TEXTS, (key, text) => texts.set(key.slice(TEXTS.length), text));
  return {
    text: (name) => texts.get(name),
    texts: (prefix) => [...texts].filter(([name]) => name.startsWith(prefix)),
    setText: (name, text) => {
      set(TEXTS + name, text);
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
    },
    eachBytes: (prefix, visit) => folder.table.eachBytes(prefix, visit),
    setBytes: (name, bytes) => {
      if (canWrite()) set(name, bytes);
    },
    settled,
  };
}
