/** Describes fault rules in sentences. */

import { bytesText, dollars, durationText } from './texts.ts';
import { OPERATION_NOUNS } from './requests.ts';
import { asObject, type JsonObject } from './rule-json.ts';

/** Returns the sentence about a rule: its effect, its requests and its limits. */
export function ruleWords(rule: JsonObject): string {
  const [match, when, limit] = [asObject(rule['match']), asObject(rule['when']), asObject(rule['limit'])];
  const effect = asObject(rule['effect']);
  const { kind = 'answer' } = effect;
  const link = kind === 'answer' ? ' to ' : ', for ';
  return `${effectWords(effect)}${link}${targetWords(match, when)}.${limitWords(limit)}`;
}

/** Returns the reason why a rule stopped firing. */
export function spentWords(rule: JsonObject): string {
  const { first, after = 0 } = asObject(rule['when']);
  const { hits, ttl_seconds: seconds } = asObject(rule['limit']);
  if (typeof hits === 'number' && Number(rule['hits']) >= hits)
    return `Used up: the rule reached its limit and fired ${hits === 1 ? 'once' : `${hits} times`}.`;
  if (typeof first === 'number' && Number(rule['seen']) >= first + Number(after))
    return `Used up: the rule applied only to ${first === 1 ? 'one request, which has arrived' : `${first} requests, and all of them have arrived`}.`;
  return typeof seconds === 'number'
    ? `Expired: the rule was active for ${durationText(seconds * 1000)} on the account's clock.`
    : 'Used up.';
}

const BREAKS = { reset: 'Resets the connection', cut: 'Closes the connection', stall: 'Sends nothing more' } as const;

function effectWords({ kind = 'answer', ...effect }: JsonObject): string {
  switch (kind) {
    case 'answer':
      return answerWords(effect);
    case 'outcome':
      return outcomeWords(effect);
    case 'reset':
    case 'cut':
    case 'stall':
      return `${BREAKS[kind]} ${placeWords(effect['at'])}`;
    case 'delay':
      return `Waits ${typeof effect['ms'] === 'number' ? durationText(effect['ms']) : plain(effect['ms'])} before the ${plain(effect['before'] ?? 'headers')}`;
    case 'drop':
      return 'Never answers';
    case 'throttle':
      return `Sends ${bytesText(Number(effect['bytes_per_second']))} per second`;
    case 'price':
      return `Multiplies the cost by ${plain(effect['factor'])}`;
    case 'account':
      return accountWords(effect);
    default:
      return `Changes the ${kind === 'content' ? 'download' : 'record'} (${fieldWords(effect).trim()})`;
  }
}

function answerWords({ status = 503, code, retry_after: after, body = 'envelope' }: JsonObject): string {
  const what = `Answers ${plain(status)}${code === undefined ? '' : ` ${plain(code)}`}`;
  const header = after === undefined ? '' : ` with Retry-After: ${plain(after)}`;
  return `${what}${header}${body === 'envelope' ? '' : ` (body: ${plain(body)})`}`;
}

function placeWords(at: unknown): string {
  if (typeof at === 'number') return `after ${Math.round(at * 100)} % of the body`;
  return at === 'headers' ? 'after the headers' : 'before the headers';
}

function outcomeWords({ fail, stick, give_up_seconds: giveUp, skip_running: skips, refund }: JsonObject): string {
  const { from, code } = asObject(fail);
  const parts = [
    fail === undefined ? '' : `fails while ${plain(from)} with ${plain(code)}`,
    stick === undefined ? '' : `stays ${plain(stick)}`,
    stick === 'running' && typeof giveUp === 'number'
      ? `fails with generation_timeout after ${durationText(giveUp * 1000)}`
      : '',
    skips === true ? 'is never seen running' : '',
    refund === undefined ? '' : `is refunded ${refund === 'late' ? 'one poll late' : plain(refund)}`,
  ].filter((part) => part !== '');
  return `The generation ${parts.length === 0 ? 'runs normally' : parts.join(', ')}`;
}

function accountWords({ balance_usd: balance, revoke_key: revoke, advance_seconds: advance }: JsonObject): string {
  const parts = [
    balance === undefined ? '' : `sets the balance to ${dollars(Number(balance))}`,
    revoke === true ? 'revokes the key' : '',
    typeof advance === 'number' ? `moves the clock by ${durationText(advance * 1000)}` : '',
  ].filter((part) => part !== '');
  const said = parts.length === 0 ? 'changes nothing' : parts.join(' and ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Describes the requests of a rule: `the first 2 polls whose prompt contains "fox"`. */
function targetWords(match: JsonObject, when: JsonObject): string {
  const { operation, prompt, phase: _phase, ...others } = match;
  const { first, after, every, probability, per, ...rest } = when;
  const isMany = first !== 1;
  const noun = nounFor(operation, isMany);
  const which =
    first === undefined
      ? typeof every === 'number'
        ? `every ${every === 2 ? '2nd' : every === 3 ? '3rd' : `${every}th`} ${nounFor(operation, false)}`
        : `all ${noun}`
      : `the first ${first === 1 ? '' : `${plain(first)} `}${noun}`;
  const parts = [
    which,
    per === 'generation' ? ' of each generation' : '',
    typeof after === 'number' && after > 0 ? ` after ${after} others` : '',
    prompt === undefined ? '' : ` whose prompt contains "${plain(prompt)}"`,
    Object.keys(others).length === 0 ? '' : ` with${fieldWords(others)}`,
    typeof probability === 'number' ? `, with a chance of ${Math.round(probability * 1000) / 10} %` : '',
    Object.keys(rest).length === 0 ? '' : `,${fieldWords(rest)}`,
  ];
  return parts.join('');
}

function nounFor(operation: unknown, isMany: boolean): string {
  const nouns = [operation ?? 'request'].flat().map((value) => {
    const name = plain(value);
    const noun = Object.hasOwn(OPERATION_NOUNS, name) ? OPERATION_NOUNS[name as keyof typeof OPERATION_NOUNS] : name;
    return isMany ? `${noun}s` : noun;
  });
  return nouns.join(' and ');
}

function limitWords({ hits, ttl_seconds: seconds }: JsonObject): string {
  if (hits === 1000 && seconds === 600) return ' Expires after 10 min.';
  const parts = [
    hits === undefined ? '' : ` Stops after firing ${plain(hits)} times.`,
    typeof seconds === 'number' ? ` Expires after ${durationText(seconds * 1000)}.` : '',
  ];
  return parts.join('');
}

function fieldWords(all: JsonObject): string {
  return Object.entries(all)
    .map(([name, value]) => ` ${name.replaceAll('_', ' ')}${value === true ? '' : ` ${plain(value)}`}`)
    .join(',');
}

function plain(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(' or ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
