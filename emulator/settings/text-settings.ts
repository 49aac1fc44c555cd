/** Maps settings to flags and variables, parses their text, and warns about unknown variables. */

import { orList, nearNames } from '../domain/near-names.ts';
import { SETTING_GROUPS, SETTINGS, type Settings } from './settings.ts';

export type TextSetting = NonNullable<ReturnType<typeof toTextSetting>>;

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

function toTextSetting(name: keyof Settings, group: string) {
  const { reader, default: byDefault, text: description } = SETTINGS[name];
  const { form, values } = reader;
  if (form === undefined) return undefined;
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isShown = typeof byDefault === 'number' || (typeof byDefault === 'string' && byDefault !== '');
  return {
    name,
    group,
    description,
    values,
    /** The default in text form, if it has one. */
    byDefault: isShown ? String(byDefault) : undefined,
    /** The form of the text. The items of a list are separated by commas. `media` can be repeated. */
    form,
    /** Whether the setting is true by default. Then a flag turns it off. */
    isOn: byDefault === true,
    /** The flag, for example `--replay-status`. */
    flag: `--${words}`,
    /** The variable, for example `STANDIN_REPLAY_STATUS`. */
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

const PREFIX = 'STANDIN_';

/** Variables of other commands, clients and test helpers. */
const OTHERS = ['URL', 'CONTROL_URL', 'CERTIFICATE', 'API_KEY', 'COMMAND'];

/** The pattern of additional keys, which `standin conformance` reads. */
const KEY = /^API_KEY_/;

/** Kubernetes and old Docker set these variables in each container next to a service named standin. */
const SERVICE = /^(SERVICE_|PORT_\d)/;

/** Returns a warning for each unknown STANDIN_ variable, because a misspelled variable has no effect. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...TEXT_SETTINGS.map(({ variable }) => variable.slice(PREFIX.length)), ...OTHERS];
  return Object.keys(env).flatMap((variable) => {
    const name = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : undefined;
    if (name === undefined || known.includes(name) || KEY.test(name) || SERVICE.test(name)) return [];
    const near = nearNames(
      name,
      known.map((other) => other.toLowerCase()),
    ).map((other) => PREFIX + other.toUpperCase());
    const hint = near.length > 0 ? `did you mean ${orList(near)}?` : '`standin serve --help` lists all settings';
    return [`${variable} is not a setting, so it has no effect; ${hint}`];
  });
}
