/** Reads settings with the table of settings. An error names each invalid setting and its valid values. */

import type { FaultRule } from '../faults/rule.ts';
import { EMPTY, objectOf, orElse, type Reader, type Report } from './readers.ts';
import type { SettingsInput } from './settings-input.ts';
import { SETTINGS, SettingsError, type Settings } from './settings.ts';
import type { TextSetting } from './text-settings.ts';

export interface Spelling {
  /** The name, for example `--tls`, `STANDIN_TLS`, or a file and a name in it. */
  readonly name: string;
  /** The form of the text. Set only for flags and variables. */
  readonly form?: TextSetting['form'];
}

/** The spellings by setting name. A missing setting was set by its own name. */
export type Spellings = ReadonlyMap<string, Spelling>;

export interface ReadOptions {
  /** The reader of fault rules. It is needed only if `hasFaultRules` returns true. */
  readonly readFaultRules?: Reader<FaultRule[]>['read'] | undefined;
  readonly spelled?: Spellings;
}

/** Returns whether the schema of fault rules is needed to read these settings. */
export function hasFaultRules({ faults }: { readonly faults?: unknown }): boolean {
  return faults !== undefined && !(Array.isArray(faults) && faults.length === 0);
}

/** Returns the settings with their defaults. Throws a SettingsError if a setting is invalid. */
export function readSettings(
  input: SettingsInput,
  { readFaultRules, spelled = new Map() }: ReadOptions = {},
): Settings {
  // A set, because several parts of one flag or variable can have the same message.
  const lines = new Set<string>();
  const report: Report = (says, ...steps) => {
    const path = steps.map(String);
    if (path.length === 0) throw new SettingsError(`the settings ${says}`);
    lines.add(`${spell(path, spelled)}: ${saysOfText(says, path, spelled)}`);
    return undefined;
  };
  const own = readFaultRules && { faults: orElse({ read: readFaultRules }, []) };
  const settings = objectOf({ ...READERS, ...own }, 'the settings are').read(input, report);
  if (settings === undefined) throw new SettingsError([...lines].join('\n'));
  return settings as Settings;
}

const READERS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [name, orElse<unknown>(row.reader, row.default)]),
);

/** Returns the path as the user wrote it. For a flag or a variable, the path is its name. */
function spell(path: readonly string[], spelled: Spellings): string {
  const [setting = '', ...rest] = path;
  const { name, form } = spelled.get(setting) ?? { name: setting };
  return form === undefined ? [name, ...rest].join('.') : name;
}

/** Returns what a value must be. For a text with several parts, this is the whole format. */
function saysOfText(says: string, [setting = '']: readonly string[], spelled: Spellings): string {
  const form = spelled.get(setting)?.form;
  // The message about a list item already names the item.
  if (form === undefined || (form === 'list' && says !== EMPTY)) return says;
  const format = TEXT_FORMS[form];
  return format === undefined ? says : `must be ${format}`;
}

const TEXT_FORMS: Readonly<Partial<Record<TextSetting['form'], string>>> = {
  boolean: 'true or false',
  list: 'one or more items with commas between them',
  media: 'an https URL prefix, =, and a folder, such as https://cdn.example/=./clips',
  tls: 'self-signed, or the files of a certificate and its key, such as cert.pem,key.pem',
};

/** Returns the same error with the name that the user gave the setting. */
export function respelled(error: SettingsError, spelled: Spellings): SettingsError {
  const { path, message } = error;
  if (path === undefined) return error;
  const says = message.slice(`${path}: `.length).replaceAll(SETTING_NAME, (name) => spell([name], spelled));
  return new SettingsError(says, { path: spell(path.split('.'), spelled), cause: error });
}

/**
 * Matches other settings in a message. Settings with a one-word name are excluded, because they are also English words.
 */
const SETTING_NAME = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g;
