/** Creates MSW handlers. An emulator in this process answers the requests to the service's address. */

import { createRequire } from 'node:module';
import type { http as mswHttp, HttpHandler } from 'msw';
import { OTHER_ORIGIN } from '../api/other-origin-url.ts';
import { SPARE_PATH } from '../api/operation-route.ts';
import { createEmulator, SettingsError, type Emulator, type SettingsInput } from '../index.ts';
import { releaseOnCancel } from './release-on-cancel.ts';

/** An existing emulator, or the settings for a new emulator. */
export type VideoHandlersOptions = {
  /** The address whose requests are answered: the base URL of the client. */
  readonly baseUrl: string;
} & (
  | ({
      /** An existing emulator. Settings are not allowed with it. */
      readonly emulator: Emulator;
    } & { readonly [Name in keyof InProcessSettings]?: never })
  | ({ readonly emulator?: never } & InProcessSettings)
);

type InProcessSettings = Omit<SettingsInput, ServerSetting>;

/** The settings that only a server with sockets uses. `basePath` is excluded, because `baseUrl` contains it. */
type ServerSetting =
  | 'host'
  | 'port'
  | 'basePath'
  | 'allowHosts'
  | 'tls'
  | 'handlers'
  | 'headersTimeoutSeconds'
  | 'requestTimeoutSeconds'
  | 'idleTimeoutSeconds';

/** The part of `http` that versions 2 and 3 of msw have in common. */
interface Http<Handler> {
  all(predicate: (info: Matched) => boolean, resolver: (info: Matched) => Promise<Response>): Handler;
}

interface Matched {
  readonly request: Request;
}

/**
 * Creates MSW request handlers that answer all requests below `baseUrl`'s `/v1`, as the server would. Install msw,
 * version 2 or 3, in addition to standin.
 *
 * Use them with `setupServer` in Node, not in a browser. The API document keeps API keys on the server side and out of
 * browser code. The emulator also needs Node.
 *
 * @example
 * const server = setupServer(...videoHandlers({ baseUrl: 'https://api.example.com', latency: 'instant' }));
 * server.listen();
 */
export function videoHandlers(options: VideoHandlersOptions): HttpHandler[] {
  return createHandlers(installedHttp(), options);
}

/** Creates the handlers with the given copy of msw's `http`. */
export function createHandlers<Handler>(http: Http<Handler>, options: VideoHandlersOptions): Handler[] {
  const base = readBaseUrl(options.baseUrl);
  const emulator = emulatorOf(options);
  // If only the client has a base path, its requests are marked, because some faults affect only such clients.
  const inFront = base.prefix !== '' && emulator.basePath === '' ? SPARE_PATH : emulator.basePath;
  // A predicate instead of a path, because MSW reads `:`, `*` and parentheses in a path as patterns.
  const handler = http.all(
    ({ request }) => pathBelow(base, request) !== undefined,
    ({ request }) => answer(emulator, request, `${base.origin}${inFront}${pathBelow(base, request) ?? ''}`),
  );
  // The handler of the address to which a fault redirects downloads.
  const elsewhere = http.all(
    ({ request }) => request.url.startsWith(`${OTHER_ORIGIN}/`),
    ({ request }) => answer(emulator, request, request.url),
  );
  return [handler, elsewhere];
}

/** Loads msw at run time, so that a missing package gets a clear error. Synchronous for CommonJS. */
function installedHttp(): Http<HttpHandler> {
  try {
    return (createRequire(import.meta.url)('msw') as { readonly http: typeof mswHttp }).http;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND';
    if (!isMissing || !cause.message.includes("'msw'")) throw cause;
    throw new Error('standin/msw needs the package msw, version 2.15 or newer: run npm install --save-dev msw.', {
      cause,
    });
  }
}

async function answer(emulator: Emulator, request: Request, url: string): Promise<Response> {
  const { method, signal } = request;
  // The headers are copied because, on a redirect, MSW removes the key from the request before the journal reads it.
  const headers = new Headers(request.headers);
  // The body is copied so that listeners of MSW's events can still clone the request.
  const { body } = request.clone();
  try {
    return releaseOnCancel(withFraming(await emulator.fetch({ method, url, headers, body, signal })));
  } catch (cause) {
    // MSW would print these errors. The client either aborted the request itself, or sees a broken connection.
    if (signal.aborted || isBrokenByFault(cause)) return Response.error();
    throw cause;
  }
}

/** Adds framing as on a socket. Without framing, MSW 3 ends a cut body normally, so the client sees no error. */
function withFraming(response: Response): Response {
  const { body, headers } = response;
  if (body !== null && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  return response;
}

function isBrokenByFault(cause: unknown): boolean {
  const reason = cause instanceof Error ? cause.cause : undefined;
  return reason instanceof Error && 'code' in reason && reason.code === 'ECONNRESET';
}

function emulatorOf(options: VideoHandlersOptions): Emulator {
  const { baseUrl: _, emulator, ...settings } = options;
  if (emulator === undefined) return createEmulator(settings);
  const [extra] = Object.keys(settings);
  if (extra === undefined) return emulator;
  throw new SettingsError(`${extra}: cannot be combined with an existing emulator; pass it to createEmulator`);
}

interface BaseUrl {
  readonly origin: string;
  /** The path in front of `/v1`, without a slash at its end. */
  readonly prefix: string;
}

function readBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new SettingsError('baseUrl: must be an http or https URL without a query, such as https://api.example.com');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Returns the part of a URL from `/v1` on, with its query. Returns undefined if the URL is not below the base URL. */
function pathBelow({ origin, prefix }: BaseUrl, request: Request): string | undefined {
  const url = new URL(request.url);
  if (url.origin !== origin || !url.pathname.startsWith(`${prefix}/v1`)) return undefined;
  const rest = url.pathname.slice(prefix.length);
  return rest === '/v1' || rest.startsWith('/v1/') ? rest + url.search : undefined;
}
