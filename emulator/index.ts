/** The public entry point `standin`: createEmulator, with the types and errors of an embedded emulator. */

import { buildEmulator, type Emulator } from './emulator.ts';
import { noSuchScenario } from './domain/near-names.ts';
import { createScenarioCatalog, findScenario, type ScenarioDescription } from './faults/catalog.ts';
import type { ScenarioName, SettingsInput } from './settings/settings-input.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

export { examine } from './server/doctor.ts';
export type { DoctorLine, DoctorOptions, DoctorVerdict } from './server/doctor.ts';
export { SettingsError };
export type { ScenarioName, Settings, SettingsInput };
export { gatherSettings } from './settings/sources.ts';
export type { SettingsSources } from './settings/sources.ts';
export { TEXT_SETTINGS } from './settings/text-settings.ts';
export type { TextSetting } from './settings/text-settings.ts';
export { listScenarios, scenarioRules } from './faults/catalog.ts';
export { searchScenarios } from './faults/scenario-search.ts';
export type { SearchedScenario } from './faults/scenario-search.ts';
export type { ScenarioDescription };
export { AccountError } from './account-handle.ts';
export { JournalError } from './journal/journal.ts';
export type { Emulator };
export type { AccountHandle } from './account-handle.ts';
export type { Readiness } from './control/control.ts';
export type { FetchRequest } from './transport/fetch-adapter.ts';
export type { Listening } from './transport/listen.ts';
export type { AccountJournal, Journal, Since } from './journal/journal.ts';
export type { Entry } from './journal/entry.ts';
export type { FilterInput, Query, SequenceReport } from './journal/filter.ts';
export type { WaitCondition, WaitOptions, WaitReport } from './journal/wait.ts';

/**
 * Builds an emulator.
 *
 * @example
 * const emulator = createEmulator({ latency: 'instant' });
 * const { url } = await emulator.listen({ port: 0 });
 */
export function createEmulator(input: SettingsInput = {}): Emulator {
  return buildEmulator(input);
}

/**
 * Returns one scenario. For an unknown name, throws a SettingsError that suggests similar names.
 *
 * @example
 * const { rules } = describeScenario('content_cut_at_40');
 */
export function describeScenario(name: string): ScenarioDescription {
  const catalog = createScenarioCatalog();
  const found = findScenario(name, catalog);
  if (found === undefined) throw new SettingsError(noSuchScenario(name, catalog.names()));
  return found;
}
