/** Finds the route of a request, reads the body, and runs the route. */

import { MOST_BODY_BYTES } from '../api/json-body.ts';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';
import { pathOf } from '../api/operation-route.ts';
import { parseBoundedJson, USUAL_BOUNDS } from './bounded-json.ts';
import { ControlError } from './control-error.ts';
import type { ControlServices, ControlRoute, PathParams } from './route.ts';

/** The maximum length of a name in an error message. */
const LONGEST_NAME = 64;
const JSON_TYPE = /^application\/json *(?:;|$)/i;

interface Found {
  readonly route: ControlRoute;
  readonly params: PathParams;
}

export type ControlRouter = (request: ApiRequest, services: ControlServices) => Promise<ApiResponse>;

/** Creates a router from a list of routes. */
export function createRouter(routes: readonly ControlRoute[]): ControlRouter {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return async (request, services) => {
    const path = pathOf(request.target);
    const fitting = patterns.flatMap(({ route, pattern }): Found[] => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ route, params: paramsOf(match.groups ?? {}) }];
    });
    const { route, params } = choose(fitting, request.method);
    const problem = services.context.service?.controlProblem(route.tag, route.operationId);
    if (problem !== undefined) throw new ControlError('not_in_proxy', problem);
    const query = readQuery(request.target);
    try {
      return await route.run({ services, request, params, query, body: await readBody(request, route, services) });
    } finally {
      if (route.method !== 'GET') await services.context.accounts.store.written?.();
    }
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function paramsOf({ name = '', id = '' }: Readonly<Record<string, string>>): PathParams {
  try {
    return { name: decodeURIComponent(name), id: decodeURIComponent(id) };
  } catch {
    throw new ControlError('not_found', 'The path is not valid: its percent-encoding is broken.');
  }
}

function choose(fitting: readonly Found[], method: string): Found {
  if (fitting.length === 0) {
    throw new ControlError(
      'not_found',
      'The control API does not have this path. GET /_standin/openapi.json lists the paths of the control API.',
    );
  }
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ route }) => route.method === wanted);
  if (found !== undefined) return found;
  const allow = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ');
  throw new ControlError('method_not_allowed', `This path does not support this method. Use ${allow}.`, { allow });
}

function readQuery(target: string): Record<string, string> {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameters.has(name)) {
      const message = `The query contains the parameter ${name.slice(0, LONGEST_NAME)} more than once. Send it only once.`;
      throw new ControlError('invalid_input', message);
    }
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/**
 * Reads a JSON body. Without a CORS preflight, pages of other sites can POST forms, plain text and empty bodies, so
 * these are rejected. They cannot send DELETE, so an empty DELETE needs no content type.
 */
async function readBody(request: ApiRequest, route: ControlRoute, services: ControlServices): Promise<unknown> {
  if (route.method === 'GET' || (route.method === 'DELETE' && isWithoutBody(request))) return {};
  if (!JSON_TYPE.test(request.header('content-type') ?? '')) {
    throw new ControlError(
      'invalid_content_type',
      'A POST, PUT or DELETE request needs the header "Content-Type: application/json", even without a body (curl: -H "Content-Type: application/json").',
    );
  }
  if (route.readBody !== undefined) return route.readBody({ request, services });
  const bytes = await request.readBody(MOST_BODY_BYTES);
  if (bytes === 'too-large') throw new ControlError('request_too_large', `The body is over ${MOST_BODY_BYTES} bytes.`);
  return bytes.length === 0 ? {} : parseBoundedJson(bytes, USUAL_BOUNDS);
}

function isWithoutBody(request: ApiRequest): boolean {
  return (request.header('content-length') ?? '0') === '0' && request.header('transfer-encoding') === undefined;
}
