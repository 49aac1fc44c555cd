/** A fault rule in one sentence. */

import { durationText } from './duration-text.ts';
import { asObject, type JsonObject } from './rule-schema.ts';

/** What a rule does, to which requests, and when. */
export function ruleWords(rule: JsonObject): string {
  const [match, when, limit] = [asObject(rule['match']), asObject(rule['when']), asObject(rule['limit'])];
  const parts = [`${effectWords(asObject(rule['effect']))}, ${matchWords(match)}`, whenWords(when), limitWords(limit)];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** What an effect does. */
function effectWords(effect: JsonObject): string {
  const { kind = 'answer', ...fields } = effect;
  if (kind === 'answer') {
    const { status = 503, code, retry_after: after } = fields;
    const header = after === undefined ? '' : ` and Retry-After: ${plain(after)}`;
    return `Answers ${plain(status)}${code === undefined ? '' : ` ${plain(code)}`}${header}`;
  }
  if (kind === 'outcome') return outcomeWords(fields);
  if (kind === 'reset' || kind === 'cut' || kind === 'stall') {
    const { at = 'start' } = fields;
    const place =
      typeof at === 'number'
        ? `after ${Math.round(at * 100)} % of the body`
        : at === 'start'
          ? 'before the headers'
          : 'after the headers';
    return `${BREAKS[kind]} ${place}`;
  }
  if (kind === 'delay')
    return `Waits ${typeof fields['ms'] === 'number' ? durationText(fields['ms']) : plain(fields['ms'])} before the ${plain(fields['before'] ?? 'headers')}`;
  if (kind === 'drop') return 'Never answers';
  if (kind === 'throttle') return `Sends ${plain(fields['bytes_per_second'])} bytes a second`;
  if (kind === 'price') return `Multiplies the cost by ${plain(fields['factor'])}`;
  return `Changes the ${plain(kind)}: ${fieldWords(fields)}`;
}

const BREAKS = { reset: 'Resets the connection', cut: 'Closes the connection', stall: 'Sends nothing more' } as const;

function outcomeWords({ fail, stick, give_up_seconds: giveUp, skip_running: skips, refund }: JsonObject): string {
  const { from, code } = asObject(fail);
  const parts = [
    fail === undefined ? '' : `fails while ${plain(from)} with ${plain(code)}`,
    stick === undefined ? '' : `stays ${plain(stick)}`,
    stick === 'running' && typeof giveUp === 'number'
      ? `fails with generation_timeout after ${durationText(giveUp * 1000)}`
      : '',
    skips === true ? 'is never seen running' : '',
    refund === undefined ? '' : `is refunded ${plain(refund)}`,
  ].filter((part) => part !== '');
  return `The generation ${parts.length === 0 ? 'goes as it would' : parts.join(', ')}`;
}

function matchWords(match: JsonObject): string {
  const { operation, ...rest } = match;
  const target = operation === undefined ? 'for every request' : `for ${plain(operation)}`;
  return Object.keys(rest).length === 0 ? target : `${target} where ${fieldWords(rest)}`;
}

function whenWords(when: JsonObject): string {
  const { per, first, after, every, probability, ...rest } = when;
  const parts = [
    after === undefined || after === 0 ? '' : `after ${plain(after)}`,
    first === undefined ? '' : `the first ${plain(first)}`,
    every === undefined ? '' : `every ${plain(every)}`,
    probability === undefined ? '' : `with a chance of ${plain(probability)}`,
    Object.keys(rest).length === 0 ? '' : fieldWords(rest),
    per === 'generation' ? 'of each generation' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function limitWords({ hits, ttl_seconds: seconds }: JsonObject): string {
  const parts = [
    hits === undefined ? '' : `${plain(hits)} times`,
    typeof seconds === 'number' ? durationText(seconds * 1000) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `for at most ${parts.join(' and ')}`;
}

function fieldWords(fields: JsonObject): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${plain(value)}`)
    .join(', ');
}

function plain(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(' or ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
