/** Turns what happens in the store and the journal into events for those who listen. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { isEnded, type Generation } from '../domain/generation.ts';
import { isoTime, ledgerView } from './account-view.ts';
import type { CapturedRequest } from '../journal/stored-entry.ts';
import type { EventHub } from './event-hub.ts';

/** Tells of a generation that was created or changed its status; with its end, of the books. */
export function tellOfGeneration(
  events: EventHub,
  account: Account,
  { before, generation, realNow }: { before: Status | undefined; generation: Generation; realNow: number },
): void {
  if (!events.hears(account.name)) return;
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

/** Tells of a request that was answered, and of each fault that had a hand in it. */
export function tellOfRequest(events: EventHub, facts: CapturedRequest): void {
  const { account, requestId, method, target, status, weighed } = facts;
  if (account === null || !events.hears(account)) return;
  const at = isoTime(facts.at);
  events.publish({ type: 'request', account, at, data: { request_id: requestId, method, path: target, status } });
  for (const { rule, fired, why } of weighed) {
    if (fired) events.publish({ type: 'fault', account, at, data: { request_id: requestId, rule, why } });
  }
}
