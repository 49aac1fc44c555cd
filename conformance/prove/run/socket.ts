/** Puts a door behind a socket, for what only a socket shows: chunks, odd methods, a cut, the Date. */

import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import type { Door } from '../server.ts';

export interface Socket {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. An empty `Date` in an answer is left out. */
export async function listen(door: Door): Promise<Socket> {
  const server = createServer((request, response) => {
    void answer(door, request).then(async (given) => {
      response.sendDate = given.headers.get('date') !== '';
      const headers = Object.fromEntries([...given.headers].filter(([, value]) => value !== ''));
      response.writeHead(given.status, headers);
      response.end(Buffer.from(await given.arrayBuffer()));
    });
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

function answer(door: Door, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
  const body = hasBody ? (Readable.toWeb(request) as ReadableStream<Uint8Array<ArrayBuffer>>) : null;
  const signal = new AbortController().signal;
  return door({ method, url: new URL(url, 'http://127.0.0.1').href, headers, body, signal });
}
