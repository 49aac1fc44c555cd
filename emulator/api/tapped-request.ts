/** A request whose body the journal gets to see once it is read. */

import type { Trace } from '../domain/trace.ts';
import type { ApiRequest } from './api-request.ts';

/** The same request; only a POST has a body that anybody reads. */
export function tapped(request: ApiRequest, trace: Trace): ApiRequest {
  if (request.method !== 'POST') return request;
  return {
    method: request.method,
    target: request.target,
    header: (name) => request.header(name),
    readBody: async (limit) => {
      const body = await request.readBody(limit);
      if (body !== 'too-large') trace.body = body;
      return body;
    },
    // Asked for only when needed: the doors make it then.
    get signal() {
      return request.signal;
    },
  };
}
