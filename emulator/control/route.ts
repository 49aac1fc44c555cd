/** Defines a route of the control API as an object: path, schemas, documentation and handler. */

import type * as z from 'zod';
import type { ApiContext } from '../api/context.ts';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';
import { answerJson } from '../api/record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../journal/log.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import type { ControlErrorCode } from './control-error.ts';
import type { EventBus } from './event-bus.ts';
import { readInput } from './read-input.ts';

/** The parts of the engine that the control API uses. */
export interface ControlServices {
  readonly context: ApiContext;
  readonly events: EventBus;
  readonly journal: Journal;
  /** Movements of credits without a request. */
  readonly log: Pick<Log, 'ledgerChangesOf'>;
  readonly instance: ServerInstance;
  /** The memory budget of all open waits. */
  readonly waits: MemoryBudget;
}

/** The place where accounts are stored. Replicas share a `store`. */
export const KEPT_IN = ['memory', 'folder', 'store'] as const;

export interface ServerInstance {
  /** An id that differs after each start and in each replica. */
  readonly id: string;
  readonly keptIn: (typeof KEPT_IN)[number];
}

/** The OpenAPI tags, in the order of the document. */
export const ROUTE_TAGS = {
  accounts: 'Create, read, reset and delete accounts.',
  credits: 'The credits of an account.',
  keys: 'The API keys of an account.',
  clock: 'The clock of an account.',
  generations: 'Read the generations of an account without a poll, and move them to a later status.',
  faults: 'Fault rules, which make the service fail on purpose.',
  scenarios: 'Named sets of fault rules.',
  journal: 'The requests of an account, and why each request got its response.',
  snapshots: 'Export, restore and copy the state of an account.',
  events: 'A stream of events.',
  server: 'Whether this server is an emulator or a proxy.',
  descriptions: 'The OpenAPI documents of the control API and of the emulated API.',
} as const;
export type RouteTag = keyof typeof ROUTE_TAGS;

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The path parameters. A missing parameter is empty. */
export interface PathParams {
  readonly name: string;
  readonly id: string;
}

/** A request to a route of an account. */
export interface AccountCall {
  readonly services: ControlServices;
  readonly request: ApiRequest;
  readonly params: PathParams;
}

interface RouteCall<Query, Body> extends AccountCall {
  readonly query: Query;
  readonly body: Body;
}

interface RouteAnswer {
  /** The status, 200 by default. */
  readonly status?: number;
  readonly description: string;
  readonly schema?: z.ZodType;
  /** The media type, JSON by default. */
  readonly type?: string;
}

/** The documentation and the schemas of a route. */
interface RouteSpec<Query extends z.ZodObject, Body extends z.ZodType> {
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query | undefined;
  readonly body?: Body | undefined;
  /** The schema of a long body, which the handler reads from the request. */
  readonly unreadBody?: z.ZodType;
  readonly answer: RouteAnswer;
  /** Whether the account in the path need not exist. */
  readonly opensAccount?: true;
  /** The error codes in addition to the codes of the tag, of all routes and of all account routes. */
  readonly errors?: readonly ControlErrorCode[];
}

/** Handles a call: `view` returns the JSON of the response, and `run` returns any response. */
type RouteHandler<Call> =
  | { readonly view: (call: Call) => unknown; readonly run?: undefined }
  | { readonly run: (call: Call) => Promise<ApiResponse>; readonly view?: undefined };

export interface ControlRoute extends RouteSpec<z.ZodObject, z.ZodType> {
  readonly method: RouteMethod;
  /** The path, for example `/_standin/accounts/{name}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: RouteTag;
  readonly run: (call: RouteCall<unknown, unknown>) => Promise<ApiResponse>;
}

/** Returns a function that builds routes of a tag. Schemas parse the query and the body before the handler. */
export function routesOf(tag: RouteTag, errorsOfTag: readonly ControlErrorCode[] = []) {
  return <Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>(
    call: `${RouteMethod} /${string}`,
    operationId: string,
    spec: RouteSpec<Query, Body> & RouteHandler<RouteCall<z.output<Query>, z.output<Body>>>,
  ): ControlRoute => {
    const [method, path] = call.split(' ') as [RouteMethod, string];
    const run: ControlRoute['run'] = async ({ query, body, ...rest }) => {
      const read = {
        ...rest,
        query: readInput(spec.query, query, 'The query'),
        body: readInput(spec.body, body, 'The body'),
      };
      return spec.run?.(read) ?? answerJson(spec.answer.status ?? 200, await spec.view?.(read));
    };
    return { ...spec, method, path, operationId, tag, run, errors: [...errorsOfTag, ...(spec.errors ?? [])] };
  };
}
