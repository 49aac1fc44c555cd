/**
 * Explores a server: draws sequences of requests, judges the responses, and shrinks each sequence that breaks a promise
 * (decision 0034).
 */

import { CHECKS } from '../checks/checks.ts';
import type { Exchange } from '../client/exchange.ts';
import { FIRST_EDITION } from '../engine/edition.ts';
import { judgeAll, sectionOf, type Result } from '../engine/judge.ts';
import type { Profile } from '../profile/profile.ts';
import { drawSequence } from './draw.ts';
import { EXPLORED, type Explored } from './explored.ts';
import type { Breach, Oracle } from './breach.ts';
import { judgeAccess, judgeProtocol } from './access.ts';
import { judgeAccount } from './judge-account.ts';
import { judgeCreates } from './judge-creates.ts';
import { judgeReads } from './judge-reads.ts';
import { createRandom } from './random.ts';
import { plainer, play, type Played, type Player, type Sequence, type Step } from './sequence.ts';
import { fewerOf, shrink, withVariants, type Shrunk } from './shrink.ts';
import { noteClips, type World } from './world.ts';

export interface Exploration extends Player {
  readonly profile: Profile;
  readonly rounds: number;
  /** The exchanges of the run so far. */
  readonly exchanges: readonly Exchange[];
  readonly startedAt: string;
  /** The checks that have failed already. */
  readonly failed: ReadonlySet<string>;
  /** Returns whether the budget has kept a request back. */
  readonly isSpent: () => boolean;
  readonly onRound: (round: { readonly done: number; readonly of: number; readonly found: number }) => void;
}

export interface ExploredRun {
  readonly explored: Explored;
  readonly results: readonly Result[];
  /** The exchanges of the findings. */
  readonly exchanges: readonly Exchange[];
}

/** The maximum number of mistakes that a run reports. */
const MOST_FINDINGS = 10;
/** The number of runs that try to confirm a mistake before it is dropped. */
const CONFIRMING_RUNS = 2;
/** The maximum number of sequences that shrinking tries. Sequences that pay for generations cost money and time. */
const MOST_TRIES = 200;
const MOST_PAID_TRIES = 20;
/** The number of false suspicions after which other suspicions of the promise are not pursued. */
const MOST_DISMISSED = 2;

/** The checks of rows judge only requests with names of their own. Dates are compared over a whole run. */
const OTHERS = /^(create|subject-map|workflow)\.|^http\.date\.goes-on$/;
const PASSIVE = CHECKS.filter(({ id, passive, level }) => passive === true && level === 'must' && !OTHERS.test(id));

/** Judges by passive checks. Responses of the sequence come first, because a check names the first wrong response. */
const judgePassively: Oracle = (played, { clips, startedAt }) => {
  const own = played.map(({ exchange }) => exchange);
  // The length of an edit follows from its source videos.
  const sources = clips.filter(({ id }) => own.some(({ request }) => request.body?.includes(id) === true));
  const exchanges = [...own, ...sources.map(({ create }) => create)];
  const results = judgeAll(PASSIVE, { exchanges, probes: {}, anyClip: '', startedAt });
  return PASSIVE.flatMap(({ id: key, requirement, authority, proves }, at): Breach[] => {
    const { verdict, expected = '', got = '', exchanges: numbers = [] } = results[at] ?? {};
    const shown = exchanges.filter(({ n }) => numbers.includes(n));
    if (verdict !== 'fail' || authority === 'silent' || !shown.some((one) => own.includes(one))) return [];
    return [{ key, requirement, authority, proves, expected, got, exchanges: shown }];
  });
};

const ORACLES = [judgeCreates, judgeReads, judgeAccess, judgeProtocol, judgeAccount, judgePassively];

type Failing = Shrunk<Sequence, Breach>;

interface Finding {
  readonly about: Explored['findings'][number];
  readonly breach: Breach;
}

/** Explores until the rounds, the time or the run end. */
export async function explore(exploration: Exploration): Promise<ExploredRun> {
  const { profile, startedAt, exchanges } = exploration;
  const world: World = { profile, startedAt, clips: [], failed: [] };
  await noteClips(world, exchanges, exploration);
  return new Search(exploration, world).run();
}

class Search {
  readonly #exploration: Exploration;
  readonly #world: World;
  readonly #known: Set<string>;
  readonly #dismissed = new Map<string, number>();
  readonly #findings: Finding[] = [];
  readonly #unconfirmed: number[] = [];
  #requests = 0;

  constructor(exploration: Exploration, world: World) {
    this.#exploration = exploration;
    this.#world = world;
    this.#known = new Set(exploration.failed);
  }

