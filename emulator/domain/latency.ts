/** The latency profiles: how long the simulated provider takes for a generation. */

import type { Resolution } from '../../contract/dimensions.ts';
import { lognormal, type RandomKey } from './random.ts';
import type { DecidedPlan, TimedPlan } from './plan.ts';

export type Latency =
  | { readonly profile: 'instant' | 'fast' | 'realistic' | 'manual' }
  | { readonly profile: 'polls'; readonly pending: number; readonly running: number };

/** What the realistic profile takes into account. */
export interface Workload {
  readonly createdAt: number;
  readonly seconds: number;
  readonly resolution: Resolution;
  readonly hasInputs: boolean;
  /** The random key of this generation. */
  readonly draw: RandomKey;
}

const FAST = { pending: 1000, running: 2000 };
const QUEUE = { medianMs: 3000, p95Ms: 30_000 };
/** The standard normal quantile of 0.95 turns a 95th percentile into a spread. */
const QUEUE_SIGMA = Math.log(QUEUE.p95Ms / QUEUE.medianMs) / 1.6448536269514722;
const RUN_SIGMA = 0.35;
const TIER_FACTOR: Record<Resolution, number> = { '480p': 1, '720p': 1.15, '1080p': 1.35 };
const GIVE_UP_MS = 45 * 60_000;

const POLLS = /^polls[:-](\d{1,6})[,-](\d{1,6})$/;

/** Reads `instant`, `fast`, `realistic`, `manual` or `polls:P,R` (on a key `polls-P-R`). */
export function parseLatency(text: string): Latency | undefined {
  if (text === 'instant' || text === 'fast' || text === 'realistic' || text === 'manual') return { profile: text };
  const [, pending, running] = POLLS.exec(text) ?? [];
  return pending === undefined ? undefined : { profile: 'polls', pending: Number(pending), running: Number(running) };
}

/** The plan of a generation without failures, but for the provider's time-out. */
export function planTiming(latency: Latency, work: Workload): DecidedPlan {
  switch (latency.profile) {
    case 'manual':
      return { kind: 'manual' };
    case 'polls':
      return { kind: 'polls', pending: latency.pending, running: latency.running };
    case 'instant':
      return timed(work.createdAt, 0, 0);
    case 'fast':
      return timed(work.createdAt, FAST.pending, FAST.running);
    case 'realistic':
      return realistic(work);
  }
}

function realistic(work: Workload): TimedPlan {
  const wait = lognormal([...work.draw, 'queue'], QUEUE.medianMs, QUEUE_SIGMA);
  const median = TIER_FACTOR[work.resolution] * (60 + 24 * work.seconds) * 1000 * (work.hasInputs ? 1.2 : 1);
  const run = lognormal([...work.draw, 'run'], median, RUN_SIGMA);
  const plan = timed(work.createdAt, wait, Math.min(run, GIVE_UP_MS));
  return run > GIVE_UP_MS ? { ...plan, failure: { code: 'generation_timeout', from: 'running' } } : plan;
}

function timed(createdAt: number, pendingMs: number, runningMs: number): TimedPlan {
  const startsAt = createdAt + Math.round(pendingMs);
  return { kind: 'timed', startsAt, endsAt: startsAt + Math.round(runningMs) };
}
