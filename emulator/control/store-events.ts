/** Turns what changes in the store into events for those who listen. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { isEnded, type Generation } from '../domain/generation.ts';
import { isoTime, ledgerView } from './account-view.ts';
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
