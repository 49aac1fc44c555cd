/** Reads settings through the schema; what is wrong is said with its path and what would be right. */

import type * as z from 'zod';
import { knownNames } from './known-names.ts';
import { Settings, type SettingsInput } from './schema.ts';
import { SettingsError } from './settings-error.ts';
import { spell, textForm, type Spellings } from './spellings.ts';

/** Fills in the defaults, or throws a SettingsError. */
export function readSettings(input: SettingsInput, spelt: Spellings = new Map()): Settings {
  const result = Settings.safeParse(input);
  if (result.success) return result.data;
  // A text can be wrong in several places that have no names of their own.
  const lines = new Set(result.error.issues.flatMap((issue) => explain(issue, spelt)));
  throw new SettingsError([...lines].join('\n'));
}

function explain(issue: z.core.$ZodIssue, spelt: Spellings): string[] {
  const path = issue.path.map(String);
  const place = spell(path, spelt);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknown(key, { place, spelt, path: issue.path }));
  const form = textForm(path, spelt);
  return [`${place}: ${form === undefined ? wanted(issue) : `must be ${form}`}`];
}

interface Place {
  readonly place: string;
  readonly path: readonly PropertyKey[];
  readonly spelt: Spellings;
}

function unknown(key: string, { place, path, spelt }: Place): string {
  const known = knownNames(Settings, path);
  const name = place === '' ? spell([key], spelt) : `${place}.${key}`;
  if (known.length === 0) return `${name}: is not a setting`;
  return `${name}: is not a setting; ${place === '' ? 'the settings are' : 'here there are'} ${known.join(', ')}`;
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${withArticle(issue.expected)}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union') return `must be ${unionText(issue)}`;
  if (issue.code === 'invalid_key') return issue.issues.map(wanted).join(', and ');
  return issue.message.slice(0, 1).toLowerCase() + issue.message.slice(1);
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return `one of ${issue.options.join(', ')}`;
  const forms = issue.errors.flat().map((part) => {
    if (part.code === 'invalid_value') return part.values.join(', ');
    return part.code === 'invalid_type' ? withArticle(part.expected) : wanted(part).replace(/^must be /, '');
  });
  return Array.from(new Set(forms)).join(' or ');
}

function withArticle(type: string): string {
  const word = type === 'array' ? 'list' : type;
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
