/** Half-closed connections: is a client that sent FIN waiting for its response, or gone? */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const ABANDONABLE = Symbol('the response that a half-close gives up');

interface Abandonable {
  readonly response: ServerResponse;
  /** How long the response may still take to begin after the half-close. */
  readonly graceMs: number;
}

interface Connection extends Socket {
  [ABANDONABLE]?: Abandonable;
}

/** node:http reads this when a client half-closes; its types leave it out. */
interface HalfOpenServer extends Server {
  httpAllowHalfOpen?: boolean;
}

/** For a response that is late on purpose: a client that half-closes, or has done so, counts as gone. */
export function closeOnHalfClose(response: ServerResponse, graceMs = 0): void {
  const connection: Connection = response.req.socket;
  if (connection.readableEnded) connection.destroy();
  else connection[ABANDONABLE] = { response, graceMs };
}

/** Lets a client that half-closes (`printf … | nc`) get its response; node:http would close the connection. */
export function keepHalfOpen(server: HalfOpenServer, connection: Connection): void {
  // Sockets of a plain server could be allowed this at creation, but TLS sockets cannot.
  connection.allowHalfOpen = true;
  // node:http reads the server's flag in its own listener, which runs between these two.
  connection.prependListener('end', () => {
    server.httpAllowHalfOpen = isWaiting(connection);
  });
  connection.on('end', () => {
    server.httpAllowHalfOpen = false;
  });
}

function isWaiting(connection: Connection): boolean {
  const abandonable = connection[ABANDONABLE];
  if (abandonable === undefined) return true;
  const { response, graceMs } = abandonable;
  if (response.writableFinished || response.destroyed) return true;
  if (graceMs > 0) setTimeout(() => response.headersSent || connection.destroy(), graceMs).unref();
  return graceMs > 0;
}
