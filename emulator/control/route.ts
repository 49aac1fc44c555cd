/** One entry of the control API's table: where it is, what goes in, what comes out, and what it does. */

import type * as z from 'zod';
import type { ApiContext } from '../api/context.ts';
import type { ApiRequest, ApiResponse } from '../api/api-request.ts';
import type { Journal } from '../journal/journal.ts';
import type { JsonBounds } from './bounded-json.ts';
import type { ControlErrorCode } from './control-error.ts';
import type { EventBus } from './event-bus.ts';
import { readInput } from './read-input.ts';
import { toSnakeCase } from './spelling.ts';

/** The parts of the engine that the control API reaches into. */
export interface ControlServices {
  readonly context: ApiContext;
  readonly events: EventBus;
  readonly journal: Journal;
  /** Wakes those who wait for something in an account, after a change that no request made. */
  readonly notify: (account: string) => void;
}

/** What the routes are about, in the order in which the description lists them. */
export const ROUTE_TAGS = {
  accounts: 'Opening, reading, resetting and deleting accounts.',
  credits: 'What an account can spend.',
  keys: 'Which keys open an account.',
  clock: "An account's time.",
  generations: 'What an account made, seen without looking at it, and moved by hand.',
  faults: 'Rules that make the service fail on purpose.',
  scenarios: 'Named sets of fault rules.',
  journal: 'What happened, request by request, and why.',
  snapshots: 'Taking, restoring and forking the state of an account.',
  events: 'Hearing of what happens.',
  descriptions: 'This description, that of the API, and both as a page.',
} as const;
export type RouteTag = keyof typeof ROUTE_TAGS;

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What stands in the path's braces; empty where the path has no such part. */
export interface PathParams {
  readonly name: string;
  readonly id: string;
}

export interface RouteCall<Query, Body> {
  readonly services: ControlServices;
  readonly request: ApiRequest;
  readonly params: PathParams;
  readonly query: Query;
  readonly body: Body;
}

export interface RouteAnswer {
  readonly status: number;
  readonly description: string;
  readonly schema?: z.ZodType;
  /** JSON unless it says otherwise. */
  readonly type?: string;
}

/** What a route tells of itself; the OpenAPI document is made from it. */
export interface RouteFacts {
  readonly method: RouteMethod;
  /** For example `/_standin/accounts/{name}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: RouteTag;
  readonly summary: string;
  readonly description?: string;
  readonly answer: RouteAnswer;
  /** Besides those that every path has. */
  readonly errors?: readonly ControlErrorCode[];
  /** Bytes that its body may have. */
  readonly bodyLimit?: number;
  /** How large and how deep its JSON may be, where that is not as usual. */
  readonly bodyBounds?: JsonBounds;
}

export interface ControlRoute extends RouteFacts {
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  readonly run: (call: RouteCall<unknown, unknown>) => Promise<ApiResponse>;
}

interface RouteSpec<Query extends z.ZodObject, Body extends z.ZodType> extends RouteFacts {
  readonly query?: Query;
  readonly body?: Body;
  readonly run: (call: RouteCall<z.output<Query>, z.output<Body>>) => Promise<ApiResponse>;
}

/** Makes a route whose input is read by its schemas before it runs. */
export function defineRoute<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>(
  spec: RouteSpec<Query, Body>,
): ControlRoute {
  const { query, body } = spec;
  return {
    ...spec,
    query,
    body,
    run: (call) =>
      spec.run({
        ...call,
        query: readInput(query, inSnakeCase(call.query), 'The query'),
        body: readInput(body, call.body, 'The body'),
      }),
  };
}

/** Queries could be spelt in camelCase before. */
function inSnakeCase(query: unknown): unknown {
  return typeof query === 'object' && query !== null ? toSnakeCase(query) : query;
}
