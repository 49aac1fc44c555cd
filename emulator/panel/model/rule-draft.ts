/** Holds a custom rule during editing. The fields of the form read and write the JSON of the rule. */

import { asObject, parseJson, writtenRule, type JsonObject } from './json.ts';
import {
  COUNT_FIELDS,
  END_FIELDS,
  PROMPT_FIELD,
  RULE_KINDS,
  type RuleEffect,
  type RuleField,
  type RuleKind,
} from './rule-kinds.ts';

export interface RuleDraft {
  readonly kind: RuleKind;
  /** The chosen effect of the kind, with its first values. */
  readonly effect: RuleEffect;
  /** The rule, with `keep: true` if it does not expire. */
  readonly rule: JsonObject;
  /** The rule as JSON. Undefined if the rule is edited in fields. */
  readonly json?: string | undefined;
  /** The id of the edited rule. Undefined for a new rule. */
  readonly replaces?: string | undefined;
}

/** The choice of all requests instead of one operation. */
export const ALL_REQUESTS = 'all';
/** The limit of a rule that expires. */
export const LIMIT = { hits: 1000, ttl_seconds: 600 };
export const OPERATION_FIELD: RuleField = { kind: 'text', path: 'match.operation', label: 'Requests' };
const COMMON = [PROMPT_FIELD, ...COUNT_FIELDS, ...END_FIELDS];
const [FIRST_KIND] = RULE_KINDS;

/** Creates the draft of a new rule. */
export function newDraft(kind: RuleKind = FIRST_KIND): RuleDraft {
  const [effect] = kind.effects;
  return { kind, effect, rule: { effect: effect[1] } };
}

/** Creates a draft of a rule, in fields if they can show the whole rule, or else as JSON. */
export function draftFrom(rule: JsonObject, replaces?: string): RuleDraft {
  const { limit, ...written } = writtenRule(rule);
  const { hits, ttl_seconds: seconds } = asObject(limit);
  const isExpiring = hits === LIMIT.hits && seconds === LIMIT.ttl_seconds;
  const drafts = RULE_KINDS.flatMap((kind) => kind.effects.map((effect) => ({ kind, effect })));
  const found = drafts.find((draft) => fits(draft, written));
  if (found === undefined || (limit !== undefined && !isExpiring)) {
    const json = JSON.stringify(isExpiring ? written : writtenRule(rule), undefined, 2);
    return { ...newDraft(), rule: isExpiring ? {} : { keep: true }, json, replaces };
  }
  const { operation = ALL_REQUESTS } = asObject(written['match']);
  const shown = putAt(written, OPERATION_FIELD.path, operation);
  return { ...found, rule: isExpiring ? shown : { ...shown, keep: true }, replaces };
}

/** Returns a rule with the limit that it gets unless the draft does not expire. */
export function withLife({ rule: { keep } }: RuleDraft, rule: JsonObject): JsonObject {
  const isLimited = keep === true || Object.keys(asObject(rule['limit'])).length > 0;
  return isLimited ? rule : { ...rule, limit: LIMIT };
}

/** Returns the draft with another kind or effect. The requests, the counts and the shared values stay. */
export function withEffect(draft: RuleDraft, kind: RuleKind, effect = kind.effects[0]): RuleDraft {
  let rule: JsonObject = { ...draft.rule, effect: effect[1] };
  const next = { ...draft, kind, effect };
  if (kind === draft.kind) {
    for (const { path } of shownFields(next))
      rule = putAt(rule, path, valueAt(draft.rule, path) ?? valueAt(rule, path));
  }
  return { ...next, rule };
}

/** Returns the draft with the text that the user typed into a field. */
export function withTyped(draft: RuleDraft, field: RuleField, typed: string): RuleDraft {
  return { ...draft, rule: putAt(draft.rule, field.path, readTyped(field, typed.trim())) };
}

/** Returns the fields of a kind that its chosen effect has. */
export function shownFields({ kind, effect: [, effect] }: Pick<RuleDraft, 'kind' | 'effect'>): readonly RuleField[] {
  return kind.fields.filter(({ path, required, ...field }) => {
    const value = valueAt({ effect }, path);
    return required !== true || (field.kind === 'number' ? typeof value === 'number' : value !== undefined);
  });
}

/** Returns the operation that the rule matches: the chosen operation, or the first operation of the kind. */
export function chosenOperation({ kind: { operations }, rule }: RuleDraft): string {
  const possible = operations.length === 1 ? operations : [...operations, ALL_REQUESTS];
  return possible.find((name) => name === valueAt(rule, OPERATION_FIELD.path)) ?? operations[0];
}

/** Returns the rule in the spelling of the control API. */
export function toRule(draft: RuleDraft): JsonObject {
  const { keep: _keep, ...rule } = draft.rule;
  const operation = chosenOperation(draft);
  return writtenRule(putAt(rule, OPERATION_FIELD.path, operation === ALL_REQUESTS ? undefined : operation));
}

export function textAt(rule: JsonObject, { path, scale = 1 }: RuleField): string {
  const value = valueAt(rule, path) ?? '';
  if (typeof value === 'number') return String(rounded(value / scale));
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : typeof value === 'boolean' ? 'yes' : JSON.stringify(value);
}

function readTyped({ kind, flag, scale = 1 }: RuleField, typed: string): unknown {
  if (typed === '') return undefined;
  if (kind === 'number') return rounded(Number(typed) * scale);
  if (kind === 'json') return parseJson(typed) ?? typed;
  if (kind === 'flag') return flag;
  return kind === 'list' ? typed.split(/[\s,]+/) : typed;
}

/** Reports whether a rule has an effect, and no values that the form of this effect does not show. */
function fits(draft: Pick<RuleDraft, 'kind' | 'effect'>, rule: JsonObject): boolean {
  const own: JsonObject = { effect: draft.effect[1] };
  const shown = shownFields(draft);
  const isTyped = shown.every(
    ({ required, path }) => !required || typeof valueAt(rule, path) === typeof valueAt(own, path),
  );
  const paths = [OPERATION_FIELD, ...shown, ...COMMON].map(({ path }) => path);
  const hidden = (all: JsonObject): string =>
    JSON.stringify(writtenRule(paths.reduce((left, path) => putAt(left, path, undefined), all)));
  const { operation = ALL_REQUESTS } = asObject(rule['match']);
  const isPossible = [ALL_REQUESTS, ...draft.kind.operations].some((name) => name === operation);
  return isTyped && isPossible && hidden(rule) === hidden(own);
}

function valueAt(object: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => asObject(part)[name], object);
}

function putAt(object: JsonObject, path: string, value: unknown): JsonObject {
  const [, name = path, rest] = /^(\w+)\.(.*)$/.exec(path) ?? [];
  return { ...object, [name]: rest === undefined ? value : putAt(asObject(object[name]), rest, value) };
}

/** Removes the error of a multiplication, as in 0.07 × 100. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
