/** A second server with another port and host name. It starts when a fault first redirects to it. */

import type { Api } from '../api/messages.ts';
import type { Settings } from '../settings/settings.ts';
import { toTimeouts } from '../settings/resolve.ts';
import { listenOn, type Listening } from '../transport/listen.ts';
import { createNodeServer } from '../transport/node-server.ts';
import type { OtherOriginFor } from '../transport/node-request.ts';
import type { Certificate } from '../transport/self-signed.ts';

export interface SecondOrigin {
  readonly open: OtherOriginFor;
  close(graceMs?: number): Promise<void>;
}

export interface SecondOriginOptions {
  /** The listening address of the first server. */
  readonly host: string;
  readonly tls: Certificate | undefined;
  readonly reportCrash: (cause: unknown) => void;
}

/** Creates the second server without starting it. */
export function secondOrigin(
  api: Api,
  settings: Settings,
  { host, tls, reportCrash }: SecondOriginOptions,
): SecondOrigin {
  let opening: Promise<Listening> | undefined;
  const listen = (): Promise<Listening> => {
    const server = createNodeServer(api, { timeouts: toTimeouts(settings), tls, reportCrash });
    // The name `localhost` can be an IPv4 or an IPv6 address, so the server listens on an IP address.
    return listenOn(server, { port: 0, host: host === 'localhost' ? '127.0.0.1' : host }, tls?.cert);
  };
  return {
    open: async (calledBy) => {
      opening ??= listen().catch((cause: unknown) => {
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
