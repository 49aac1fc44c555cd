/** Exports everything with which `bin` starts an emulator. It does not load zod (decision 0009). */

export type { Readiness } from './control/control.ts';
export { StoreUnavailable } from './domain/store.ts';
export { createEngine } from './wiring/engine.ts';
export type { Engine } from './wiring/engine.ts';
export { fileLimitProblem } from '../lib/open-files.ts';
export { cacheFolder, cacheProblem } from './settings/cache-folder.ts';
export type { Settings } from './settings/settings.ts';
export { SettingsError } from './settings/settings.ts';
export { gatherSpelled } from './settings/sources.ts';
export type { Gathered } from './settings/sources.ts';
export { respelled } from './settings/read.ts';
export { TEXT_SETTINGS, unknownVariables } from './settings/text-settings.ts';
export type { TextSetting } from './settings/text-settings.ts';
export type { Listening } from './transport/listen.ts';
