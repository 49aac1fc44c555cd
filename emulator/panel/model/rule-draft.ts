/** Holds a custom rule during editing, as a kind with typed values or as JSON. */

import type { OperationName } from '../../../contract/error-entry.ts';
import { asObject, writtenRule, type JsonObject } from './rule-json.ts';
import { RULE_KINDS, type RuleField, type RuleKind, type RuleOption } from './rule-kinds.ts';

/** The texts in the fields, by field name. */
export type RuleValues = Readonly<Record<string, string>>;

export interface RuleDraft {
  /** The name of a kind. */
  readonly kind: string;
  readonly values: RuleValues;
  /** The rule as JSON. Undefined if the rule is edited in fields. */
  readonly json: string | undefined;
  /** The id of the edited rule. Undefined for a new rule. */
  readonly replaces: string | undefined;
}

/** The choice of all requests instead of one operation. */
export const ALL_REQUESTS = 'all' as const;
const WHOLE = { kind: 'number', min: 1, isWhole: true } as const;

export const PROMPT_FIELD: RuleField = {
  name: 'prompt',
  label: 'Prompt contains',
  kind: 'text',
  placeholder: 'any prompt',
};
export const COUNT_FIELDS: readonly RuleField[] = [
  { name: 'first', label: 'Only the first', placeholder: 'all', ...WHOLE },
  { name: 'after', label: 'Skip the first', placeholder: '0', ...WHOLE },
  { name: 'chance', label: 'Chance', kind: 'number', min: 0, max: 100, unit: '%', placeholder: '100' },
  { name: 'per_generation', label: 'Count each generation separately', kind: 'flag' },
];
export const END_FIELDS: readonly RuleField[] = [
  { name: 'keep', label: "Don't expire (otherwise: 10 minutes, or 1,000 hits)", kind: 'flag' },
  {
    name: 'id',
    label: 'Name (optional)',
    kind: 'text',
    pattern: [/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,100}$/, 'Use 1 to 100 letters, digits or . _ : -'],
  },
];
const COMMON = [PROMPT_FIELD, ...COUNT_FIELDS, ...END_FIELDS];

/** Creates a draft of a kind. The requests and counts that the user entered are kept. */
export function draftOf(kind: string, before: RuleValues = {}, replaces?: string): RuleDraft {
  const names = new Set(['operation', ...COMMON.map(({ name }) => name)]);
  const kept = Object.entries(before).filter(([name]) => names.has(name));
  return { kind, values: { ...Object.fromEntries(kept), ...kindNamed(kind).initial }, json: undefined, replaces };
}

/** Returns a kind by its name. */
export function kindNamed(kind: string): RuleKind {
  const found = RULE_KINDS.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`"${kind}" is not a kind of rule.`);
  return found;
}

/** Returns the fields of a kind that apply to these values. */
export function shownFields({ fields }: RuleKind, values: RuleValues): readonly RuleField[] {
  const shown: RuleField[] = [];
  for (const field of fields) {
    const isTied = fields.some(({ options = [] }) => options.some(({ also = [] }) => also.includes(field.name)));
    const isWanted = shown.some((one) => chosenOption(one, values)?.also?.includes(field.name) === true);
    if (!isTied || isWanted) shown.push(field);
  }
  return shown;
}

/** Returns the operation that the rule matches: the chosen operation, or the first operation of the kind. */
export function chosenOperation({ kind, values }: RuleDraft): OperationName | typeof ALL_REQUESTS {
  const { operations } = kindNamed(kind);
  const possible = operations.length === 1 ? operations : [...operations, ALL_REQUESTS];
  return possible.find((name) => name === values['operation']) ?? operations[0];
}

