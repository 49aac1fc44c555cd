/** Adds the settings as flags to commands that start an emulator. */

import { Option, type Command } from 'commander';
import type { Gathered, TextSetting } from '../emulator/commands.ts';
import type { Terminal } from './terminal.ts';

type Flags = Readonly<Record<string, unknown>>;

const VARIABLES = `
You can also set the flags in these groups with environment variables or in the
settings file. For --replay-status, use STANDIN_REPLAY_STATUS or "replayStatus"
(docs/settings.md).`;

export interface SettingsOfCommand {
  /** The settings that have flags, all by default. */
  readonly only?: readonly TextSetting['name'][];
  /** The defaults of the command that differ from the table. */
  readonly byDefault?: Readonly<Partial<Record<TextSetting['name'], string>>>;
}

/** Adds the flags to a command if it was typed. */
export async function addSettingsFlags(
  command: Command,
  isChosen: boolean,
  { only, byDefault = {} }: SettingsOfCommand = {},
): Promise<Command> {
  if (!isChosen) return command;
  const { TEXT_SETTINGS } = await import('../emulator/commands.ts');
  command.option(
    '-c, --config <file>',
    'settings file (default: standin.config.json, .ts, .js or .mjs in this folder, if such a file exists)',
  );
  command.addHelpText('after', VARIABLES);
  for (const setting of TEXT_SETTINGS) {
    if (only?.includes(setting.name) === false) continue;
    const own = byDefault[setting.name];
    command.addOption(optionOf(own === undefined ? setting : { ...setting, byDefault: own }));
    if (setting.isOn) command.addOption(offSwitch(setting));
  }
  return command;
}

/** Reads flags, variables and the file. An unknown STANDIN_ variable causes only a warning. */
export async function settingsFrom(flags: Flags, { env, stderr }: Terminal): Promise<Gathered> {
  const { gatherSpelled, unknownVariables } = await import('../emulator/commands.ts');
  for (const warning of unknownVariables(env)) stderr.write(`standin: ${warning}\n`);
  const { config, ...rest } = flags;
  const file = typeof config === 'string' ? config : undefined;
  return gatherSpelled({ flags: rest, env, file, folder: process.cwd() });
}

function optionOf({ flag, group, form, description, values, byDefault, isOn }: TextSetting): Option {
  const text = byDefault === undefined ? description : `${description} (default: ${byDefault})`;
  // If there is a --no- flag, help shows only that flag.
  if (form === 'boolean') return new Option(flag, text).helpGroup(headingOf(group)).hideHelp(isOn);
  const argument =
    form === 'media' ? 'url-prefix=folder' : (values?.join('|') ?? (form === 'number' ? 'number' : 'value'));
  const option = new Option(`${flag} <${argument}>`, text).helpGroup(headingOf(group));
  if (form !== 'media') return option;
  option.description += '; repeatable';
  return option.argParser((pair: string, before: unknown) => [
    ...(Array.isArray(before) ? before.map(String) : []),
    pair,
  ]);
}

/** Returns the flag that turns off a setting, for example `--no-control`. */
function offSwitch({ flag, group, description }: TextSetting): Option {
  return new Option(flag.replace('--', '--no-'), `do not ${description}`).helpGroup(headingOf(group));
}

function headingOf(group: string): string {
  return `${group}:`;
}
