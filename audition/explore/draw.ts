/**
 * Draws a schedule: the faults that a client meets in one round. A careful client survives every schedule, because
 * silences and waits are as short as in quick pace. A client may give up if a rule prevents the delivery.
 */

import type { JSONType } from 'zod';
import { createRandom, type Random } from '../../conformance/explore/random.ts';
import type { Goal } from '../expectations/expectation.ts';

export type Fields = Readonly<Record<string, JSONType>>;

/** A fault rule in the form of a scenario file. */
export interface DrawnRule {
  readonly match: {
    readonly operation?: 'create' | 'get' | 'content';
    readonly phase?: string;
    readonly range?: boolean;
    readonly status?: string;
  };
  readonly when?: {
    readonly after?: number;
    readonly first?: number;
    readonly window?: { readonly toSeconds: number };
  };
  readonly effect: Fields & { readonly kind: string };
}

export interface Schedule {
  readonly goal: Goal;
  readonly latency: string;
  readonly rules: readonly DrawnRule[];
}

type Effect = DrawnRule['effect'];
type When = NonNullable<DrawnRule['when']>;

/** One kind of fault, with one rule or two. It applies to all goals, unless it names goals. */
type Fault = readonly [
  group: string,
  weight: number,
  rules: (random: Random) => readonly DrawnRule[],
  goals?: readonly Goal[],
];

const MAKE: readonly Goal[] = ['make'];
const BATCH: readonly Goal[] = ['batch'];
const ONCE = { first: 1 };

const create = (effect: Effect, when?: When): DrawnRule => rule({ operation: 'create' }, effect, when);
const accepted = (effect: Effect, when?: When): DrawnRule =>
  rule({ operation: 'create', phase: 'after-reservation' }, effect, when);
const poll = (effect: Effect, when?: When): DrawnRule => rule({ operation: 'get' }, effect, when);
const download = (effect: Effect, when?: When, range?: boolean): DrawnRule =>
  rule({ operation: 'content', phase: 'during-download', ...(range !== undefined && { range }) }, effect, when);

function rule(match: DrawnRule['match'], effect: Effect, when?: When): DrawnRule {
  return { match, ...(when && { when }), effect };
}

/** Draws a few hits, mostly of the first requests. */
function hits(random: Random, most: number): When {
  const after = random.chance(0.3) ? 1 + random.below(2) : 0;
  return { ...(after > 0 && { after }), first: 1 + random.below(most) };
}

function busy(random: Random): Effect {
  const answer = { kind: 'answer', status: random.pick([429, 429, 503]) };
  const wait = random.below(8);
  if (wait < 3) return { ...answer, retryAfter: 1 };
  if (wait === 3) return { ...answer, retryAfter: { dateInSeconds: 2 } };
  if (wait === 4) return { ...answer, retryAfter: random.pick(['soon', '-5', 'Fri, 31 Dec 1999 23:59:59 GMT']) };
  return wait === 5 ? { ...answer, retryAfter: 1, headers: { 'retry-after-ms': '300' } } : answer;
}

function failing(random: Random): Effect {
  return { kind: 'answer', status: random.pick([500, 502, 504]), body: random.pick(['empty', 'html', 'malformed']) };
}

function broken(random: Random): Effect {
  return { kind: random.pick(['reset', 'cut']), at: random.pick(['start', 'headers', 0.5]) };
}

function brokenClip(random: Random): Effect {
  const at = random.pick(['start', 'headers', 0.2, 0.5, 0.9, 0.5]);
  return { kind: random.pick(['reset', 'cut']), at, ...(random.chance(0.3) && { length: 'chunked' }) };
}

function cutOnce(random: Random): DrawnRule {
  return download({ kind: random.pick(['reset', 'cut']), at: random.pick([0.3, 0.5, 0.8]) }, ONCE, false);
}

/** Draws a delay of one, two or three times this length. */
function slow(random: Random, ms: number): Effect {
  return { kind: 'delay', ms: ms + ms * random.below(3) };
}

function shown(status: string): Effect {
  return { kind: 'record', status, remove: ['output', 'error'] };
}

