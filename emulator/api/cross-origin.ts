/**
 * Cross-origin requests (CORS in the Fetch standard) from pages of the origins in the setting `cors`. The control API
 * never responds to other origins.
 */

import type { Api, ApiRequest, ApiResponse } from './messages.ts';
import { Refusal } from './refusal.ts';
import { routeOf } from './operation-route.ts';

export interface CrossOriginOptions {
  /** Origins as browsers write them, or `*` for all origins. */
  readonly cors: readonly string[];
  readonly basePath: string;
}

const METHODS = 'GET, HEAD, POST';
/** The response headers that a page may read, beyond the headers that are always readable. */
const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Date',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'x-standin-fault',
].join(', ');
const TOKENS = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;
const PREFLIGHT_SECONDS = '600';

/** Wraps the engine so that pages of these origins can call it. */
export function withCrossOrigin(api: Api, options: CrossOriginOptions): Api {
  if (options.cors.length === 0) return api;
  return {
    ...api,
    handle: async (request) => {
      const origin = allowedOrigin(request, options);
      if (origin !== undefined && isPreflight(request, options)) return preflight(api, request, origin);
      const response = await api.handle(request);
      if (origin === undefined) {
        // A cache must not give a page the response to a request without an origin.
        response.headers['vary'] = 'Origin';
      } else {
        response.headers['access-control-allow-origin'] = origin;
        response.headers['access-control-expose-headers'] = EXPOSED;
        response.headers['vary'] = 'Origin';
      }
      return response;
    },
  };
}

/** Returns the value of Access-Control-Allow-Origin, or undefined if the origin is not listed. */
function allowedOrigin(request: ApiRequest, { cors }: CrossOriginOptions): string | undefined {
  const origin = request.header('origin');
  if (origin === undefined) return undefined;
  if (cors.includes('*')) return '*';
  return cors.includes(origin) ? origin : undefined;
}

function isPreflight(request: ApiRequest, { basePath }: CrossOriginOptions): boolean {
  const method = request.header('access-control-request-method');
  if (request.method !== 'OPTIONS' || method === undefined) return false;
  const route = routeOf(method, request.target, basePath);
  // A wrong method passes, because its error response names the right method.
  return !(route instanceof Refusal) || route.code === 'method_not_allowed';
}

/** Responds to a preflight request. It carries no key, so it reaches neither an account nor the journal. */
function preflight(api: Api, request: ApiRequest, origin: string): ApiResponse {
  const asked = request.header('access-control-request-headers')?.trim() ?? '';
  const headers: Record<string, string> = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-max-age': PREFLIGHT_SECONDS,
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  };
  // Clients may send any header, so every requested header is allowed.
  if (TOKENS.test(asked)) headers['access-control-allow-headers'] = asked;
  if (request.header('access-control-request-private-network') === 'true') {
    headers['access-control-allow-private-network'] = 'true';
  }
  return api.complete({ status: 204, headers, body: null });
}
