/** Opens the servers that the settings describe: HTTP or HTTPS, with or without user handlers. Closes them together. */

import type { Api } from '../api/messages.ts';
import { isControlTarget } from '../control/control.ts';
import { isLoopback } from '../control/access.ts';
import { toTimeouts } from '../settings/resolve.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import { hostCheck } from './allowed-hosts.ts';
import { listenOn, type Listening, type ListenAddress } from '../transport/listen.ts';
import { createNodeServer, type Intercept, type NodeServerOptions } from '../transport/node-server.ts';
import type { Certificate } from '../transport/self-signed.ts';

export interface SocketParts {
  /** The memory budget that all servers of an engine share. */
  readonly budget: MemoryBudget;
  /** Called with internal errors, which the client does not see. */
  readonly reportCrash: (cause: unknown) => void;
  /** The engine at the other origin. */
  readonly otherOrigin: Api;
  /** Resolves when the store is open. */
  readonly opened: () => Promise<void>;
}

export interface Sockets {
  /** Opens a server when the store is open. The settings provide missing parts of the address. */
  readonly listen: (address?: Partial<ListenAddress>) => Promise<Listening>;
  readonly close: () => Promise<unknown>;
  readonly isOpen: () => boolean;
}

/** Creates the sockets of an engine, without opening one. */
export function createSockets(api: Api, settings: Settings, parts: SocketParts): Sockets {
  const openSockets = new Set<Listening['close']>();
  return {
    isOpen: () => openSockets.size > 0,
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      refuseOpenControl(settings, host);
      await parts.opened();
      const listening = await openServer(api, settings, { ...parts, port, host });
      const close: Listening['close'] = (graceMs) => listening.close(graceMs).finally(() => openSockets.delete(close));
      openSockets.add(close);
      return { ...listening, close };
    },
    close: () => Promise.all(Array.from(openSockets, (close) => close())),
  };
}

/** Requires a token for the control API if other machines can reach the address. */
function refuseOpenControl({ control, controlToken }: Settings, host: string): void {
  if (!control || controlToken !== undefined || isLoopback(host)) return;
  throw new SettingsError(
    `${host} is reachable from other machines; set controlToken (--control-token) to protect the control API, or turn it off with control: false (--no-control)`,
    { path: 'host' },
  );
}

/** Starts a server. Rarely used modules are loaded only if a setting needs them. */
async function openServer(api: Api, settings: Settings, opening: SocketParts & ListenAddress): Promise<Listening> {
  const { host, budget, reportCrash } = opening;
  const tls = await certificateFor(settings, host);
  const intercept = await interceptFor(api, settings, reportCrash);
  const timeouts = toTimeouts(settings);
  const second = secondOrigin(opening.otherOrigin, host, { timeouts, tls, reportCrash });
  const allowsHost = hostCheck(settings, host);
  const options = { timeouts, tls, allowsHost, budget, otherOrigin: second.open, reportCrash };
  const listening = await listenOn(createNodeServer(api, options, intercept), opening, tls?.cert);
  return {
    ...listening,
    close: async (graceMs) => {
      // The second server closes last, because a request in flight may be redirected to it.
      await listening.close(graceMs);
      await second.close(graceMs);
    },
  };
}

async function certificateFor({ tls }: Settings, host: string): Promise<Certificate | undefined> {
  if (tls === undefined) return undefined;
  const { readCertificate } = await import('./certificate.ts');
  return readCertificate(tls, host);
}

async function interceptFor(
  api: Api,
  { handlers: path }: Settings,
  reportCrash: SocketParts['reportCrash'],
): Promise<Intercept | undefined> {
  if (path === undefined) return undefined;
  const { loadHandlers } = await import('./load-handlers.ts');
  const handlers = await loadHandlers(path);
  const { createUserHandlers } = await import('../transport/user-handlers.ts');
  return createUserHandlers(handlers, { api, isReserved: isControlTarget, reportCrash });
}

/**
 * Creates a second server with another port and host name, without starting it. It starts when a fault first redirects
 * to it.
 */
function secondOrigin(api: Api, host: string, options: Pick<NodeServerOptions, 'timeouts' | 'tls' | 'reportCrash'>) {
  const { tls } = options;
  let opening: Promise<Listening> | undefined;
  // The name `localhost` can be an IPv4 or an IPv6 address, so the server listens on an IP address.
  const address = { port: 0, host: host === 'localhost' ? '127.0.0.1' : host };
  return {
    open: async (calledBy: string): Promise<string> => {
      opening ??= listenOn(createNodeServer(api, options), address, tls?.cert).catch((cause: unknown) => {
        opening = undefined;
        throw cause;
      });
      const { port } = await opening;
      return `${tls === undefined ? 'http' : 'https'}://${otherName(calledBy, host)}:${port}`;
    },
    close: async (graceMs?: number): Promise<void> => (await opening)?.close(graceMs),
  };
}

/** Returns another name of this machine. If the client used a network name, only the port differs. */
function otherName(calledBy: string, listensOn: string): string {
  const name = calledBy.toLowerCase().replace(/:\d*$/, '');
  if (name === 'localhost') return listensOn === '::1' ? '[::1]' : '127.0.0.1';
  return name === '[::1]' || /^127\.[\d.]+$/.test(name) ? 'localhost' : name;
}
