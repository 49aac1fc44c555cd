/** The sentences that describe a schedule to people. */

import type { DrawnRule, Fields, Schedule } from './draw.ts';

const NOUNS = { create: 'create', get: 'poll', content: 'download' } as const;
const PHASES: Readonly<Record<string, string>> = {
  'after-reservation': ', after it was accepted and its cost reserved,',
};

/** One sentence for each rule, and one for generations that take a few polls. */
export function sentencesOf({ latency, rules }: Schedule): string {
  const [, pending, running] = /^polls:(\d+),(\d+)$/.exec(latency) ?? [];
  const slow = `Generations are pending for ${pending} polls, and then running for ${running} polls.`;
  const sentences = [...rules.map(sentenceOf), ...(pending === undefined ? [] : [slow])];
  return sentences.length === 0 ? 'No fault occurs.' : sentences.join(' ');
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
  const cardinal = ['first', 'second', 'third', 'fourth'][after] ?? `${after + 1}th`;
  return first === 1 ? `The ${cardinal} ${noun}` : `Each of the ${noun}s ${after + 1} to ${after + first}`;
}

function verbOf(effect: Fields & { readonly kind: string }): string {
  if (effect.kind === 'answer') return `gets ${answerOf(effect)}`;
  return VERBS.find(([member]) => effect[member] !== undefined)?.[1](effect) ?? 'is changed';
}

const BREAKS: Readonly<Record<string, string>> = { reset: 'is reset', cut: 'is closed', stall: 'falls silent' };

/** The effects other than answers, by a member of theirs. */
const VERBS: readonly (readonly [string, (effect: Fields) => string])[] = [
  ['at', ({ kind, at, length }) => `${BREAKS[textOf(kind)]} ${placeOf(at)}${length ? ', without Content-Length' : ''}`],
  ['ms', ({ ms, before }) => `waits ${Number(ms) / 1000} s for its ${before === 'body' ? 'first byte' : 'headers'}`],
  ['bytesPerSecond', ({ bytesPerSecond }) => `arrives at ${Number(bytesPerSecond) / 1000} kB/s`],
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
  const wait = typeof retryAfter === 'object' ? 'a date 2 s ahead' : retryAfter;
  const lines = { ...(wait !== undefined && { 'Retry-After': wait }), ...Object(headers) } as Fields;
  const waits = Object.entries(lines).map(([name, value]) => `${name}: ${textOf(value)}`);
  const content = body === undefined ? '' : ` with the body “${textOf(body)}”`;
  return `${textOf(status ?? 503)}${content}${waits.length === 0 ? '' : ` and ${waits.join(', ')}`}`;
}

function textOf(value: Fields[string] | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
