/** The routes for the whole server: its kind, its unsupported operations and its events. */

import * as z from 'zod';
import type { ServiceReport } from '../../api/service.ts';
import { ControlError } from '../control-error.ts';
import { KEPT_IN, routesOf, type ControlRoute } from '../route.ts';

const ServiceView = z.object({
  url: z.string().meta({ description: 'The base URL of the service, without `/v1`.' }),
  budget_usd: z
    .number()
    .nullable()
    .meta({ description: 'Null if no budget is set. Without a budget, the proxy does not forward create requests.' }),
  spent_usd: z.number(),
  uncertain_usd: z.number().meta({ description: 'The maximum cost of create requests with an unknown outcome.' }),
  left_usd: z.number(),
  creates: z.int().meta({ description: 'The number of create requests that the service accepted.' }),
  checked: z
    .object({
      judged: z.int(),
      broken: z.array(z.object({ check: z.string(), times: z.int(), why: z.string() })),
    })
    .nullable()
    .meta({ description: 'The promises that the service broke. Null without `--check`.' }),
});

const ServerView = z.object({
  kind: z.enum(['emulator', 'proxy']),
  instance: z.string().meta({
    description: 'The id of this process. The id changes with each start, and each replica has its own id.',
  }),
  kept_in: z.enum(KEPT_IN).meta({
    description:
      'The place where the accounts are stored. `memory`: a restart deletes the accounts. `folder`: in a data folder. `store`: in a store that replicas share.',
  }),
  service: ServiceView.nullable().meta({
    description: 'The real service behind a proxy, and the cost of its create requests. Null in an emulator.',
  }),
  refused: z
    .array(z.object({ operation_id: z.string(), why: z.string() }))
    .meta({ description: 'The operations of the control API that this server does not support.' }),
});

export type ServerView = z.output<typeof ServerView>;

export const EVENTS_ROUTE = routesOf('events')('GET /_standin/events', 'listenToEvents', {
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
});

/** Returns the route that describes the server and the given routes. */
export function describeServer(others: readonly ControlRoute[]): ControlRoute {
  return routesOf('server')('GET /_standin/server', 'describeServer', {
    summary: 'Read whether this server is an emulator or a proxy in front of a real service',
    answer: { description: 'The kind of the server, and its details.', schema: ServerView },
    view: ({ services: { context, instance } }) => {
      const { service } = context;
      const refused = others.flatMap(({ tag, operationId }) => {
        const why = service?.controlProblem(tag, operationId);
        return why === undefined ? [] : [{ operation_id: operationId, why }];
      });
      const kind = service === undefined ? 'emulator' : 'proxy';
      const view = service === undefined ? null : serviceView(service.report());
      return { kind, instance: instance.id, kept_in: instance.keptIn, service: view, refused };
    },
  });
}

function serviceView({ url, spending, checked }: ServiceReport): object {
  const { budget = null, spent, uncertain, creates } = spending;
  // Rounding to whole micro-dollars keeps sums exact.
  const left = Math.max(0, Math.round(((budget ?? 0) - spent - uncertain) * 1e6) / 1e6);
  return {
    url,
    budget_usd: budget,
    spent_usd: spent,
    uncertain_usd: uncertain,
    left_usd: left,
    creates,
    checked: checked ?? null,
  };
}