/** Returns the rule in the spelling of the control API. */
export function toRule(draft: RuleDraft): JsonObject {
  const { kind, values } = draft;
  const chance = numberIn(values['chance']);
  const operation = chosenOperation(draft);
  return compact({
    id: values['id']?.trim(),
    match: compact({ operation: operation === ALL_REQUESTS ? undefined : operation, prompt: values['prompt']?.trim() }),
    when: compact({
      after: numberIn(values['after']),
      first: numberIn(values['first']),
      probability: chance === undefined ? undefined : chance / 100,
      per: values['per_generation'] === 'yes' ? 'generation' : undefined,
    }),
    effect: effectOf(kindNamed(kind), values),
  });
}

/** Returns the problems by field name. */
export function draftProblems({ kind, values }: RuleDraft): Readonly<Record<string, string>> {
  const found = [...shownFields(kindNamed(kind), values), ...COMMON].flatMap((field) => {
    const problem = fieldProblem(field, (values[field.name] ?? '').trim());
    return problem === undefined ? [] : [[field.name, problem] as const];
  });
  return Object.fromEntries(found);
}

/** Creates a draft of a rule that was not written on this page. */
export function draftFrom(rule: JsonObject, replaces?: string): RuleDraft {
  return { ...draftOf('answer'), json: JSON.stringify(writtenRule(rule), undefined, 2), replaces };
}

function effectOf(kind: RuleKind, values: RuleValues): JsonObject {
  let effect = kind.effect;
  for (const field of shownFields(kind, values)) effect = merged(effect, partOf(field, values));
  return effect;
}

/** Returns the part of the effect that a field adds. */
function partOf(field: RuleField, values: RuleValues): JsonObject {
  const typed = (values[field.name] ?? '').trim();
  if (field.kind === 'choice') return chosenOption(field, values)?.set ?? {};
  return compact({ [field.name]: valueOf(field, typed) });
}

function valueOf({ kind, scale = 1 }: RuleField, typed: string): unknown {
  if (typed === '') return undefined;
  if (kind === 'number') return scale < 1 ? Number(typed) / Math.round(1 / scale) : Number(typed) * scale;
  if (kind === 'flag') return true;
  if (kind === 'list') return typed.split(/[\s,]+/);
  return kind === 'json' ? (readObject(typed) ?? typed) : typed;
}

function chosenOption({ name, options = [] }: RuleField, values: RuleValues): RuleOption | undefined {
  return options[Number(values[name] ?? 0)];
}

function fieldProblem(field: RuleField, typed: string): string | undefined {
  const { kind, min, max, isWhole = false, isNeeded = false, pattern } = field;
  if (typed === '') return isNeeded ? 'Fill this in.' : undefined;
  if (kind === 'json') return readObject(typed) === undefined ? 'Use a JSON object.' : undefined;
  if (pattern !== undefined && !pattern[0].test(typed)) return pattern[1];
  if (kind !== 'number') return undefined;
  const [value, noun] = [Number(typed), isWhole ? 'a whole number' : 'a number'];
  const isFine = Number.isFinite(value) && (!isWhole || Number.isInteger(value));
  if (isFine && value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return undefined;
  if (min === undefined) return `Use ${noun}.`;
  return max === undefined
    ? `Use ${noun} of at least ${min}.`
    : `Use ${noun} from ${min} to ${max.toLocaleString('en')}.`;
}

/** Parses a JSON object. Returns undefined for any other text. */
export function readObject(typed: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? asObject(value) : undefined;
  } catch {
    return undefined;
  }
}

function numberIn(typed = ''): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}

/** Removes members that are undefined, an empty text or an empty object. */
function compact(all: JsonObject): JsonObject {
  const isEmpty = (value: unknown): boolean => value === undefined || value === '' || JSON.stringify(value) === '{}';
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)));
}

/** Merges objects deeply: `fail: { from }` and `fail: { code }` become one `fail`. */
function merged(base: JsonObject, part: JsonObject): JsonObject {
  const fields = Object.entries(part).map(([name, value]) => {
    const isDeep = JSON.stringify(value).startsWith('{') && base[name] !== undefined;
    return [name, isDeep ? { ...asObject(base[name]), ...asObject(value) } : value] as const;
  });
  return { ...base, ...Object.fromEntries(fields) };
}
