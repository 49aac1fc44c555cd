/** The search after the checks of a run, within the run's limits of money and time. */

import type { Client } from '../client/client.ts';
import { sleep } from '../client/sleep.ts';
import type { Sent } from '../client/spec.ts';
import type { ExploredRun } from '../explore/explore.ts';
import type { Send } from '../explore/sequence.ts';
import { costOfBody } from './cost-of-body.ts';
import type { SpendJournal } from './journal.ts';
import { judgeAll } from './judge.ts';
import { pauseAfter } from './make-generation.ts';
import type { RunSetup, State } from './run.ts';
import { OverBudget, type Spend } from './spend.ts';

/** The probe of all requests of a search. */
export const EXPLORING = 'explored';

export interface Exploring {
  readonly client: Client;
  readonly spend: Spend;
  readonly state: State;
  readonly signal: AbortSignal;
  /** Where many requests in a row got no answer, asks whether the target is still there. */
  readonly ask: () => Promise<void>;
  readonly journal: SpendJournal;
  /** The start of the run. */
  readonly started: number;
}

/** Searches, if the profile asks for it. */
export async function exploring(setup: RunSetup, exploring: Exploring): Promise<ExploredRun | undefined> {
  const { explore, profile, checks, onEvent } = setup;
  const { state, signal, journal, started } = exploring;
  if (profile.explore === undefined) return undefined;
  const until = Date.now() + (profile.explore.seconds ?? Infinity) * 1000;
  const isOver = (): boolean => signal.aborted || state.stopped !== undefined || Date.now() >= until;
  const startedAt = new Date(started).toISOString();
  const exchanges = [...state.exchanges];
  const passive = checks.filter((check) => check.passive === true);
  const results = judgeAll(passive, { exchanges, probes: {}, anyClip: '', startedAt });
  return explore({
    profile: { ...profile, explore: profile.explore },
    runId: journal.runId,
    exchanges,
    startedAt,
    failed: new Set(results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))),
    isOver,
    pause: (polls) => sleep(pauseAfter(polls, profile.timing.pollSeconds), signal),
    onRound: (round) => onEvent({ type: 'round', ...round }),
    send: sender(exploring, isOver),
  });
}

/** Sends within the budget. A search goes on with what costs nothing once the money is spent. */
function sender({ client, spend, ask }: Exploring, isOver: () => boolean): Send {
  return async (label, spec) => {
    await ask();
    if (isOver()) return undefined;
    const sending = (): Promise<Sent> => client.send({ ...spec, probe: EXPLORING, label });
    if (spec.method !== 'POST' || spec.key === undefined || spec.key === 'poor') return sending();
    const body = typeof spec.body === 'string' ? spec.body : undefined;
    try {
      return await spend.pay({ probe: EXPLORING, planned: costOfBody(body), isSpare: true, body }, sending);
    } catch (error) {
      if (error instanceof OverBudget) return undefined;
      throw error;
    }
  };
}
