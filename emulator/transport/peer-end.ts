/** What it means that a peer says no more: that it waits for its answer, or that it has gone. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const WATCHED = Symbol('the response during which the end of the peer means that it has gone');

interface Connection extends Socket {
  [WATCHED]?: ServerResponse;
}

/** node:http looks at this when a peer ends; the types do not know it. */
interface HalfOpenServer extends Server {
  httpAllowHalfOpen?: boolean;
}

/** Told of an answer that takes its time on purpose: whoever ends the connection meanwhile, or has ended it already, has given it up. */
export function watchPeer(response: ServerResponse): void {
  const connection: Connection = response.req.socket;
  if (connection.readableEnded) connection.destroy();
  else connection[WATCHED] = response;
}

/** A peer that says no more with its last request (`printf … | nc`) still gets its answer; left alone, node:http would close on hearing it. */
export function hearEnd(server: HalfOpenServer, connection: Connection): void {
  // Those of plain servers may be half open of themselves, those of TLS may not.
  connection.allowHalfOpen = true;
  connection.prependListener('end', () => {
    const watched = connection[WATCHED];
    server.httpAllowHalfOpen = watched === undefined || watched.writableFinished || watched.destroyed;
  });
  connection.on('end', () => {
    server.httpAllowHalfOpen = false;
  });
}
