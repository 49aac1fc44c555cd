/** What it means that a peer says no more: that it waits for its answer, or that it has gone. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const WATCHED = Symbol('the answer during which the end of the peer means that it has gone');

interface Watched {
  readonly response: ServerResponse;
  /** How long it may wait for the answer to begin, all the same. */
  readonly patienceMs: number;
}

interface Connection extends Socket {
  [WATCHED]?: Watched;
}

/** node:http looks at this when a peer ends; the types do not know it. */
interface HalfOpenServer extends Server {
  httpAllowHalfOpen?: boolean;
}

/** Told of an answer that takes its time on purpose: whoever ends the connection meanwhile, or has ended it already, has given it up. */
export function closeOnHalfClose(response: ServerResponse, patienceMs = 0): void {
  const connection: Connection = response.req.socket;
  if (connection.readableEnded) connection.destroy();
  else connection[WATCHED] = { response, patienceMs };
}

/** A peer that says no more with its last request (`printf … | nc`) still gets its answer; left alone, node:http would close on hearing it. */
export function keepHalfOpen(server: HalfOpenServer, connection: Connection): void {
  // Those of plain servers may be half open of themselves, those of TLS may not.
  connection.allowHalfOpen = true;
  connection.prependListener('end', () => {
    server.httpAllowHalfOpen = mayStay(connection);
  });
  connection.on('end', () => {
    server.httpAllowHalfOpen = false;
  });
}

function mayStay(connection: Connection): boolean {
  const watched = connection[WATCHED];
  if (watched === undefined || watched.response.writableFinished || watched.response.destroyed) return true;
  const { response, patienceMs } = watched;
  if (patienceMs > 0) setTimeout(() => response.headersSent || connection.destroy(), patienceMs).unref();
  return patienceMs > 0;
}
