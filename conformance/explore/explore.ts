/**
 * Explores a server: draws sequences of requests, judges the responses, and shrinks each sequence that breaks a promise
 * (decision 0034).
 */

import type { Exchange } from '../client/exchange.ts';
import { FIRST_EDITION } from '../engine/edition.ts';
import { sectionOf, type Result } from '../engine/judge.ts';
import type { Profile } from '../profile/profile.ts';
import { drawSequence } from './draw.ts';
import { EXPLORED, type Explored } from './explored.ts';
import type { Breach } from './breach.ts';
import { judgeAccess } from './access.ts';
import { judgeAccount } from './judge-account.ts';
import { judgeCreates } from './judge-creates.ts';
import { judgeReads } from './judge-reads.ts';
import { passiveBreaches } from './passive.ts';
import { createRandom } from './random.ts';
import { play, type Played, type Player, type Sequence } from './sequence.ts';
import { shrink, type Shrunk } from './shrink.ts';
import { fewerSteps, plainerSteps } from './simpler.ts';
import { createWorld, noteClips, type World } from './world.ts';

export interface Exploration extends Player {
  readonly profile: Profile;
  readonly rounds: number;
  /** The exchanges of the run so far. */
  readonly exchanges: readonly Exchange[];
  readonly startedAt: string;
  /** Checks that have failed already. */
  readonly failed: ReadonlySet<string>;
  /** The budget has kept a request back. */
  readonly isSpent: () => boolean;
  readonly onRound: (round: { readonly done: number; readonly of: number; readonly found: number }) => void;
}

export interface ExploredRun {
  readonly explored: Explored;
  readonly results: readonly Result[];
  /** The exchanges of the findings. */
  readonly exchanges: readonly Exchange[];
}

/** The most mistakes that a run reports. */
const MOST_FINDINGS = 10;
/** Runs that try to confirm a mistake before it is dropped. */
const CONFIRMING_RUNS = 2;
/** Sequences that shrinking tries at most. Those that pay for generations cost money and time. */
const MOST_TRIES = 200;
const MOST_PAID_TRIES = 20;
/** After so many suspicions that came to nothing, others of the promise are not pursued. */
const MOST_DISMISSED = 2;

const ORACLES = [judgeCreates, judgeReads, judgeAccess, judgeAccount];

interface Seen {
  readonly breach: Breach;
  readonly played: readonly Played[];
}

type Failing = Shrunk<Sequence, Seen>;

/** Explores until the rounds, the time or the run are over. */
export async function explore(exploration: Exploration): Promise<ExploredRun> {
  const { profile, exchanges } = exploration;
  const world = createWorld(profile);
  await noteClips(world, exchanges, exploration);
  return new Search(exploration, world).run();
}

class Search {
  readonly #exploration: Exploration;
  readonly #world: World;
  readonly #known: Set<string>;
  readonly #dismissed = new Map<string, number>();
  readonly #findings: { readonly about: Explored['findings'][number]; readonly seen: Seen }[] = [];
  readonly #unconfirmed: number[] = [];
  #requests = 0;

  constructor(exploration: Exploration, world: World) {
    this.#exploration = exploration;
    this.#world = world;
    this.#known = new Set(exploration.failed);
  }

  async run(): Promise<ExploredRun> {
    const { profile, rounds, onRound, isOver } = this.#exploration;
    const { seed, findings = MOST_FINDINGS } = profile.explore;
    let played = 0;
    while (played < rounds && !isOver() && this.#findings.length < findings) {
      played += 1;
      await this.#playRound(played, drawSequence(createRandom(seed * 1_000_003 + played), this.#world));
      onRound({ done: played, of: rounds, found: this.#findings.length });
    }
    const shown = this.#findings.flatMap(({ seen }) => [
      ...seen.played.map(({ exchange }) => exchange),
      ...seen.breach.exchanges,
    ]);
    return {
      explored: {
        seed,
        rounds,
        played,
        requests: this.#requests,
        unconfirmed: this.#unconfirmed,
        findings: this.#findings.map(({ about }) => about),
      },
      results: this.#findings.map(({ seen }) => resultOf(seen)),
      exchanges: [...new Map(shown.map((exchange) => [exchange.n, exchange])).values()],
    };
  }

  async #playRound(round: number, sequence: Sequence): Promise<void> {
    for (const seen of await this.#test(sequence)) {
      const { breach } = seen;
      if (this.#known.has(breach.key) || this.#exploration.isOver()) continue;
      this.#known.add(breach.key);
      const found = await this.#pursue(round, sequence, seen);
      if (found === 'unconfirmed') this.#unconfirmed.push(round);
      if (found !== undefined && found !== 'unconfirmed') continue;
      this.#known.delete(breach.key);
    }
  }