function failed(random: Random): Effect {
  const code = random.pick(['generation_failed', 'output_content_rejected']);
  return { kind: 'outcome', fail: { from: random.pick(['pending', 'running']), code } };
}

function refusedLater(random: Random): DrawnRule[] {
  const refused = { operation: 'create', phase: 'before-reservation' } as const;
  const late = random.chance(0.5) ? [create({ kind: 'delay', ms: 300 })] : [];
  return [...late, rule(refused, { kind: 'answer', status: 402 }, { after: 1 + random.below(3) })];
}

function wrongPart(random: Random): DrawnRule[] {
  const effect = { kind: 'content', wrongPart: random.pick(['shorter', 'elsewhere', 'other-total']) };
  return [cutOnce(random), download(effect, ONCE, true)];
}

function storm(random: Random): DrawnRule[] {
  const wait = random.chance(0.5) ? { retryAfter: 1 } : {};
  return [rule({}, { kind: 'answer', status: 503, ...wait }, { window: { toSeconds: 2 + random.below(3) } })];
}

/** Groups whose faults are not drawn together. */
const APART: Readonly<Record<string, readonly string[]>> = {
  silence: ['silence', 'drip', 'storm', 'refused'],
  drip: ['drip', 'content', 'storm', 'refused'],
  refused: ['create', 'end'],
  end: ['end'],
  // Each further fault of a poll would be one more poll after the end.
  bare: ['bare', 'get', 'storm'],
  extra: ['extra'],
  clock: ['clock', 'create', 'storm'],
  storm: ['storm'],
};

const FAULTS: readonly Fault[] = [
  ['create', 6, (random) => [create(busy(random), hits(random, 3))]],
  ['create', 3, (random) => [create(failing(random), hits(random, 2))]],
  ['create', 2, (random) => [accepted(failing(random), hits(random, 2))]],
  ['create', 5, (random) => [accepted(broken(random), hits(random, 2))]],
  ['silence', 1, () => [accepted({ kind: 'delay', ms: 9000 }, ONCE)]],
  ['refused', 1, (random) => [create({ kind: 'answer', status: random.pick([400, 401, 402]) })], MAKE],
  ['refused', 6, refusedLater, BATCH],
  ['end', 3, (random) => [create(failed(random), ONCE)], MAKE],
  ['end', 1, () => [create({ kind: 'outcome', stick: 'pending' })], MAKE],
  ['end', 2, () => [poll({ kind: 'account', revokeKey: true }, ONCE)], MAKE],
  ['create', 1, () => [create({ kind: 'outcome', skipRunning: true })]],
  // Responses arrive in another order than their requests.
  ['create', 3, (random) => [accepted(slow(random, 500), { after: random.below(4), first: 1 })], BATCH],
  ['get', 4, (random) => [poll(busy(random), hits(random, 2))]],
  ['get', 2, (random) => [poll(failing(random), hits(random, 2))]],
  ['get', 2, (random) => [poll(broken(random), hits(random, 2))]],
  ['get', 3, () => [poll({ kind: 'answer', status: 404 }, ONCE)]],
  ['get', 3, (random) => [poll(shown(random.pick(['paused', 'queued'])), hits(random, 2))]],
  ['get', 1, () => [poll(shown('running'), ONCE), poll(shown('pending'), { after: 1, first: 1 })]],
  ['bare', 3, () => [rule({ operation: 'get', status: 'completed' }, { kind: 'record', remove: ['output'] }, ONCE)]],
  ['extra', 1, () => [poll({ kind: 'record', set: { progress: 0.5, queue: null, metadata: { labels: ['a', 'b'] } } })]],
  ['get', 2, (random) => [poll(slow(random, 1000), hits(random, 2))]],
  ['clock', 1, (random) => [poll({ kind: 'account', advanceSeconds: random.pick([3600, -600]) }, ONCE)]],
  ['content', 3, (random) => [download(busy(random), hits(random, 2))]],
  ['content', 2, (random) => [download({ kind: 'answer', status: 404, code: 'content_not_ready' }, hits(random, 2))]],
  ['content', 2, (random) => [download(failing(random), hits(random, 2))]],
  ['content', 6, (random) => [download(brokenClip(random), hits(random, 2))]],
  ['content', 1, () => [download({ kind: 'cut', at: 1, length: 'chunked' }, ONCE)]],
  ['silence', 1, () => [download({ kind: 'stall', at: 0.6 }, ONCE)]],
  ['content', 2, () => [download({ kind: 'answer', status: 200, body: 'html' }, ONCE)]],
  ['content', 4, (random) => [cutOnce(random), download({ kind: 'content', changeEtag: true })]],
  ['content', 3, (random) => [cutOnce(random), download({ kind: 'content', ignoreRange: true }, undefined, true)]],
  ['content', 3, wrongPart],
  ['content', 2, () => [download({ kind: 'content', otherOrigin: true })]],
  ['content', 1, (random) => [download({ before: random.pick(['headers', 'body']), ...slow(random, 1000) }, ONCE)]],
  ['drip', 2, () => [download({ kind: 'throttle', bytesPerSecond: 110_000 })]],
  ['storm', 3, storm],
];

