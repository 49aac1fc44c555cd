/** Gathers settings from defaults, a file, STANDIN_ variables and flags. Later sources override earlier ones. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustBeLoadable, mustBeRegular, readNamedJson, toFileError } from '../../lib/named-file.ts';
import { hasFaultRules, readSettings, type Spelling, type Spellings } from './read.ts';
import { SettingsError, type Settings } from './settings.ts';
import { TEXT_SETTINGS, valueOf, type TextSetting } from './text-settings.ts';

export interface SettingsSources {
  /** The flags by setting name: the text, or true for a flag without a value. */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The settings file. The default is standin.config.* in the folder. */
  readonly file?: string | undefined;
  readonly folder: string;
}

/** The default files, in order of search. */
const CONFIG_FILES = ['standin.config.json', 'standin.config.ts', 'standin.config.js', 'standin.config.mjs'];

export interface Gathered {
  readonly settings: Settings;
  /** The user's names of the settings, for errors that the engine finds later. */
  readonly spelled: Spellings;
}

/** Gathers the settings. Throws a SettingsError with one line for each invalid setting, as the user named it. */
export async function gatherSettings(sources: SettingsSources): Promise<Settings> {
  return (await gatherSpelled(sources)).settings;
}

/** Gathers the settings and the names that the user gave them. */
export async function gatherSpelled(sources: SettingsSources): Promise<Gathered> {
  const file = findFile(sources);
  const fromFile = file === undefined ? {} : await loadFile(file);
  const spelled = new Map<string, Spelling>(Object.keys(fromFile).map((name) => [name, { name: `${file}: ${name}` }]));
  const values: Record<string, unknown> = { ...fromFile };
  for (const setting of TEXT_SETTINGS) {
    const text = sources.env?.[setting.variable];
    if (text !== undefined && text !== '') {
      values[setting.name] = valueOf(setting, text);
      spelled.set(setting.name, { name: setting.variable, form: setting.form });
    }
    const flag = sources.flags?.[setting.name];
    if (flag !== undefined) {
      values[setting.name] = flagValue(setting, flag);
      spelled.set(setting.name, { name: setting.flag, form: setting.form });
    }
  }
  const rules = hasFaultRules(values) ? await import('./fault-rules.ts') : undefined;
  return { settings: readSettings(values, { ...rules, spelled }), spelled };
}

function flagValue(setting: TextSetting, flag: unknown): unknown {
  return typeof flag === 'boolean' ? flag : valueOf(setting, Array.isArray(flag) ? flag.join(' ') : String(flag));
}

function findFile({ file, folder }: SettingsSources): string | undefined {
  if (file !== undefined) return resolve(folder, file);
  return CONFIG_FILES.map((name) => resolve(folder, name)).find(existsSync);
}

async function loadFile(path: string): Promise<Record<string, unknown>> {
  const loaded = await readConfig(path);
  if (typeof loaded !== 'object' || loaded === null || Array.isArray(loaded)) {
    throw new SettingsError(
      `${path}: must contain an object with settings${path.endsWith('.json') ? '' : ', as its default export'}`,
    );
  }
  // The `$schema` of a file is only for editors.
  const { $schema: _, ...settings } = { $schema: undefined, ...loaded };
  return settings;
}

async function readConfig(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return readNamedJson(path);
    mustBeRegular(path);
    mustBeLoadable(path);
    const { createJiti } = await import('jiti');
    return await createJiti(pathToFileURL(path).href).import(path, { default: true });
  } catch (cause) {
    throw new SettingsError(`${path}: ${toFileError(cause).message}`, { cause });
  }
}
