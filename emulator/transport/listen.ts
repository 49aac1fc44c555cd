/** Starts and gracefully stops servers. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { openFileLimit } from '../../lib/open-files.ts';

export interface Listening {
  /** The base URL without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
  /** The PEM certificate of an HTTPS server, for clients to trust (`ca`, NODE_EXTRA_CA_CERTS, `--cacert`). */
  readonly certificate: string | undefined;
  /** Stops accepting connections, lets responses in flight finish, and closes the rest after the grace period. */
  close(graceMs?: number): Promise<void>;
}

export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

const BACKLOG = 2048;
const GRACE_MS = 5000;

/** Starts listening. Rejects with the system's error if the port is taken or not permitted. */
export async function listenOn(
  server: Server,
  { port, host }: ListenAddress,
  certificate?: string,
): Promise<Listening> {
  // An HTTPS server does not list connections during the TLS handshake.
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const most = connectionLimit();
  if (most !== undefined) server.maxConnections = most;
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${authority(host, address.port)}`,
    port: address.port,
    host,
    certificate,
    close: (graceMs = GRACE_MS) => close(server, connections, graceMs),
  };
}

/** The file descriptors that are reserved for late-loaded modules, clips and encoders. */
export const RESERVED_FILES = 128;

/** Returns the maximum number of connections, or undefined if the system's limit of open files is unknown. */
export function connectionLimit(files = openFileLimit()): number | undefined {
  if (files === undefined) return undefined;
  return Math.max(files - RESERVED_FILES, Math.floor(files / 4));
}

/** Returns the authority for clients on this machine. A wildcard address becomes the loopback address. */
function authority(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '') return `127.0.0.1:${port}`;
  if (host === '::') return `[::1]:${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

async function close(server: Server, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  // A connection becomes idle after its response, and would stay open for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => connections.forEach((socket) => socket.destroy()), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}

const SWEEP_MS = 50;
