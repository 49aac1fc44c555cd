/** Builds the engine from settings. Only this folder picks implementations, and it loads no schema (decision 0009). */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext, DefaultClock } from '../api/context.ts';
import { withCrossOrigin } from '../api/cross-origin.ts';
import { createApi } from '../api/handler.ts';
import { createKeyRing } from '../api/keys/key-ring.ts';
import { AccountLifetimes } from '../api/lifetimes.ts';
import type { Api } from '../api/messages.ts';
import { createOtherOrigin } from '../api/other-origin.ts';
import type { Service } from '../api/call.ts';
import { scenarioProblem } from '../api/service.ts';
import { withControl, type Readiness } from '../control/control.ts';
import type { ControlServices } from '../control/route.ts';
import type { Accounts } from '../domain/decide.ts';
import { openClock } from '../domain/clock.ts';
import { noSuchScenario } from '../domain/near-names.ts';
import type { ClipRenderer, MediaDecoder, MediaLibrary } from '../domain/ports.ts';
import { createScenarioCatalog } from '../faults/catalog.ts';
import { FaultRegistry, nameRules } from '../faults/registry.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import { createMediaLibrary } from '../inputs/library.ts';
import { MappingError } from '../inputs/mapped-folder.ts';
import type { Recording } from '../journal/recorder.ts';
import { createMemoryBudget } from '../../lib/memory-budget.ts';
import { createSockets, type Sockets } from '../server/sockets.ts';
import { memoryShares } from '../settings/memory-shares.ts';
import { toApiSettings } from '../settings/resolve.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import { readClockText, readStoreUrl } from '../settings/setting-values.ts';
import { createMemoryStore } from '../store/memory.ts';
import { wireBackground } from './background.ts';
import { READY_WITHOUT_CLIPS, wireClips } from './clips.ts';
import { memoryState, type EngineState, type MakeStore } from './engine-state.ts';
import { folderState } from './folder-state.ts';
import { wireRecords } from './records.ts';
import { replicaState } from './replica-state.ts';

