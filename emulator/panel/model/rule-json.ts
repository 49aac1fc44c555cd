/** Converts fault rules as JSON: removes defaults of the server, and changes the spelling for scenario files. */

import { renamed, snakeName } from '../../../lib/spelling.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, or an empty object. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Returns a rule as a person would write it, without counters, defaults and empty parts. */
export function writtenRule(rule: JsonObject): JsonObject {
  const { seen: _seen, hits: _hits, spent: _spent, ...rest } = rule;
  const match = mapValues(asObject(rest['match']), (value) =>
    Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
  );
  const when = without(asObject(rest['when']), { per: 'account' });
  const written = without(
    { ...rest, match, when, effect: writtenEffect(asObject(rest['effect'])) },
    { enabled: true, match: {}, when: {}, limit: {} },
  );
  const { id, ...others } = written;
  return id === undefined ? others : { id, ...others };
}

function writtenEffect({ kind = 'answer', ...fields }: JsonObject): JsonObject {
  return { kind, ...without(fields, DEFAULTS[String(kind)] ?? {}) };
}

const BREAK = { at: 'start', length: 'kept' };
const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  answer: { headers: {}, body: 'envelope' },
  delay: { before: 'headers' },
  reset: BREAK,
  cut: BREAK,
  stall: BREAK,
  outcome: { give_up_seconds: 2700, skip_running: false },
  record: { set: {}, remove: [] },
  content: { ignore_range: false, change_etag: false, length_delta: 0, other_origin: false },
  account: { revoke_key: false },
};

/** Converts names to camelCase, as in scenario files and TypeScript. */
export function inCamelCase(value: unknown): unknown {
  return renamed(value, (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

function without(fields: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])),
  );
}

function mapValues(fields: JsonObject, map: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));
}

/** Converts the rules of a scenario file to the spelling of the control API. */
export function toSnakeRules(rules: readonly JsonObject[]): JsonObject[] {
  return rules.map((rule) => asObject(renamed(rule, snakeName)));
}
