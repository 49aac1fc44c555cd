/** HTTP/1.1 as bytes on a socket, for what no client library would send or show. */

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends bytes, half-closes the connection, and returns all that comes back until the server closes it. */
export async function sendBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  return text(connect(port, '127.0.0.1').end(bytes));
}
