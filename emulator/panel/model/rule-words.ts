/** Describes fault rules in sentences, with the words of the form. */

import { asObject, type JsonObject } from './json.ts';
import { operationNoun } from './requests.ts';
import { effectOf, shownFields, textAt, valueAt } from './rule-draft.ts';
import type { RuleField } from './rule-kinds.ts';
import { capitalized, countText, dollars, durationText, grouped } from './texts.ts';

/** Returns the sentence about a rule: its effect, its requests and its limits. */
export function ruleWords(rule: JsonObject): string {
  const [match, when, limit] = [asObject(rule['match']), asObject(rule['when']), asObject(rule['limit'])];
  const words = effectWords(rule);
  return `${capitalized(words)}, for ${targetWords(match, when)}.${limitWords(limit)}`;
}

/** Returns the sentence about a rule, with its lifetime even if it never expires or has expired. */
export function lastingWords(rule: JsonObject): string {
  const [words, limits] = [ruleWords({ ...rule, limit: undefined }), limitWords(asObject(rule['limit']))];
  return `${words}${rule['expired'] === true ? ' Expired.' : limits || ' Never expires.'}`;
}

/** Returns the words of an effect, with its values: `returns an error (status 503, Retry-After 2 s)`. */
function effectWords(rule: JsonObject): string {
  const { kind: name = 'answer', ...members } = asObject(rule['effect']);
  const { kind, words = plain(name), own = {} } = effectOf(rule) ?? {};
  const fields = kind === undefined ? [] : shownFields(kind, own);
  const isOther = (member: string): boolean =>
    !(member in own) && !fields.some(({ path }) => path === `effect.${member}`);
  const others = Object.entries(members).filter(([member]) => isOther(member));
  const values = [...fields.flatMap((field) => valueWords(rule, field)), ...others.map(memberWords)];
  return values.length === 0 ? words : `${words} (${values.join(', ')})`;
}

/** Describes the value of a field: `status 503`. The result is empty if the rule does not have the value. */
function valueWords(rule: JsonObject, field: RuleField): string[] {
  const { path, label, kind, unit, scale = 1, options = [] } = field;
  const value = valueAt(rule, path);
  if (value === undefined) return [];
  if (kind === 'flag') return [label.toLowerCase()];
  // The name of a header stays unchanged.
  const name = label.includes('-') ? label : label.toLowerCase();
  if (unit === 's' && typeof value === 'number') return [`${name} ${durationText((value / scale) * 1000)}`];
  if (unit === 'USD') return [`${name} ${dollars(Number(value))}`];
  const text = textAt(rule, field);
  const [, words = kind === 'number' ? grouped(text) : text] = options.find(([one]) => one === value) ?? [];
  return [[name, words, unit].filter(Boolean).join(' ')];
}

/** Describes the requests of a rule: `the first 2 polls of each generation whose prompt contains "fox"`. */
function targetWords(match: JsonObject, when: JsonObject): string {
  const { operation, prompt, phase: _phase, ...others } = match;
  const { first, after, every, probability, per, ...rest } = when;
  const nouns = nounsFor(operation, first !== 1);
  return [
    first !== undefined ? 'the first ' : every === undefined ? 'all ' : `1 of every ${plain(every)} `,
    first !== undefined && first !== 1 && `${plain(first)} `,
    nouns,
    per === 'generation' && ' of each generation',
    prompt !== undefined && ` whose prompt contains "${plain(prompt)}"`,
    first !== undefined && per !== 'generation' && operation !== 'create' && ', in total',
    Number(after) > 0 && `, after skipping ${plain(after)}`,
    Object.keys(others).length > 0 && ` with ${Object.entries(others).map(memberWords).join(', ')}`,
    typeof probability === 'number' && `, with a chance of ${Math.round(probability * 1000) / 10} %`,
    ...Object.entries(rest).map((member) => `, ${memberWords(member)}`),
  ]
    .filter(Boolean)
    .join('');
}

function nounsFor(operation: unknown, isMany: boolean): string {
  const nouns = [operation ?? 'request'].flat().map((name) => {
    const noun = operationNoun(plain(name));
    return isMany ? `${noun}s` : noun;
  });
  return nouns.join(' and ');
}

function limitWords({ hits, ttl_seconds: seconds }: JsonObject): string {
  const ends = [
    seconds !== undefined && durationText(Number(seconds) * 1000),
    hits !== undefined && countText(Number(hits), 'failure'),
  ]
    .filter(Boolean)
    .join(' or ');
  return ends === '' ? '' : ` Expires after ${ends}.`;
}

function memberWords([name, value]: readonly [string, unknown]): string {
  return `${name.replaceAll('_', ' ')}${value === true ? '' : ` ${plain(value)}`}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(' or ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}
