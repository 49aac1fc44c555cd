/** The sentences that describe a schedule to people. */

import type { DrawnRule, Fields, Schedule } from './schedule.ts';

const NOUNS = { create: 'create', get: 'poll', content: 'download' } as const;
const PHASES: Readonly<Record<string, string>> = {
  'after-reservation': ', after it was accepted and its cost reserved,',
};

/** One sentence for each rule, and one for generations that take a few polls. */
export function sentencesOf({ latency, rules }: Schedule): string {
  const [, pending = '', running = ''] = /^polls:(\d+),(\d+)$/.exec(latency) ?? [];
  const slow =
    pending === '' ? [] : [`Generations are pending for ${pending} polls, and then running for ${running} polls.`];
  return rules.length === 0 ? (slow[0] ?? 'No fault occurs.') : [...rules.map(sentenceOf), ...slow].join(' ');
}

function sentenceOf({ match, when, effect }: DrawnRule): string {
  const { operation, phase = '', range, status } = match;
  const noun = operation === undefined ? 'request' : NOUNS[operation];
  const part = range === undefined ? '' : range ? ' with a Range' : ' without a Range';
  const found = status === undefined ? '' : ` that finds the status ${status}`;
  return `${whichOf(noun, when)}${part}${found}${PHASES[phase] ?? ''} ${verbOf(effect)}.`;
}

/** `The first create`, `Each of the polls 2 to 3`. */
function whichOf(noun: string, { after = 0, first, window }: NonNullable<DrawnRule['when']> = {}): string {
  if (window !== undefined) return `For ${window.toSeconds} seconds, each ${noun}`;
  if (first === undefined) return after === 0 ? `Each ${noun}` : `Each ${noun} after the first ${after}`;
  const from = after + 1;
  return first === 1 ? cardinal(noun, from) : `Each of the ${noun}s ${from} to ${after + first}`;
}

function cardinal(noun: string, place: number): string {
  return `The ${['first', 'second', 'third', 'fourth'][place - 1] ?? `${place}th`} ${noun}`;
}

function verbOf(effect: Fields & { readonly kind: string }): string {
  switch (effect.kind) {
    case 'answer':
      return `gets ${answerOf(effect)}`;
    case 'reset':
    case 'cut':
    case 'stall':
      return `${BREAKS[effect.kind]} ${placeOf(effect['at'])}${effect['length'] === 'chunked' ? ', without Content-Length' : ''}`;
    case 'delay':
      return `waits ${Number(effect['ms']) / 1000} s for its ${effect['before'] === 'body' ? 'first byte' : 'headers'}`;
    case 'throttle':
      return `arrives at ${Number(effect['bytesPerSecond']) / 1000} kB/s`;
    default:
      return CHANGES.find(([member]) => effect[member] !== undefined)?.[1](effect) ?? 'is changed';
  }
}

const BREAKS = { reset: 'is reset', cut: 'is closed', stall: 'falls silent' } as const;

/** The effects that change an account, a generation, a record or a clip, by a member of theirs. */
const CHANGES: readonly (readonly [string, (effect: Fields) => string])[] = [
  ['fail', ({ fail }) => `makes a generation that fails (${textOf(fail)})`],
  ['stick', ({ stick }) => `makes a generation that stays ${textOf(stick)}`],
  ['skipRunning', () => 'makes a generation that is never running'],
  ['revokeKey', () => 'is the last before the key is revoked'],
  ['advanceSeconds', ({ advanceSeconds }) => `moves the clock of the server by ${textOf(advanceSeconds)} s`],
  ['status', ({ status }) => `shows the status “${textOf(status)}”`],
  ['set', () => 'shows fields that the API document does not name'],
  ['remove', ({ remove }) => `shows no ${[remove].flat().map(textOf).join(', ')}`],
  ['changeEtag', () => 'has another ETag'],
  ['ignoreRange', () => 'gets the whole clip'],
  ['wrongPart', ({ wrongPart }) => `gets a wrong part (${textOf(wrongPart)})`],
  ['otherOrigin', () => 'is redirected to another origin'],
];

function placeOf(at: Fields[string] | undefined): string {
  if (typeof at === 'number') return `after ${Math.round(at * 100)} % of the response`;
  return at === 'headers' ? 'after the headers' : 'before the headers';
}

function answerOf({ status, body, headers, retryAfter }: Fields): string {
  const waits = [
    ...(retryAfter === undefined ? [] : [`Retry-After: ${waitOf(retryAfter)}`]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${textOf(value)}`),
  ];
  const content = body === undefined ? '' : ` with the body “${textOf(body)}”`;
  return `${textOf(status ?? 503)}${content}${waits.length === 0 ? '' : ` and ${waits.join(', ')}`}`;
}

function waitOf(retryAfter: Fields[string]): string {
  return typeof retryAfter === 'object' ? 'a date 2 s ahead' : textOf(retryAfter);
}

function textOf(value: Fields[string] | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
