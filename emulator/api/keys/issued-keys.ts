/** The keys that the control API has issued, by fingerprint. The keys themselves are not stored. */

import type { Opening } from '../../domain/account.ts';

/** The account that a key opens. */
export interface KeyEntry extends Omit<Opening, 'clock'> {
  /** Whether the key sets a clock, so that the default clock does not apply. */
  readonly hasOwnClock: boolean;
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
  const find = async (print: string): Promise<KeyEntry | undefined> => issued.get(print);
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
    revoke: async (account) => {
      for (const [print, { name }] of issued) if (name === account) issued.delete(print);
    },
    revokeClosed: async (isOpen) => {
      for (const [print, { name }] of issued) if (!isOpen(name)) issued.delete(print);
    },
  };
}
