/** The flags of the commands that start an emulator: one for each setting that a text can say. */

import { Option, type Command } from 'commander';
import type { Gathered, TextSetting } from '../emulator/commands.ts';
import type { Terminal } from './terminal.ts';

type Flags = Readonly<Record<string, unknown>>;

export interface SettingsOfCommand {
  /** All of them, if left out. */
  readonly only?: readonly TextSetting['name'][];
  /** Where the command has another default than the table. */
  readonly byDefault?: Readonly<Partial<Record<TextSetting['name'], string>>>;
}

/** Adds the flags to a command, if it was the one typed. */
export async function addSettingsFlags(
  command: Command,
  isChosen: boolean,
  { only, byDefault = {} }: SettingsOfCommand = {},
): Promise<Command> {
  if (!isChosen) return command;
  const { TEXT_SETTINGS } = await import('../emulator/commands.ts');
  command.option('-c, --config <file>', 'settings file; without it, standin.config.json or .ts in this folder');
  for (const setting of TEXT_SETTINGS) {
    if (only?.includes(setting.name) === false) continue;
    const own = byDefault[setting.name];
    command.addOption(optionOf(own === undefined ? setting : { ...setting, byDefault: own }));
    if (setting.isOn) command.addOption(offSwitch(setting));
  }
  return command;
}

/** Reads flags, variables and the file. An unknown STANDIN_ variable is only a warning: it may be another program's. */
export async function settingsFrom(flags: Flags, { env, stderr }: Terminal): Promise<Gathered> {
  const { gatherSpelt, unknownVariables } = await import('../emulator/commands.ts');
  for (const warning of unknownVariables(env)) stderr.write(`standin: ${warning}\n`);
  const { config, ...rest } = flags;
  const file = typeof config === 'string' ? config : undefined;
  return gatherSpelt({ flags: rest, env, file, folder: process.cwd() });
}

function optionOf({ flag, form, description, values = [], byDefault, variable, isOn }: TextSetting): Option {
  const listed = values.length > 0 ? `: ${values.join(', ')}` : '';
  const told = byDefault === undefined ? '' : `; ${byDefault} if left out`;
  const text = `${description}${listed}${told} (${variable})`;
  // Where there is a --no- flag, help shows that one only.
  if (form === 'boolean') return new Option(flag, text).hideHelp(isOn);
  if (form !== 'media') return new Option(`${flag} <${form === 'number' ? 'number' : 'value'}>`, text);
  const collect = (pair: string, before: unknown): string[] => [
    ...(Array.isArray(before) ? before.map(String) : []),
    pair,
  ];
  return new Option(`${flag} <url-prefix=folder>`, `${text}; may come more than once`).argParser(collect);
}

/** Turns off what is on by default, for example `--no-control`. */
function offSwitch({ flag, description, variable }: TextSetting): Option {
  return new Option(flag.replace('--', '--no-'), `turn off: ${description} (${variable}=false)`);
}
