/** Fault rules as they are sent: with their fields in camelCase or, as the control API shows them, in snake_case. */

import * as z from 'zod';
import { renamed, snakeName, twiceSpelt, twiceWords } from '../lib/spelling.ts';
import { FaultRule } from './rule.ts';

/** What the control API tells of a rule in use, besides the rule. */
const COUNTERS = ['seen', 'hits'] as const;

type Preprocessor = (value: unknown, context: z.core.$RefinementCtx) => unknown;

const renameFields = fieldReader(FaultRule);

/** Reads the spellings of one rule or a list of rules. One that was listed may be sent back, counters and all. */
export const readRuleFields: Preprocessor = (value, context) => {
  const rules = renameFields(value, context);
  return Array.isArray(rules) ? rules.map(withoutCounters) : withoutCounters(rules);
};

/** One rule in either spelling. */
export const RuleInput = z.preprocess(readRuleFields, FaultRule);

/** Makes a preprocessor that renames fields to the names that the schema knows, at any depth; others stay. */
export function fieldReader(schema: z.ZodType): Preprocessor {
  let names: ReadonlyMap<string, string> | undefined;
  return (value, context) => {
    names ??= new Map(camelNames(schema).map((name) => [snakeName(name), name]));
    const known = names;
    const rename = (name: string): string => known.get(name) ?? name;
    const path = twiceSpelt(value, rename);
    if (path === undefined) return renamed(value, rename);
    context.issues.push({
      code: 'custom',
      path,
      message: twiceWords(String(path.at(-1))),
      input: value,
      continue: false,
    });
    return z.NEVER;
  };
}

function withoutCounters(rule: unknown): unknown {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return rule;
  const isCounter = ([name, value]: [string, unknown]): boolean =>
    COUNTERS.some((counter) => counter === name) && Number.isSafeInteger(value);
  return Object.fromEntries(Object.entries(rule).filter((field) => !isCounter(field)));
}

/** The fields of a schema in camelCase, save those that it has in snake_case as well. */
function camelNames(schema: z.ZodType): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const names = new Set<string>();
  JSON.parse(text, (key, value: unknown) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
    for (const name of Object.keys(value)) names.add(name);
    return value;
  });
  return [...names].filter((name) => !names.has(snakeName(name)));
}
