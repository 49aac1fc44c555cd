/** Creates middleware. An emulator in the same process answers requests that reach an Express or Connect app. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_BODY_BYTES } from '../api/body.ts';
import { pathOf, SPARE_PATH } from '../api/operation-route.ts';
import { SettingsError, type Emulator } from '../index.ts';
import { findApi } from '../transport/api-registry.ts';
import { NodeRequest, expectContinued, type ReadBody } from '../transport/node-request.ts';
import { writeResponse } from '../transport/write-response.ts';

/** A request in an app. Express and Connect remove the mount path from `url`, and body parsers set `body`. */
export interface MountedRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly body?: unknown;
  /** The bytes of the body. Some platforms provide them in addition to `body`. */
  readonly rawBody?: unknown;
}

/** The type of handlers for `app.use`, in Express 4 and 5 and in Connect. */
export type Middleware = (request: MountedRequest, response: ServerResponse, next: (cause?: unknown) => void) => void;

/**
 * Creates middleware that answers everything at or below `/v1` and `/_standin/`, as the server would. Other requests go
 * to the next handler. Mount it at a path with `app.use('/path', …)`. Mount it before body parsers if you do not want
 * their own errors.
 *
 * @example
 * const app = express();
 * app.use(standinMiddleware(createEmulator({ latency: 'instant' })));
 */
export function standinMiddleware(emulator: Emulator): Middleware {
  const api = findApi(emulator);
  if (api === undefined) throw new SettingsError('emulator: must be a return value of createEmulator');
  return (request, response, next) => {
    const target = targetOf(request, emulator.basePath);
    if (target === undefined) return next();
    const failed = (cause: unknown): void => (response.headersSent ? void response.destroy() : next(cause));
    try {
      // If a client resets its connection, writing the response fails. This error is not worth reporting.
      response.on('error', () => undefined);
      // The app's server has already sent "100 Continue".
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

/** Returns the path for the engine, or undefined if the app itself must answer the request. */
function targetOf({ url = '', originalUrl = url }: MountedRequest, basePath: string): string | undefined {
  const path = pathOf(url);
  if (path.startsWith('/_standin/')) return url;
  if (path !== `${basePath}/v1` && !path.startsWith(`${basePath}/v1/`)) return undefined;
  // Some faults affect only clients whose base URL has a path.
  const isMountedBelow = originalUrl !== url && basePath === '';
  return isMountedBelow ? SPARE_PATH + url.slice(url.indexOf(path)) : url;
}

/** Joins repeated headers. Express keeps only the first of some headers, but the engine checks all of them. */
function joinedHeaders(request: IncomingMessage): IncomingMessage['headers'] {
  const headers = { ...request.headers };
  for (const [name, lines = []] of Object.entries(request.headersDistinct)) {
    // Headers that other middleware has changed stay as they are.
    if (lines.length > 1 && headers[name] === lines[0]) headers[name] = lines.join(', ');
  }
  return headers;
}

/** Returns the body that a parser has already read. Throws if the parser left neither bytes nor a value. */
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
