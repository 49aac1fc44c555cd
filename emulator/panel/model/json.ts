/** Reads JSON, and removes the defaults of the server from fault rules. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, or an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON. Returns undefined for other texts, for example if the JSON was cut. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a rule as a person would write it, without counters, defaults and empty parts. */
export function writtenRule(rule: JsonObject): JsonObject {
  const { seen: _seen, hits: _hits, spent: _spent, id, ...rest } = rule;
  const match = Object.entries(asObject(rest['match'])).map(([name, value]) => {
    return [name, Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value];
  });
  const when = without(asObject(rest['when']), { per: 'account' });
  const { kind = 'answer', ...fields } = asObject(rest['effect']);
  const effect = { kind, ...without(fields, DEFAULTS[String(kind)] ?? {}) };
  const parts = { ...rest, match: Object.fromEntries(match) as JsonObject, when, effect };
  return { ...(id !== undefined && { id }), ...without(parts, { enabled: true, match: {}, when: {}, limit: {} }) };
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

/** Returns an effect with its kind and the defaults of the server. */
export function withDefaults({ kind = 'answer', ...fields }: JsonObject): JsonObject {
  return { kind, ...DEFAULTS[String(kind)], ...fields };
}

/** Returns the members that are defined and differ from these defaults. */
function without(fields: JsonObject, defaults: JsonObject): JsonObject {
  const kept = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return Object.fromEntries(kept);
}
