/** Parses fault rules with their schema, which is loaded only if the settings have rules. */

import * as z from 'zod';
import { issueWords } from '../../contract/issue-words.ts';
import { RulesOfSettings } from '../faults/rule-input.ts';
import { FaultRules, type FaultRule } from '../faults/rule.ts';
import type { Report } from './readers.ts';

/** Returns the rules with their defaults. Each mistake is reported with its path. */
export function readFaultRules(given: unknown, report: Report): FaultRule[] | undefined {
  const result = RulesOfSettings.safeParse(given);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code !== 'unrecognized_keys') report(issueWords(issue), ...steps);
    else for (const key of issue.keys) report(unknown(issue.path), ...steps, key);
  }
  return undefined;
}

function unknown(path: readonly PropertyKey[]): string {
  const known = knownNames(FaultRules, path);
  return `is not a setting${known.length === 0 ? '' : `; the settings here are ${known.join(', ')}`}`;
}

/** Returns the names that the schema allows at a path, if it determines them. */
function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const here = unwrapped(schema);
  const [step, ...rest] = path;
  if (here instanceof z.ZodArray) return knownNames(here.element, rest);
  if (here instanceof z.ZodUnion && !(here instanceof z.ZodDiscriminatedUnion)) {
    return here.options.flatMap((option) => knownNames(option, path));
  }
  if (!(here instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(here.shape);
  const part: z.core.$ZodType | undefined = here.shape[String(step)];
  return part === undefined ? [] : knownNames(part, rest);
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  if (isWrapper) return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}