export interface Engine {
  readonly api: Api;
  /** Serves the clips to which downloads are redirected. */
  readonly otherOrigin: Api;
  readonly accounts: Accounts;
  readonly recording: Recording;
  readonly renderer: ClipRenderer;
  readonly listen: Sockets['listen'];
  /** Reports whether clips can be rendered, and with which ffmpeg. Searches for ffmpeg on first use. */
  readonly readiness: () => Promise<Readiness>;
  /** Resolves when the store is open. Rejects with the reason if the store cannot be opened. */
  readonly opened: () => Promise<void>;
  /** Waits for responses in flight, then closes all sockets and the store, and cancels all encodes. */
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 2 ** 20;
/** The memory limit of open waits. About a thousand waits fit. */
export const MOST_WAIT_BYTES = 16 * MEBIBYTE;

/** Builds an engine. Throws a SettingsError if two settings contradict each other. */
export function createEngine(settings: Settings, makeStore: MakeStore = createMemoryStore, service?: Service): Engine {
  const media = openMedia(settings, (kind, bytes) => clips.renderer.decodes(kind, bytes));
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
  const clips = wireClips(settings, media, reportCrash);
  const state = stateOf(settings, makeStore, reportCrash);
  const { events, fingerprint, realNow, monotonic } = state;
  const lifetimes = new AccountLifetimes();
  const scenarios = wireScenarios(settings, service);
  const shares = memoryShares(settings, service === undefined ? 'emulator' : 'proxy');
  const apiSettings = toApiSettings(settings, shares, scenarios.find);
  const onCommitted: Accounts['publish'] = (account, changes) => background.begin(account, changes);
  const records = wireRecords(settings, { shares, lifetimes, state, onCommitted, reportCrash });
  const { accounts, recording, redactors, store, opened } = records;
  const parts = { accounts, media, renderer: clips.renderer, lifetimes, state, reportCrash };
  const background = wireBackground(settings, { ...parts, rendersAhead: () => sockets.isOpen() });
  const context: ApiContext = {
    settings: apiSettings,
    accounts,
    capacity: () => store().capacity,
    faults: new FaultRegistry(nameRules(settings.faults, 'rule-'), scenarios),
    scenarios,
    provider: background.provider,
    renderer: clips.renderer,
    arrivals: background.arrivals,
    recorder: recording.recorder,
    redactors,
    realNow,
    monotonic,
    newRequestId: randomUUID,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    reportCrash,
    fingerprint,
    keys: createKeyRing(apiSettings.accounts, fingerprint, state.issuedKeys),
    lifetimes,
    defaultClock: defaultClockOf(settings, state),
    service,
  };
  const readiness = async (): Promise<Readiness> =>
    service === undefined ? clips.readiness(state.problem()) : READY_WITHOUT_CLIPS;
  const services = servicesOf({ context, events }, recording, settings);
  const access = settings.control ? { token: settings.controlToken, hosts: settings.controlHosts } : undefined;
  const control = { probe: readiness, services, access, reportCrash };
  const engine = withControl(withCrossOrigin(createApi(context, service), settings.cors), control);
  const api = records.isOpening ? afterOpening(engine, opened()) : engine;
  const otherOrigin = createOtherOrigin(context, api, settings.cors.length > 0);
  const budget = createMemoryBudget(shares.underWay);
  const sockets = createSockets(api, settings, { budget, opened, reportCrash, otherOrigin });
  return {
    api,
    otherOrigin,
    accounts,
    recording,
    renderer: clips.renderer,
    listen: sockets.listen,
    readiness,
    opened,
    close: () => closeInTurn([events, sockets, clips.renderer, records]),
  };
}

/** Returns the default clock that the control API has set, or else the clock of the settings. */
function defaultClockOf({ clock }: Settings, { defaultClock, realNow }: EngineState): DefaultClock {
  const setting = readClockText(clock) ?? { mode: 'real' };
  return { ...defaultClock, read: async () => (await defaultClock.read()) ?? openClock(setting, realNow()) };
}

/** Builds the scenarios. Rejects settings that name unknown scenarios, or scenarios that cannot act in a proxy. */
function wireScenarios(settings: Settings, service: Service | undefined): ScenarioCatalog {
  const scenarios = createScenarioCatalog(settings.pace);
  const problemOf = (name: string): string | undefined => {
    if (!scenarios.names().includes(name)) return noSuchScenario(name, scenarios.names());
    return service && scenarioProblem(service, scenarios, name);
  };
  const named = settings.accounts.map(({ scenario }, at) => [`accounts.${at}.scenario`, scenario] as const);
  for (const [path, name] of [['scenario', settings.scenario] as const, ...named]) {
    const problem = name === undefined ? undefined : problemOf(name);
    if (problem !== undefined) throw new SettingsError(problem, { path });
  }
  for (const [at, { effect }] of settings.faults.entries()) {
    const problem = service?.problemOf(effect);
    if (problem !== undefined)
      throw new SettingsError(`cannot act in a proxy: ${problem}`, { path: `faults.${at}.effect` });
  }
  return scenarios;
}

async function closeInTurn(parts: readonly { readonly close?: () => unknown }[]): Promise<void> {
  for (const part of parts) await part.close?.();
}

/** Loads the journal on the first control request. */
function servicesOf(
  parts: Pick<ControlServices, 'context' | 'events'>,
  recording: Recording,
  settings: Settings,
): () => Promise<ControlServices> {
  const { store, data } = settings;
  const keptIn = store !== undefined ? 'store' : data === undefined ? 'memory' : 'folder';
  const own = { ...parts, log: recording.log, instance: { id: randomUUID(), keptIn } as const };
  return async () => {
    const { createJournal } = await import('../journal/journal.ts');
    return { ...own, journal: createJournal(recording), waits: createMemoryBudget(MOST_WAIT_BYTES) };
  };
}

/** Picks the place of the state: a folder, a store that replicas share, or memory. */
function stateOf(
  { store, data, durable, journalMebibytes }: Settings,
  makeStore: MakeStore,
  report: (cause: unknown) => void,
): EngineState {
  const address = store === undefined ? undefined : readStoreUrl(store);
  if (data !== undefined && address !== undefined)
    throw new SettingsError('cannot be combined with store', { path: 'data' });
  if (data !== undefined) return folderState(data, durable);
  if (address === undefined) return memoryState(makeStore);
  return replicaState({ address, bytes: journalMebibytes * MEBIBYTE, reportCrash: report });
}

/** Delays requests until the store is open, because the salt of fingerprints is in the store. */
function afterOpening(api: Api, opening: Promise<void>): Api {
  let isOpening = true;
  // If the store fails to open, each request gets the reason from the store.
  const over = opening.catch(() => undefined).then(() => (isOpening = false));
  return {
    ...api,
    handle: async (request) => {
      if (isOpening) await over;
      return api.handle(request);
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
