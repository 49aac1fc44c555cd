/** Describes fault rules in sentences. */

import type { Entry } from '../../journal/entry.ts';
import { asObject, type JsonObject } from './json.ts';
import { OPERATION_NOUNS } from './requests.ts';
import { RULE_KINDS } from './rule-kinds.ts';
import { bytesText, countText, dollars, durationText } from './texts.ts';

/** Returns the sentence about a rule: its effect, its requests and its limits. */
export function ruleWords(rule: JsonObject): string {
  const [match, when, limit] = [asObject(rule['match']), asObject(rule['when']), asObject(rule['limit'])];
  const { kind = 'answer', ...effect } = asObject(rule['effect']);
  const link = kind === 'answer' ? ' for ' : ', for ';
  return `${EFFECT_WORDS.get(kind)?.(effect) ?? ''}${link}${targetWords(match, when)}.${limitWords(limit)}`;
}

/** Returns the sentence about a rule, with its lifetime even if it never expires or has expired. */
export function lastingWords(rule: JsonObject): string {
  const [words, limits] = [ruleWords({ ...rule, limit: undefined }), limitWords(asObject(rule['limit']))];
  return `${words}${rule['spent'] === true && isExpired(rule) ? ' Expired.' : limits || ' Never expires.'}`;
}

/** Returns whether the time of a rule that does not fire any more is over. Otherwise the rule is used up. */
export function isExpired(rule: object): boolean {
  const { when, limit, hits, seen } = asObject(rule);
  const { first, after = 0 } = asObject(when);
  const { hits: most } = asObject(limit);
  return limit !== undefined && !(Number(hits) >= Number(most) || Number(seen) >= Number(first) + Number(after));
}

type EffectKind = NonNullable<Entry['evaluations'][number]['kind']>;
const EFFECT_WORDS = new Map<unknown, (effect: JsonObject) => string>(
  Object.entries({
    answer: answerWords,
    outcome: outcomeWords,
    reset: ({ at }) => `Resets the connection ${placeWords(at)}`,
    cut: ({ at }) => `Closes the connection ${placeWords(at)}`,
    stall: ({ at }) => `Sends nothing more ${placeWords(at)}`,
    delay: ({ ms, before = 'headers' }) => `Waits ${timeWords(ms, 1)} before the ${plain(before)}`,
    drop: () => 'Never answers',
    throttle: ({ bytes_per_second: rate }) => `Sends ${bytesText(Number(rate))} per second`,
    record: (effect) => `Changes the record (${fieldWords(effect).trim()})`,
    price: ({ factor }) => `Multiplies the cost by ${plain(factor)}`,
    account: accountWords,
    content: (effect) => capitalized(Object.entries(effect).map(damageWords).join(' and ')),
  } satisfies Record<EffectKind, (effect: JsonObject) => string>),
);

/** Returns the problem of a rule whose kind has no words. */
export function kindProblem(rule: JsonObject): string {
  const { kind = 'answer' } = asObject(rule['effect']);
  return EFFECT_WORDS.has(kind) ? '' : `Unknown kind "${plain(kind)}".`;
}

/** Describes a damage as the form does: `the clip has no index`. A number also has its amount. */
function damageWords([name, value]: readonly [string, unknown]): string {
  const isNumber = typeof value === 'number';
  const offered = RULE_KINDS.flatMap(({ effects }) => effects);
  const found = offered.find(([, own]) => own[name] === value || (isNumber && name in own));
  return `${found?.[0] ?? fieldWords({ [name]: value }).trim()}${isNumber ? ` by ${countText(value, 'byte')}` : ''}`;
}

function capitalized(text: string): string {
  return text === '' ? 'Changes nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}

function answerWords({ status = 503, code, retry_after: after, body = 'envelope' }: JsonObject): string {
  return joined('', [
    `Returns ${plain(status)}`,
    code !== undefined && ` ${plain(code)}`,
    after !== undefined && ` with Retry-After: ${plain(after)}`,
    body !== 'envelope' && ` (body: ${plain(body)})`,
  ]);
}

function placeWords(at: unknown): string {
  if (typeof at === 'number') return `after ${Math.round(at * 100)} % of the body`;
  return at === 'headers' ? 'after the headers' : 'before the headers';
}

function outcomeWords({ fail, stick, give_up_seconds: giveUp, skip_running: skips, refund }: JsonObject): string {
  const { from, code } = asObject(fail);
  const said = joined(', ', [
    fail !== undefined && `fails while ${plain(from)} with ${plain(code)}`,
    stick !== undefined && `stays ${plain(stick)}`,
    stick === 'running' && giveUp !== undefined && `then fails with generation_timeout after ${timeWords(giveUp)}`,
    skips === true && 'is never seen running',
    refund !== undefined && `is refunded ${refund === 'late' ? 'one poll late' : plain(refund)}`,
  ]);
  return `The generation ${said || 'runs normally'}`;
}

function accountWords({ balance_usd: balance, revoke_key: revoke, advance_seconds: advance }: JsonObject): string {
  return capitalized(
    joined(' and ', [
      balance !== undefined && `sets the balance to ${dollars(Number(balance))}`,
      revoke === true && 'revokes all keys',
      advance !== undefined && `moves the clock by ${timeWords(advance)}`,
    ]),
  );
}

/** Describes the requests of a rule: `the first 2 polls of prompts with "fox"`. */
function targetWords(match: JsonObject, when: JsonObject): string {
  const { operation, prompt, phase: _phase, ...others } = match;
  const { first, after, every, probability, per, ...rest } = when;
  const nouns = nounsFor(operation, first !== 1 && every === undefined);
  const each = every === 2 ? '2nd' : every === 3 ? '3rd' : `${plain(every)}th`;
  return joined('', [
    first !== undefined ? 'the first ' : every === undefined ? 'all ' : `every ${each} `,
    first !== undefined && first !== 1 && `${plain(first)} `,
    nouns,
    per === 'generation' && ' of each generation',
    Number(after) > 0 && ` after ${plain(after)} others`,
    prompt !== undefined && ` of prompts with "${plain(prompt)}"`,
    Object.keys(others).length > 0 && ` with${fieldWords(others)}`,
    typeof probability === 'number' && `, with a chance of ${Math.round(probability * 1000) / 10} %`,
    Object.keys(rest).length > 0 && `,${fieldWords(rest)}`,
  ]);
}

function nounsFor(operation: unknown, isMany: boolean): string {
  const nouns = [operation ?? 'request'].flat().map((name) => {
    const noun = Object.entries(OPERATION_NOUNS).find(([known]) => known === name)?.[1] ?? plain(name);
    return isMany ? `${noun}s` : noun;
  });
  return nouns.join(' and ');
}

function limitWords({ hits, ttl_seconds: seconds }: JsonObject): string {
  const ends = joined(' or ', [
    seconds !== undefined && timeWords(seconds).replace(/^([2-9]|\d\d) min$/, '$1 minutes'),
    hits !== undefined && (typeof hits === 'number' ? countText(hits, 'hit') : plain(hits)),
  ]);
  return ends === '' ? '' : ` Expires after ${ends}.`;
}

function fieldWords(all: JsonObject): string {
  return Object.entries(all)
    .map(([name, value]) => ` ${name.replaceAll('_', ' ')}${value === true ? '' : ` ${plain(value)}`}`)
    .join(',');
}

function timeWords(value: unknown, unitMs = 1000): string {
  return typeof value === 'number' ? durationText(value * unitMs) : plain(value);
}

function joined(between: string, parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(between);
}

function plain(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(' or ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
