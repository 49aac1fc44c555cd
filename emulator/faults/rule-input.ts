/** Fault rules as they are sent: with their fields in camelCase or, as the control API shows them, in snake_case. */

import * as z from 'zod';
import { renamed, snakeName, twiceSpelled, twiceWords } from '../../lib/spelling.ts';
import { FaultRule } from './rule.ts';

/** Further members of a rule in the control API. */
const COUNTERS: ReadonlySet<string> = new Set(['seen', 'hits', 'spent']);
const EMPTY =
  'must not be empty, because an empty rule fails every request; to fail every request, write {"effect":{"kind":"answer","status":503}}';

type Preprocessor = (value: unknown, context: z.core.$RefinementCtx) => unknown;

const renameFields = fieldReader(FaultRule);

/** Reads the spellings of one rule or a list of rules. One that was listed may be sent back, counters and all. */
export const readRuleFields: Preprocessor = (value, context) => {
  const given = renameFields(value, context);
  const rules = Array.isArray(given) ? given.map(withoutCounters) : withoutCounters(given);
  const empty = Array.isArray(rules) ? rules.findIndex(isEmpty) : isEmpty(rules) ? undefined : -1;
  if (empty === -1) return rules;
  const path = empty === undefined ? [] : [empty];
  context.issues.push({ code: 'custom', path, message: EMPTY, input: value, continue: false });
  return z.NEVER;
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
    const path = twiceSpelled(value, rename);
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
  if (!isRecord(rule)) return rule;
  const isCounter = ([name, value]: [string, unknown]): boolean =>
    COUNTERS.has(name) && (Number.isSafeInteger(value) || typeof value === 'boolean');
  return Object.fromEntries(Object.entries(rule).filter((field) => !isCounter(field)));
}

function isEmpty(rule: unknown): boolean {
  return isRecord(rule) && Object.keys(rule).length === 0;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
