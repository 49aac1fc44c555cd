/** The route `/_standin/server`: the kind of this server and its unsupported operations. */

import * as z from 'zod';
import type { ServiceReport } from '../../api/service.ts';
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

const route = routesOf('server');

/** Returns the route that describes the server and the given routes. */
export function serverRoutes(others: readonly ControlRoute[]): readonly ControlRoute[] {
  return [
    route('GET /_standin/server', 'describeServer', {
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
    }),
  ];
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
