/** How a setting was spelt where it came from, so that what is wrong with it is said in the user's words. */

import { SettingsError } from './settings-error.ts';
import type { TextSetting } from './text-settings.ts';

export interface Spelling {
  /** For example `--tls`, `STANDIN_TLS`, or a file and a name in it. */
  readonly name: string;
  /** Of a flag or a variable: what kind of text it takes. */
  readonly form?: TextSetting['form'];
}

/** By the setting's own name; one that is missing was spelt so. */
export type Spellings = ReadonlyMap<string, Spelling>;

/** A path as the user knows it; a flag or a variable has nothing below it. */
export function spell(path: readonly string[], spelt: Spellings): string {
  const [setting = '', ...rest] = path;
  const { name, form } = spelt.get(setting) ?? { name: setting };
  return form === undefined ? [name, ...rest].join('.') : name;
}

/** What a text has to look like, where the schema knows only what it stands for. */
export function textForm([setting = '']: readonly string[], spelt: Spellings): string | undefined {
  const form = spelt.get(setting)?.form;
  return form === undefined ? undefined : TEXT_FORMS[form];
}

const TEXT_FORMS: Readonly<Partial<Record<TextSetting['form'], string>>> = {
  boolean: 'true or false',
  list: 'one or more items with commas between them',
  media: 'an https URL prefix, =, and a folder, such as https://cdn.example/=./clips',
  tls: 'self-signed, or the files of a certificate and its key, such as cert.pem,key.pem',
};

/** The same complaint about the setting as it was spelt. */
export function respelt(error: SettingsError, spelt: Spellings): SettingsError {
  const { path, message } = error;
  if (path === undefined) return error;
  return new SettingsError(message.slice(`${path}: `.length), { path: spell(path.split('.'), spelt), cause: error });
}
