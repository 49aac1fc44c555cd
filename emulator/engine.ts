/** Puts the engine together from settings that have been read: the only place that picks implementations. No schema is loaded for it (decision 0006). */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Api } from './api/api-request.ts';
import type { ApiContext } from './api/context.ts';
import { createDefaultClock } from './api/default-clock.ts';
import { createEpochs } from './api/epochs.ts';
import { createApi } from './api/handle.ts';
import { createKeyFingerprint } from './api/fingerprint.ts';
import { createKeyRing } from './api/key-ring.ts';
import { createClipRoom } from './clip-room.ts';
import { refuseOpenControl, toGate } from './control-access.ts';
import { withControl } from './control/control.ts';
import { createEventHub } from './control/event-hub.ts';
import type { Readiness } from './control/health.ts';
import type { MediaDecoder, MediaLibrary } from './domain/ports.ts';
import type { Store } from './domain/store.ts';
import { createFaultBook } from './faults/fault-book.ts';
import { nameRules } from './faults/name-rules.ts';
import type { ScenarioShelf } from './faults/scenario.ts';
import type { Book } from './journal/book.ts';
import { openServer } from './open-server.ts';
import { createMediaLibrary } from './inputs/library.ts';
import { MappingError } from './inputs/mapped-folder.ts';
import { createProvider } from './inputs/provider.ts';
import { createRecordRoom } from './record-room.ts';
import { createRequestIds } from './request-ids.ts';
import { createScenarioShelf, noSuchScenario } from './scenario-shelf.ts';
import { toApiSettings } from './settings/resolve.ts';
import type { Settings } from './settings/schema.ts';
import { SettingsError } from './settings/settings-error.ts';
import type { Listening } from './transport/listen.ts';

/** Where to listen; what is left out is as the settings say. */
export type Where = { readonly port?: number; readonly host?: string };

export interface Engine {
  readonly api: Api;
  readonly store: Store;
  /** What the journal keeps. */
  readonly book: Book;
  /** Opens a socket. */
  readonly listen: (where?: Where) => Promise<Listening>;
  /** Whether clips can be made, and with which ffmpeg; looks for one if nobody has. */
  readonly readiness: () => Promise<Readiness>;
  /** Lets the answers under way end, then closes every socket and ends every encode. */
  readonly close: () => Promise<void>;
}

/** Builds an engine; throws a SettingsError where settings that are valid each do not go together. */
export function createEngine(settings: Settings): Engine {
  // The renderer opens inputs from the library, which lets the renderer try files.
  const media = openMedia(settings, (kind, bytes) => clips.renderer.decodes(kind, bytes));
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
  const clips = createClipRoom(settings, media, reportCrash);
  const fingerprint = createKeyFingerprint();
  const epochs = createEpochs();
  const events = createEventHub();
  const scenarios = createScenarioShelf();
  refuseUnknownScenarios(settings, scenarios);
  const apiSettings = toApiSettings(settings, (name) => scenarios.find(name)?.account.balance);
  const faults = createFaultBook({ rules: nameRules(settings.faults, 'rule-'), scenarios });
  const { store, book, redactors } = createRecordRoom(settings, { epochs, events, faults, reportCrash });
  const context: ApiContext = {
    settings: apiSettings,
    store,
    faults,
    scenarios,
    provider: createProvider({ media, inputFiles: settings.inputFiles, isRemote: settings.mediaFetch }),
    renderer: clips.renderer,
    recorder: book.recorder,
    redactors,
    realNow: Date.now,
    newRequestId: createRequestIds(),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    reportCrash,
    fingerprint,
    keys: createKeyRing(apiSettings.accounts, fingerprint),
    epochs,
    defaultClock: createDefaultClock(),
  };
  const api = withControl(createApi(context), {
    probe: clips.readiness,
    room: async () => {
      const { createJournal } = await import('./journal/journal.ts');
      return { context, events, journal: createJournal(book) };
    },
    gate: toGate(settings),
    reportCrash,
  });
  const sockets = new Set<Listening>();
  return {
    api,
    store,
    book,
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      refuseOpenControl(settings, host);
      const listening = await openServer(api, settings, { port, host, reportCrash });
      sockets.add(listening);
      return listening;
    },
    readiness: clips.readiness,
    close: async () => {
      events.close();
      await Promise.all(Array.from(sockets, (socket) => socket.close()));
      await clips.renderer.close();
    },
  };
}

function openMedia({ media, mediaFetch }: Settings, decodes: MediaDecoder): MediaLibrary {
  try {
    return createMediaLibrary({ folders: media, fetch: mediaFetch, decodes });
  } catch (cause) {
    throw cause instanceof MappingError ? new SettingsError(cause.message, { path: 'media', cause }) : cause;
  }
}

function refuseUnknownScenarios({ scenario, accounts }: Settings, shelf: ScenarioShelf): void {
  const own = accounts.map((account, at) => ({ path: `accounts.${at}.scenario`, name: account.scenario }));
  for (const { path, name } of [{ path: 'scenario', name: scenario }, ...own]) {
    if (name === undefined || shelf.names().includes(name)) continue;
    throw new SettingsError(noSuchScenario(name, shelf.names()), { path });
  }
}
