/** The search after the checks of a run, within the run's limits of money and time. */

import { sleep } from '../client/sleep.ts';
import type { Sent } from '../client/spec.ts';
import type { ExploredRun } from '../explore/explore.ts';
import type { Send } from '../explore/sequence.ts';
import { EXPLORING } from './evidence.ts';
import { judgeAll } from './judge.ts';
import { pauseAfter } from './make-generation.ts';
import type { Cost } from './define.ts';
import { createSpec } from './probe-tools.ts';
import { OverBudget } from './money/spend.ts';
import type { Run } from './open-run.ts';

/** The label of the cheapest create. Under a budget without prices, this create shows the prices of the server. */
const PRICE = 'price';

/** Searches, if the profile enables it. Without money, a search continues with free requests. */
export async function exploring(run: Run): Promise<ExploredRun | undefined> {
  const { profile, exchanges, signal, setup, client, spend } = run;
  const { rounds, seconds = Infinity } = profile.explore;
  if (rounds === undefined || run.stopped !== undefined) return undefined;
  const startedAt = run.startedAt.toISOString();
  const until = Date.now() + seconds * 1000;
  const isOver = (): boolean => signal.aborted || run.stopped !== undefined || Date.now() >= until;
  let isSpent = false;
  const isUnpriced = (cost: Cost): boolean => profile.budget !== undefined && spend.estimate(cost) === undefined;
  const send: Send = async (label, spec) => {
    await run.ask();
    if (isOver()) return undefined;
    const sending = (): Promise<Sent> => client.send({ ...spec, probe: EXPLORING, label });
    if (spec.method !== 'POST' || spec.key === undefined || spec.key === 'poor') return sending();
    const body = typeof spec.body === 'string' ? spec.body : undefined;
    const planned = spend.costOf(body);
    if (label !== PRICE && isUnpriced(planned)) return undefined;
    try {
      return await spend.pay({ probe: EXPLORING, planned, isSpare: true, body }, sending);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      isSpent = true;
      return undefined;
    }
  };
  const { cheapestCreate: cheapest } = setup;
  if (isUnpriced(spend.costOf(JSON.stringify(cheapest)))) await send(PRICE, createSpec(cheapest, {}));
  // The checks that judge any response have judged the exchanges of the run already.
  const passive = setup.checks.filter((check) => check.passive === true);
  const results = judgeAll(passive, { exchanges, probes: {}, anyClip: '', startedAt });
  return setup.explore({
    profile,
    rounds,
    exchanges,
    startedAt,
    failed: new Set(results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))),
    isOver,
    generationSeconds: profile.timing.generationSeconds,
    pause: (polls) => sleep(pauseAfter(polls, profile.timing.pollSeconds), signal),
    onRound: (round) => setup.onEvent({ type: 'round', ...round }),
    isSpent: () => isSpent,
    send,
  });
}
