/** Reads settings through the schema; what is wrong is said with its path and what would be right. */

import type * as z from 'zod';
import { Settings, type SettingsInput } from './schema.ts';

/** The settings cannot be used; each line of the message names one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Fills in the defaults, or throws a SettingsError. */
export function readSettings(input: SettingsInput): Settings {
  const result = Settings.safeParse(input);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.flatMap(explain).join('\n'));
}

function explain(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = place === '' ? `; the settings are ${Object.keys(Settings.shape).join(', ')}` : '';
    return issue.keys.map((key) => `${place === '' ? key : `${place}.${key}`}: is not a setting${known}`);
  }
  if (issue.code === 'invalid_value') return [`${place}: must be one of ${issue.values.join(', ')}`];
  return [`${place}: ${issue.message}`];
}