  /** Sends a sequence, and judges the responses. */
  async #test(sequence: Sequence): Promise<Seen[]> {
    const exploration = this.#exploration;
    const world = this.#world;
    const played = await play(sequence, exploration);
    this.#requests += played.length;
    const breaches = ORACLES.flatMap((judge) => judge(played, world));
    const own = played.map(({ exchange }) => exchange);
    // The length of an edit follows from its source videos.
    const sources = world.clips.filter(({ id }) => own.some(({ request }) => request.body?.includes(id) === true));
    const before = sources.map(({ create }) => create);
    const passive = passiveBreaches(own, before, exploration.startedAt);
    await noteClips(world, own, exploration);
    return [...breaches, ...passive].map((breach) => ({ breach, played }));
  }

  /** Plays a sequence; the result is nothing unless it shows this mistake for certain. */
  async #failing(candidate: Sequence, { key }: Breach): Promise<Failing | undefined> {
    const seen = (await this.#test(candidate)).find(({ breach }) => breach.key === key && breach.isSuspicion !== true);
    return seen && { candidate, seen };
  }

  async #pursue(round: number, sequence: Sequence, start: Seen): Promise<'found' | 'unconfirmed' | undefined> {
    const { breach } = start;
    const dismissed = this.#dismissed.get(breach.key) ?? 0;
    if (breach.isSuspicion === true && dismissed >= MOST_DISMISSED) return undefined;
    const first = breach.isSuspicion === true ? withPrimaryKey(sequence, breach) : sequence;
    let failing: Failing | undefined;
    let runs = 0;
    for (; failing === undefined && runs < CONFIRMING_RUNS; runs += 1) failing = await this.#failing(first, breach);
    const about = { id: EXPLORED + breach.key, round, requests: sequence.length };
    const isSpent = this.#exploration.isSpent() || sequence.some(({ key }) => key === 'once');
    if (failing === undefined && breach.isSuspicion !== true && isSpent) {
      // No money is left for a second run.
      const once = { left: sequence.length, isShrunk: false, failed: 1, runs: 1 };
      this.#findings.push({ about: { ...about, ...once }, seen: start });
      return 'found';
    }
    if (failing === undefined) {
      // A server may look at the credits before it looks at the rest of a create.
      if (breach.isSuspicion !== true) return 'unconfirmed';
      this.#dismissed.set(breach.key, dismissed + 1);
      return undefined;
    }
    const { candidate, seen, isShrunk } = await this.#shrunk(failing, breach);
    const again = { left: candidate.length, isShrunk, failed: 2, runs: runs + 1 };
    this.#findings.push({ about: { ...about, ...again }, seen });
    return 'found';
  }

  async #shrunk(start: Failing, breach: Breach): Promise<Failing & { readonly isShrunk: boolean }> {
    const isPaid = start.candidate.some(({ method, key }) => method === 'POST' && key !== 'poor');
    let left = isPaid && start.candidate.length > 1 ? MOST_PAID_TRIES : MOST_TRIES;
    const shrunk = await shrink<Sequence, Seen>(start, [fewerSteps, plainerSteps], async (candidates) => {
      for (const candidate of candidates) {
        if (left <= 0 || this.#exploration.isOver()) return undefined;
        left -= 1;
        const failing = await this.#failing(candidate, breach);
        if (failing !== undefined) return failing;
      }
      return undefined;
    });
    const isEnded = left > 0 && !this.#exploration.isOver() && !this.#exploration.isSpent();
    return { ...shrunk, isShrunk: isEnded || shrunk.candidate.length === 1 };
  }
}

/** The suspicious create alone, with the primary key, which has credits. */
function withPrimaryKey(sequence: Sequence, { exchanges }: Breach): Sequence {
  const body = exchanges.at(-1)?.request.body;
  const step = sequence.find((one) => one.body === body) ?? sequence[0];
  if (step === undefined) return [];
  const { isTogether: _, ...alone } = step;
  return [{ ...alone, key: 'primary' }];
}

function resultOf({ breach, played }: Seen): Result {
  const { key, requirement, authority, proves, expected, got, exchanges } = breach;
  const last = exchanges.at(-1)?.n;
  const sent = played.flatMap(({ step, exchange }) => (step.isPolling === true ? [] : [exchange.n]));
  const shown = new Set([...sent, ...exchanges.map(({ n }) => n)]);
  const others = [...shown].filter((n) => n !== last).toSorted((a, b) => a - b);
  return {
    id: EXPLORED + key,
    section: sectionOf({ requirement }),
    requirement,
    authority,
    level: 'must',
    since: FIRST_EDITION,
    proves,
    failing: 'A random sequence of requests from the exploration shows this failure.',
    verdict: 'fail',
    expected,
    got,
    exchanges: [...others, ...(last === undefined ? [] : [last])],
  };
}
