/** Reads settings through the schema; what is wrong is said with its path and what would be right. */

import type * as z from 'zod';
import { Settings, type SettingsInput } from './schema.ts';

/** The settings cannot be used; each line of the message names one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** How each setting was spelt where it came from, when that is not its own name. */
export type Spellings = ReadonlyMap<string, string>;

/** Fills in the defaults, or throws a SettingsError. */
export function readSettings(input: SettingsInput, spelt: Spellings = new Map()): Settings {
  const result = Settings.safeParse(input);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.flatMap((issue) => explain(issue, spelt)).join('\n'));
}

function explain(issue: z.core.$ZodIssue, spelt: Spellings): string[] {
  const [name = '', ...rest] = issue.path.map(String);
  const place = [spelt.get(name) ?? name, ...rest].join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknown(key, { place, spelt }));
  if (issue.code === 'invalid_value') return [`${place}: must be one of ${issue.values.join(', ')}`];
  if (issue.code === 'invalid_union') return [`${place}: must be ${unionText(issue)}`];
  return [`${place}: ${wanted(issue)}`];
}

function unknown(key: string, { place, spelt }: { place: string; spelt: Spellings }): string {
  if (place !== '') return `${place}.${key}: is not a setting`;
  return `${spelt.get(key) ?? key}: is not a setting; the settings are ${Object.keys(Settings.shape).join(', ')}`;
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  const forms = issue.errors
    .flat()
    .map((part) => (part.code === 'invalid_value' ? part.values.join(', ') : 'an object'));
  return Array.from(new Set(forms)).join(' or ');
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return issue.message.slice(0, 1).toLowerCase() + issue.message.slice(1);
}
