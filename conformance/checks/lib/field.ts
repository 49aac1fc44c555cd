/** Makes the checks of one field of the create request from a table of its values. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import { TEXT, without } from './bodies.ts';
import { eachOf } from './cases.ts';
import { leftOpen, mustAccept, mustReject, refusals, type Row, type RowOptions, type Rows } from './creates.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A marker for a create request without the field. */
export const ABSENT = Symbol('absent');

/** A value that names itself, or a tuple of a name, a value and options. */
type Value =
  | string
  | number
  | boolean
  | typeof ABSENT
  | readonly [what: string, value: unknown, options?: RowOptions]
  | ({ readonly value: string | number | boolean } & RowOptions);

type Values = Readonly<Record<string, Value>>;

/** The values of a field that a requirement rejects, accepts or leaves open. */
interface FieldRules {
  readonly rejected?: Values;
  readonly accepted?: Values;
  readonly open?: Values;
  /** Values that are nearly valid, by their oddity. They are rejected in the cheapest text request. */
  readonly near?: Fields;
  /** Values that are nearly valid in another create request, by the end of the id of their check. */
  readonly nearIn?: Readonly<Record<string, readonly [body: Fields, values: Fields]>>;
  /** Values that are nearly valid and are sent in every workflow. */
  readonly nearEverywhere?: Fields;
  /**
   * Values that break the rule, by their names. They are sent in every workflow and shape, because a server with a
   * schema for each workflow may lack the rule in some. A function computes the value from the create request.
   */
  readonly everywhere?: readonly [what: string, values: Fields];
}

export interface Field {
  readonly name: string;
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

/** Builds the checks of a field: one for each value, and one for all nearly valid values of a requirement. */
export function fieldChecks(field: Field): Check[] {
  return rulesOf([field]).flatMap((rule) => [
    ...mustReject({ [rule.requirement]: rowsOf(rule.field, rule.rejected) }),
    ...mustAccept({ [rule.requirement]: rowsOf(rule.field, rule.accepted) }),
    ...leftOpen({ [rule.requirement]: rowsOf(rule.field, rule.open) }),
    ...(rule.near === undefined ? [] : nearly(rule, 'near', [TEXT, rule.near])),
    ...Object.entries(rule.nearIn ?? {}).flatMap(([name, table]) => nearly(rule, `near.${name}`, table)),
  ]);
}

/** Returns the create request with this value in this field. */
export function withValue(body: Fields, field: string, value: unknown): Fields {
  if (value === ABSENT) return without(body, field);
  return { ...body, [field]: typeof value === 'function' ? (value as (body: Fields) => unknown)(body) : value };
}

function rowsOf(field: string, values: Values = {}): Rows {
  return eachOf('*', values, (value) => rowOf(field, value));
}

function rowOf(field: string, value: Value): Row {
  if (value === ABSENT) return [`no \`${field}\``, without(TEXT, field)];
  if (typeof value !== 'object') return [`\`${field}\` ${value}`, { ...TEXT, [field]: value }];
  if ('value' in value) return [`\`${field}\` ${value.value}`, { ...TEXT, [field]: value.value }, value];
  const [what, given, options = {}] = value;
  return [what, { ...TEXT, [field]: given }, options];
}

function nearly({ field, requirement }: FieldRule, name: string, [body, values]: readonly [Fields, Fields]): Check[] {
  return refusals('near-miss', {
    [`${requirement}.${name}`]: [
      `a nearly valid \`${field}\``,
      `The server trims \`${field}\`, ignores case, compares only a part of the value, or converts types before the comparison.`,
      eachOf(`\`${field}\` with *`, values, (value) => ({ ...body, [field]: value })),
      { requirement },
    ],
  });
}
