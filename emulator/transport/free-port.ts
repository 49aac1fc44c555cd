/** Finds a free port on the loopback address. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The default listening address of the emulator. */
export const LOOPBACK = '127.0.0.1';

/**
 * Returns the port if it is free, any free port for 0, and undefined if the port is taken.
 *
 * @example
 * const port = (await freePort(4242)) ?? (await freePort(0));
 */
export async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, LOOPBACK);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    // A port that this user may not open (EACCES) counts as taken.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined;
    throw error;
  } finally {
    server.close();
  }
}
