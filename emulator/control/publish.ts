/** Publishes changes of accounts and journal entries as events, if the account has a subscriber. */

import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import type { Changes, Transition } from '../domain/changes.ts';
import { isEnded } from '../domain/generation.ts';
import { toLedgerInDollars } from '../domain/ledger.ts';
import { clockChangeView, isoTime } from './views.ts';
import { toEntry } from '../journal/entry-bytes.ts';
import type { EntryReference } from '../journal/log-segment.ts';
import type { EventBus } from './event-bus.ts';
import type { ControlServices } from './route.ts';
import type { ClockChangeView } from './view-schemas.ts';

/** Publishes the changes that a decision made to an account, after they are stored. */
export function publishChanges(events: EventBus, account: Account, { changes, realNow }: KeptChanges): void {
  if (!events.hasListener(account.name)) return;
  for (const transition of changes.transitions) publishGeneration(events, account, { ...transition, realNow });
  for (const moved of changes.clockMoves) publishClockMove(events, account.name, clockChangeView(moved, realNow));
}

export interface KeptChanges {
  readonly changes: Changes;
  readonly realNow: number;
}

/** Publishes the new status of a generation. The first and last status include the ledger. */
function publishGeneration(
  events: EventBus,
  account: Account,
  { before, generation, realNow }: Transition & { readonly realNow: number },
): void {
  const { id, status, failure } = generation;
  const hasLedger = before === undefined || isEnded(generation);
  events.publish({
    type: 'generation',
    account: account.name,
    at: isoTime(readClock(account.clock, realNow)),
    data: {
      id,
      from: before ?? null,
      to: status,
      ...(failure !== undefined && isEnded(generation) && { failure_code: failure.code }),
      ...(hasLedger && { ledger: toLedgerInDollars(account.ledger) }),
    },
  });
}

/** Publishes a change of the whole account, for example a reset. */
export function publishAccount(
  { context, events }: ControlServices,
  change: string,
  account: Pick<Account, 'name'>,
): void {
  if (!events.hasListener(account.name)) return;
  const at = new Date(context.realNow()).toISOString();
  events.publish({ type: 'account', account: account.name, at, data: { change } });
}

/** Publishes a request, and each fault rule that fired for it. */
export function publishRequest(events: EventBus, account: string | null, reference: EntryReference): void {
  if (!events.hasListener(account)) return;
  events.publish({ type: 'request', account, reference });
  const { request_id, at, evaluations } = toEntry(reference);
  for (const { rule, fired, why } of evaluations) {
    if (fired) events.publish({ type: 'fault', account, at, data: { request_id, rule, why } });
  }
}

function publishClockMove(events: EventBus, account: string, change: ClockChangeView): void {
  events.publish({ type: 'clock', account, at: change.clock.now, data: change });
}
