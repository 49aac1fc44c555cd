/** `/_standin/events`: what happens, as server-sent events. */

import * as z from 'zod';
import type { EventSubscription } from '../event-bus.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlRoute, type ControlServices } from '../route.ts';

const route = routesOf('events');

export const EVENT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/events', {
    operationId: 'listenToEvents',
    summary: 'Listen to what happens, as server-sent events',
    description:
      'Events: `generation` (created, or its status changed), `account` (opened, changed, reset, restored, forked, deleted), `clock` (moved, and what that brought about), `request` (answered, in short, as `GET /_standin/requests` lists it; only with the journal on), `fault` (a rule fired for a request), `lost` (so many events were dropped, because this reader was slow or took few at once; null where nobody knows how many). Each but `lost` has `account` and `at`. Nothing from before the connection is sent, but to a client that comes back with `Last-Event-ID`.',
    query: z.strictObject({
      account: z.string().min(1).optional().meta({ description: 'Only events of this account.' }),
      batch_ms: z.coerce.number().int().min(0).max(1000).default(0).meta({
        description: 'Collect events for so many milliseconds and send them together, which costs the server less.',
      }),
      most: z.coerce.number().int().min(1).max(1000).default(1000).meta({
        description: 'Send at most so many at once: the newest. The others are counted in `lost`.',
      }),
      resume: z.enum(['true', 'false']).default('false').meta({
        description:
          'When the connection breaks, keep up to 1000 events for half a minute. Come back with the id of the last one in the header `Last-Event-ID`.',
      }),
    }),
    answer: { description: 'An endless stream.', type: 'text/event-stream' },
    errors: ['no_room'],
    run: async ({ services, request, query: { account, batch_ms: batchMs, most, resume } }) => ({
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      // A HEAD request reads no body, so its stream would never be ended.
      body:
        request.method === 'HEAD'
          ? null
          : {
              stream: subscribe(services, {
                account,
                batchMs: batchMs === 0 ? undefined : batchMs,
                most,
                isResumable: resume === 'true',
                after: request.header('last-event-id'),
                signal: request.signal,
              }),
            },
    }),
  }),
];

function subscribe({ events, journal }: ControlServices, subscription: EventSubscription): AsyncIterable<string> {
  if (!events.isFull()) return events.listen({ ...subscription, summary: (reference) => journal.summary(reference) });
  throw new ControlError('no_room', 'Too many clients are listening to events. Close unused connections.');
}
