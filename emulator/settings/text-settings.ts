/** Maps settings to flags and variables, and parses their text. */

import type { Reader } from './readers.ts';
import { SETTING_GROUPS, SETTINGS, type Settings } from './settings.ts';

export interface TextSetting {
  readonly name: keyof Settings;
  /** The title of the setting's group in help and documentation. */
  readonly group: string;
  readonly description: string;
  /** The allowed values, if there are only a few. */
  readonly values?: readonly (string | number)[];
  /** The default in text form, if it has one. */
  readonly byDefault?: string;
  /** The form of the text. The items of a list are separated by commas. `media` can be repeated. */
  readonly form: NonNullable<Reader<unknown>['form']>;
  /** Whether the setting is true by default. Then a flag turns it off. */
  readonly isOn: boolean;
  /** The flag, for example `--replay-status`. */
  readonly flag: string;
  /** The variable, for example `STANDIN_REPLAY_STATUS`. */
  readonly variable: string;
}

/** The settings with flags and variables. Other settings, such as accounts and prices, need a file. */
export const TEXT_SETTINGS: readonly TextSetting[] = groupedSettings().flatMap(
  ({ name, group }) => toTextSetting(name, group) ?? [],
);

/** Returns all settings with the titles of their groups, in the order of the table. */
export function groupedSettings(): { readonly name: keyof Settings; readonly group: string }[] {
  let group = '';
  return (Object.keys(SETTINGS) as (keyof Settings)[]).map((name) => {
    group = SETTING_GROUPS.get(name) ?? group;
    return { name, group };
  });
}

function toTextSetting(name: keyof Settings, group: string): TextSetting | undefined {
  const { reader, default: byDefault, text: description } = SETTINGS[name];
  const { form, values } = reader;
  if (form === undefined) return undefined;
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isShown = typeof byDefault === 'number' || (typeof byDefault === 'string' && byDefault !== '');
  return {
    name,
    group,
    description,
    ...(values && { values }),
    ...(isShown && { byDefault: String(byDefault) }),
    form,
    isOn: byDefault === true,
    flag: `--${words}`,
    variable: `STANDIN_${words.replaceAll('-', '_').toUpperCase()}`,
  };
}

/** Parses a text. An invalid text is returned unchanged, so that the reader of the setting reports it. */
export function valueOf({ form }: TextSetting, text: string): unknown {
  switch (form) {
    case 'boolean':
      return BOOLEANS[text.toLowerCase()] ?? text;
    case 'number':
      return text.trim() === '' ? text : numberOr(text);
    case 'literal':
      return numberOr(text);
    case 'list':
      return text.split(',').map((item) => item.trim());
    case 'media':
      return (text.match(/[^ ]+/g) ?? []).map(toMapping);
    case 'tls':
      return toTls(text);
    case 'text':
      return text;
  }
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  false: false,
  0: false,
  no: false,
};

function numberOr(text: string): number | string {
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

/** Parses a mapping such as `https://cdn.example/=./clips`. */
function toMapping(pair: string): unknown {
  const at = pair.indexOf('=');
  return at < 0 ? pair : { prefix: pair.slice(0, at), folder: pair.slice(at + 1) };
}

/** Parses `self-signed`, or the files of a certificate and its key: `cert.pem,key.pem`. */
function toTls(text: string): unknown {
  const [cert, key] = text.split(',');
  return key === undefined ? text : { cert, key };
}
