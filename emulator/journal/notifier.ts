/** Reports changes of an account to listeners: open waits, and the writer of entries. */

import type { EntryReference } from './log-segment.ts';
import type { AccountName } from './log.ts';

/** Receives a change of an account. If it has an entry, the entry was added or completed. */
export type OnChange = (changed?: EntryReference) => void;

export interface Notifier {
  readonly notify: (account: AccountName, changed?: EntryReference) => void;
  /** Adds a listener. The returned function removes it. */
  readonly listen: (account: AccountName, onChange: OnChange) => () => void;
  /** Registers a callback that is called with each entry that was added or completed, for all accounts. */
  readonly follow: (changed: (account: AccountName, reference: EntryReference) => void) => void;
}

/** Creates a notifier without listeners. Each listener also calls `follow`, and ends it when it is removed. */
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
