/**
 * Serves a fetch handler on a socket, to show chunks, odd methods, broken connections, Date and the spelling of
 * headers.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '../server.ts';

/** The spelling of header names on the wire. `without-100` is title case, and sends no `100 Continue`. */
export type Spelling = 'title-case' | 'lower-case' | 'upper-case' | 'without-100';

export interface Socket {
  readonly url: string;
  close(): Promise<void>;
}

const SPELL: Readonly<Record<Spelling, (name: string) => string>> = {
  'title-case': titleCase,
  'lower-case': (name) => name.toLowerCase(),
  'upper-case': (name) => name.toUpperCase(),
  'without-100': titleCase,
};

function titleCase(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** Listens on a free local port. An empty `Date` removes the header. A handler that throws resets the connection. */
export async function listen(handle: Fetch, spelling: Spelling): Promise<Socket> {
  const underWay = new WeakMap<object, number>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const before = underWay.get(socket) ?? 0;
    underWay.set(socket, before + 1);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    answer(handle, request, before > 0)
      .then((given) => write(given, { request, response, spelling }))
      .catch(() => request.socket.resetAndDestroy());
  };
  const server = createServer({ requireHostHeader: false }, serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (spelling !== 'without-100') response.writeContinue();
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Writing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly spelling: Spelling;
}

/** Writes a response without the headers that Node adds, which would be in Node's spelling. */
async function write(given: Response, { request, response, spelling }: Writing): Promise<void> {
  const bytes = Buffer.from(await given.arrayBuffer());
  const headers = new Headers(given.headers);
  if (!headers.has('date')) headers.set('date', new Date().toUTCString());
  if (headers.get('date') === '') headers.delete('date');
  // These marks of a tampering stay here. They request what Node would not do by itself.
  const [staysOpen, asksLate, late, lost] = ['x-stays-open', 'x-asks-late', 'x-body-at-head', 'x-lost'].map((mark) => {
    const text = headers.get(mark);
    headers.delete(mark);
    return text;
  });
  if (typeof lost === 'string') return;
  const isLast = /close/i.test(request.headers.connection ?? '') || request.httpVersion === '1.0';
  // Node would close the connection before the late bytes.
  const closes = isLast && typeof staysOpen !== 'string' && typeof late !== 'string';
  headers.set('connection', closes ? 'close' : 'keep-alive');
  if (typeof asksLate === 'string') request.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  const hasBody = request.method !== 'HEAD' && given.status !== 304;
  // HTTP/1.0 has no chunks: the end of the connection ends the body.
  const isOld = request.httpVersion === '1.0';
  if (hasBody && !headers.has('content-length') && !isOld) headers.set('transfer-encoding', 'chunked');
  response.sendDate = false;
  response.writeHead(
    given.status,
    [...headers].flatMap(([name, value]) => [SPELL[spelling](name), value]),
  );
  // Node drops the body of an answer to HEAD.
  if (typeof late === 'string') return void response.end(() => request.socket.end(late));
  const isCut = hasBody && Number(headers.get('content-length') ?? 0) > bytes.length;
  if (!isCut) response.end(bytes);
  else response.write(bytes, () => request.socket.destroy());
}

function answer(handle: Fetch, request: IncomingMessage, isPipelined: boolean): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  // The handler reads these details in `x-` headers, because a URL and a list of headers do not show them.
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts !== 1) headers.set('x-hosts', String(hosts));
  if (url.startsWith('http')) headers.set('x-absolute', 'yes');
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0);
  headers.set('x-names', names.join(' '));
  headers.set('x-version', request.httpVersion);
  if (isPipelined) headers.set('x-pipelined', 'yes');
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
  const body = hasBody ? (Readable.toWeb(request) as ReadableStream<Uint8Array<ArrayBuffer>>) : null;
  const signal = new AbortController().signal;
  return handle({ method, url: new URL(url, 'http://127.0.0.1').href, headers, body, signal });
}
