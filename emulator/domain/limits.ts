/**
 * Rate and concurrency limits on the account's clock. Off by default; the service documents that they exist, not their
 * values.
 */

import type { OperationName } from '../../contract/error-entry.ts';
import type { TimedPlan } from './plan.ts';

export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

export interface Limits {
  readonly rates: Readonly<Record<OperationName, Rate>>;
  /** Generations that run at once; further ones wait in pending. */
  readonly running: number;
  /** Live generations; a further create is refused. */
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

/** The limits of a profile; `off` has none. */
export function limitsOf(profile: LimitProfile): Limits | undefined {
  return profile === 'realistic' ? REALISTIC : undefined;
}

/** The verdict of the rate limit on one request, as its headers report it. */
export interface Admission {
  readonly admitted: boolean;
  /** When the bucket will be full again without further requests: its whole state. */
  readonly fullAt: number;
  /** Requests that would still be admitted right now. */
  readonly remaining: number;
  /** Milliseconds until the next request would be admitted; 0 while some remain. */
  readonly retryMs: number;
}

/**
 * A token bucket, stored as the time at which it will be full. A clock set back locks it no longer than it takes to
 * fill.
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

/** When each running slot of an account becomes free; a missing slot is free now. */
export type Slots = readonly number[];

/** Makes a generation wait in pending until one of the running slots is free. */
export function takeSlot(plan: TimedPlan, slots: Slots, running: number): { plan: TimedPlan; slots: Slots } {
  const ordered = slots.toSorted((a, b) => a - b);
  const [first] = ordered;
  const wait = ordered.length < running || first === undefined ? 0 : Math.max(0, first - plan.startsAt);
  const placed = { ...plan, startsAt: plan.startsAt + wait, endsAt: plan.endsAt + wait };
  const kept = ordered.length < running ? ordered : ordered.slice(1);
  return { plan: placed, slots: [...kept, placed.endsAt] };
}
