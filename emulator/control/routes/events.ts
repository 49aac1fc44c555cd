/** The route `/_standin/events`: a stream of server-sent events. */

import * as z from 'zod';
import type { EventSubscription } from '../event-stream.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlRoute, type ControlServices } from '../route.ts';

const route = routesOf('events');

export const EVENT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/events', {
    operationId: 'listenToEvents',
    summary: 'Receive events as server-sent events (SSE)',
    description:
      'The event types are `generation`, `account`, `clock`, `request` (only if the journal is on), `fault` and `lost`. `clock` lists the changes that a move of the clock caused. `request` has the same fields as a request in the response of `GET /_standin/requests`. `fault` is sent when a fault rule fires. `lost` contains the number of events that a slow client missed, or null if the number is unknown. Each event except `lost` has the fields `account` and `at`. If the request has the header `Last-Event-ID`, the stream starts after the event with this id. Without the header, the stream starts when the client connects.',
    query: z.strictObject({
      account: z.string().min(1).optional().meta({ description: 'Send only events of this account.' }),
      batch_ms: z.coerce.number().int().min(0).max(1000).default(0).meta({
        description: 'Collect events for this many milliseconds and send them together.',
      }),
      most: z.coerce.number().int().min(1).max(1000).default(1000).meta({
        description:
          'The maximum number of events to send together. If more events are waiting, the server drops the oldest events. `lost` contains their number.',
      }),
      resume: z.enum(['true', 'false']).default('false').meta({
        description:
          'With `true`, the server keeps up to 1000 events for half a minute after the connection breaks. To resume, send the header `Last-Event-ID` with the id of the last event that you received.',
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
      // A HEAD request does not read its body, so its stream would never end.
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
