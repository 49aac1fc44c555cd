/** Keys that the control API has issued, by their fingerprints; no key itself is stored. */

import type { Opening } from '../domain/account.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';

/** What a key opens. */
export interface KeyEntry extends Omit<Opening, 'clock'> {
  /** The key sets a clock, so the default clock does not apply. */
  readonly hasOwnClock: boolean;
}

/** Where issued keys are kept: in this process, or where replicas share them. */
export interface IssuedKeys {
  find(fingerprint: string): MaybePromise<KeyEntry | undefined>;
  /** The same, with what other replicas have changed by now. */
  refresh(fingerprint: string): MaybePromise<KeyEntry | undefined>;
  /** Lets a key open an account; `taken` when it already opens another one. */
  issue(fingerprint: string, entry: KeyEntry): MaybePromise<'issued' | 'taken' | 'full'>;
  /** Withdraws the keys issued for an account. */
  withdraw(account: string): MaybePromise<void>;
  /** Withdraws the keys issued for accounts that are not open any more. */
  keepOpen(isOpen: (account: string) => boolean): MaybePromise<void>;
}

/** In this process, or in the store that replicas share. */
export const MOST_ISSUED = 50_000;

/** Keeps keys in this process. */
export function createIssuedKeys(issued = new Map<string, KeyEntry>()): IssuedKeys {
  const find = (print: string): KeyEntry | undefined => issued.get(print);
  return {
    find,
    refresh: find,
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
