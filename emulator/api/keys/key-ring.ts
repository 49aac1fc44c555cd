/** Listed and issued keys, by fingerprint. The keys themselves are not stored. */

import type { AccountSettings, Opening } from '../../domain/account.ts';

/** The account that a key opens. */
export interface KeyEntry extends Omit<Opening, 'clock'> {
  /** Whether the key sets a clock, so that the default clock does not apply. */
  readonly hasOwnClock?: boolean;
}

/** The issued keys of this process or of all replicas. */
export interface IssuedKeys {
  find(fingerprint: string): Promise<KeyEntry | undefined>;
  /** Finds a key, including recent changes by other replicas. */
  refresh(fingerprint: string): Promise<KeyEntry | undefined>;
  /** Binds a key to an account. Returns `taken` if the key is bound to another account. */
  issue(fingerprint: string, entry: KeyEntry): Promise<'issued' | 'taken' | 'full'>;
  /** Revokes the keys that were issued for an account. */
  revoke(account: string): Promise<void>;
  /** Revokes the keys of accounts that are not open. */
  revokeClosed(isOpen: (account: string) => boolean): Promise<void>;
}

/** The most issued keys of a process, or of the store that replicas share. */
export const MOST_ISSUED = 50_000;

/** Stores issued keys in this process. */
export function createIssuedKeys(issued = new Map<string, KeyEntry>()): IssuedKeys {
  const find = (print: string): Promise<KeyEntry | undefined> => Promise.resolve(issued.get(print));
  const revokeClosed: IssuedKeys['revokeClosed'] = async (isOpen) => {
    for (const [print, { name }] of issued) if (!isOpen(name)) issued.delete(print);
  };
  return {
    find,
    refresh: find,
    issue: async (print, entry) => {
      const known = issued.get(print);
      if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
      if (issued.size >= MOST_ISSUED) return 'full';
      issued.set(print, entry);
      return 'issued';
    },
    revoke: (account) => revokeClosed((name) => name !== account),
    revokeClosed,
  };
}

/** An account of the settings, with keys of any form. */
export interface ListedAccount {
  readonly name: string;
  readonly keys: readonly string[];
  readonly settings: AccountSettings;
}

/** Adds listed keys to issued keys. A listed key can be neither issued nor revoked. */
export function createKeyRing(
  accounts: readonly ListedAccount[],
  fingerprint: (key: string) => string,
  issued: IssuedKeys,
): IssuedKeys {
  let listed: ReadonlyMap<string, KeyEntry> | undefined;
  // The first request fills the map, because the salt that replicas share is known by then.
  const findListed = (print: string): KeyEntry | undefined => {
    listed ??= new Map(accounts.flatMap((account) => account.keys.map((key) => [fingerprint(key), account])));
    return listed.get(print);
  };
  return {
    find: (print) => {
      const found = findListed(print);
      return found === undefined ? issued.find(print) : Promise.resolve(found);
    },
    refresh: async (print) => findListed(print) ?? issued.refresh(print),
    issue: async (print, entry) => {
      const known = findListed(print);
      if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
      return issued.issue(print, entry);
    },
    revoke: (account) => issued.revoke(account),
    revokeClosed: (isOpen) => issued.revokeClosed(isOpen),
  };
}
