/** Waits until the journal or a generation is as requested, and reports the nearest requests if that never happens. */

import type { Status } from '../../contract/generation.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import { lookAt, type Generation } from '../domain/generation.ts';
import { decodeEntry } from './entry-decoder.ts';
import type { EntryReference } from './entry-layout.ts';
import { isoOf, toEntry, type Entry } from './entry.ts';
import { createNearest, toMatcher, type Matcher, type NearMiss, type Query } from './filter.ts';
import type { AccountName } from './log.ts';
import type { WaitSources } from './recorder.ts';
import type { StoredEntry } from './stored-entry.ts';
import type { Watcher } from './watchers.ts';

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
  /** Those that are kept after a cursor, not decoded. */
  readonly referencesAfter: (cursor: number) => EntryReference[];
  readonly evictedThrough: () => number;
  readonly watch: (onEntry?: (entry: StoredEntry) => boolean) => Watcher;
}

/** Evaluates a condition step by step. It keeps numbers of entries and no entry, however long it takes. */
interface WaitSteps {
  readonly watcher: Watcher;
  /** Returns the report if the condition holds, else in how many real ms to look again. */
  readonly next: () => WaitReport | number | Promise<WaitReport | number>;
  /** Why it does not hold, once the time is over. */
  readonly miss: () => WaitReport | Promise<WaitReport>;
}

/** Resolves as soon as the condition holds, or when the time is over. */
export async function waitFor(
  scope: WaitScope,
  condition: WaitCondition,
  { timeoutMs, since = 0, signal }: WaitOptions,
): Promise<WaitReport> {
  // Watches before it reads, so that nothing can happen in between.
  const deadline = scope.monotonic() + timeoutMs;
  const { watcher, next, miss } =
    'generation' in condition ? awaitStatus(scope, condition) : awaitEntries(scope, condition, since);
  try {
    for (;;) {
      const outcome = await next();
      if (typeof outcome !== 'number') return outcome;
      const left = deadline - scope.monotonic();
      if (left <= 0 || signal?.aborted === true) return await miss();
      await watcher.next(Math.min(left, outcome), signal);
    }
  } finally {
    watcher.close();
  }
}

/** Evaluates all entries once, and then those that are added or completed. */
function awaitEntries(
  { watch, referencesAfter, evictedThrough }: WaitScope,
  { filter, count = 1 }: { filter: Query; count?: number | undefined },
  since: number,
): WaitSteps {
  const matcher = toGuardedMatcher(filter);
  const matching = new Set<number>();
  const look = (entry: StoredEntry): boolean => {
    if (entry.seq > since && matcher.matches(entry)) matching.add(entry.seq);
    else matching.delete(entry.seq);
    const evicted = evictedThrough();
    for (const seq of matching) {
      if (seq > evicted) break;
      matching.delete(seq);
    }
    return matching.size >= count || matcher.failure() !== undefined;
  };
  const held = (): WaitReport | undefined => {
    const failure = matcher.failure();
    if (failure !== undefined) throw failure.cause;
    if (matching.size < count) return undefined;
    const matched = referencesAfter(since).filter(({ seq }) => matching.has(seq));
    return matched.length < count ? undefined : { held: true, entries: matched.map(decodeEntry).map(toEntry) };
  };
  const watcher = watch(look);
  let isRead = false;
  return {
    watcher,
    next: async () => {
      if (!isRead) await watcher.readAll(since, look);
      isRead = true;
      return held() ?? Infinity;
    },
    miss: async () => {
      const nearest = createNearest(matcher);
      let [matched, all] = [0, 0];
      await watcher.readAll(since, (entry) => {
        all += 1;
        if (matcher.matches(entry)) matched += 1;
        else nearest.add(entry);
      });
      const why = `${matched} of ${all} entries match, but ${count} must match.`;
      return held() ?? { held: false, why, nearest: nearest.found() };
    },
  };
}

/** A matcher that all who wait share a slice with: what a function of the library throws ends its own wait alone. */
function toGuardedMatcher(
  filter: Query,
): Matcher & { readonly failure: () => { readonly cause: unknown } | undefined } {
  const matcher = toMatcher(filter);
  let failure: { readonly cause: unknown } | undefined;
  return {
    ...matcher,
    matches: (entry) => {
      try {
        return matcher.matches(entry);
      } catch (cause) {
        failure ??= { cause };
        return false;
      }
    },
    failure: () => failure,
  };
}

function awaitStatus(
  { account, findKept, realNow, watch }: WaitScope,
  { generation: id, status }: { generation: string; status: Status | readonly Status[] },
): WaitSteps {
  const wanted: readonly Status[] = typeof status === 'string' ? [status] : status;
  const watcher = watch();
  let why = '';
  return {
    watcher,
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
      const entries: StoredEntry[] = [];
      await watcher.readAll(0, (entry) => {
        if (about.matches(entry)) entries.push(entry);
      });
      return { held: true, entries: entries.map(toEntry) };
    },
    miss: () => ({ held: false, why, nearest: [] }),
  };
}

function describe({ id, plan }: Generation, seen: Status, now: number): string {
  const start = `Generation ${id} is ${seen}`;
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  if (next === undefined) return `${start}, and this status does not change with time.`;
  return `${start}. Its plan changes the status at ${isoOf(next)} on the account's clock. This clock now shows ${isoOf(now)}.`;
}

/** Real milliseconds until the plan changes the status by itself. */
function realMsUntilNext({ plan }: Generation, { rate }: Clock, now: number): number {
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  return next === undefined || rate <= 0 ? Infinity : Math.ceil((next - now) / rate);
}
