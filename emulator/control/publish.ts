/** Turns what happens in the store and the journal into events for those who listen. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { isEnded, type Generation } from '../domain/generation.ts';
import { isoTime, ledgerView } from './views.ts';
import type { RawFacts } from '../journal/raw-entry.ts';
import type { EventBus } from './event-bus.ts';
import type { ControlServices } from './route.ts';
import type { ClockChangeView } from './view-schemas.ts';

/** Tells of a generation that was created or changed its status; with its end, of the books. */
export function publishGeneration(
  events: EventBus,
  account: Account,
  { before, generation, realNow }: { before: Status | undefined; generation: Generation; realNow: number },
): void {
  if (!events.hasListener(account.name)) return;
  const { id, status, failure } = generation;
  const isBooked = before === undefined || isEnded(generation);
  events.publish({
    type: 'generation',
    account: account.name,
    at: isoTime(readClock(account.clock, realNow)),
    data: {
      id,
      from: before ?? null,
      to: status,
      ...(failure !== undefined && isEnded(generation) && { failure_code: failure.code }),
      ...(isBooked && { ledger: ledgerView(account.ledger) }),
    },
  });
}

/** Tells those who listen that something happened to an account as a whole. */
export function publishAccount({ context, events }: ControlServices, change: string, account: Account): void {
  if (!events.hasListener(account.name)) return;
  const at = new Date(context.realNow()).toISOString();
  events.publish({ type: 'account', account: account.name, at, data: { change } });
}

/** Tells of a request that was answered, and of each fault that had a hand in it. */
export function publishRequest(events: EventBus, facts: RawFacts): void {
  const { account, requestId, method, target, status, weighed } = facts;
  if (account === null || !events.hasListener(account)) return;
  const at = isoTime(facts.at);
  events.publish({ type: 'request', account, at, data: { request_id: requestId, method, path: target, status } });
  for (const { rule, fired, why } of weighed) {
    if (fired) events.publish({ type: 'fault', account, at, data: { request_id: requestId, rule, why } });
  }
}

/** Publishes that a clock was changed, and what the time between brought about. */
export function publishClockChange(events: EventBus, account: string, change: ClockChangeView): void {
  if (!events.hasListener(account)) return;
  events.publish({ type: 'clock', account, at: change.clock.now, data: change });
}
