/** The settings of the emulator that make sense in front of a real service. */

/** Those that a text can say, which the command has flags for. */
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
