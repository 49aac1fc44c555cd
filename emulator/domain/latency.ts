/** The latency profiles: the times that the simulated provider needs for a generation. */

import type { Resolution } from '../../contract/dimensions.ts';
import type { Assignment, DecidedPlan, TimedPlan } from './generation.ts';
import { lognormal, type RandomKey } from './random.ts';

export type Latency =
  | { readonly profile: 'instant' | 'fast' | 'realistic' | 'manual' }
  | { readonly profile: 'polls'; readonly pending: number; readonly running: number }
  | { readonly profile: 'seconds'; readonly pending: Spread; readonly running: Spread };

/** A distribution of times: half are at most the median, and 95 % are at most the 95th percentile. */
export interface Spread {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The facts on which the times depend. */
export interface Workload {
  readonly createdAt: number;
  readonly assignment: Pick<Assignment, 'seconds' | 'resolution' | 'images' | 'audios' | 'sources'>;
  readonly draw: RandomKey;
}

const FAST = { pending: 1000, running: 2000 };
const QUEUE: Spread = { medianMs: 3000, p95Ms: 30_000 };
/** The standard normal quantile of 0.95. It converts a 95th percentile to a standard deviation of logarithms. */
const QUANTILE_95 = 1.6448536269514722;
const RUN_SIGMA = 0.35;
const TIER_FACTOR: Record<Resolution, number> = { '480p': 1, '720p': 1.15, '1080p': 1.35 };
const TIMEOUT_MS = 45 * 60_000;

/** The largest numbers in the text of a latency. */
export const MOST_POLLS = 999_999;
export const LONGEST_LATENCY_MS = 999_999_999;

const POLLS = /^polls[:-](\d{1,6})[,-](\d{1,6})$/;
const SECONDS = /^seconds[:-]([\d.]{1,24})[,-]([\d.]{1,24})$/;
/** A time such as `3`, or a median and a 95th percentile such as `3..30`. */
const SPREAD = /^(\d{1,6}(?:\.\d{1,3})?)(?:\.\.(\d{1,6}(?:\.\d{1,3})?))?$/;

/** Parses `instant`, `fast`, `realistic`, `manual`, `polls:P,R` or `seconds:P,R` (in a key: `seconds-P-R`). */
export function parseLatency(text: string): Latency | undefined {
  if (text === 'instant' || text === 'fast' || text === 'realistic' || text === 'manual') return { profile: text };
  const [, polls, more] = POLLS.exec(text) ?? [];
  if (polls !== undefined) return { profile: 'polls', pending: Number(polls), running: Number(more) };
  const [, pending, running] = (SECONDS.exec(text) ?? []).map(parseSpread);
  return pending === undefined || running === undefined ? undefined : { profile: 'seconds', pending, running };
}

/** Returns the text that `parseLatency` parses. */
export function latencyText(latency: Latency): string {
  const { profile } = latency;
  if (profile === 'polls') return `polls:${latency.pending},${latency.running}`;
  return profile === 'seconds' ? `seconds:${spreadText(latency.pending)},${spreadText(latency.running)}` : profile;
}

function parseSpread(text: string): Spread | undefined {
  const [, median, p95 = median] = SPREAD.exec(text) ?? [];
  const spread = { medianMs: Number(median) * 1000, p95Ms: Number(p95) * 1000 };
  return spread.p95Ms >= spread.medianMs ? spread : undefined;
}

function spreadText({ medianMs, p95Ms }: Spread): string {
  return medianMs === p95Ms ? String(medianMs / 1000) : `${medianMs / 1000}..${p95Ms / 1000}`;
}

/** Returns the plan of a generation that fails only if the provider times out. */
export function planTiming(latency: Latency, work: Workload): DecidedPlan {
  switch (latency.profile) {
    case 'manual':
      return { kind: 'manual' };
    case 'polls':
      return { kind: 'polls', pending: latency.pending, running: latency.running };
    case 'seconds':
      return withTimeout(work, drawn(work, 'queue', latency.pending), drawn(work, 'run', latency.running));
    case 'instant':
      return timed(work.createdAt, 0, 0);
    case 'fast':
      return timed(work.createdAt, FAST.pending, FAST.running);
    case 'realistic':
      return realistic(work);
  }
}

function realistic(work: Workload): TimedPlan {
  const wait = drawn(work, 'queue', QUEUE);
  const { seconds, resolution, images, audios, sources } = work.assignment;
  const inputs = images.length + audios.length + sources.length;
  const median = TIER_FACTOR[resolution] * (60 + 24 * seconds) * 1000 * (inputs > 0 ? 1.2 : 1);
  return withTimeout(work, wait, lognormal([...work.draw, 'run'], median, RUN_SIGMA));
}

/** Returns a lognormal draw with this median and this 95th percentile. */
function drawn({ draw }: Workload, what: 'queue' | 'run', { medianMs, p95Ms }: Spread): number {
  if (medianMs === p95Ms || medianMs === 0) return medianMs;
  return lognormal([...draw, what], medianMs, Math.log(p95Ms / medianMs) / QUANTILE_95);
}

function withTimeout(work: Workload, wait: number, run: number): TimedPlan {
  const plan = timed(work.createdAt, wait, Math.min(run, TIMEOUT_MS));
  return run > TIMEOUT_MS ? { ...plan, failure: { code: 'generation_timeout', from: 'running' } } : plan;
}

function timed(createdAt: number, pendingMs: number, runningMs: number): TimedPlan {
  const startsAt = createdAt + Math.round(pendingMs);
  return { kind: 'timed', startsAt, endsAt: startsAt + Math.round(runningMs) };
}
