/** Listed and issued keys, by fingerprint. The keys themselves are not stored. */

import type { Micros } from '../../../contract/prices.ts';
import type { Opening } from '../../domain/account.ts';

/** The account that a key opens. */
export type KeyEntry = Omit<Opening, 'clock'>;

/** The issued keys of this process or of all replicas. */
export interface IssuedKeys {
  /** Returns the cached result of `find`, or undefined if none is cached. */
  cached(fingerprint: string): KeyEntry | null | undefined;
  /** Finds a key, including recent changes by other replicas. Returns null if the key was not issued. */
  find(fingerprint: string): Promise<KeyEntry | null>;
  /** Binds a key to an account. Returns `taken` if the key is bound to another account. */
  issue(fingerprint: string, entry: KeyEntry): Promise<'issued' | 'taken' | 'full'>;
  /** Revokes the keys that were issued for the accounts that a function selects. */
  revoke(isSelected: (account: string) => boolean): Promise<void>;
}

/** The most issued keys of a process, or of the store that replicas share. */
export const MOST_ISSUED = 50_000;

/** Stores issued keys in this process. */
export function createIssuedKeys(issued = new Map<string, KeyEntry>()): IssuedKeys {
  return {
    cached: (print) => issued.get(print) ?? null,
    find: async (print) => issued.get(print) ?? null,
    issue: async (print, entry) => {
      const known = issued.get(print);
      if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
      if (issued.size >= MOST_ISSUED) return 'full';
      issued.set(print, entry);
      return 'issued';
    },
    revoke: async (isSelected) => {
      for (const [print, { name }] of issued) if (isSelected(name)) issued.delete(print);
    },
  };
}

/** An account of the settings, with keys of any form. */
export interface ListedAccount extends Pick<KeyEntry, 'name' | 'settings'> {
  readonly keys: readonly string[];
  /** The opening balance for keys whose scenario sets none. */
  readonly plainBalance: Micros;
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
    cached: (print) => findListed(print) ?? issued.cached(print),
    find: async (print) => findListed(print) ?? issued.find(print),
    issue: async (print, entry) => {
      const known = findListed(print);
      if (known === undefined) return issued.issue(print, entry);
      return known.name === entry.name ? 'issued' : 'taken';
    },
    revoke: (isSelected) => issued.revoke(isSelected),
  };
}
