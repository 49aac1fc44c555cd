/** A rule as people would write it. */

import { asObject, withoutDefaults, type JsonObject, type RuleSchema } from '../model/rule-schema.ts';

/** Without its counters, and without what is as it would be anyway. */
export function shortRule(schema: RuleSchema | undefined, rule: JsonObject): JsonObject {
  const { seen: _seen, hits: _hits, spent: _spent, id: _id, ...rest } = rule;
  return schema === undefined ? rest : asObject(withoutDefaults(schema, rest));
}
