/** Starts the server that the settings describe: HTTP or HTTPS, with or without user handlers. */

import type { Api } from '../api/messages.ts';
import { isControlTarget } from '../control/control.ts';
import { toTimeouts } from '../settings/resolve.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import type { Settings } from '../settings/settings.ts';
import { hostCheck } from './allowed-hosts.ts';
import { secondOrigin } from './second-origin.ts';
import { listenOn, type Listening, type ListenAddress } from '../transport/listen.ts';
import { createNodeServer, type Intercept } from '../transport/node-server.ts';
import type { Certificate } from '../transport/self-signed.ts';

export interface ServerOpening extends ListenAddress {
  /** The memory budget that all servers of an engine share. */
  readonly budget: MemoryBudget;
  /** Called with internal errors, which the client does not see. */
  readonly reportCrash: (cause: unknown) => void;
  /** The engine at the other origin. */
  readonly otherOrigin: Api;
}

/** Starts a server. Rarely used modules are loaded only if a setting needs them. */
export async function openServer(api: Api, settings: Settings, opening: ServerOpening): Promise<Listening> {
  const tls = await certificateFor(settings, opening.host);
  const intercept = await interceptFor(api, settings, opening);
  const second = secondOrigin(opening.otherOrigin, settings, { ...opening, tls });
  const server = createNodeServer(
    api,
    {
      timeouts: toTimeouts(settings),
      tls,
      allowsHost: hostCheck(settings, opening.host),
      budget: opening.budget,
      otherOrigin: second.open,
      reportCrash: opening.reportCrash,
    },
    intercept,
  );
  const listening = await listenOn(server, opening, tls?.cert);
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
  { reportCrash }: ServerOpening,
): Promise<Intercept | undefined> {
  if (path === undefined) return undefined;
  const { loadHandlers } = await import('./load-handlers.ts');
  const handlers = await loadHandlers(path);
  const { createUserHandlers } = await import('../transport/user-handlers.ts');
  return createUserHandlers(handlers, { api, isReserved: isControlTarget, reportCrash });
}