/** The number of faults in a schedule, by weight. */
const COUNTS = [1, 1, 2, 2, 2, 3, 3, 4];
const GOALS: readonly Goal[] = ['make', 'make', 'make', 'make', 'batch', 'derive'];
const LATENCIES = ['instant', 'instant', 'instant', 'polls:1,1', 'polls:1,1', 'polls:3,4'];

/** Draws the schedule of a round, for a client with these goals. The same seed and round draw the same schedule. */
export function drawSchedule(seed: number, round: number, goals: readonly Goal[]): Schedule {
  const random = createRandom(seed * 1_000_003 + round);
  const goal = random.pick(GOALS.filter((one) => goals.includes(one)));
  const drawn: Fault[] = [];
  for (let left = random.pick(COUNTS); left > 0; left -= 1) {
    // Two faults of one operation show mistakes that neither shows alone.
    const group = random.chance(0.4) ? drawn.at(-1)?.[0] : undefined;
    const possible = FAULTS.filter((one) => isPossible(one, goal, drawn));
    const alike = possible.filter(([other]) => group === undefined || other === group);
    const fault = pickFault(random, alike) ?? pickFault(random, possible);
    if (fault !== undefined) drawn.push(fault);
  }
  // Many polls of many generations would exceed the deadline of a client.
  const latency = goal === 'make' ? random.pick(LATENCIES) : random.pick(LATENCIES.slice(0, -1));
  const rules = drawn.flatMap(([, , rulesOf]) => rulesOf(random));
  return { goal, latency, rules: random.chance(0.5) ? inTurn(rules) : rules };
}

/** Lets the rules of one operation act one after the other. */
function inTurn(rules: readonly DrawnRule[]): DrawnRule[] {
  return rules.map((one, at) => {
    const { match, when } = one;
    if (when?.first === undefined || match.operation === undefined) return one;
    const after = rules
      .slice(0, at)
      .filter((other) => other.match.operation === match.operation && isSeenBy(one, other))
      .reduce((sum, other) => sum + (other.when?.first ?? 0), 0);
    return { ...one, when: { ...(after > 0 && { after }), first: when.first } };
  });
}

/** Returns whether a later rule sees the requests that an earlier rule does not answer. */
function isSeenBy({ match }: DrawnRule, { match: earlier }: DrawnRule): boolean {
  return match.phase === undefined || earlier.phase !== undefined;
}

function isPossible([group, , , goals]: Fault, goal: Goal, drawn: readonly Fault[]): boolean {
  const isApart = ([other]: Fault): boolean =>
    APART[group]?.includes(other) === true || APART[other]?.includes(group) === true;
  return goals?.includes(goal) !== false && !drawn.some(isApart);
}

/** Draws a fault by weight. */
function pickFault(random: Random, faults: readonly Fault[]): Fault | undefined {
  let place = random.below(faults.reduce((sum, [, weight]) => sum + weight, 0));
  return faults.find(([, weight]) => (place -= weight) < 0);
}
