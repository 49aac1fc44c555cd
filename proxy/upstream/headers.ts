/**
 * The headers that pass, in each direction. Headers of one connection (RFC 9110, 7.6.1), headers for Standin, and
 * headers that would act on the origin of the control API do not pass.
 */

/** Headers of one connection, or replaced by the forwarding party. */
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
/** The host is the host of the upstream, the body is framed anew, and "100 Continue" was answered here. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['host', 'content-length', 'expect', 'via']);
const OURS = /^x-standin-/;
/** A service worker of the service would answer for the control API, whose origin the answers share. */
const OF_THE_ORIGIN = 'service-worker-allowed';

type HeaderVisitor = (visit: (name: string, value: string) => void) => void;

/** The headers of a request on its way to the upstream. */
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

/** The headers of an answer on its way to the client. */
export interface DownwardHeaders {
  readonly headers: Record<string, string>;
  readonly cookies: readonly string[] | undefined;
}

/** Takes the raw lines of an answer: names and values in turn. */
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

/** A header that is named by Connection belongs to the connection. */
function namesIn(connection: string): ReadonlySet<string> {
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
