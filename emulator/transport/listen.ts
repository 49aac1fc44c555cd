/** Opens a server on a port and closes it in good order. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
  /** Of an HTTPS server: its certificate in PEM, for a client to trust (`ca`, NODE_EXTRA_CA_CERTS, `--cacert`). */
  readonly certificate: string | undefined;
  /** Takes no more connections, lets the answers under way end, and closes the rest after the grace. */
  close(graceMs?: number): Promise<void>;
}

export interface Place {
  readonly port: number;
  readonly host: string;
}

const BACKLOG = 2048;
const GRACE_MS = 5000;

/** Listens; rejects with the system's error when the place is taken or not ours. A certificate makes the URL https. */
export async function listenOn(server: Server, { port, host }: Place, certificate?: string): Promise<Listening> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${authority(host, address.port)}`,
    port: address.port,
    host,
    certificate,
    close: (graceMs = GRACE_MS) => close(server, graceMs),
  };
}

/** What a client on this machine can connect to: a wildcard address is reached by loopback. */
function authority(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '') return `127.0.0.1:${port}`;
  if (host === '::') return `[::1]:${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

async function close(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
