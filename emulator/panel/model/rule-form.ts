/** A rule of one's own as a form: its fields come from the schema, and what goes together from the table of phases. */

import { operationsOf, phaseProblem, PHASES, phasesOf, type Phase, type Placed } from '../../faults/phases.ts';
import {
  alternativeFor,
  alternatives,
  asObject,
  schemaProblems,
  type JsonObject,
  type RuleSchema,
  type RulePath,
  type RuleProblem,
} from './rule-schema.ts';

/** How a field is filled in. */
export type FieldKind =
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'number' | 'numbers' | 'text' | 'flag' | 'tri-state' | 'map' | 'texts' | 'json' }
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  | { readonly kind: 'one-of'; readonly options: readonly FormVariant[] };

export interface FormVariant {
  readonly title: string;
  readonly schema: RuleSchema;
}

export type FormField = FieldKind & {
  readonly name: string;
  readonly label: string;
  readonly path: RulePath;
  readonly schema: RuleSchema;
  readonly isNeeded: boolean;
};

/** The kinds of effect that there are. */
export function effectKinds(rule: RuleSchema): readonly string[] {
  const variants = alternatives(rule.properties?.['effect'] ?? {}) ?? [];
  return variants.flatMap(({ properties }) => properties?.['kind']?.enum ?? properties?.['kind']?.const ?? []);
}

/** The fields of an effect of this kind, but for its kind. */
export function effectFields(rule: RuleSchema, kind: string): FormField[] {
  const ofKind = alternativeFor(rule.properties?.['effect'] ?? {}, { kind });
  return groupFields(ofKind ?? {}, ['effect']).filter(({ name }) => name !== 'kind');
}

/** The fields of one part of a rule: its match, when, or limit. */
export function partFields(rule: RuleSchema, part: 'match' | 'when' | 'limit'): FormField[] {
  return groupFields(rule.properties?.[part] ?? {}, [part]);
}

/** The fields of an object. */
function groupFields({ properties = {}, required = [] }: RuleSchema, path: RulePath): FormField[] {
  return Object.entries(properties).map(([name, schema]) => {
    return fieldFor(schema, { name, path: [...path, name], isNeeded: required.includes(name) });
  });
}

/** The field for a schema. */
export function fieldFor(schema: RuleSchema, about: Pick<FormField, 'name' | 'path' | 'isNeeded'>): FormField {
  return { ...about, label: labelOf(about.name), schema, ...kindOf(schema, about.path) };
}

export function valueAt(value: unknown, [step, ...rest]: RulePath): unknown {
  return step === undefined ? value : valueAt(asObject(value)[step], rest);
}

/** The rule with another value there; undefined takes the field out, and with it a part that is empty then. */
export function withValue(rule: JsonObject, [step, ...rest]: RulePath, value: unknown): JsonObject {
  if (step === undefined) return rule;
  const inner = rest.length === 0 ? value : withValue(asObject(rule[step]), rest, value);
  const { [step]: _former, ...others } = rule;
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(asObject(inner)).length === 0);
  return isEmpty ? others : { ...rule, [step]: inner };
}

/** What is wrong with a rule: by its schema, and by the phases in which its effect can act. */
export function ruleProblems(schema: RuleSchema, rule: JsonObject): RuleProblem[] {
  const found = schemaProblems(schema, rule);
  if (found.length > 0) return found;
  const placed = toPlaced(rule);
  const message = phaseProblem(placed);
  if (message !== undefined)
    return [{ path: ['match', 'phase'], message: `Phase ${placed.match.phase ?? ''} ${message}` }];
  if (operationsOf(placed).length > 0) return [];
  const operation = [placed.match.operation ?? []].flat().join(' or ');
  const nowhere = `never acts on ${operation}: this effect acts ${phasesOf(placed).join(', ')}, which no such request passes`;
  return [{ path: ['match', 'operation'], message: `The rule ${nowhere}` }];
}

/** Where a rule acts, in words. */
export function actsWhere(rule: JsonObject): string {
  const placed = toPlaced(rule);
  return `acts on ${operationsOf(placed).join(', ')}, in the phase ${phasesOf(placed).join(' or ')}`;
}

export interface PhaseChoice {
  readonly phase: Phase;
  /** Why it cannot be chosen. */
  readonly why: string | undefined;
}

/** The phases that a rule could name, with the reason where it cannot. */
export function phaseChoices(rule: JsonObject): PhaseChoice[] {
  return PHASES.map((phase) => {
    return { phase, why: phaseProblem(toPlaced(withValue(rule, ['match', 'phase'], phase))) };
  });
}

/** With the defaults that decide a phase. */
function toPlaced({ match, when, effect }: JsonObject): Placed {
  const { per = 'account' } = asObject(when);
  const kind = asObject(effect)['kind'] ?? 'answer';
  const placing = { at: 'start', before: 'headers', ...asObject(effect), kind };
  // A rule that its schema allows; what a phase depends on is spelt alike in both spellings.
  return { match: asObject(match), when: { per }, effect: placing } as unknown as Placed;
}

function kindOf(schema: RuleSchema, path: RulePath): FieldKind {
  const choices = alternatives(schema);
  if (choices !== undefined) return kindOfChoice(choices);
  if (schema.enum !== undefined) return { kind: 'choice', options: schema.enum };
  if (schema.properties !== undefined) return { kind: 'group', fields: groupFields(schema, path) };
  if (schema.type === 'boolean') return { kind: schema.default === undefined ? 'tri-state' : 'flag' };
  if (schema.type === 'array') return { kind: schema.prefixItems === undefined ? 'texts' : 'numbers' };
  return { kind: KINDS[schema.type ?? ''] ?? 'json' };
}

function kindOfChoice(choices: readonly RuleSchema[]): FieldKind {
  const [one, many] = choices;
  const isList = choices.length === 2 && many?.type === 'array' && many.prefixItems === undefined;
  if (isList && one?.enum !== undefined) return { kind: 'choices', options: one.enum };
  if (isList && one?.type === 'integer') return { kind: 'numbers' };
  return { kind: 'one-of', options: choices.map((schema) => ({ title: titleOf(schema), schema })) };
}

function titleOf({ properties, enum: values, type }: RuleSchema): string {
  const [name] = Object.keys(properties ?? {});
  if (name !== undefined) return labelOf(name).toLowerCase();
  return values === undefined ? (type === 'string' ? 'text' : 'number') : 'word';
}

const KINDS: Readonly<Record<string, 'number' | 'text' | 'map'>> = {
  integer: 'number',
  number: 'number',
  string: 'text',
  object: 'map',
};

const UNITS: Readonly<Record<string, string>> = { ms: 'in milliseconds', usd: 'in US dollars', seconds: 'in seconds' };

/** `give_up_seconds` is "Give up, in seconds". */
function labelOf(name: string): string {
  const words = name.split('_');
  const last = words.at(-1) ?? '';
  const unit = UNITS[last];
  const said =
    unit === undefined ? words.join(' ') : `${words.slice(0, -1).join(' ')}${words.length > 1 ? ', ' : ''}${unit}`;
  return said.charAt(0).toUpperCase() + said.slice(1);
}
