/** Reads settings that are all plain, as nearly all are, without loading the schema. What it is not sure of it leaves to the schema. */

import type { Settings } from './schema.ts';
import type { Plain } from './setting-facts.ts';
import { defaultSettings, SETTINGS_TABLE } from './table.ts';
import { TEXT_FORMS } from './text-forms.ts';

const PLAIN = new Map<string, Plain | undefined>(SETTINGS_TABLE.map(({ name, plain }) => [name, plain]));

/** The settings with their defaults, or nothing at any doubt; `readSettings` then decides, and says what is wrong. */
export function readPlainSettings(input: Readonly<Record<string, unknown>>): Settings | undefined {
  const isPlain = Object.entries(input).every(([name, value]) => isSure(PLAIN.get(name), value));
  return isPlain ? { ...defaultSettings(), ...input } : undefined;
}

function isSure(plain: Plain | undefined, value: unknown): boolean {
  switch (plain?.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' && (!plain.isWhole || Number.isSafeInteger(value)) && isWithin(plain, value);
    case 'text':
      return typeof value === 'string' && isWithin(plain, value.length);
    case 'form':
      return typeof value === 'string' && TEXT_FORMS[plain.form](value);
    case 'choice':
      return typeof value === 'string' && plain.values.includes(value);
    case undefined:
      return false;
  }
}

/** Neither NaN nor an infinite number lies between the bounds that every finite number does. */
function isWithin({ least = -Number.MAX_VALUE, most = Number.MAX_VALUE }: Bounds, value: number): boolean {
  return value >= least && value <= most;
}

type Bounds = Pick<Extract<Plain, { kind: 'number' }>, 'least' | 'most'>;
