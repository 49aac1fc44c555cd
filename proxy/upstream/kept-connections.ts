/**
 * Reuses connections to the upstream. All of them read into one buffer, from which node:http copies bodies. With a new
 * buffer for each read, garbage collection makes a download cost half as much again (`bench:proxy`).
 */

import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { OnReadOpts, Socket } from 'node:net';

/** The maximum number of idle connections. */
const MOST_IDLE = 64;
/**
 * The size of a read. V8 collects chunks of twice this size with a full collection, which costs four times as much
 * (`bench:proxy`).
 */
const READ_BYTES = 32_768;

/** Creates an agent that reuses connections. */
export function keepConnections(isSecure: boolean): HttpAgent {
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: MOST_IDLE });
  const open = agent.createConnection.bind(agent);
  const shared = Buffer.allocUnsafeSlow(READ_BYTES);
  agent.createConnection = (options, callback) => {
    const onread: OnReadOpts = {
      // Windows may fill the buffers of several connections before it reports any of them.
      buffer: process.platform === 'win32' ? Buffer.allocUnsafeSlow(READ_BYTES) : shared,
      // The data is emitted as if the stream had read it. node:http pauses the socket of an unread body.
      callback: (length, bytes) => connection.emit('data', bytes.subarray(0, length)) || true,
    };
    const reading: ClientRequestArgs & { readonly onread: OnReadOpts } = { ...options, onread };
    const connection = open(reading, callback) as Socket;
    return connection;
  };
  return agent;
}
