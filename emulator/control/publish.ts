/** Publishes changes of the store and entries of the journal as events, if the account has a subscriber. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { isEnded, type Generation } from '../domain/generation.ts';
import { isoTime, ledgerView } from './views.ts';
import type { RawFacts } from '../journal/raw-entry.ts';
import type { EventBus } from './event-bus.ts';
import type { ControlServices } from './route.ts';
import type { ClockChangeView } from './view-schemas.ts';

/** A generation was created or changed its status. The ledger comes with its creation and with its end. */
export function publishGeneration(
  events: EventBus,
  account: Account,
  { before, generation, realNow }: { before: Status | undefined; generation: Generation; realNow: number },
): void {
  if (!events.hasListener(account.name)) return;
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
      ...(hasLedger && { ledger: ledgerView(account.ledger) }),
    },
  });
}

/** An account as a whole changed, for example by a reset. */
export function publishAccount({ context, events }: ControlServices, change: string, account: Account): void {
  if (!events.hasListener(account.name)) return;
  const at = new Date(context.realNow()).toISOString();
  events.publish({ type: 'account', account: account.name, at, data: { change } });
}

/** A request was answered; one more event for each fault rule that fired. */
export function publishRequest(events: EventBus, facts: RawFacts): void {
  const { account, requestId, method, target, status, weighed } = facts;
  if (account === null || !events.hasListener(account)) return;
  const at = isoTime(facts.at);
  events.publish({ type: 'request', account, at, data: { request_id: requestId, method, path: target, status } });
  for (const { rule, fired, why } of weighed) {
    if (fired) events.publish({ type: 'fault', account, at, data: { request_id: requestId, rule, why } });
  }
}

/** A clock was changed; with the time events between its two readings. */
export function publishClockChange(events: EventBus, account: string, change: ClockChangeView): void {
  if (!events.hasListener(account)) return;
  events.publish({ type: 'clock', account, at: change.clock.now, data: change });
}
