/** Turns a schedule into the scenario that plays it, with sentences for people. */

import { createHash } from 'node:crypto';
import type { CaseScenario } from '../cases/case-scenario.ts';
import { Expectation } from '../expectations/expectation.ts';
import type { DrawnRule, Fields, Schedule } from './draw.ts';

/** The price of the usual body, in US dollars. */
const PRICE = 0.48;

/** Returns the scenario that plays a schedule. Without a name, the name follows from the schedule. */
export function toScenario(schedule: Schedule, about: string, name = nameOf(schedule, about)): CaseScenario {
  const { goal, latency, rules } = schedule;
  const final = rules.map(finalOf).find((found) => found !== undefined);
  const needsPolls = latency !== 'instant' || rules.some(({ match }) => match.operation === 'get');
  return {
    name,
    server: sentencesOf(schedule),
    client: 'Delivers the clips, or gives up with an error after it has retried. It pays for each clip once.',
    rules: rules.map((rule) => ({ ...rule })),
    audition: Expectation.parse({
      goal,
      account: { latency },
      ...(needsPolls && { deadline: { quick: 40 } }),
      ...(final !== undefined && { end: 'gave-up', pays: final.pays }),
      giveUp: { why: 'The faults may continue longer than a client retries.' },
      checks: checksOf(schedule),
    }),
  };
}

function nameOf(schedule: Schedule, about: string): string {
  const digest = createHash('sha256').update(JSON.stringify(schedule)).digest('hex');
  return `${about.replaceAll('-', '_')}_${digest.slice(0, 6)}`;
}

/** Returns the amount that a careful client pays if a rule prevents its delivery. */
function finalOf({ match, when, effect }: DrawnRule): { readonly pays: number } | undefined {
  const { kind } = effect;
  if (kind === 'outcome' && effect['fail'] !== undefined) return { pays: 0 };
  if (kind === 'outcome' && effect['stick'] !== undefined) return { pays: effect['stick'] === 'pending' ? PRICE : 0 };
  if (kind === 'account' && effect['revokeKey'] === true) return { pays: PRICE };
  const isRefusal = kind === 'answer' && [400, 401, 402].includes(Number(effect['status']));
  return isRefusal && match.operation === 'create' ? { pays: (when?.after ?? 0) * PRICE } : undefined;
}

/**
 * Returns the checks that do not hold everywhere. If only creates fail, accepted generations are finished. A slow
 * download without other faults is read to its end.
 */
function checksOf({ goal, rules }: Schedule): Record<string, object> {
  const onlyCreates = rules.every(({ match }) => match.operation === 'create');
  const ofDownloads = rules.filter(({ match }) => match.operation === 'content');
  const isDrip = ofDownloads.length > 0 && ofDownloads.every(({ effect }) => effect.kind === 'throttle');
  return {
    ...(goal === 'batch' && onlyCreates && { 'finishes-what-was-accepted': {} }),
    ...(isDrip && { 'idle-timeout': {} }),
  };
}

const NOUNS = { create: 'create', get: 'poll', content: 'download' } as const;

/** Writes one sentence for each rule, and one for generations that take a few polls. */
function sentencesOf({ latency, rules }: Schedule): string {
  const [, pending, running] = /^polls:(\d+),(\d+)$/.exec(latency) ?? [];
  const slow = `Generations are pending for ${pending} polls, and then running for ${running} polls.`;
  const sentences = [...rules.map(sentenceOf), ...(pending === undefined ? [] : [slow])];
  return sentences.length === 0 ? 'No fault occurs.' : sentences.join(' ');
}

function sentenceOf({ match, when, effect }: DrawnRule): string {
  const { operation, phase, range, status } = match;
  const noun = operation === undefined ? 'request' : NOUNS[operation];
  const part = range === undefined ? '' : range ? ' with a Range' : ' without a Range';
  const found = status === undefined ? '' : ` that finds the status ${status}`;
  const late = phase === 'after-reservation' ? ', after it was accepted and its cost reserved,' : '';
  return `${whichOf(noun, when)}${part}${found}${late} ${verbOf(effect)}.`;
}

/** Returns `The first create`, or `Each of the polls 2 to 3`. */
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

/** The effects other than responses, by one of their members. */
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
