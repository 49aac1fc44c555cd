/**
 * Cross-origin requests (CORS in the Fetch standard) from pages of the origins in the setting `cors`. The control API
 * never responds to other origins.
 */

import type { Api, ApiRequest, ApiResponse } from './messages.ts';

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

/** Wraps the engine so that pages of these origins can call it. The origin `*` stands for all origins. */
export function withCrossOrigin(api: Api, origins: readonly string[]): Api {
  if (origins.length === 0) return api;
  return {
    ...api,
    handle: async (request) => {
      const origin = allowedOrigin(request, origins);
      if (origin !== undefined && isPreflight(request)) return preflight(api, request, origin);
      const response = await api.handle(request);
      const { headers } = response;
      // A cache must not give a page the response to a request without an origin.
      headers['vary'] = headers['vary'] === undefined ? 'Origin' : `${headers['vary']}, Origin`;
      if (origin !== undefined) {
        headers['access-control-allow-origin'] = origin;
        headers['access-control-expose-headers'] = EXPOSED;
      }
      return response;
    },
  };
}

/** Returns the value of Access-Control-Allow-Origin, or undefined if the origin is not listed. */
function allowedOrigin(request: ApiRequest, origins: readonly string[]): string | undefined {
  const origin = request.header('origin');
  if (origin === undefined) return undefined;
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
}

/** A wrong path or method passes, because the response to its request names the error. */
function isPreflight(request: ApiRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
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
