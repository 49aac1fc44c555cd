/** Asks the operating system for a port on the loopback address. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The address that the emulator listens on unless the settings say otherwise. */
export const LOOPBACK = '127.0.0.1';

/**
 * The port itself when it is free, any free one for 0, and `undefined` when it is taken.
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
    if (isTaken(error)) return undefined;
    throw error;
  } finally {
    server.close();
  }
}

/** EACCES: a port below 1024 that this user may not open counts as taken. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
