/** How the user spelled each setting (flag, variable or file), for error messages. */

import { SettingsError } from './settings-error.ts';
import { EMPTY } from './readers.ts';
import type { TextSetting } from './text-settings.ts';

export interface Spelling {
  /** For example `--tls`, `STANDIN_TLS`, or a file and a name in it. */
  readonly name: string;
  /** The form of the text; only for flags and variables. */
  readonly form?: TextSetting['form'];
}

/** By the name of the setting. One that is missing was given by its name. */
export type Spellings = ReadonlyMap<string, Spelling>;

/** The path as the user spelled it; for a flag or a variable that is its name alone. */
export function spell(path: readonly string[], spelled: Spellings): string {
  const [setting = '', ...rest] = path;
  const { name, form } = spelled.get(setting) ?? { name: setting };
  return form === undefined ? [name, ...rest].join('.') : name;
}

/** Says what a value must be. For a text with parts, it names the whole format. */
export function saysOfText(says: string, [setting = '']: readonly string[], spelled: Spellings): string {
  const form = spelled.get(setting)?.form;
  // The message about an item of a list names the item.
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

/** The same error, with the setting as the user spelled it. */
export function respelled(error: SettingsError, spelled: Spellings): SettingsError {
  const { path, message } = error;
  if (path === undefined) return error;
  const says = message.slice(`${path}: `.length).replaceAll(SETTING_NAME, (name) => spell([name], spelled));
  return new SettingsError(says, { path: spell(path.split('.'), spelled), cause: error });
}

/**
 * The spellings of other settings in a message. Names of a single word are words of English, too, and stay as they
 * are.
 */
const SETTING_NAME = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g;
