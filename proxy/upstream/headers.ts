/**
 * Filters the headers in both directions. It removes headers of one connection (RFC 9110, 7.6.1), headers for Standin,
 * and headers that would affect the origin of the control API.
 */

/** The headers of one connection. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The request headers that the proxy replaces or has already handled. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['host', 'content-length', 'expect', 'via']);
const OURS = /^x-standin-/;
/** The header that would let a service worker of the service intercept the control API. */
const OF_THE_ORIGIN = 'service-worker-allowed';

type HeaderVisitor = (visit: (name: string, value: string) => void) => void;

/** Returns the headers of a request for the upstream. */
export function headersUpward(each: HeaderVisitor, { host, via }: { readonly host: string; readonly via: string }) {
  const headers: Record<string, string> = { host };
  let named: ReadonlySet<string> = new Set();
  let earlier = '';
  each((name, value) => {
    if (name === 'connection') named = namesIn(value);
    if (name === 'via') earlier = `${value}, `;
  });
  each((name, value) => {
    if (HOP_BY_HOP.has(name) || OF_THE_REQUEST.has(name) || named.has(name) || OURS.test(name)) return;
    headers[name] = value;
  });
  headers['via'] = earlier + via;
  return headers;
}

/** The headers of a response for the client. */
export interface DownwardHeaders {
  readonly headers: Record<string, string>;
  readonly cookies: readonly string[] | undefined;
}

/** Converts the raw header list of a response, in which names and values alternate. */
export function headersDownward(lines: readonly string[]): DownwardHeaders {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  const pairs = lines.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), lines[at + 1] ?? ''] as const] : []));
  const named = new Set(pairs.flatMap(([name, value]) => (name === 'connection' ? [...namesIn(value)] : [])));
  for (const [name, value] of pairs) {
    if (HOP_BY_HOP.has(name) || named.has(name) || OURS.test(name) || name === OF_THE_ORIGIN) continue;
    if (name === 'set-cookie') cookies.push(value);
    else if (Object.hasOwn(headers, name)) headers[name] = `${headers[name] ?? ''}, ${value}`;
    else headers[name] = value;
  }
  return { headers, cookies: cookies.length === 0 ? undefined : cookies };
}

/** Returns the headers that Connection names, which belong to the connection. */
function namesIn(connection: string): ReadonlySet<string> {
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
