/** Bounds how many pipelined requests of one connection are under way at once. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Each may hold a response of any size until those before it have left. */
export const MOST_UNDER_WAY = 16;
/** From so many waiting requests on, no more are read from the connection. */
const MOST_WAITING = 64;

const PIPELINE = Symbol('the pipelined requests of a connection');

interface Pipeline {
  underWay: number;
  readonly waiting: Pipelined[];
}

interface Pipelined {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Connection extends Socket {
  [PIPELINE]?: Pipeline;
}

/** Begins a pipelined request: at once, or when enough of those before it have been answered. */
export function beginPipelined(connection: Connection, response: ServerResponse, begin: () => void): void {
  const pipeline = (connection[PIPELINE] ??= { underWay: 0, waiting: [] });
  const pipelined = { response, begin };
  if (pipeline.underWay < MOST_UNDER_WAY) return start(connection, pipeline, pipelined);
  if (pipeline.waiting.push(pipelined) >= MOST_WAITING) connection.pause();
}

function start(connection: Connection, pipeline: Pipeline, { response, begin }: Pipelined): void {
  pipeline.underWay += 1;
  response.once('close', () => {
    pipeline.underWay -= 1;
    // A client that has gone is not answered.
    if (connection.destroyed) return;
    const next = pipeline.waiting.shift();
    if (next !== undefined && pipeline.waiting.length === 0) connection.resume();
    if (next !== undefined) start(connection, pipeline, next);
  });
  begin();
}
