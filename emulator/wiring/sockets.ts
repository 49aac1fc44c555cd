/** Opens sockets after the store is open, and closes all of them together. */

import type { Api } from '../api/messages.ts';
import { refuseOpenControl } from '../server/control-access.ts';
import { openServer, type ServerOpening } from '../server/open-server.ts';
import type { Settings } from '../settings/settings.ts';
import type { Listening } from '../transport/listen.ts';

/** The address to listen on. The settings provide missing parts. */
type ListenOptions = { readonly port?: number; readonly host?: string };

interface SocketParts extends Omit<ServerOpening, keyof ListenOptions> {
  /** Resolves when the store is open. */
  readonly opened: () => Promise<void>;
}

export interface Sockets {
  readonly listen: (options?: ListenOptions) => Promise<Listening>;
  readonly close: () => Promise<void>;
  readonly isOpen: () => boolean;
}

export function wireSockets(api: Api, settings: Settings, { opened, ...parts }: SocketParts): Sockets {
  const sockets = new Set<Listening>();
  return {
    isOpen: () => sockets.size > 0,
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      refuseOpenControl(settings, host);
      await opened();
      const listening = await openServer(api, settings, { port, host, ...parts });
      sockets.add(listening);
      return listening;
    },
    close: async () => {
      await Promise.all(Array.from(sockets, (socket) => socket.close()));
    },
  };
}
