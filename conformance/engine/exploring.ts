/** The search after the checks of a run, within the run's limits of money and time. */

import type { Client } from '../client/client.ts';
import { sleep } from '../client/sleep.ts';
import type { Sent } from '../client/spec.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Exploration, ExploredRun } from '../explore/explore.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check } from './define.ts';
import type { Send } from '../explore/sequence.ts';
import { judgeAll } from './judge.ts';
import { pauseAfter } from './make-generation.ts';
import { OverBudget, type Spend } from './money/spend.ts';

/** The probe of all requests of a search. */
export const EXPLORING = 'explored';

/** The progress of a search. */
export interface RoundEvent {
  readonly type: 'round';
  readonly done: number;
  readonly of: number;
  readonly found: number;
}

export interface Searching {
  readonly explore: (exploration: Exploration) => Promise<ExploredRun>;
  readonly profile: Profile;
  /** The checks of the run. Those that judge any response have judged its exchanges already. */
  readonly checks: readonly Check[];
  readonly exchanges: readonly Exchange[];
  readonly client: Client;
  readonly spend: Spend;
  readonly signal: AbortSignal;
  readonly isStopped: () => boolean;
  /** Checks whether the target is still there, after many requests in a row without a response. */
  readonly ask: () => Promise<void>;
  readonly startedAt: string;
  readonly onEvent: (event: RoundEvent) => void;
}

/** Searches, if the profile enables it. */
export async function exploring(searching: Searching): Promise<ExploredRun | undefined> {
  const { explore, profile, checks, exchanges, signal, isStopped, startedAt, onEvent } = searching;
  const { rounds, seconds = Infinity } = profile.explore;
  if (rounds === undefined || isStopped()) return undefined;
  const until = Date.now() + seconds * 1000;
  const isOver = (): boolean => signal.aborted || isStopped() || Date.now() >= until;
  const money = { isSpent: false };
  const passive = checks.filter((check) => check.passive === true);
  const results = judgeAll(passive, { exchanges, probes: {}, anyClip: '', startedAt });
  return explore({
    profile,
    rounds,
    exchanges,
    startedAt,
    failed: new Set(results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))),
    isOver,
    generationSeconds: profile.timing.generationSeconds,
    pause: (polls) => sleep(pauseAfter(polls, profile.timing.pollSeconds), signal),
    onRound: (round) => onEvent({ type: 'round', ...round }),
    isSpent: () => money.isSpent,
    send: sender(searching, { isOver, money }),
  });
}

interface Limits {
  readonly isOver: () => boolean;
  readonly money: { isSpent: boolean };
}

/** Returns a sender that stays within the budget. Without money, a search continues with free requests. */
function sender({ client, spend, ask }: Searching, { isOver, money }: Limits): Send {
  return async (label, spec) => {
    await ask();
    if (isOver()) return undefined;
    const sending = (): Promise<Sent> => client.send({ ...spec, probe: EXPLORING, label });
    if (spec.method !== 'POST' || spec.key === undefined || spec.key === 'poor') return sending();
    const body = typeof spec.body === 'string' ? spec.body : undefined;
    try {
      return await spend.pay({ probe: EXPLORING, planned: spend.costOf(body), isSpare: true, body }, sending);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      money.isSpent = true;
      return undefined;
    }
  };
}
