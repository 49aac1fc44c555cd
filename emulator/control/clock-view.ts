/** What passing time brought about, as the control API shows it. */

import * as z from 'zod';
import { toDollars } from '../../contract/prices.ts';
import { STATUSES } from '../../contract/generation.ts';
import type { Passed, TimeEvent } from '../domain/passing.ts';
import { ClockView } from './view-schemas.ts';
import { clockView, isoTime } from './views.ts';

const at = z.iso.datetime();
export const EventView = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('generation'),
      at,
      id: z.string(),
      from: z.enum(STATUSES),
      to: z.enum(STATUSES),
      settled: z
        .boolean()
        .meta({ description: 'Whether the record shows it already; otherwise the next look finds it.' }),
    }),
    z.object({ type: z.enum(['capture', 'refund']), at, id: z.string(), amount_usd: z.number() }),
    z.object({ type: z.literal('idempotency_expired'), at, id: z.string(), key: z.string() }),
    z.object({ type: z.literal('rate_refilled'), at, operation: z.enum(['create', 'get', 'content']) }),
  ])
  .meta({ description: 'Something that passing time brought about.' });

export const PassedView = z.object({
  clock: ClockView,
  events: z.array(EventView).meta({ description: 'In the order in which they happened.' }),
  live: z.int().meta({ description: 'Generations that have still not ended.' }),
});

/** The outcome of moving a clock. */
export function passedView({ account, events, live }: Passed, realNow: number): z.output<typeof PassedView> {
  return { clock: clockView(account.clock, realNow), events: events.map(eventView), live: live.length };
}

function eventView(event: TimeEvent): z.output<typeof EventView> {
  const at = isoTime(event.at);
  switch (event.type) {
    case 'generation':
      return { type: event.type, at, id: event.id, from: event.from, to: event.to, settled: event.isSettled };
    case 'capture':
    case 'refund':
      return { type: event.type, at, id: event.id, amount_usd: toDollars(event.amount) };
    case 'idempotency_expired':
      return { type: event.type, at, id: event.id, key: event.key };
    case 'rate_refilled':
      return { type: event.type, at, operation: event.operation };
  }
}

export type PassedView = z.output<typeof PassedView>;
