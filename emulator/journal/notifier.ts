/** Reports changes of an account to its listeners: open waits, and the writer of entries. */

import type { EntryReference } from './log-segment.ts';
import type { AccountName } from './log.ts';

/** Receives a change of an account. If it has an entry, the entry was added or completed. */
export type OnChange = (changed?: EntryReference) => void;

export interface Notifier {
  readonly notify: (account: AccountName, changed?: EntryReference) => void;
  /** Begins to listen. The returned function ends it. */
  readonly listen: (account: AccountName, onChange: OnChange) => () => void;
  /** Calls back at once with each entry of any account that was added or completed. */
  readonly follow: (changed: (account: AccountName, reference: EntryReference) => void) => void;
}

/** A notifier without listeners. Each listener calls `follow`, and calls the returned function at its end. */
export function createNotifier(follow?: () => () => void): Notifier {
  const listening = new Map<AccountName, Set<OnChange>>();
  let follower: ((account: AccountName, reference: EntryReference) => void) | undefined;
  return {
    notify: (account, changed) => {
      if (changed !== undefined) follower?.(account, changed);
      const listeners = listening.size === 0 ? undefined : listening.get(account);
      if (listeners !== undefined) for (const onChange of listeners) onChange(changed);
    },
    listen: (account, onChange) => {
      const listeners = listening.get(account) ?? new Set();
      listening.set(account, listeners.add(onChange));
      const unfollow = follow?.();
      return () => {
        unfollow?.();
        listeners.delete(onChange);
        if (listeners.size === 0 && listening.get(account) === listeners) listening.delete(account);
      };
    },
    follow: (changed) => {
      follower = changed;
    },
  };
}
