/**
 * The wiring: builds the engine from settings, and is the only place that picks implementations. It loads no schema
 * (decision 0009).
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiContext } from '../api/context.ts';
import { withCrossOrigin } from '../api/cross-origin.ts';
import { createApi } from '../api/handler.ts';
import { createKeyRing } from '../api/keys/key-ring.ts';
import { createAccountLifetimes } from '../api/lifetimes.ts';
import type { Api } from '../api/messages.ts';
import { createOtherOrigin } from '../api/other-origin.ts';
import type { Service } from '../api/request-context.ts';
import { withControl } from '../control/control.ts';
import type { Readiness } from '../control/health.ts';
import type { ControlServices, ServerInstance } from '../control/route.ts';
import type { Accounts } from '../domain/decide.ts';
import type { ClipRenderer, MediaDecoder, MediaLibrary } from '../domain/ports.ts';
import { nameRules } from '../faults/name-rules.ts';
import { createFaultRegistry } from '../faults/registry.ts';
import { createMediaLibrary } from '../inputs/library.ts';
import { MappingError } from '../inputs/mapped-folder.ts';
import type { Recording } from '../journal/recorder.ts';
import { createMemoryBudget } from '../../lib/memory-budget.ts';
import { toAccessSettings } from '../server/control-access.ts';
import { memoryShares } from '../settings/memory-shares.ts';
import { toApiSettings } from '../settings/resolve.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Settings } from '../settings/settings.ts';
import { readStoreUrl } from '../settings/store-url.ts';
import { createMemoryStore } from '../store/memory.ts';
import { wireBackground } from './background.ts';
import { READY_WITHOUT_CLIPS, wireClips, withStore } from './clips.ts';
import { ownCommons, type Commons, type MakeStore } from './commons.ts';
import { folderCommons } from './folder-commons.ts';
import { wireRecords } from './records.ts';
import { replicaCommons } from './replica.ts';
import { wireScenarios } from './scenarios.ts';
import { wireSockets, type Sockets } from './sockets.ts';

export interface Engine {
  readonly api: Api;
  /** Serves the clips to which downloads are redirected. */
  readonly otherOrigin: Api;
  readonly accounts: Accounts;
  /** Wakes waiters of an account after a change that no request made. */
  readonly notify: (account: string) => void;
  /** The entries of the journal. */
  readonly recording: Recording;
  readonly renderer: ClipRenderer;
  /** Opens a socket. */
  readonly listen: Sockets['listen'];
  /** Whether clips can be made, and with which ffmpeg; searches for one on first use. */
  readonly readiness: () => Promise<Readiness>;
  /** Resolves once the store is open; rejects with the reason why it cannot be opened. */
  readonly opened: () => Promise<void>;
  /** Lets responses in flight end, then closes every socket and the store, and cancels every encode. */
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 2 ** 20;
/** About a thousand open waits. */
export const MOST_WAIT_BYTES = 16 * MEBIBYTE;

/** Builds an engine; throws a SettingsError where settings that are valid each do not go together. */
export function createEngine(settings: Settings, makeStore: MakeStore = createMemoryStore, service?: Service): Engine {
  const media = openMedia(settings, (kind, bytes) => clips.renderer.decodes(kind, bytes));
  const reportCrash = (cause: unknown): void => process.emitWarning(cause instanceof Error ? cause : String(cause));
  const clips = wireClips(settings, media, reportCrash);
  const commons = commonsOf(settings, makeStore, reportCrash);
  const { events, fingerprint, realNow, monotonic } = commons;
  const lifetimes = createAccountLifetimes();
  const scenarios = wireScenarios(settings, service);
  const shares = memoryShares(settings, service === undefined ? 'emulator' : 'proxy');
  const apiSettings = toApiSettings(settings, shares, (name) => scenarios.find(name)?.account.balance);
  const onCommitted: Accounts['publish'] = (account, changes) => background.begin(account, changes);
  const records = wireRecords(settings, { shares, lifetimes, commons, onCommitted, reportCrash });
  const { accounts, recording, redactors, notify, store, opened } = records;
  const parts = { accounts, media, renderer: clips.renderer, lifetimes, commons, reportCrash };
  const background = wireBackground(settings, { ...parts, rendersAhead: () => sockets.isOpen() });
  const context: ApiContext = {
    settings: apiSettings,
    accounts,
    capacity: () => store().capacity,
    faults: createFaultRegistry({ rules: nameRules(settings.faults, 'rule-'), scenarios }),
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
    keys: createKeyRing(apiSettings.accounts, fingerprint, commons.issuedKeys),
    lifetimes,
    defaultClock: commons.defaultClock,
    service,
  };
  const readiness = async (): Promise<Readiness> =>
    service === undefined ? withStore(await clips.readiness(), commons.problem()) : READY_WITHOUT_CLIPS;
  const services = servicesOf({ context, events, notify }, recording, settings);
  const control = { probe: readiness, services, access: toAccessSettings(settings), reportCrash };
  const engine = withControl(withCrossOrigin(createApi(context, service), settings.cors), control);
  const api = records.isOpening ? afterOpening(engine, opened()) : engine;
  const otherOrigin = createOtherOrigin(context, api, settings.cors.length > 0);
  const budget = createMemoryBudget(shares.underWay);
  const sockets = wireSockets(api, settings, { budget, opened, reportCrash, otherOrigin });
  return {
    api,
    otherOrigin,
    accounts,
    notify,
    recording,
    renderer: clips.renderer,
    listen: sockets.listen,
    readiness,
    opened,
    close: () => closeInTurn([events, sockets, clips.renderer, records]),
  };
}

async function closeInTurn(parts: readonly { readonly close?: () => unknown }[]): Promise<void> {
  for (const part of parts) await part.close?.();
}

/** The journal is loaded when the control API is first asked. */
function servicesOf(
  parts: Pick<ControlServices, 'context' | 'events' | 'notify'>,
  recording: Recording,
  settings: Settings,
): () => Promise<ControlServices> {
  const own = { ...parts, money: recording.money, instance: instanceOf(settings) };
  return async () => {
    const { createJournal } = await import('../journal/journal.ts');
    return { ...own, journal: createJournal(recording), waits: createMemoryBudget(MOST_WAIT_BYTES) };
  };
}

function instanceOf({ store, data }: Settings): ServerInstance {
  return { id: randomUUID(), keptIn: store !== undefined ? 'store' : data === undefined ? 'memory' : 'folder' };
}

/** Replicas share the store that the settings name; else the engine has everything to itself. */
function commonsOf(
  { store, data, durable, journalMebibytes }: Settings,
  makeStore: MakeStore,
  report: (cause: unknown) => void,
): Commons {
  const address = store === undefined ? undefined : readStoreUrl(store);
  if (data !== undefined && address !== undefined) throw new SettingsError('cannot go with store', { path: 'data' });
  if (data !== undefined) return folderCommons(data, durable);
  if (address === undefined) return ownCommons(makeStore);
  return replicaCommons({ address, bytes: journalMebibytes * MEBIBYTE, reportCrash: report });
}

/** Until the store is open, not even the fingerprint of a key is known. */
function afterOpening(api: Api, opening: Promise<void>): Api {
  let isOpening = true;
  // If the store fails to open, its own errors say so.
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
