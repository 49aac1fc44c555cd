/**
 * Connections to the upstream that are kept for the next request. All of them read into one piece of memory: node:http
 * copies what it finds of a body there. A new piece for each read, as usual, makes V8 collect garbage so often that a
 * download costs half as much again (`bench:proxy`).
 */

import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { OnReadOpts, Socket } from 'node:net';

/** Downloads stay open side by side; connections that lie idle are few. */
const MOST_IDLE = 64;
/**
 * Bytes that are read at once wait in memory for their client. V8 collects chunks of twice this length by looking at
 * all that there is, which costs four times as much (`bench:proxy`).
 */
const READ_BYTES = 32_768;

/** An agent whose connections are kept. */
export function keepConnections(isSecure: boolean): HttpAgent {
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: MOST_IDLE });
  const open = agent.createConnection.bind(agent);
  const shared = Buffer.allocUnsafeSlow(READ_BYTES);
  agent.createConnection = (options, callback) => {
    const onread: OnReadOpts = {
      // Windows may fill the memory of several connections before it reports any of them.
      buffer: process.platform === 'win32' ? Buffer.allocUnsafeSlow(READ_BYTES) : shared,
      // As if it came by the stream; node:http pauses the socket where a body is not read.
      callback: (length, bytes) => connection.emit('data', bytes.subarray(0, length)) || true,
    };
    const reading: ClientRequestArgs & { readonly onread: OnReadOpts } = { ...options, onread };
    const connection = open(reading, callback) as Socket;
    return connection;
  };
  return agent;
}
