/** The door for apps: requests that reach an Express or Connect app are answered by an emulator in the same process. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_BODY_BYTES } from '../api/json-body.ts';
import { pathOf, SPARE_PATH } from '../api/operation-route.ts';
import { SettingsError, type Emulator } from '../index.ts';
import { findApi } from '../transport/api-registry.ts';
import { NodeRequest, expectContinued, type ReadBody } from '../transport/node-request.ts';
import { writeResponse } from '../transport/write-response.ts';

/**
 * A request as an app hands it on: Express and Connect cut the path at which they mount off `url`, and body parsers
 * leave `body`.
 */
export interface MountedRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly body?: unknown;
  /** The bytes of the body; some platforms leave them beside `body`. */
  readonly rawBody?: unknown;
}

/** What `app.use` takes, in Express 4 and 5 and in Connect. */
export type Middleware = (request: MountedRequest, response: ServerResponse, next: (cause?: unknown) => void) => void;

/**
 * Middleware that answers everything at or below `/v1` and `/_standin/`, as the server would; all else goes on to the
 * next handler. Mount it at a path with `app.use('/path', …)`, and before body parsers if their own errors are not
 * wanted.
 *
 * @example
 * const app = express();
 * app.use(standinMiddleware(createEmulator({ latency: 'instant' })));
 */
export function standinMiddleware(emulator: Emulator): Middleware {
  const api = findApi(emulator);
  if (api === undefined) throw new SettingsError('emulator: must be what createEmulator returned');
  return (request, response, next) => {
    const target = targetOf(request, emulator.basePath);
    if (target === undefined) return next();
    const failed = (cause: unknown): void => (response.headersSent ? void response.destroy() : next(cause));
    try {
      // A client that resets its connection makes the response fail, and there is nobody left to tell.
      response.on('error', () => undefined);
      // An app's server has sent "100 Continue" already.
      expectContinued(request);
      const known = { target, headers: joinedHeaders(request), body: parsedBody(request) };
      const answer = api.handle(new NodeRequest(request, response, known));
      Promise.resolve(answer)
        .then((ready) => writeResponse(request, response, ready))
        .catch(failed);
    } catch (cause) {
      failed(cause);
    }
  };
}

/** The target as the engine knows it; undefined for a request that is the app's own. */
function targetOf({ url = '', originalUrl = url }: MountedRequest, basePath: string): string | undefined {
  const path = pathOf(url);
  if (path.startsWith('/_standin/')) return url;
  if (path !== `${basePath}/v1` && !path.startsWith(`${basePath}/v1/`)) return undefined;
  // Some faults are for clients whose base URL has a path.
  const isMountedBelow = originalUrl !== url && basePath === '';
  return isMountedBelow ? SPARE_PATH + url.slice(url.indexOf(path)) : url;
}

/**
 * An app's server drops all but the first of some headers, such as Authorization; the engine judges all lines of one.
 */
function joinedHeaders(request: IncomingMessage): IncomingMessage['headers'] {
  const headers = { ...request.headers };
  for (const [name, lines = []] of Object.entries(request.headersDistinct)) {
    // What another middleware has set stays.
    if (lines.length > 1 && headers[name] === lines[0]) headers[name] = lines.join(', ');
  }
  return headers;
}

/** The body where a parser has read it already; throws where it left nothing to go by. */
function parsedBody({ readableDidRead, method, body, rawBody }: MountedRequest): ReadBody | undefined {
  if (!readableDidRead) return undefined;
  const bytes = [rawBody, body].map(toBytes).find((found) => found !== undefined);
  if (bytes === undefined && method === 'POST') {
    throw new Error(
      'standin: another middleware read the body and did not keep it in request.body. Mount standinMiddleware before the middleware that reads bodies.',
    );
  }
  return bytes !== undefined && bytes.length > MOST_BODY_BYTES ? 'too-large' : bytes;
}

function toBytes(body: unknown): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return typeof body === 'object' && body !== null ? Buffer.from(JSON.stringify(body)) : undefined;
}
