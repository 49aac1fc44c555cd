/**
 * Draws a schedule. A careful client survives every schedule: silences and waits are as short as in quick pace. A client
 * may give up wherever a rule is in its way.
 */

import { createRandom, type Random } from '../../conformance/explore/random.ts';
import type { Goal } from '../expectations/expectation.ts';
import type { DrawnRule, Schedule } from './schedule.ts';

type Effect = DrawnRule['effect'];
type When = NonNullable<DrawnRule['when']>;

/** One kind of fault, which takes one rule or two. */
interface Fault {
  /** Faults of groups in `not` are not drawn beside this one. */
  readonly group: string;
  readonly not?: readonly string[];
  readonly weight: number;
  /** All goals, unless they are named. */
  readonly goals?: readonly Goal[];
  readonly rules: (random: Random, goal: Goal) => readonly DrawnRule[];
}

const MAKE: readonly Goal[] = ['make'];
const BATCH: readonly Goal[] = ['batch'];
const RECORD = { remove: ['output', 'error'] };

const create = (effect: Effect, when?: When): DrawnRule => rule({ operation: 'create' }, effect, when);
const accepted = (effect: Effect, when?: When): DrawnRule =>
  rule({ operation: 'create', phase: 'after-reservation' }, effect, when);
const poll = (effect: Effect, when?: When): DrawnRule => rule({ operation: 'get' }, effect, when);
const download = (effect: Effect, when?: When, range?: boolean): DrawnRule =>
  rule({ operation: 'content', phase: 'during-download', ...(range !== undefined && { range }) }, effect, when);

function rule(match: DrawnRule['match'], effect: Effect, when?: When): DrawnRule {
  return { match, ...(when && { when }), effect };
}

/** A few hits, mostly of the first requests. */
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

const CUT = (random: Random): DrawnRule =>
  download({ kind: random.pick(['reset', 'cut']), at: random.pick([0.3, 0.5, 0.8]) }, { first: 1 }, false);

const FAULTS: readonly Fault[] = [
  { group: 'create', weight: 6, rules: (random) => [create(busy(random), hits(random, 3))] },
  { group: 'create', weight: 3, rules: (random) => [create(failing(random), hits(random, 2))] },
  { group: 'create', weight: 2, rules: (random) => [accepted(failing(random), hits(random, 2))] },
  { group: 'create', weight: 5, rules: (random) => [accepted(broken(random), hits(random, 2))] },
  {
    group: 'silence',
    not: ['silence', 'storm'],
    weight: 1,
    rules: () => [accepted({ kind: 'delay', ms: 9000 }, { first: 1 })],
  },
  {
    group: 'refused',
    not: ['create', 'silence', 'end'],
    weight: 1,
    goals: MAKE,
    rules: (random) => [create({ kind: 'answer', status: random.pick([400, 401, 402]) })],
  },
  {
    group: 'refused',
    not: ['create', 'silence', 'end'],
    weight: 6,
    goals: BATCH,
    rules: (random) => {
      const refused = { operation: 'create', phase: 'before-reservation' } as const;
      const slow = random.chance(0.5) ? [create({ kind: 'delay', ms: 300 })] : [];
      return [...slow, rule(refused, { kind: 'answer', status: 402 }, { after: 1 + random.below(3) })];
    },
  },
  {
    group: 'end',
    not: ['end', 'refused'],
    weight: 3,
    goals: MAKE,
    rules: (random) => {
      const code = random.pick(['generation_failed', 'output_content_rejected']);
      const fail = { from: random.pick(['pending', 'running']), code };
      return [create({ kind: 'outcome', fail }, { first: 1 })];
    },
  },
  {
    group: 'end',
    not: ['end', 'refused'],
    weight: 1,
    goals: MAKE,
    rules: () => [create({ kind: 'outcome', stick: 'pending' })],
  },
  {
    group: 'end',
    not: ['end', 'refused'],
    weight: 2,
    goals: MAKE,
    rules: () => [poll({ kind: 'account', revokeKey: true }, { first: 1 })],
  },
  { group: 'create', weight: 1, rules: () => [create({ kind: 'outcome', skipRunning: true })] },
  // Responses arrive in another order than their requests.
  {
    group: 'create',
    weight: 3,
    goals: BATCH,
    rules: (random) => [
      accepted({ kind: 'delay', ms: 500 + 500 * random.below(3) }, { after: random.below(4), first: 1 }),
    ],
  },
  { group: 'get', not: ['bare'], weight: 4, rules: (random) => [poll(busy(random), hits(random, 2))] },
  { group: 'get', not: ['bare'], weight: 2, rules: (random) => [poll(failing(random), hits(random, 2))] },
  { group: 'get', not: ['bare'], weight: 2, rules: (random) => [poll(broken(random), hits(random, 2))] },
  { group: 'get', not: ['bare'], weight: 3, rules: () => [poll({ kind: 'answer', status: 404 }, { first: 1 })] },
  {
    group: 'get',
    not: ['bare'],
    weight: 3,
    rules: (random) => [
      poll({ kind: 'record', status: random.pick(['paused', 'queued']), ...RECORD }, hits(random, 2)),
    ],
  },
  {
    group: 'get',
    not: ['bare'],
    weight: 1,
    rules: () => [
      poll({ kind: 'record', status: 'running', ...RECORD }, { first: 1 }),
      poll({ kind: 'record', status: 'pending', ...RECORD }, { after: 1, first: 1 }),
    ],
  },
  // Every further fault of a poll would be one more poll after the end.
  {
    group: 'bare',
    not: ['get', 'storm', 'bare'],
    weight: 3,
    rules: () => [
      rule({ operation: 'get', status: 'completed' }, { kind: 'record', remove: ['output'] }, { first: 1 }),
    ],
  },
  {
    group: 'extra',
    not: ['extra'],
    weight: 1,
    rules: () => [poll({ kind: 'record', set: { progress: 0.5, queue: null, metadata: { labels: ['a', 'b'] } } })],
  },
  {
    group: 'get',
    not: ['bare'],
    weight: 2,
    rules: (random) => [poll({ kind: 'delay', ms: 1000 + 1000 * random.below(3) }, hits(random, 2))],
  },
  {
    group: 'clock',
    not: ['clock', 'storm', 'create'],
    weight: 1,
    rules: (random) => [poll({ kind: 'account', advanceSeconds: random.pick([3600, -600]) }, { first: 1 })],
  },
  { group: 'content', weight: 3, rules: (random) => [download(busy(random), hits(random, 2))] },
  {
    group: 'content',
    weight: 2,
    rules: (random) => [download({ kind: 'answer', status: 404, code: 'content_not_ready' }, hits(random, 2))],
  },
  { group: 'content', weight: 2, rules: (random) => [download(failing(random), hits(random, 2))] },
  { group: 'content', weight: 6, rules: (random) => [download(brokenClip(random), hits(random, 2))] },
  { group: 'content', weight: 1, rules: () => [download({ kind: 'cut', at: 1, length: 'chunked' }, { first: 1 })] },
  { group: 'silence', not: ['silence'], weight: 1, rules: () => [download({ kind: 'stall', at: 0.6 }, { first: 1 })] },
  {
    group: 'content',
    weight: 2,
    rules: () => [download({ kind: 'answer', status: 200, body: 'html' }, { first: 1 })],
  },
  { group: 'content', weight: 4, rules: (random) => [CUT(random), download({ kind: 'content', changeEtag: true })] },
  {
    group: 'content',
    weight: 3,
    rules: (random) => [CUT(random), download({ kind: 'content', ignoreRange: true }, undefined, true)],
  },
  {
    group: 'content',
    weight: 3,
    rules: (random) => {
      const wrongPart = random.pick(['shorter', 'elsewhere', 'other-total']);
      return [CUT(random), download({ kind: 'content', wrongPart }, { first: 1 }, true)];
    },
  },
  { group: 'content', weight: 2, rules: () => [download({ kind: 'content', otherOrigin: true })] },
  {
    group: 'content',
    weight: 1,
    rules: (random) => {
      const before = random.pick(['headers', 'body']);
      return [download({ kind: 'delay', ms: 1000 + 1000 * random.below(3), before }, { first: 1 })];
    },
  },
  {
    group: 'silence',
    not: ['silence', 'content'],
    weight: 2,
    rules: () => [download({ kind: 'throttle', bytesPerSecond: 110_000 })],
  },
  {
    group: 'storm',
    not: ['storm', 'bare', 'clock', 'silence'],
    weight: 3,
    rules: (random) => {
      const wait = random.chance(0.5) ? { retryAfter: 1 } : {};
      const window = { toSeconds: 2 + random.below(3) };
      return [rule({}, { kind: 'answer', status: 503, ...wait }, { window })];
    },
  },
];

