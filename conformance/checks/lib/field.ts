/** Makes the checks of one field of the create request from a table of its values. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import { TEXT, without } from './bodies.ts';
import { eachOf, isList } from './cases.ts';
import { acceptances, idOf, leftOpen, mustAccept, mustReject, refusals } from './creates.ts';
import type { Row, RowOptions, Rows, Table, Tables } from './creates.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A marker for a create request without the field. */
export const ABSENT = Symbol('absent');

/** Returns a value in this spelling, for JSON that `JSON.stringify` does not write. */
export const written =
  (json: string) =>
  (body: Fields, field: string): string =>
    JSON.stringify({ ...body, [field]: '<value>' }).replace('"<value>"', json);

type Written = ReturnType<typeof written>;

/** A function that computes a value from the create request. */
type ValueIn = (body: Fields) => string;

/** `inside` is the create request with this value; by default, the cheapest text request. */
type ValueOptions = RowOptions & { readonly inside?: Fields };
/** A phrase for the create request, a value and options. */
type Phrased = readonly [what: string, value: unknown, options?: ValueOptions];

/** A value that names itself, or has a phrase. */
type Value =
  | string
  | number
  | boolean
  | typeof ABSENT
  | Phrased
  | ({ readonly value: string | number | boolean } & ValueOptions);

type Values = Readonly<Record<string, Value>>;

/** A nearly valid value. Its check sends many values, so it has no edition of its own. */
type Near =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly value?: unknown; readonly since?: 'A value of a new edition is a row of `rejected`.' };
/** Nearly valid values, by their oddity. */
type Nears = Readonly<Record<string, Near>>;

/** The values of a field that a requirement rejects, accepts or leaves open. The names are the ends of the ids. */
export interface FieldRules {
  readonly rejected?: Values;
  readonly accepted?: Values;
  readonly open?: Values;
  /** Groups of create requests: one check rejects, or accepts, all of a group. */
  readonly eachRejected?: Tables;
  readonly eachAccepted?: Tables;
  /** The document lists the allowed values. The name of an inherited property is not among them. */
  readonly isListed?: true;
  /** Values that are nearly valid in the cheapest text request. */
  readonly near?: Nears;
  /** Values that are nearly valid in another create request, by the end of the id of their check. */
  readonly nearIn?: Readonly<Record<string, readonly [body: Fields, values: Nears]>>;
  /** Values that are nearly valid and are sent in every workflow. */
  readonly nearEverywhere?: Nears;
  /**
   * Values that break the rule, by their names. They are sent in every workflow and shape, because a server with a
   * schema for each workflow may lack the rule in some. A function computes the value from the create request.
   */
  readonly everywhere?: readonly [what: string, values: Readonly<Record<string, Near | typeof ABSENT | ValueIn>>];
}

export interface Field {
  readonly name: string;
  /** A request may omit the field. The document does not say whether `null` means the same. */
  readonly isOptional?: true;
  readonly rules: Readonly<Partial<Record<RequirementId, FieldRules>>>;
}

/** A requirement with its rules. */
type FieldRule = FieldRules & { readonly field: string; readonly requirement: RequirementId };

/** Returns the rules of these fields, in order. */
export function rulesOf(fields: readonly Field[]): FieldRule[] {
  return fields.flatMap(({ name, rules }) =>
    (Object.keys(rules) as RequirementId[]).map((requirement) => ({ field: name, requirement, ...rules[requirement] })),
  );
}

/** Returns values by their JSON, which names them in reports. */
export function inJson(...values: readonly Near[]): Nears {
  return Object.fromEntries(values.map((value) => [JSON.stringify(value), value]));
}

/** Builds the checks of a field: one for each value, each group, and all nearly valid values of a requirement. */
export function fieldChecks(field: Field): Check[] {
  const { name, isOptional } = field;
  const nulls: Rows =
    isOptional === undefined ? {} : { [name.replaceAll('_', '-')]: rowOf([`null as \`${name}\``, null], name) };
  const checks = rulesOf([field]).flatMap((rule) => [
    ...mustReject({ [rule.requirement]: rowsOf(rule.field, rule.rejected) }),
    ...mustAccept({ [rule.requirement]: rowsOf(rule.field, rule.accepted) }),
    ...leftOpen({ [rule.requirement]: rowsOf(rule.field, rule.open) }),
    ...refusals('lost-rule', groupsOf(rule.requirement, rule.eachRejected)),
    ...acceptances('lost-rule', groupsOf(rule.requirement, rule.eachAccepted)),
    ...refusals('near-miss', groupsOf(rule.requirement, nearTables(rule))),
  ]);
  return [...checks, ...leftOpen({ 'create.null': nulls })];
}

/** Returns the create request with this value in this field. */
export function withValue(body: Fields, field: string, value: unknown): Fields {
  if (value === ABSENT) return without(body, field);
  return { ...body, [field]: typeof value === 'function' ? (value as (body: Fields) => unknown)(body) : value };
}

function rowsOf(field: string, values: Values = {}): Rows {
  return eachOf('*', values, (value) => rowOf(phrased(field, value), field));
}

function rowOf([what, value, { inside = TEXT, ...options } = {}]: Phrased, field: string): Row {
  const isWritten = typeof value === 'function';
  return [what, isWritten ? (value as Written)(inside, field) : withValue(inside, field, value), options];
}

function phrased(field: string, value: Value): Phrased {
  if (value === ABSENT) return [`no \`${field}\``, value];
  if (typeof value !== 'object') return [`\`${field}\` ${value}`, value];
  return isList(value) ? value : [`\`${field}\` ${value.value}`, value.value, value];
}

function groupsOf(requirement: RequirementId, groups: Tables = {}): Tables {
  return Object.fromEntries(
    Object.entries(groups).map(([name, [what, failing, bodies, options]]) => [
      idOf(requirement, name),
      [what, failing, bodies, { requirement, ...options }],
    ]),
  );
}

/** Returns the tables of nearly valid values, and of the names of inherited properties. */
function nearTables({ field, near, nearIn = {}, isListed }: FieldRule): Tables {
  const places = { ...(near && { near: [TEXT, near] as const }), ...eachOf('near.*', nearIn, (place) => place) };
  const tables = eachOf('*', places, ([body, values]): Table => [
    `a nearly valid \`${field}\``,
    `The server trims \`${field}\`, ignores case, compares only a part of the value, or converts types before the comparison.`,
    eachOf(`\`${field}\` with *`, values, (value) => ({ ...body, [field]: value })),
  ]);
  if (isListed === undefined) return tables;
  const names = eachOf(`\`${field}\` *`, INHERITED, (name) => ({ ...TEXT, [field]: name }));
  return {
    ...tables,
    inherited: [`the name of an inherited property as \`${field}\``, LOOKS_UP_INHERITED, names],
  };
}

/** The names of properties that objects inherit. */
export const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'length'] as const;
export const LOOKS_UP_INHERITED =
  'The server looks the name up in an object that inherits a property with this name. So the server accepts the name, or returns 500.';
