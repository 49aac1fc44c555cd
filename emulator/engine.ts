/** Puts the engine together from settings that have been read: the only place that picks implementations. No schema is loaded for it (decision 0009). */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Api } from './api/api-request.ts';
import type { ApiContext } from './api/context.ts';
import { createDefaultClock } from './api/default-clock.ts';
import { createApi } from './api/handle.ts';
import { createKeyFingerprint } from './api/fingerprint.ts';
import { createAccountLifetimes } from './api/lifetimes.ts';
import { createKeyRing } from './api/key-ring.ts';
import { createClipRoom } from './clip-room.ts';
import { withControl } from './control/control.ts';
import { createEventBus } from './control/event-bus.ts';
import type { Readiness } from './control/health.ts';
import { noSuchScenario } from './domain/near-names.ts';
import type { MediaLibrary } from './domain/ports.ts';
import type { Accounts } from './domain/decide.ts';
import { createScenarioCatalogue } from './faults/catalogue.ts';
import { createFaultRegistry } from './faults/registry.ts';
import { nameRules } from './faults/name-rules.ts';
import type { ScenarioCatalogue } from './faults/scenario.ts';
import type { Recording } from './journal/recorder.ts';
import { createMediaLibrary } from './inputs/library.ts';
import { MappingError } from './inputs/mapped-folder.ts';
import { createProvider } from './inputs/provider.ts';
import { createRecordRoom } from './record-room.ts';
import { refuseOpenControl, toGate } from './server/control-access.ts';
import { openServer } from './server/open-server.ts';
import { toApiSettings } from './settings/resolve.ts';
import type { Settings } from './settings/settings.ts';
import { SettingsError } from './settings/settings-error.ts';
import { createMemoryStore } from './store/memory.ts';
import type { Listening } from './transport/listen.ts';

/** Where to listen; what is left out is as the settings say. */
export type Where = { readonly port?: number; readonly host?: string };

export interface Engine {
  readonly api: Api;
  readonly accounts: Accounts;
  /** Wakes those who wait for something in an account, after a change that no request made. */
  readonly notify: (account: string) => void;
  /** What the journal keeps. */
  readonly recording: Recording;
  /** Opens a socket. */
  readonly listen: (where?: Where) => Promise<Listening>;
  /** Whether clips can be made, and with which ffmpeg; looks for one if nobody has. */
  readonly readiness: () => Promise<Readiness>;
  /** Lets the answers under way end, then closes every socket and ends every encode. */
  readonly close: () => Promise<void>;
}

/** What tests may put in the place of what the engine picks. */
export interface Implementations {
  /** Keeps the accounts; in memory when left out. */
  readonly createStore?: typeof createMemoryStore;
}

/** Builds an engine; throws a SettingsError where settings that are valid each do not go together. */
export function createEngine(settings: Settings, { createStore = createMemoryStore }: Implementations = {}): Engine {
  const media = openMedia(settings);
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
  const clips = createClipRoom(settings, media, reportCrash);
  const fingerprint = createKeyFingerprint();
  const lifetimes = createAccountLifetimes();
  const events = createEventBus();
  const scenarios = createScenarioCatalogue();
  refuseUnknownScenarios(settings, scenarios);
  const apiSettings = toApiSettings(settings, (name) => scenarios.find(name)?.account.balance);
  const faults = createFaultRegistry({ rules: nameRules(settings.faults, 'rule-'), scenarios });
  const { accounts, capacity, recording, redactors, notify } = createRecordRoom(settings, {
    createStore,
    lifetimes,
    events,
    reportCrash,
  });
  const context: ApiContext = {
    settings: apiSettings,
    accounts,
    capacity,
    faults,
    scenarios,
    provider: createProvider({ media, inputFiles: settings.inputFiles, isRemote: settings.mediaFetch }),
    renderer: clips.renderer,
    recorder: recording.recorder,
    redactors,
    realNow: Date.now,
    newRequestId: randomUUID,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    reportCrash,
    fingerprint,
    keys: createKeyRing(apiSettings.accounts, fingerprint),
    lifetimes,
    defaultClock: createDefaultClock(),
  };
  const api = withControl(createApi(context), {
    probe: clips.readiness,
    parts: async () => {
      const { createJournal } = await import('./journal/journal.ts');
      return { context, events, journal: createJournal(recording), notify };
    },
    access: toGate(settings),
    reportCrash,
  });
  const sockets = new Set<Listening>();
  return {
    api,
    accounts,
    notify,
    recording,
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

function openMedia({ media, mediaFetch }: Settings): MediaLibrary {
  try {
    return createMediaLibrary({ folders: media, fetch: mediaFetch });
  } catch (cause) {
    throw cause instanceof MappingError ? new SettingsError(cause.message, { path: 'media', cause }) : cause;
  }
}

function refuseUnknownScenarios({ scenario, accounts }: Settings, { names }: ScenarioCatalogue): void {
  const own = accounts.map((account, at) => ({ path: `accounts.${at}.scenario`, name: account.scenario }));
  for (const { path, name } of [{ path: 'scenario', name: scenario }, ...own]) {
    if (name === undefined || names().includes(name)) continue;
    throw new SettingsError(noSuchScenario(name, names()), { path });
  }
}
