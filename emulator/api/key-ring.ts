/** Listed and issued keys, by their fingerprints; no key itself is stored. */

import type { AccountSettings, Opening } from '../domain/account.ts';

/** An account of the configuration, with keys of any form. */
export interface ListedAccount {
  readonly name: string;
  readonly keys: readonly string[];
  readonly settings: AccountSettings;
}

/** What a key opens. */
export interface KeyEntry extends Omit<Opening, 'clock'> {
  /** The key sets a clock, so the default clock does not apply. */
  readonly hasOwnClock: boolean;
}

export interface KeyRing {
  find(fingerprint: string): KeyEntry | undefined;
  /** Lets a key open an account; `taken` when it already opens another one. */
  issue(fingerprint: string, entry: KeyEntry): 'issued' | 'taken' | 'full';
  /** Withdraws the keys issued for an account; its listed keys stay. */
  withdraw(account: string): void;
  /** Withdraws the keys issued for accounts that are not open any more. */
  keepOpen(isOpen: (account: string) => boolean): void;
}

const MOST_ISSUED = 50_000;

/** A ring that holds the listed keys, and those that are issued. */
export function createKeyRing(
  accounts: readonly ListedAccount[],
  fingerprint: (key: string) => string,
  issued = new Map<string, KeyEntry>(),
): KeyRing {
  let listed: ReadonlyMap<string, KeyEntry> | undefined;
  const find = (print: string): KeyEntry | undefined => {
    // With the first request: by then the salt is known, be it from a folder.
    listed ??= new Map(accounts.flatMap((account) => account.keys.map((key) => [fingerprint(key), entryOf(account)])));
    return listed.get(print) ?? issued.get(print);
  };
  return {
    find,
    issue: (print, entry) => {
      const known = find(print);
      if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
      if (issued.size >= MOST_ISSUED) return 'full';
      issued.set(print, entry);
      return 'issued';
    },
    withdraw: (account) => {
      for (const [print, { name }] of issued) if (name === account) issued.delete(print);
    },
    keepOpen: (isOpen) => {
      for (const [print, { name }] of issued) if (!isOpen(name)) issued.delete(print);
    },
  };
}

function entryOf({ name, settings }: ListedAccount): KeyEntry {
  return { name, setUp: '', settings, hasOwnClock: false };
}
