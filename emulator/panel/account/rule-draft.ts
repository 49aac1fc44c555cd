/** The rule that is being written, and the schema by which it is. */

import { pageSignal } from '../signal.ts';
import { send } from '../api.ts';
import { asObject, withoutDefaults, type JsonObject, type RuleSchema } from '../model/rule-schema.ts';

/** What the form begins with: the failure that people try first. */
const FIRST: JsonObject = {
  match: { operation: 'create' },
  when: { first: 3 },
  effect: { kind: 'answer', status: 429, retry_after: 2 },
};

/** Undefined while the form is closed. */
export const ruleDraft = pageSignal<JsonObject | undefined>(undefined);

/** Counts up with every rule that is put into the form from elsewhere, so that its fields begin anew. */
export const draftRound = pageSignal(0);

/** Opens the form. */
export function beginRule(): void {
  fill(FIRST);
}

/** Opens the form with a rule that there is; it becomes one of the account's own. */
export function copyToForm(rule: JsonObject): void {
  const { id: _id, ...rest } = rule;
  fill(rest);
  // Once the form is there: whoever asked for it goes on in it.
  requestAnimationFrame(() => document.getElementById('rule-effect')?.focus());
}

function fill(rule: JsonObject): void {
  draftRound.value += 1;
  ruleDraft.value = rule;
  void ruleSchema().then((schema) => {
    if (ruleDraft.value !== rule) return;
    draftRound.value += 1;
    ruleDraft.value = asObject(withoutDefaults(schema, rule));
  }, ignore);
}

let schema: Promise<RuleSchema> | undefined;

/** The schema of a rule, from the description of the control API; read once. */
export function ruleSchema(): Promise<RuleSchema> {
  schema ??= readSchema();
  schema.catch(() => {
    schema = undefined;
  });
  return schema;
}

async function readSchema(): Promise<RuleSchema> {
  const document: unknown = await send('GET', '/_standin/openapi.json');
  const { schemas } = asObject(asObject(document)['components']);
  return asObject(schemas)['FaultRule'] as RuleSchema;
}

/** The form says itself that the schema could not be read. */
function ignore(): void {}
