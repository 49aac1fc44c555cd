/** `emulator/settings/settings-input.ts`: settings as a program writes them, with the text of each for editors. */

import { ACCOUNT_SETTINGS, SETTINGS } from '../emulator/settings/settings.ts';
import { scenarioNames } from '../fixtures/scenario-files.ts';
import { membersOf } from './schema-types.ts';
import { settingsSchema } from './settings-schema.ts';

/** The text of the file. */
export function settingsTypes(): string {
  const own = Object.keys(ACCOUNT_SETTINGS);
  const others = Object.entries(SETTINGS).filter(([name]) => !own.includes(name));
  return `/** Settings as a program or a file writes them. Written by \`npm run generate\` from \`settings.ts\`: edit there. */

import type { ErrorCode } from '../../contract/errors.ts';
import type { FaultRuleInput } from '../faults/rule.ts';

/** The named failure scenarios. */
export type ScenarioName =
${scenarioNames()
  .map((name) => `  | '${name}'`)
  .join('\n')};

/** Settings of an account: for all accounts, or for one. */
export interface AccountSettingsInput {
${membersOf(settingsSchema(ACCOUNT_SETTINGS))}}

/** An account with its own keys. Other settings default to the settings of every account. */
export interface ListedAccountInput extends AccountSettingsInput {
  /** The name of the account in the control API and in the journal. */
  name: string;
  /** Keys of any form. If several accounts list a key, it opens the first of them. */
  keys: string[];
}

/** Settings as a user writes them; all have defaults. */
export interface SettingsInput extends AccountSettingsInput {
${membersOf(settingsSchema(Object.fromEntries(others)))}}
`;
}
