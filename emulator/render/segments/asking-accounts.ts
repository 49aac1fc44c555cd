/**
 * For which accounts a piece of work is done: who asks for a clip does so with a signal, the work on it has a signal of
 * its own, with which it asks for segments, and whoever asks for the same joins that work.
 */

const accounts = new WeakMap<AbortSignal, string>();
const joined = new WeakMap<AbortSignal, ReadonlySet<AbortSignal>>();

/** Notes that whoever may leave with this signal asks for an account. */
export function askFor(account: string, signal: AbortSignal): void {
  accounts.set(signal, account);
}

/** Notes who has joined the work that this signal ends; others may come. */
export function noteJoined(work: AbortSignal, askers: ReadonlySet<AbortSignal>): void {
  joined.set(work, askers);
}

/** The accounts that wait for this work now, directly or by other work. */
export function accountsOf(work: AbortSignal): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set([work]);
  // A set is walked to its end though it grows meanwhile.
  for (const signal of seen) {
    const account = accounts.get(signal);
    if (account !== undefined) found.add(account);
    for (const asker of joined.get(signal) ?? []) seen.add(asker);
  }
  return found;
}
