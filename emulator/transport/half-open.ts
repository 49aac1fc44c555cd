/** Handles half-closed connections: a client that sent FIN may wait for its response, or may be gone. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const ABANDONABLE = Symbol('the response that a half-close gives up');

interface Abandonable {
  readonly response: ServerResponse;
  /** The maximum time from the half-close to the start of the response. */
  readonly graceMs: number;
}

interface Connection extends Socket {
  [ABANDONABLE]?: Abandonable;
}

/** The flag that node:http reads when a client half-closes. It is missing in Node's types. */
interface HalfOpenServer extends Server {
  httpAllowHalfOpen?: boolean;
}

/** Treats a client that half-closes as gone, for responses that are late on purpose. */
export function closeOnHalfClose(response: ServerResponse, graceMs = 0): void {
  const connection: Connection = response.req.socket;
  if (connection.readableEnded) connection.destroy();
  else connection[ABANDONABLE] = { response, graceMs };
}

/** Lets a half-closing client (`printf … | nc`) get its response. By default, node:http closes the connection. */
export function keepHalfOpen(server: HalfOpenServer, connection: Connection): void {
  // Plain sockets could get this option when they are created, but TLS sockets cannot.
  connection.allowHalfOpen = true;
  // The listener of node:http reads the flag between these two listeners.
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
