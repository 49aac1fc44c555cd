/** Settings as text: how each is spelt as a flag and as a variable, and how its text becomes a value. */

import type * as z from 'zod';
import { Settings } from './schema.ts';

export interface TextSetting {
  readonly name: keyof Settings;
  /** For example `--replay-status`. */
  readonly flag: string;
  /** For example `STANDIN_REPLAY_STATUS`. */
  readonly variable: string;
  readonly description: string;
  /** A boolean flag stands alone; a list is separated by commas; `media` may come more than once. */
  readonly form: 'boolean' | 'number' | 'text' | 'literal' | 'list' | 'media' | 'tls';
  /** A boolean that is true unless it is turned off. */
  readonly isOn: boolean;
}

/** Every setting that fits into one text; the others, such as accounts and prices, go into a file. */
export const TEXT_SETTINGS: readonly TextSetting[] = Object.entries(Settings.shape).flatMap(([name, schema]) => {
  const form = formOf(name, schema);
  if (form === undefined) return [];
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    {
      name: name as keyof Settings,
      flag: `--${words}`,
      variable: `STANDIN_${words.replaceAll('-', '_').toUpperCase()}`,
      description: schema.description ?? '',
      form,
      isOn: schema.safeParse(undefined).data === true,
    },
  ];
});

/** Turns a text into what the schema expects; a text of the wrong form is passed on, so that the schema says what is wrong. */
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

function formOf(name: string, schema: z.ZodType): TextSetting['form'] | undefined {
  if (name === 'media' || name === 'tls') return name;
  const { type } = innermost(schema).def;
  if (type === 'boolean' || type === 'number') return type;
  if (type === 'union') return 'literal';
  if (name === 'controlHosts') return 'list';
  return type === 'string' || type === 'enum' ? 'text' : undefined;
}

function innermost(schema: z.ZodType): z.ZodType {
  const { def } = schema;
  return 'innerType' in def ? innermost(def.innerType as z.ZodType) : schema;
}

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
