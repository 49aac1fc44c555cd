/** Counts the open requests of a server in this process. The journal contains only requests with a response. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface OpenRequests {
  readonly count: number;
  close(): void;
}

const STARTED = 'http.server.request.start';

/** Counts the open requests on this port from now on. */
export function countOpenRequests(port: number): OpenRequests {
  let count = 0;
  const onStart = (message: unknown): void => {
    const { response, socket } = message as { readonly response: ServerResponse; readonly socket: Socket };
    if (socket.localPort !== port) return;
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  };
  subscribe(STARTED, onStart);
  return {
    get count() {
      return count;
    },
    close: () => void unsubscribe(STARTED, onStart),
  };
}
