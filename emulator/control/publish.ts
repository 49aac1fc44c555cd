/** Publishes changes of accounts and journal entries as events, if the account has a subscriber. */

import type { EnteredAccount } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import type { Changes, Transition } from '../domain/changes.ts';
import { isEnded } from '../domain/generation.ts';
import { toLedgerInDollars } from '../domain/ledger.ts';
import { clockChangeView, isoTime } from './views.ts';
import { toEntry } from '../journal/entry.ts';
import { isKept, type EntryReference } from '../journal/log-segment.ts';
import { toSummary, type EntrySummary } from '../journal/summary.ts';
import type { EventBus } from './event-bus.ts';
import type { ControlServices } from './route.ts';

/** Publishes the changes that a decision made to an account, after they are stored. */
export function publishChanges(
  events: EventBus,
  account: EnteredAccount,
  { changes, realNow }: { readonly changes: Changes; readonly realNow: number },
): void {
  if (!events.hasListener(account.name)) return;
  const at = isoTime(readClock(account.clock, realNow));
  for (const transition of changes.transitions)
    events.publish({ type: 'generation', account: account.name, at, data: transitionView(account, transition) });
  for (const moved of changes.clockMoves) {
    const data = clockChangeView(moved, realNow);
    events.publish({ type: 'clock', account: account.name, at: data.clock.now, data });
  }
}

/** Returns the new status of a generation. The first and last status include the ledger. */
function transitionView(account: EnteredAccount, { before, generation }: Transition): Record<string, unknown> {
  const { id, status, failure } = generation;
  return {
    id,
    from: before ?? null,
    to: status,
    ...(failure !== undefined && isEnded(generation) && { failure_code: failure.code }),
    ...((before === undefined || isEnded(generation)) && { ledger: toLedgerInDollars(account.ledger) }),
  };
}

/** Publishes a change of the whole account, for example a reset. */
export function publishAccount({ context, events }: ControlServices, change: string, account: string): void {
  if (!events.hasListener(account)) return;
  events.publish({ type: 'account', account, at: new Date(context.realNow()).toISOString(), data: { change } });
}

/** Publishes a request, and each fault rule that fired for it. The summary is read when the event is sent. */
export function publishRequest(events: EventBus, account: string | null, reference: EntryReference): void {
  if (!events.hasListener(account)) return;
  const { request_id, at, evaluations } = toEntry(reference);
  const data = (): EntrySummary | undefined => (isKept(reference) ? toSummary(toEntry(reference)) : undefined);
  events.publish({ type: 'request', account, at, data });
  for (const { rule, fired, why } of evaluations) {
    if (fired) events.publish({ type: 'fault', account, at, data: { request_id, rule, why } });
  }
}
