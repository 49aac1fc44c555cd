/** Listed and issued keys, by fingerprint. The keys themselves are not stored. */

import type { AccountSettings } from '../../domain/account.ts';
import type { IssuedKeys, KeyEntry } from './issued-keys.ts';

/** An account of the settings, with keys of any form. */
export interface ListedAccount {
  readonly name: string;
  readonly keys: readonly string[];
  readonly settings: AccountSettings;
}

/** The listed and the issued keys. A listed key can be neither issued nor revoked. */
export type KeyRing = IssuedKeys;

/** Creates a key ring of the listed keys and the issued keys. */
export function createKeyRing(
  accounts: readonly ListedAccount[],
  fingerprint: (key: string) => string,
  issued: () => IssuedKeys,
): KeyRing {
  let listed: ReadonlyMap<string, KeyEntry> | undefined;
  // The first request fills the map, because the salt that replicas share is known by then.
  const findListed = (print: string): KeyEntry | undefined => {
    listed ??= new Map(accounts.flatMap((account) => account.keys.map((key) => [fingerprint(key), entryOf(account)])));
    return listed.get(print);
  };
  const listedFirst: ListedFirst = (print, find) => {
    const entry = findListed(print);
    return entry === undefined ? find() : Promise.resolve(entry);
  };
  return {
    find: (print) => listedFirst(print, () => issued().find(print)),
    refresh: (print) => listedFirst(print, () => issued().refresh(print)),
    issue: async (print, entry) => {
      const known = findListed(print);
      if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
      return issued().issue(print, entry);
    },
    revoke: (account) => issued().revoke(account),
    revokeClosed: (isOpen) => issued().revokeClosed(isOpen),
  };
}

type ListedFirst = (print: string, find: () => Promise<KeyEntry | undefined>) => Promise<KeyEntry | undefined>;

function entryOf({ name, settings }: ListedAccount): KeyEntry {
  return { name, setUp: '', settings, hasOwnClock: false };
}
