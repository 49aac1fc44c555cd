/** The route `/_standin/events`: a stream of server-sent events. */

import * as z from 'zod';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlRoute } from '../route.ts';

const route = routesOf('events');

export const EVENT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/events', 'listenToEvents', {
    summary: 'Receive events as server-sent events (SSE)',
    description:
      'The event types are `generation`, `account`, `clock`, `request` (only if the journal is on), `fault` and `lost`. `clock` lists the changes that a move of the clock caused. `request` has the same fields as a request in the response of `GET /_standin/requests`. `fault` is sent when a fault rule fires. `lost` contains the number of events that a slow client missed. Each event except `lost` has the fields `account` and `at`. The stream starts when the client connects.',
    query: z.strictObject({
      account: z.string().min(1).optional().meta({ description: 'Send only events of this account.' }),
      batch_ms: z.coerce.number().int().min(0).max(1000).default(0).meta({
        description: 'Collect events for this many milliseconds and send them together.',
      }),
      most: z.coerce.number().int().min(1).max(1000).default(1000).meta({
        description:
          'The maximum number of events to send together. If more events are waiting, the server drops the oldest events. `lost` contains their number.',
      }),
    }),
    answer: { description: 'An endless stream.', type: 'text/event-stream' },
    errors: ['no_room'],
    run: async ({ services: { events }, request: { method, signal }, query: { account, batch_ms: batchMs, most } }) => {
      if (events.isFull())
        throw new ControlError('no_room', 'Too many clients are listening to events. Close unused connections.');
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        // A HEAD request does not read its body, so its stream would never end.
        body: method === 'HEAD' ? null : { stream: events.listen({ account, batchMs, most, signal }) },
      };
    },
  }),
];
