/** Forwards the operations of the engine to the real service, and applies fault rules. */

import { Refusal } from '../emulator/api/refusal.ts';
import type { Answer, Call, Service } from '../emulator/api/call.ts';
import { createVideo } from './operations/create.ts';
import { toRefusal } from './operations/forward.ts';
import { getContent, getVideo } from './operations/read.ts';
import type { Exchange, ProxyParts } from './parts.ts';
import { controlProblem, effectProblem } from './effects.ts';
import { UpstreamProblem } from './upstream/problem.ts';

const OPERATIONS: Readonly<Record<Call['operation'], (exchange: Exchange) => Promise<Answer>>> = {
  create: createVideo,
  get: getVideo,
  content: getContent,
};

/** Creates the forwarding service. */
export function createService(parts: ProxyParts): Service {
  return {
    operate: async (call) => {
      if (isPage(call)) return new Refusal('bad_request', { message: NO_PAGES });
      // Only these paths may be requested with the caller's key, however the upstream parses paths.
      if (leadsElsewhere(call.id)) return new Refusal('video_not_found');
      try {
        return await OPERATIONS[call.operation]({ parts, call });
      } catch (cause) {
        if (cause instanceof UpstreamProblem) return toRefusal(cause);
        throw cause;
      }
    },
    problemOf: effectProblem,
    controlProblem,
    report: parts.report,
  };
}

const NO_PAGES =
  'A proxy does not forward a response that a browser would load as a page, an iframe or a worker. Scripts in the response would have the same origin as the control API. Call the service from a program.';
/** The request destinations whose responses a browser would run or show as a document. */
const PAGES: ReadonlySet<string | undefined> = new Set([
  'document',
  'iframe',
  'frame',
  'fencedframe',
  'embed',
  'object',
  'worker',
  'sharedworker',
  'serviceworker',
]);

/** Returns whether a browser loads a page. Pages cannot change these headers. */
function isPage({ request }: Call): boolean {
  return request.header('sec-fetch-mode') === 'navigate' || PAGES.has(request.header('sec-fetch-dest'));
}

/** Returns whether an id contains slashes or dot segments, plain or encoded, which could change the path. */
function leadsElsewhere(id: string): boolean {
  const spellings = [id, decodedOf(id), decodedOf(decodedOf(id))];
  return spellings.some((text) => /[/\\\0]/.test(text) || /^\.{1,2}$/.test(text));
}

function decodedOf(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
