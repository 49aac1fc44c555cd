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
  const { seen: _seen, hits: _hits, spent: _spent, expired: _expired, id, ...rest } = rule;
  const match = Object.entries(asObject(rest['match'])).map(([name, value]) => {
    return [name, Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value];
  });
  const parts = {
    ...rest,
    match: Object.fromEntries(match) as JsonObject,
    when: written(asObject(rest['when'])),
    effect: { kind: 'answer', ...written(asObject(rest['effect'])) },
  };
  return { ...(id !== undefined && { id }), ...written(parts) };
}

/** The defaults of the server. No two members with the same name have different defaults. */
const DEFAULTS: JsonObject = {
  enabled: true,
  per: 'account',
  body: 'envelope',
  before: 'headers',
  at: 'start',
  length: 'kept',
  give_up_seconds: 2700,
  length_delta: 0,
  skip_running: false,
  ignore_range: false,
  change_etag: false,
  other_origin: false,
  revoke_key: false,
};

/** Returns the members that are neither undefined, nor empty, nor a default. */
function written(fields: JsonObject): JsonObject {
  const isWritten = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && value !== DEFAULTS[name] && !['{}', '[]'].includes(JSON.stringify(value));
  return Object.fromEntries(Object.entries(fields).filter(isWritten));
}
