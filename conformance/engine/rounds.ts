/**
 * Runs the probes of a plan in parallel: probes that pay come first, each after the probes that it needs. With a
 * budget, it plans again with the rest, until the rest buys nothing more.
 */

import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Probe } from './define.ts';
import { Skip, skippedRun, type ProbeRun } from './evidence.ts';
import type { MadeGeneration } from './probe-tools.ts';
import { outcomeText, statusOf } from './make-generation.ts';
import { missing } from './outcome.ts';
import { needsInOrder, type RunPlan } from './plan.ts';
import { budgetOf } from './money/prices.ts';
import {
  createGenerations,
  isFree,
  launch,
  type Generations,
  type Launching,
  type ProbeContext,
} from './run-probes.ts';

/** The probe name of a generation that `--reuse` names. */
export const REUSED = 'reused';

/** The maximum number of concurrent probes. Concurrent requests have a separate limit. */
const PROBES_AT_ONCE = 32;

/** Runs all probes and returns the state of each. */
export async function runProbes(context: ProbeContext): Promise<Record<string, ProbeRun>> {
  const runs = new Map<Probe, Promise<ProbeRun>>();
  const generations = createGenerations(context.profile);
  await lookAtReused(context, generations);
  for (const probe of context.plan.probes)
    if (probe.turn === 'first') await launch(context, generations, { probe, runs });
  await priceFirst(context, generations, runs);
  const places = createSemaphore(PROBES_AT_ONCE);
  let { plan } = context;
  for (let launched = true; launched;) {
    if (context.profile.budget !== undefined) plan = context.replan(new Set(runs.keys()));
    launched = false;
    for (const probe of paidFirst(plan)) {
      if (runs.has(probe) || probe.turn === 'last') continue;
      launched = true;
      void launch({ ...context, plan }, generations, { probe, runs, places });
    }
    await Promise.all(runs.values());
    if (context.profile.budget === undefined) break;
  }
  for (const probe of plan.probes)
    if (probe.turn === 'last') await launch({ ...context, plan }, generations, { probe, runs });

  for (const probe of plan.leftOutByBudget) context.unaffordable(probe);
  const done = await Promise.all(runs.values());
  const left = [...plan.left]
    .filter(([probe]) => !runs.has(probe))
    .map(([{ id }, { reason, give }]) =>
      skippedRun(id, new Skip('untestable', reason, give === undefined ? undefined : { give })),
    );
  return Object.fromEntries([...done, ...left].map((run) => [run.id, run]));
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
async function lookAtReused(context: ProbeContext, generations: Generations): Promise<void> {
  const { client, profile } = context;
  const [id] = profile.reuse;
  if (id === undefined || context.halted() !== undefined) return;
  const clip: MadeGeneration = { name: REUSED, id, key: 'primary' };
  const path = `/v1/videos/${encodeURIComponent(id)}`;
  const { exchange } = await client.send({ probe: REUSED, label: 'poll 1', method: 'GET', path, key: clip.key });
  generations.clips.set('any-clip', clip);
  const status = statusOf(exchange);
  if (status !== 'completed') {
    const found = status === undefined ? `a get request failed (${outcomeText(exchange)})` : `it is ${status}`;
    generations.problems.set(
      'any-clip',
      missing('--reuse', `${id} (--reuse) is not a completed generation of the primary key: ${found}`),
    );
  }
}

/** Sends the cheapest independent create first, to learn the prices of a run with a budget but without prices. */
async function priceFirst(context: ProbeContext, generations: Generations, runs: Launching['runs']): Promise<void> {
  const { plan, profile, spend } = context;
  if (profile.budget === undefined || profile.prices !== undefined) return;
  const [first] = plan.probes
    .filter((probe) => (probe.after ?? []).length === 0 && !isFree(probe, plan))
    .toSorted((one, other) => sizeOf(plan, one) - sizeOf(plan, other));
  if (first === undefined) return;
  await launch(context, generations, { probe: first, runs });
  if (spend.unpriced() > 0)
    context.halt(
      `The response to the first create request does not state the cost. So the run cannot stay within the ${budgetOf(profile.budget)}. Add prices to the profile, or run without a budget.`,
    );
}

/** Ranks creates without known prices: by tier, then by seconds. */
function sizeOf({ costsOf }: RunPlan, probe: Probe): number {
  const sizes = costsOf(probe).map(
    ({ resolution, output, source }) => 1000 * RESOLUTIONS.indexOf(resolution) + output + source,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
