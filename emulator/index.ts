/** The public entry `standin`: createEmulator is the composition root, and the only place that picks implementations. */

import { randomUUID } from 'node:crypto';
import { createApi } from './api/handle.ts';
import { createKeyFingerprint } from './api/fingerprint.ts';
import { ClipUnavailable } from './domain/ports.ts';
import { createProvider } from './provider/provider.ts';
import { readSettings } from './settings/read-settings.ts';
import { toApiSettings, toStoreBounds } from './settings/resolve.ts';
import type { SettingsInput } from './settings/schema.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { openServer } from './open-server.ts';
import { fetchThrough, type FetchRequest } from './transport/fetch-door.ts';
import type { Listening } from './transport/listen.ts';

export { examine } from './doctor.ts';
export type { Finding, Surroundings, Verdict } from './doctor.ts';
export { SettingsError } from './settings/read-settings.ts';
export type { SettingsInput } from './settings/schema.ts';

export interface Emulator {
  /** The path in front of `/v1`, from the settings. */
  readonly basePath: string;
  /** Answers a web Request in this process, as the server would over a socket. */
  fetch(request: FetchRequest): Promise<Response>;
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
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
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
    reportCrash,
    fingerprint: createKeyFingerprint(),
  });
  const servers = new Set<Listening>();
  return {
    basePath: settings.basePath,
    fetch: (request) => fetchThrough(api, request),
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      const listening = await openServer(api, settings, { port, host, reportCrash });
      servers.add(listening);
      return listening;
    },
    close: async () => {
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}
