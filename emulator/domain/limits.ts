/** Rate and concurrency limits on the account's clock, off by default. The service does not publish its values. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { TimedPlan } from './generation.ts';

export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

export interface Limits {
  readonly rates: Readonly<Record<OperationName, Rate>>;
  /** The number of generations that run at once. Further ones stay pending. */
  readonly running: number;
  /** The number of live generations. A further create is rejected. */
  readonly live: number;
}

export const LIMIT_PROFILES = ['off', 'realistic'] as const;
export type LimitProfile = (typeof LIMIT_PROFILES)[number];

const REALISTIC: Limits = {
  rates: {
    create: { perMinute: 30, burst: 10 },
    get: { perMinute: 300, burst: 60 },
    content: { perMinute: 60, burst: 60 },
  },
  running: 5,
  live: 50,
};

/** Returns the limits of a profile. The profile `off` has none. */
export function limitsOf(profile: LimitProfile): Limits | undefined {
  return profile === 'realistic' ? REALISTIC : undefined;
}

/** The decision of the rate limit on one request, for the response headers. */
export interface Admission {
  readonly admitted: boolean;
  /** The time at which the bucket is full again: the whole state of the bucket. */
  readonly fullAt: number;
  /** The number of requests that would still be admitted now. */
  readonly remaining: number;
  /** The milliseconds until the next request would be admitted, or 0 if requests remain. */
  readonly retryMs: number;
}

/**
 * Takes a token from a bucket, which is stored as the time at which it is full. If the clock is set back, the wait is
 * at most the time to fill the bucket.
 */
export function admit(rate: Rate, fullAt: number, now: number): Admission {
  const interval = 60_000 / rate.perMinute;
  const capacity = interval * rate.burst;
  const used = Math.min(Math.max(fullAt - now, 0), capacity);
  const admitted = used + interval <= capacity + 0.001;
  const after = admitted ? used + interval : used;
  const remaining = Math.floor((capacity - after) / interval + 0.001);
  return { admitted, fullAt: now + after, remaining, retryMs: remaining > 0 ? 0 : after + interval - capacity };
}

/** The times at which the running slots become free. A missing slot is free. */
export type Slots = readonly number[];

/** Delays the start of a generation until a running slot is free. */
export function takeSlot(plan: TimedPlan, slots: Slots, running: number): { plan: TimedPlan; slots: Slots } {
  const ordered = slots.toSorted((a, b) => a - b);
  const [first] = ordered;
  const wait = ordered.length < running || first === undefined ? 0 : Math.max(0, first - plan.startsAt);
  const placed = { ...plan, startsAt: plan.startsAt + wait, endsAt: plan.endsAt + wait };
  const kept = ordered.length < running ? ordered : ordered.slice(1);
  return { plan: placed, slots: [...kept, placed.endsAt] };
}
