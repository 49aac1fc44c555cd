/** The settings of the emulator that a proxy supports. */

/** The settings that have flags. */
export const SETTINGS_OF_PROXY = [
  'host',
  'port',
  'tls',
  'basePath',
  'scenario',
  'seed',
  'pace',
  'limits',
  'log',
  'totalMebibytes',
  'maxAccounts',
  'journal',
  'journalEntries',
  'journalKibibytes',
  'journalMebibytes',
  'journalBodyCharacters',
  'control',
  'controlToken',
  'controlHosts',
  'allowHosts',
  'cors',
] as const;

/** All settings of a proxy. */
export type SettingOfProxy = (typeof SETTINGS_OF_PROXY)[number] | 'faults' | 'prices';