/** How many faults a schedule has, by weight: one, two, three, four. */
const COUNTS = [1, 1, 2, 2, 2, 3, 3, 4];
const GOALS: readonly Goal[] = ['make', 'make', 'make', 'make', 'batch', 'derive'];
const LATENCIES = ['instant', 'instant', 'instant', 'polls:1,1', 'polls:1,1', 'polls:3,4'];

/** The schedule of a round, for a client with these goals. The same seed and round draw the same schedule. */
export function drawSchedule(seed: number, round: number, goals: readonly Goal[]): Schedule {
  const random = createRandom(seed * 1_000_003 + round);
  const possible = GOALS.filter((goal) => goals.includes(goal));
  const goal = random.pick(possible);
  const drawn: Fault[] = [];
  for (let left = random.pick(COUNTS); left > 0; left -= 1) {
    // Two faults of one operation show mistakes that neither shows alone.
    const group = random.chance(0.4) ? drawn.at(-1)?.group : undefined;
    const fault = pickFault(random, goal, { drawn, group }) ?? pickFault(random, goal, { drawn });
    if (fault !== undefined) drawn.push(fault);
  }
  // Many polls of many generations would take longer than a client has.
  const latency = goal === 'make' ? random.pick(LATENCIES) : random.pick(LATENCIES.slice(0, -1));
  const rules = drawn.flatMap((fault) => fault.rules(random, goal));
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

/** A request that a rule answers early does not reach the rules of later phases, which do not count it. */
function isSeenBy({ match }: DrawnRule, { match: earlier }: DrawnRule): boolean {
  return match.phase === undefined || earlier.phase !== undefined;
}

interface Drawn {
  readonly drawn: readonly Fault[];
  /** Only faults of this group. */
  readonly group?: string | undefined;
}

function pickFault(random: Random, goal: Goal, { drawn, group: only }: Drawn): Fault | undefined {
  const fits = FAULTS.filter(
    ({ goals, group, not = [] }) =>
      goals?.includes(goal) !== false &&
      (only === undefined || only === group) &&
      !drawn.some((other) => not.includes(other.group) || other.not?.includes(group) === true),
  );
  let place = random.below(fits.reduce((sum, { weight }) => sum + weight, 0));
  return fits.find(({ weight }) => (place -= weight) < 0);
}
