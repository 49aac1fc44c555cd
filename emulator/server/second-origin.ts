/** A second server with another port and host name. It starts when a fault first redirects to it. */

import type { Api } from '../api/messages.ts';
import { listenOn, type Listening } from '../transport/listen.ts';
import { createNodeServer, type NodeServerOptions } from '../transport/node-server.ts';
import type { OtherOriginFor } from '../transport/node-request.ts';

export interface SecondOrigin {
  readonly open: OtherOriginFor;
  close(graceMs?: number): Promise<void>;
}

/** The options of the first server, and the host on which it listens. */
export interface SecondOriginOptions extends Pick<NodeServerOptions, 'timeouts' | 'tls' | 'reportCrash'> {
  readonly host: string;
}

/** Creates the second server without starting it. */
export function secondOrigin(api: Api, options: SecondOriginOptions): SecondOrigin {
  const { host, tls } = options;
  let opening: Promise<Listening> | undefined;
  // The name `localhost` can be an IPv4 or an IPv6 address, so the server listens on an IP address.
  const address = { port: 0, host: host === 'localhost' ? '127.0.0.1' : host };
  return {
    open: async (calledBy) => {
      opening ??= listenOn(createNodeServer(api, options), address, tls?.cert).catch((cause: unknown) => {
        opening = undefined;
        throw cause;
      });
      const { port } = await opening;
      return `${tls === undefined ? 'http' : 'https'}://${otherName(calledBy, host)}:${port}`;
    },
    close: async (graceMs) => (await opening)?.close(graceMs),
  };
}

/** Returns another name of this machine. If the client used a network name, only the port differs. */
function otherName(calledBy: string, listensOn: string): string {
  const name = calledBy.toLowerCase().replace(/:\d*$/, '');
  if (name === 'localhost') return listensOn === '::1' ? '[::1]' : '127.0.0.1';
  return name === '[::1]' || /^127\.[\d.]+$/.test(name) ? 'localhost' : name;
}
