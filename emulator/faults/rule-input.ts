/** Parses fault rules: in snake_case from the control API, in camelCase from settings. */

import * as z from 'zod';
import { camelField, camelName, renamed, snakeName } from '../../lib/spelling.ts';
import { FaultRule, FaultRules } from './rule.ts';

const EMPTY =
  'must not be empty, because an empty rule fails every request; to fail every request, write {"effect":{"kind":"answer","status":503}}';

type Preprocessor = (value: unknown, context: z.core.$RefinementCtx) => unknown;

/** Renames the fields of a value from snake_case to camelCase. */
export const readSnakeCase: Preprocessor = (value, context) => {
  const path = camelField(value);
  if (path === undefined) return renamed(value, camelName);
  const name = String(path.at(-1));
  return refused(context, path, `must be written as ${snakeName(name)}, not ${name}`);
};

/** Parses one rule or a list of rules in snake_case. Rules from a response may contain their counters. */
export const readSentRules: Preprocessor = (value, context) => {
  const given = readSnakeCase(value, context);
  return refuseEmpty(Array.isArray(given) ? given.map(withoutCounters) : withoutCounters(given), context);
};

/** The schema of a rule in a request to the control API. */
export const RuleInput = z.preprocess(readSentRules, FaultRule);

/** The schema of the rules in settings. */
export const RulesOfSettings = z.preprocess(refuseEmpty, FaultRules);

function refuseEmpty(rules: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(rules)) return isEmpty(rules) ? refused(context, [], EMPTY) : rules;
  const empty = rules.findIndex(isEmpty);
  return empty === -1 ? rules : refused(context, [empty], EMPTY);
}

function refused(context: z.core.$RefinementCtx, path: PropertyKey[], message: string): never {
  context.issues.push({ code: 'custom', path, message, input: undefined, continue: false });
  return z.NEVER;
}

function withoutCounters(rule: unknown): unknown {
  const isCounter = ([name, value]: [string, unknown]): boolean =>
    /^(seen|hits|spent|expired)$/.test(name) && (Number.isSafeInteger(value) || typeof value === 'boolean');
  return isRecord(rule) ? Object.fromEntries(Object.entries(rule).filter((field) => !isCounter(field))) : rule;
}

function isEmpty(rule: unknown): boolean {
  return isRecord(rule) && Object.keys(rule).length === 0;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
