/** Reads and writes the JSON of a custom rule for the fields of its form. */

import { asObject, isObject, parseJson, type JsonObject } from './json.ts';
import { LIMIT, RULE_KINDS, type RuleField, type RuleKind } from './rule-kinds.ts';

/** A rule during editing. */
export interface RuleDraft {
  readonly rule: JsonObject;
  /** The typed JSON of the rule. Undefined if a field changed the rule later. */
  readonly json?: string | undefined;
  /** The number of changes of the JSON. After each of them, the fields are drawn anew. */
  readonly edits?: number;
  /** The id of the edited rule. Undefined for a new rule. */
  readonly replaces?: string;
}

/** Returns the first rule of the form. */
export function newRule(): JsonObject {
  const [kind] = RULE_KINDS;
  return { match: { operation: kind.operations[0] }, effect: kind.effects[0][1], limit: LIMIT };
}

/** Returns the card and the offered effect that have the most members of a rule. Undefined for other effects. */
export function effectOf({ effect }: JsonObject) {
  const rule = { effect: { kind: 'answer', ...asObject(effect) } };
  const offered = RULE_KINDS.flatMap((kind) => kind.effects.map(([words, own]) => ({ kind, words, own })));
  const found = offered.filter(({ kind, own }) => fits(rule, kind, own));
  return found.toSorted((a, b) => Object.keys(b.own).length - Object.keys(a.own).length)[0];
}

/** Returns a rule with another effect. Requests that the user chose stay if the effect can act on them. */
export function withEffect(rule: JsonObject, kind: RuleKind, own: JsonObject): JsonObject {
  const before = effectOf(rule)?.kind;
  const possible: readonly unknown[] = kind.operations.length > 1 ? [...kind.operations, undefined] : kind.operations;
  const chosen = valueAt(rule, 'match.operation');
  const isKept = chosen !== before?.operations[0] && possible.includes(chosen);
  return withPer(putAt({ ...rule, effect: own }, 'match.operation', isKept ? chosen : kind.operations[0]), rule);
}

/** Counts polls and downloads per generation when the requests or the first count change. Then the user can decide. */
function withPer(rule: JsonObject, before: JsonObject): JsonObject {
  const countsOf = (one: JsonObject): string =>
    [valueAt(one, 'match.operation'), valueAt(one, 'when.first') !== undefined].join(' ');
  const counts = countsOf(rule);
  if (counts === countsOf(before)) return rule;
  return putAt(rule, 'when.per', /(get|content) true/.test(counts) ? 'generation' : undefined);
}

/** Returns the fields of a card that one of its effects has. */
export function shownFields({ fields }: RuleKind, effect: JsonObject): readonly RuleField[] {
  return fields.filter(({ path, required, kind }) => {
    const value = valueAt({ effect }, path);
    return required === undefined || (kind === 'number' ? typeof value === 'number' : value !== undefined);
  });
}

/** Returns the rule with the text that the user typed into a field. A missing required value is null. */
export function withTyped(rule: JsonObject, field: RuleField, typed: string): JsonObject {
  const text = typed.trim();
  const value = text === '' ? (field.required ? null : undefined) : readTyped(field, text);
  return withPer(putAt(rule, field.path, value), rule);
}

export function textAt(rule: JsonObject, { path, scale = 1 }: RuleField): string {
  const value = valueAt(rule, path) ?? '';
  if (typeof value === 'number') return String(rounded(value / scale));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readTyped({ kind, scale = 1 }: RuleField, typed: string): unknown {
  if (kind === 'number') return rounded(Number(typed) * scale);
  return kind === 'json' ? (parseJson(typed) ?? typed) : typed;
}

/** Reports whether a rule has the members of an offered effect. Values in fields may differ. */
function fits(rule: JsonObject, kind: RuleKind, own: JsonObject): boolean {
  const fields = shownFields(kind, own);
  const isAt = (path: string, part: unknown): boolean => {
    if (isObject(part)) return Object.entries(part).every(([name, inner]) => isAt(`${path}.${name}`, inner));
    const [value, field] = [valueAt(rule, path), fields.find((one) => one.path === path)];
    return field ? !field.required || value === null || typeof value === typeof part : value === part;
  };
  return isAt('effect', own);
}

export function valueAt(object: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => asObject(part)[name], object);
}

export function putAt(object: JsonObject, path: string, value: unknown): JsonObject {
  const [, name = path, rest] = /^(\w+)\.(.*)$/.exec(path) ?? [];
  return { ...object, [name]: rest === undefined ? value : putAt(asObject(object[name]), rest, value) };
}

/** Removes the error of a multiplication, as in 0.07 × 100. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
