/** `/_standin/events`: what happens, as server-sent events. */

import * as z from 'zod';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlRoute, type ControlServices } from '../route.ts';

const route = routesOf('events');

export const EVENT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/events', {
    operationId: 'listenToEvents',
    summary: 'Listen to what happens, as server-sent events',
    description:
      'Events: `generation` (created, or its status changed), `account` (opened, changed, reset, restored, forked, deleted), `clock` (moved, and what that brought about), `request` (answered; only with the journal on), `fault` (a rule fired for a request), `lost` (so many events were dropped because this reader was slow). Each has `account` and `at`. Nothing from before the connection is sent.',
    query: z.strictObject({
      account: z.string().min(1).optional().meta({ description: 'Only events of this account.' }),
    }),
    answer: { description: 'An endless stream.', type: 'text/event-stream' },
    errors: ['no_room'],
    run: async ({ services, request, query }) => ({
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      // A HEAD request reads no body, so its stream would never be ended.
      body: request.method === 'HEAD' ? null : { stream: subscribe(services, query.account, request.signal) },
    }),
  }),
];

function subscribe(
  { events }: ControlServices,
  account: string | undefined,
  signal: AbortSignal,
): AsyncIterable<string> {
  if (!events.isFull()) return events.listen({ account, signal });
  throw new ControlError('no_room', 'Too many listen to events. Close connections that are no longer read.');
}
