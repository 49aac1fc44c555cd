/** The public entry `standin`: createEmulator, and what a program can do with an emulator in its own process. */

import { accountHandle, type AccountHandle } from './accounts.ts';
import type { Readiness } from './control/health.ts';
import { createEngine } from './engine.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { readSettings } from './settings/read-settings.ts';
import { SettingsError } from './settings/settings-error.ts';
import type { Settings, SettingsInput } from './settings/schema.ts';
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
export type { AccountJournal, Since } from './journal/journal.ts';
export type { Entry } from './journal/entry.ts';
export type { FilterInput, Query, SequenceReport } from './journal/filter.ts';
export type { WaitCondition, WaitOptions, WaitReport } from './journal/wait.ts';

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
  const { api, store, recording, listen, readiness, close } = createEngine(settings);
  const journal = createJournal(recording);
  return {
    basePath: settings.basePath,
    fetch: (request) => fetchThrough(api, request),
    listen,
    account: (name) => accountHandle(store, name, { realNow: Date.now, journal }),
    journal,
    readiness,
    close,
  };
}
