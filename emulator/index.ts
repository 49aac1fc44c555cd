/** The public entry `standin`: createEmulator, and what a program can do with an emulator in its own process. */

import { accountHandle, type AccountHandle } from './account-handle.ts';
import type { Readiness } from './control/health.ts';
import { noSuchScenario } from './domain/near-names.ts';
import { createEngine } from './engine.ts';
import { createScenarioCatalogue, findScenarioStory, type ScenarioStory } from './faults/catalogue.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { readFaultRules } from './settings/fault-rules.ts';
import { readSettings } from './settings/read.ts';
import { SettingsError } from './settings/settings-error.ts';
import type { Settings, SettingsInput } from './settings/settings.ts';
import { registerApi } from './transport/api-registry.ts';
import { answerFetch, type FetchRequest } from './transport/fetch-adapter.ts';
import type { Listening } from './transport/listen.ts';

export { examine } from './doctor.ts';
export type { DoctorOptions as Surroundings, Finding, FindingVerdict as Verdict } from './doctor.ts';
export { SettingsError };
export type { Settings, SettingsInput };
export { gatherSettings } from './settings/sources.ts';
export type { SettingsSources } from './settings/sources.ts';
export { TEXT_SETTINGS } from './settings/text-settings.ts';
export type { TextSetting } from './settings/text-settings.ts';
export { listScenarios } from './faults/catalogue.ts';
export type { ScenarioStory };
export { AccountError } from './account-handle.ts';
export { JournalError } from './journal/journal.ts';
export type { AccountHandle, Journal, Listening, Readiness };
export type { AccountJournal, Since } from './journal/journal.ts';
export type { Entry } from './journal/entry.ts';
export type { FilterInput, Query, SequenceReport } from './journal/filter.ts';
export type { WaitCondition, WaitCondition as Wish, WaitOptions, WaitReport } from './journal/wait.ts';

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
  const settings = readSettings(input, { readFaultRules });
  const { api, accounts, recording, notify, listen, readiness, close } = createEngine(settings);
  const journal = createJournal(recording);
  const emulator: Emulator = {
    basePath: settings.basePath,
    fetch: (request) => answerFetch(api, request),
    listen,
    account: (name) => accountHandle(accounts, name, { journal, notify }),
    journal,
    readiness,
    close,
  };
  return registerApi(emulator, api);
}

/**
 * Finds one scenario; a name that there is not is a SettingsError that tells which are near.
 *
 * @example
 * const { rules } = scenarioStory('content_cut_at_40');
 */
export function scenarioStory(name: string): ScenarioStory {
  const catalogue = createScenarioCatalogue();
  const story = findScenarioStory(name, catalogue);
  if (story === undefined) throw new SettingsError(noSuchScenario(name, catalogue.names()));
  return story;
}