  async run(): Promise<ExploredRun> {
    const { profile, rounds, onRound, isOver } = this.#exploration;
    const { seed, findings: most = MOST_FINDINGS } = profile.explore;
    const found = this.#findings;
    let played = 0;
    while (played < rounds && !isOver() && found.length < most) {
      played += 1;
      await this.#playRound(played, drawSequence(createRandom(seed * 1_000_003 + played), this.#world));
      onRound({ done: played, of: rounds, found: found.length });
    }
    const findings = found.map(({ about }) => about);
    const shown = found.flatMap(({ breach }) => breach.exchanges);
    return {
      explored: { seed, rounds, played, requests: this.#requests, unconfirmed: this.#unconfirmed, findings },
      results: found.map(({ breach }) => resultOf(breach)),
      exchanges: [...new Map(shown.map((exchange) => [exchange.n, exchange])).values()],
    };
  }

  async #playRound(round: number, sequence: Sequence): Promise<void> {
    for (const breach of await this.#test(sequence)) {
      const { key, isSuspicion = false } = breach;
      const dismissed = this.#dismissed.get(key) ?? 0;
      const isHopeless = isSuspicion && dismissed >= MOST_DISMISSED;
      if (this.#known.has(key) || isHopeless || this.#exploration.isOver()) continue;
      const found = await this.#pursue(round, sequence, breach);
      if (found !== undefined) {
        this.#known.add(key);
        this.#findings.push(found);
      } else if (isSuspicion) this.#dismissed.set(key, dismissed + 1);
      else this.#unconfirmed.push(round);
    }
  }

  /** Sends a sequence, and judges the responses. */
  async #test(sequence: Sequence): Promise<Breach[]> {
    const played = await play(sequence, this.#exploration);
    this.#requests += played.length;
    const breaches = ORACLES.flatMap((judge) => judge(played, this.#world));
    const own = played.map(({ exchange }) => exchange);
    await noteClips(this.#world, own, this.#exploration);
    return breaches.map((breach) => ({ ...breach, exchanges: shownBy(breach, played) }));
  }

  /** Plays a sequence. Resolves to nothing unless the sequence certainly shows this mistake. */
  async #failing(candidate: Sequence, { key }: Breach): Promise<Failing | undefined> {
    const seen = (await this.#test(candidate)).find((one) => one.key === key && one.isSuspicion !== true);
    return seen && { candidate, seen };
  }

  /** Confirms a mistake, and shrinks its sequence. */
  async #pursue(round: number, sequence: Sequence, breach: Breach): Promise<Finding | undefined> {
    const first = breach.isSuspicion === true ? withPrimaryKey(sequence, breach) : sequence;
    const about = { id: EXPLORED + breach.key, round, requests: sequence.length };
    let failing: Failing | undefined;
    let runs = 0;
    for (; failing === undefined && runs < CONFIRMING_RUNS; runs += 1) failing = await this.#failing(first, breach);
    if (failing !== undefined) {
      const { candidate, seen, isShrunk } = await this.#shrunk(failing, breach);
      return { about: { ...about, left: candidate.length, isShrunk, failed: 2, runs: runs + 1 }, breach: seen };
    }
    // If the budget does not cover a second run, the first run counts.
    const isSpent = this.#exploration.isSpent() || sequence.some(({ key }) => key === 'once');
    if (breach.isSuspicion === true || !isSpent) return undefined;
    return { about: { ...about, left: sequence.length, isShrunk: false, failed: 1, runs: 1 }, breach };
  }

  async #shrunk(start: Failing, breach: Breach): Promise<Failing & { readonly isShrunk: boolean }> {
    const isPaid = start.candidate.some(({ method, key }) => method === 'POST' && key !== 'poor');
    let left = isPaid && start.candidate.length > 1 ? MOST_PAID_TRIES : MOST_TRIES;
    const kinds = [fewerOf<Step>, (sequence: Sequence) => withVariants(sequence, plainer)];
    const shrunk = await shrink<Sequence, Breach>(start, kinds, async (candidates) => {
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

/** Returns only the suspicious create, with the primary key, which has credits. */
function withPrimaryKey(sequence: Sequence, { exchanges }: Breach): Sequence {
  const suspicious = sequence.filter(({ body }) => body === exchanges.at(-1)?.request.body);
  return suspicious.slice(0, 1).map((step) => ({ ...step, key: 'primary', isTogether: false }));
}

/** Returns the requests of a sequence without polls, and the exchanges of a breach, the wrong response last. */
function shownBy({ exchanges }: Breach, played: readonly Played[]): Exchange[] {
  const sent = played.flatMap(({ step, exchange }) => (step.isPolling === true ? [] : [exchange]));
  const wrong = exchanges.slice(-1);
  const others = new Set([...sent, ...exchanges].filter((one) => !wrong.includes(one)));
  return [...[...others].toSorted((a, b) => a.n - b.n), ...wrong];
}

function resultOf(breach: Breach): Result {
  const { key, isSuspicion: _, ...about } = breach;
  return {
    ...about,
    id: EXPLORED + key,
    section: sectionOf(breach),
    level: 'must',
    since: FIRST_EDITION,
    failing: 'A random sequence of requests from the exploration shows this failure.',
    verdict: 'fail',
    exchanges: breach.exchanges.map(({ n }) => n),
  };
}
