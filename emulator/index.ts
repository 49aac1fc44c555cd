/** The public entry `standin`: createEmulator is the composition root, and the only place that picks implementations. */

import { randomUUID } from 'node:crypto';
import { createApi } from './api/handle.ts';
import { createKeyFingerprint } from './api/fingerprint.ts';
import { ClipUnavailable } from './domain/ports.ts';
import { createProvider } from './provider/provider.ts';
import { readSettings } from './settings/read-settings.ts';
import { toApiSettings, toStoreBounds, toTimeouts } from './settings/resolve.ts';
import type { SettingsInput } from './settings/schema.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { fetchThrough } from './transport/fetch-door.ts';
import { listenOn, type Listening } from './transport/listen.ts';
import { createNodeServer } from './transport/node-server.ts';

export { examine } from './doctor.ts';
export type { Finding, Surroundings, Verdict } from './doctor.ts';
export { SettingsError } from './settings/read-settings.ts';
export type { SettingsInput } from './settings/schema.ts';

export interface Emulator {
  /** Answers a web Request in this process, as the server would over a socket. */
  fetch(request: Request): Promise<Response>;
  /** Opens a socket. */
  listen(where?: { port?: number; host?: string }): Promise<Listening>;
  /** Ends what is under way and closes every socket. */
  close(): Promise<void>;
}

/**
 * Builds an emulator.
 *
 * @example
 * const emulator = createEmulator({ latency: 'instant' });
 * const { url } = await emulator.listen({ port: 0 });
 */
export function createEmulator(input: SettingsInput = {}): Emulator {
  const settings = readSettings(input);
  const api = createApi({
    settings: toApiSettings(settings),
    store: createMemoryStore(toStoreBounds(settings)),
    provider: createProvider(),
    renderer: {
      render: () => Promise.reject(new ClipUnavailable('This build has no renderer.', 60)),
      prepare: () => undefined,
      close: () => Promise.resolve(),
    },
    realNow: Date.now,
    newRequestId: randomUUID,
    reportCrash: (cause) => process.emitWarning(cause instanceof Error ? cause : String(cause)),
    fingerprint: createKeyFingerprint(),
  });
  const servers = new Set<Listening>();
  return {
    fetch: (request) => fetchThrough(api, request),
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      const server = createNodeServer(api, { timeouts: toTimeouts(settings) }, () => false);
      const listening = await listenOn(server, { port, host }, 'http');
      servers.add(listening);
      return listening;
    },
    close: async () => {
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}
