/** A route of the control API as an object: path, schemas of its input and response, documentation, handler. */

import type * as z from 'zod';
import type { ApiContext } from '../api/context.ts';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';
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

/** OpenAPI tags, in the order of the document. */
export const ROUTE_TAGS = {
  accounts: 'Opening, reading, resetting and deleting accounts.',
  credits: 'What an account can spend.',
  keys: 'Which keys open an account.',
  clock: 'The clock of an account.',
  generations: 'The generations of an account: read without a poll, and moved by hand.',
  faults: 'Rules that make the service fail on purpose.',
  scenarios: 'Named sets of fault rules.',
  journal: 'The requests of an account, and why each was answered as it was.',
  snapshots: 'Taking, restoring and forking the state of an account.',
  events: 'A stream of what happens.',
  descriptions: 'This description, that of the API, and both as a page.',
} as const;
export type RouteTag = keyof typeof ROUTE_TAGS;

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Path parameters; empty where the path has no such one. */
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
  /** Media type; JSON by default. */
  readonly type?: string;
}

/** The part of a route that the OpenAPI document is made from. */
export interface RouteFacts {
  readonly method: RouteMethod;
  /** For example `/_standin/accounts/{name}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: RouteTag;
  readonly summary: string;
  readonly description?: string;
  readonly answer: RouteAnswer;
  /** Error codes besides those of every route. */
  readonly errors?: readonly ControlErrorCode[];
  /** Limit of the body in bytes. */
  readonly bodyLimit?: number;
  /** Limits of the JSON in the body, if not the usual ones. */
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

/** Makes a route whose query and body are parsed with its schemas before its handler runs. */
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

/** Query parameters were once spelt in camelCase; that is still accepted. */
function inSnakeCase(query: unknown): unknown {
  return typeof query === 'object' && query !== null ? toSnakeCase(query) : query;
}
