/** What is typed into a field of a rule as text: numbers, lists, names with values, JSON. */

import type { FormField } from '../model/rule-form.ts';
import { asObject } from '../model/rule-schema.ts';

/** A value as it is typed. */
export function typedText(kind: FormField['kind'], value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return kind === 'json' ? JSON.stringify(value) : value;
  if (Array.isArray(value) && kind !== 'json') return value.join(', ');
  if (kind !== 'map') return JSON.stringify(value);
  return Object.entries(asObject(value))
    .map(([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join('\n');
}

/** What was typed as a value; what cannot be read yet stays a text, which the form then says. */
export function typedValue({ kind, schema }: FormField, text: string): unknown {
  if (kind === 'numbers') return text.split(',').map((part) => (part.trim() === '' ? part : Number(part)));
  if (kind === 'texts')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (kind === 'json') return readJson(text);
  if (kind !== 'map') return text;
  const isText = typeof schema.additionalProperties === 'object' && schema.additionalProperties.type === 'string';
  const pairs = text.split('\n').flatMap((line): [string, unknown][] => {
    const [, name = '', value = ''] = /^([^:]*):?\s*(.*)$/.exec(line) ?? [];
    return name.trim() === '' ? [] : [[name.trim(), isText ? value : readJson(value)]];
  });
  return Object.fromEntries(pairs);
}

/** What is no JSON is taken as a text. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
