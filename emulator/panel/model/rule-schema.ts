/** The schema of a fault rule, as the control API's document has it: checking, spelling and shortening by it. */

/** As much of JSON Schema as that description uses. */
export interface RuleSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, RuleSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly RuleSchema[];
  readonly oneOf?: readonly RuleSchema[];
  readonly items?: RuleSchema | false;
  readonly prefixItems?: readonly RuleSchema[];
  readonly additionalProperties?: RuleSchema | boolean;
  readonly propertyNames?: RuleSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly $ref?: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;
/** Where in a rule: `effect.retry_after` is `['effect', 'retry_after']`. */
export type RulePath = readonly string[];

/** One thing that is wrong, and where. */
export interface RuleProblem {
  readonly path: RulePath;
  readonly message: string;
}

/** The alternatives that a schema leaves. */
export function alternatives({ anyOf, oneOf }: RuleSchema): readonly RuleSchema[] | undefined {
  return anyOf ?? oneOf;
}

/** The alternative that a value is meant for: of an effect the one of its kind, else the first that it fits. */
export function alternativeFor(schema: RuleSchema, value: unknown): RuleSchema | undefined {
  const choices = alternatives(schema) ?? [schema];
  const { kind } = asObject(value);
  const ofKind = choices.find(({ properties }) => {
    const named = properties?.['kind'];
    return named !== undefined && (named.const === kind || named.enum?.includes(String(kind)) === true);
  });
  return ofKind ?? choices.find((choice) => schemaProblems(choice, value).length === 0);
}

/** What is wrong with a value. */
export function schemaProblems(schema: RuleSchema, value: unknown, path: RulePath = []): RuleProblem[] {
  const wrong = (message: string): RuleProblem[] => [{ path, message }];
  if (schema.$ref !== undefined) return [];
  if (alternatives(schema) !== undefined) {
    const chosen = alternativeFor(schema, value);
    return chosen === undefined ? wrong(`must be ${formOf(schema)}`) : schemaProblems(chosen, value, path);
  }
  if (schema.const !== undefined) return value === schema.const ? [] : wrong(`must be ${schema.const}`);
  if (schema.enum !== undefined) return schema.enum.includes(String(value)) ? [] : wrong(`must be ${formOf(schema)}`);
  if (!isOfType(schema, value) || !isWithin(schema, value)) return wrong(`must be ${formOf(schema)}`);
  if (Array.isArray(value))
    return itemsOf(schema, value).flatMap(([part, item, at]) => schemaProblems(part, item, [...path, at]));
  return isObject(value) ? fieldProblems(schema, value, path) : [];
}

/** What a value must be, in words. */
export function formOf(schema: RuleSchema): string {
  const choices = alternatives(schema);
  if (choices !== undefined) return choices.map(formOf).join(' or ');
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  const noun = NOUNS[schema.type ?? ''] ?? 'a value';
  const { minimum, maximum } = schema;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isBounded ? `${noun} of at most ${maximum}` : noun;
  return isBounded ? `${noun} from ${minimum} to ${maximum}` : `${noun} of at least ${minimum}`;
}

/** The same value with its names as the schema spells them in the files of scenarios: `retryAfter`. */
export function inCamelCase(schema: RuleSchema, value: unknown): unknown {
  return mapFields(schema, value, (name, part, known) => [
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    inCamelCase(known, part),
  ]);
}

/** The same value without what is as it would be anyway. */
export function withoutDefaults(schema: RuleSchema, value: unknown): unknown {
  return mapFields(schema, value, (name, part, known) => {
    const short = withoutDefaults(known, part);
    return isLeftOut(known, short) ? undefined : [name, short];
  });
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

type MapField = (name: string, value: unknown, schema: RuleSchema) => [name: string, value: unknown] | undefined;

/** The value with each field that its schema knows, at any depth of lists, as `map` has it; undefined leaves it out. */
function mapFields(schema: RuleSchema, value: unknown, map: MapField): unknown {
  const fitting = alternatives(schema) === undefined ? schema : (alternativeFor(schema, value) ?? schema);
  if (Array.isArray(value)) return itemsOf(fitting, value).map(([part, item]) => mapFields(part, item, map));
  const { properties } = fitting;
  if (!isObject(value) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const known = properties[name];
      const mapped: [string, unknown] | undefined = known === undefined ? [name, part] : map(name, part, known);
      return mapped === undefined ? [] : [mapped];
    }),
  );
}

function fieldProblems(
  { properties, required = [], ...schema }: RuleSchema,
  value: JsonObject,
  path: RulePath,
): RuleProblem[] {
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ path: [...path, name], message: `is needed: ${formOf(properties?.[name] ?? {})}` }));
  const { additionalProperties: others, propertyNames } = schema;
  const there = Object.entries(value).flatMap(([name, part]): RuleProblem[] => {
    const at = [...path, name];
    const known = properties?.[name];
    if (known !== undefined) return schemaProblems(known, part, at);
    if (others === false) return [{ path: at, message: 'is not known here' }];
    const named = propertyNames === undefined ? [] : schemaProblems(propertyNames, name, at);
    return [...named, ...(typeof others === 'object' ? schemaProblems(others, part, at) : [])];
  });
  return [...missing, ...there];
}

function itemsOf({ items, prefixItems }: RuleSchema, list: readonly unknown[]): [RuleSchema, unknown, string][] {
  const rest = typeof items === 'object' ? items : {};
  return list.map((item, at) => [prefixItems?.[at] ?? rest, item, String(at)]);
}

function isOfType({ type }: RuleSchema, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}

function isWithin({ minimum, maximum, minLength = 0, pattern }: RuleSchema, value: unknown): boolean {
  if (typeof value === 'number') return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  if (typeof value === 'string') return value.length >= minLength && new RegExp(pattern ?? '').test(value);
  return true;
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'fields',
};

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An effect is always written, so that no rule is empty. */
function isLeftOut({ default: usual }: RuleSchema, value: unknown): boolean {
  if (usual === undefined || Object.keys(asObject(usual)).length > 0) return false;
  return JSON.stringify(value) === JSON.stringify(usual);
}
