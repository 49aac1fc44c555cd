/** Settings as text: how each is spelt as a flag and as a variable, and how its text becomes a value. */

import type { Reader } from './readers.ts';
import { SETTINGS, type Settings } from './settings.ts';

export interface TextSetting {
  readonly name: keyof Settings;
  readonly description: string;
  /** All that it takes, where they can be listed. */
  readonly values?: readonly (string | number)[];
  /** How a text says its value. A list is separated by commas; `media` may come more than once. */
  readonly form: NonNullable<Reader<unknown>['form']>;
  /** A boolean that is true unless it is turned off. */
  readonly isOn: boolean;
  /** For example `--replay-status`. */
  readonly flag: string;
  /** For example `STANDIN_REPLAY_STATUS`. */
  readonly variable: string;
}

/** Every setting that fits into one text; the others, such as accounts and prices, go into a file. */
export const TEXT_SETTINGS: readonly TextSetting[] = Object.keys(SETTINGS).flatMap(
  (name) => toTextSetting(name as keyof Settings) ?? [],
);

function toTextSetting(name: keyof Settings): TextSetting | undefined {
  const { reader, default: byDefault, text: description } = SETTINGS[name];
  const { form, values } = reader;
  if (form === undefined) return undefined;
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const variable = `STANDIN_${words.replaceAll('-', '_').toUpperCase()}`;
  return { name, description, ...(values && { values }), form, isOn: byDefault === true, flag: `--${words}`, variable };
}

/** Turns a text into what the table expects; a text of the wrong form is passed on, so that its reader says what is wrong. */
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
      return text
        .split(' ')
        .filter((pair) => pair !== '')
        .map(toMapping);
    case 'tls':
      return toTls(text);
    case 'text':
      return text;
  }
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};

function numberOr(text: string): number | string {
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

/** `https://cdn.example/=./clips` stands for a folder; what is not of that form goes on as it is. */
function toMapping(pair: string): unknown {
  const at = pair.indexOf('=');
  return at < 0 ? pair : { prefix: pair.slice(0, at), folder: pair.slice(at + 1) };
}

/** `self-signed`, or the files of a certificate and its key: `cert.pem,key.pem`. */
function toTls(text: string): unknown {
  const [cert, key] = text.split(',');
  return key === undefined ? text : { cert, key };
}
