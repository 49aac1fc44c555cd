/** Waiting until the journal or a generation is as wished, with a report of what came closest when it never was. */

import type { Status } from '../../contract/generation.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import { lookAt, type Generation } from '../domain/generation.ts';
import { decodeEntry } from './entry-decoder.ts';
import { isKept } from './entry-layout.ts';
import { isoOf, toEntry, type Entry } from './entry.ts';
import { nearestTo, toMatcher, type NearMiss, type Query } from './filter.ts';
import type { AccountName } from './log.ts';
import type { Listener } from './notifier.ts';
import type { WaitSources } from './recorder.ts';
import type { StoredEntry } from './stored-entry.ts';

/** Entries that match, or a generation in which a look would find a status. */
export type WaitCondition =
  | { readonly filter: Query; readonly count?: number | undefined }
  | { readonly generation: string; readonly status: Status | readonly Status[] };

export interface WaitOptions {
  /** Real milliseconds. */
  readonly timeoutMs: number;
  /** Only what came after this cursor counts; without it, what is there already counts too. */
  readonly since?: number | undefined;
  /** Gives up early. */
  readonly signal?: AbortSignal | undefined;
}

export type WaitReport =
  | { readonly held: true; readonly entries: readonly Entry[] }
  | { readonly held: false; readonly why: string; readonly nearest: readonly NearMiss[] };

/** What a wait reads. */
export interface WaitScope extends WaitSources {
  readonly account: AccountName;
  readonly entriesAfter: (cursor: number) => StoredEntry[];
  readonly evictedThrough: () => number;
  readonly listen: () => Listener;
}

/** Evaluates a condition step by step. */
interface WaitSteps {
  /** Takes changed entries; returns the report if the condition holds, else in how many real ms to look again. */
  readonly next: (changed: readonly StoredEntry[]) => WaitReport | number | Promise<WaitReport | number>;
  /** Why it does not hold, once the time is over. */
  readonly miss: () => WaitReport | Promise<WaitReport>;
}

/** Resolves as soon as the condition holds, or when the time is over. */
export async function waitFor(
  scope: WaitScope,
  condition: WaitCondition,
  { timeoutMs, since = 0, signal }: WaitOptions,
): Promise<WaitReport> {
  const { next, miss } =
    'generation' in condition ? awaitStatus(scope, condition) : awaitEntries(scope, condition, since);
  const deadline = scope.monotonic() + timeoutMs;
  // Listens before it reads, so that nothing can happen in between.
  const listener = scope.listen();
  try {
    let changed: readonly StoredEntry[] = scope.entriesAfter(since);
    for (;;) {
      const outcome = await next(changed);
      if (typeof outcome !== 'number') return outcome;
      const left = deadline - scope.monotonic();
      if (left <= 0 || signal?.aborted === true) return await miss();
      const references = await listener.next(Math.min(left, outcome), signal);
      changed = references.filter(isKept).map(decodeEntry);
    }
  } finally {
    listener.close();
  }
}

/** Evaluates entries as they are added and completed; the whole account only where that may end the wait. */
function awaitEntries(
  { entriesAfter, evictedThrough }: WaitScope,
  { filter, count = 1 }: { filter: Query; count?: number | undefined },
  since: number,
): WaitSteps {
  const matcher = toMatcher(filter);
  const matching = new Set<number>();
  const whole = (): WaitReport => {
    const matched: StoredEntry[] = [];
    const others: StoredEntry[] = [];
    for (const stored of entriesAfter(since)) (matcher.matches(stored) ? matched : others).push(stored);
    if (matched.length >= count) return { held: true, entries: matched.map(toEntry) };
    const why = `${matched.length} of ${matched.length + others.length} entries match; ${count} should.`;
    return { held: false, why, nearest: nearestTo(matcher, others) };
  };
  return {
    next: (changed) => {
      for (const stored of changed) {
        if (stored.seq > since && matcher.matches(stored)) matching.add(stored.seq);
        else matching.delete(stored.seq);
      }
      const evicted = evictedThrough();
      for (const seq of matching) {
        if (seq > evicted) break;
        matching.delete(seq);
      }
      const report = matching.size < count ? undefined : whole();
      return report?.held === true ? report : Infinity;
    },
    miss: whole,
  };
}

function awaitStatus(
  { account, findKept, realNow, entriesAfter }: WaitScope,
  { generation: id, status }: { generation: string; status: Status | readonly Status[] },
): WaitSteps {
  const wanted: readonly Status[] = typeof status === 'string' ? [status] : status;
  let why = '';
  return {
    next: async () => {
      why = `This account has no generation ${id}.`;
      const found = account === null ? undefined : await findKept(account, id.toLowerCase());
      if (found === undefined) return Infinity;
      const { generation, clock } = found;
      const now = readClock(clock, realNow());
      const { status: seen } = lookAt(generation, { now, isPoll: false });
      why = describe(generation, seen, now);
      if (!wanted.includes(seen)) return realMsUntilNext(generation, clock, now);
      const about = toMatcher({ generation: id });
      const entries = entriesAfter(0).filter((stored) => about.matches(stored));
      return { held: true, entries: entries.map(toEntry) };
    },
    miss: () => ({ held: false, why, nearest: [] }),
  };
}

function describe({ id, plan }: Generation, seen: Status, now: number): string {
  const start = `Generation ${id} is ${seen}`;
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  if (next === undefined) return `${start}, and time alone will not change that.`;
  return `${start}; its plan changes that at ${isoOf(next)} of the account's clock, which reads ${isoOf(now)}.`;
}

/** Real milliseconds until the plan changes the status by itself. */
function realMsUntilNext({ plan }: Generation, { rate }: Clock, now: number): number {
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  return next === undefined || rate <= 0 ? Infinity : Math.ceil((next - now) / rate);
}
