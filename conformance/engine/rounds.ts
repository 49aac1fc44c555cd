/**
 * Runs the probes of a plan in parallel: probes that pay come first, each after the probes that it needs. With a
 * budget, it plans again with the rest, until the rest buys nothing more.
 */

import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Probe } from './define.ts';
import { skippedRun, type ProbeRun } from './evidence.ts';
import { statusOf, outcomeText } from './make-generation.ts';
import { budgetOf, round } from './money/prices.ts';
import { REUSED, type Run } from './open-run.ts';
import { missing, untestable } from './outcome.ts';
import { needsInOrder, planRun, type RunPlan } from './plan.ts';
import { isFree, launch } from './run-probes.ts';

/** The maximum number of concurrent probes. Concurrent requests have a separate limit. */
const PROBES_AT_ONCE = 32;

/** Runs all probes and returns the state of each. */
export async function runProbes(run: Run): Promise<Record<string, ProbeRun>> {
  const { profile, probes } = run;
  await pollReused(run);
  for (const probe of run.plan.probes) if (probe.turn === 'first') await launch(run, probe);
  await priceFirst(run);
  const places = createSemaphore(PROBES_AT_ONCE);
  for (let launched = true; launched;) {
    if (profile.budget !== undefined) run.plan = planAgain(run);
    launched = false;
    for (const probe of paidFirst(run.plan)) {
      if (probes.has(probe) || probe.turn === 'last') continue;
      launched = true;
      void launch(run, probe, places);
    }
    await Promise.all(probes.values());
    if (profile.budget === undefined) break;
  }
  for (const probe of run.plan.probes) if (probe.turn === 'last') await launch(run, probe);

  for (const [probe, { give }] of run.plan.left) if (give === '--budget') run.unaffordable.add(probe);
  const done = await Promise.all(probes.values());
  const left = [...run.plan.left]
    .filter(([probe]) => !probes.has(probe))
    .map(([{ id }, lacking]) => skippedRun(id, untestable(lacking)));
  return Object.fromEntries([...done, ...left].map((one) => [one.id, one]));
}

/** Plans for the rest of the budget, at the prices seen so far. */
function planAgain({ setup, profile, means, spend, probes }: Run): RunPlan {
  const done = new Set(probes.keys());
  const left = round((profile.budget ?? 0) - spend.spent() - spend.uncertain());
  const plan = planRun(setup.checks, profile, { ...means, money: { left, priceOf: spend.estimate, done } });
  spend.replan(plan.probes.filter((probe) => !done.has(probe)).flatMap(plan.costsOf));
  return plan;
}

/** Puts probes that pay first. Their clips are made while the free probes run. */
function paidFirst(plan: RunPlan): Set<Probe> {
  const order = new Set<Probe>();
  const planned = new Set(plan.probes);
  const isReady = (probe: Probe): boolean =>
    needsInOrder(probe).every((need) => {
      const before = need === 'any-clip' ? plan.anyClip : need;
      return order.has(before) || !planned.has(before);
    });
  for (const probe of plan.probes) if (!isFree(probe, plan) && isReady(probe)) order.add(probe);
  for (const probe of plan.probes) order.add(probe);
  return order;
}

/** Checks that the generation of `--reuse` is completed. */
async function pollReused({ client, profile, stopped, clips, problems }: Run): Promise<void> {
  const [id] = profile.reuse;
  if (id === undefined || stopped !== undefined) return;
  const path = `/v1/videos/${encodeURIComponent(id)}`;
  const { exchange } = await client.send({ probe: REUSED, label: 'poll 1', method: 'GET', path, key: 'primary' });
  clips.set(REUSED, { name: REUSED, id, key: 'primary' });
  const status = statusOf(exchange);
  if (status === 'completed') return;
  const found = status === undefined ? `a get request failed (${outcomeText(exchange)})` : `it is ${status}`;
  const reason = `${id} (--reuse) is not a completed generation of the primary key: ${found}`;
  problems.set(REUSED, missing('--reuse', reason));
}

/** Sends the cheapest independent create first, to learn the prices of a run with a budget but without prices. */
async function priceFirst(run: Run): Promise<void> {
  const { plan, profile, spend } = run;
  if (profile.budget === undefined || profile.prices !== undefined) return;
  const [first] = plan.probes
    .filter((probe) => (probe.after ?? []).length === 0 && !isFree(probe, plan))
    .toSorted((one, other) => sizeOf(plan, one) - sizeOf(plan, other));
  if (first === undefined) return;
  await launch(run, first);
  if (spend.unpriced() === 0) return;
  const reason = `The response to the first create request does not state the cost. So the run cannot stay within the ${budgetOf(profile.budget)}. Add prices to the profile, or run without a budget.`;
  run.stopped ??= { by: 'budget', reason };
}

/** Ranks creates without known prices: by tier, then by seconds. */
function sizeOf({ costsOf }: RunPlan, probe: Probe): number {
  const sizes = costsOf(probe).map(
    ({ resolution, output, source }) => 1000 * RESOLUTIONS.indexOf(resolution) + output + source,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
