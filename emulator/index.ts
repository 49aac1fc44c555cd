/** The public entry `standin`: createEmulator is the composition root, and the only place that picks implementations. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountHandle, type AccountHandle } from './accounts.ts';
import type { ApiContext } from './api/context.ts';
import { createDefaultClock } from './api/default-clock.ts';
import { createEpochs } from './api/epochs.ts';
import { createApi } from './api/handle.ts';
import { createKeyFingerprint } from './api/fingerprint.ts';
import { createKeyRing } from './api/key-ring.ts';
import { refuseOpenControl, toGate } from './control-access.ts';
import { withControl } from './control/control.ts';
import { createEventHub } from './control/event-hub.ts';
import type { Readiness } from './control/health.ts';
import type { Journal } from './journal/journal.ts';
import { createFaultBook } from './faults/fault-book.ts';
import { nameRules } from './faults/name-rules.ts';
import { createScenarioShelf, noSuchScenario } from './scenario-shelf.ts';
import { createProvider } from './provider/provider.ts';
import { createClipRoom } from './clip-room.ts';
import { createMediaLibrary } from './provider/media/media-library.ts';
import type { ScenarioShelf } from './faults/scenario.ts';
import { createRecordRoom } from './record-room.ts';
import { readSettings, SettingsError } from './settings/read-settings.ts';
import { toApiSettings } from './settings/resolve.ts';
import type { Settings, SettingsInput } from './settings/schema.ts';
import { openServer } from './open-server.ts';
import { fetchThrough, type FetchRequest } from './transport/fetch-door.ts';
import type { Listening } from './transport/listen.ts';

export { examine } from './doctor.ts';
export type { Finding, Surroundings, Verdict } from './doctor.ts';
export { SettingsError };
export type { Settings, SettingsInput };
export { gatherSettings } from './settings/settings-sources.ts';
export type { SettingsSources } from './settings/settings-sources.ts';
export { TEXT_SETTINGS } from './settings/text-settings.ts';
export type { TextSetting } from './settings/text-settings.ts';
export { listScenarios, scenarioStory } from './scenario-stories.ts';
export type { ScenarioStory } from './scenario-stories.ts';
export { AccountError } from './accounts.ts';
export { JournalError } from './journal/journal.ts';
export type { AccountHandle, Journal, Listening, Readiness };
export type { AccountJournal, Since } from './journal/account-journal.ts';
export type { Entry } from './journal/entry.ts';
export type { FilterInput, Query } from './journal/filter.ts';
export type { SequenceReport } from './journal/sequence.ts';
export type { WaitOptions, WaitReport, Wish } from './journal/wait.ts';

export interface Emulator {
  /** The path in front of `/v1`, from the settings. */
  readonly basePath: string;
  /** Answers a web Request in this process, as the server would over a socket. */
  fetch(request: FetchRequest): Promise<Response>;
  /** Opens a socket; the settings say where, unless told here. */
  listen(where?: { port?: number; host?: string }): Promise<Listening>;
  /** Reaches into an account by hand: its books, its clock, its generations. */
  account(name: string): AccountHandle;
  /** What happened, request by request, in all accounts. */
  readonly journal: Journal;
  /** Whether clips can be made, and with which ffmpeg; looks for one if nobody has. */
  readiness(): Promise<Readiness>;
  /** Lets the answers under way end, then closes every socket and ends every encode. */
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
  const media = createMediaLibrary({ folders: settings.media, fetch: settings.mediaFetch });
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
  const clips = createClipRoom(settings, media, reportCrash);
  const fingerprint = createKeyFingerprint();
  const epochs = createEpochs();
  const events = createEventHub();
  const scenarios = createScenarioShelf();
  refuseUnknownScenarios(settings, scenarios);
  const apiSettings = toApiSettings(settings, (name) => scenarios.find(name)?.account.balance);
  const faults = createFaultBook({ rules: nameRules(settings.faults, 'rule-'), scenarios });
  const { store, journal } = createRecordRoom(settings, { epochs, events, faults });
  const context: ApiContext = {
    settings: apiSettings,
    store,
    faults,
    scenarios,
    provider: createProvider({ media, inputFiles: settings.inputFiles, isRemote: settings.mediaFetch }),
    renderer: clips.renderer,
    recorder: journal.recorder,
    realNow: Date.now,
    newRequestId: randomUUID,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    reportCrash,
    fingerprint,
    keys: createKeyRing(apiSettings.accounts, fingerprint),
    epochs,
    defaultClock: createDefaultClock(),
  };
  const api = withControl(createApi(context), {
    probe: clips.readiness,
    room: { context, events, journal },
    gate: toGate(settings),
  });
  const sockets = new Set<Listening>();
  return {
    basePath: settings.basePath,
    fetch: (request) => fetchThrough(api, request),
    listen: async ({ port = settings.port, host = settings.host } = {}) => {
      refuseOpenControl(settings, host);
      const listening = await openServer(api, settings, { port, host, reportCrash });
      sockets.add(listening);
      return listening;
    },
    account: (name) => accountHandle(store, name, { realNow: Date.now, journal }),
    journal,
    readiness: clips.readiness,
    close: async () => {
      events.close();
      await Promise.all(Array.from(sockets, (socket) => socket.close()));
      await clips.renderer.close();
    },
  };
}

function refuseUnknownScenarios({ scenario, accounts }: Settings, shelf: ScenarioShelf): void {
  for (const name of [scenario, ...accounts.map((account) => account.scenario)]) {
    if (name === undefined || shelf.names().includes(name)) continue;
    throw new SettingsError(`scenario: ${noSuchScenario(name, shelf.names())}`);
  }
}
