/** Waits until the journal or a generation meets a condition. At the timeout, reports the most similar requests. */

import type { Status } from '../../contract/generation.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import { updateStatus, type Generation } from '../domain/generation.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { isoOf } from './entry-field.ts';
import { createNearest, toMatcher, type NearMiss, type Query } from './filter.ts';
import type { AccountName } from './log.ts';
import type { WaitSources } from './recorder.ts';
import type { EntryReference } from './log-segment.ts';
import type { Watcher } from './watchers.ts';

/** Matching entries, or a status that a poll of a generation would return. */
export type WaitCondition =
  | { readonly filter: Query; readonly count?: number | undefined }
  | { readonly generation: string; readonly status: Status | readonly Status[] };

export interface WaitOptions {
  /** The timeout in real milliseconds. */
  readonly timeoutMs: number;
  /** Only entries after this cursor count. Without it, existing entries count, too. */
  readonly since?: number | undefined;
  /** Aborting this signal ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

export type WaitReport =
  | { readonly held: true; readonly entries: readonly Entry[] }
  | { readonly held: false; readonly why: string; readonly nearest: readonly NearMiss[] };

/** The sources of a wait. */
export interface WaitScope extends WaitSources {
  readonly account: AccountName;
  /** Returns the encoded entries after a cursor. */
  readonly referencesAfter: (cursor: number) => EntryReference[];
  readonly evictedThrough: () => number;
  readonly watch: (onEntry?: (entry: Entry) => boolean) => Watcher;
}

/** Evaluates a condition step by step. It stores sequence numbers, but no entries. */
interface WaitSteps {
  readonly watcher: Watcher;
  /** Returns the report if the condition holds, or the real milliseconds until the next evaluation. */
  readonly next: () => WaitReport | number | Promise<WaitReport | number>;
  /** Returns the report at the timeout. */
  readonly miss: () => WaitReport | Promise<WaitReport>;
}

/** Resolves as soon as the condition holds, or at the timeout. */
export async function waitFor(
  scope: WaitScope,
  condition: WaitCondition,
  { timeoutMs, since = 0, signal }: WaitOptions,
): Promise<WaitReport> {
  // The watch starts before the first read, so that no entry is missed.
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

/** Waits for entries: reads all entries once, then entries that are added or completed. */
function awaitEntries(
  { watch, referencesAfter, evictedThrough }: WaitScope,
  { filter, count = 1 }: { filter: Query; count?: number | undefined },
  since: number,
): WaitSteps {
  const matcher = toMatcher(filter);
  const matching = new Set<number>();
  let failure: { readonly cause: unknown } | undefined;
  // An error of a filter function ends only its own wait, because other waits share the slice.
  const fits = (entry: Entry): boolean => {
    try {
      return matcher.matches(entry);
    } catch (cause) {
      failure ??= { cause };
      return false;
    }
  };
  const look = (entry: Entry): boolean => {
    if (entry.seq > since && fits(entry)) matching.add(entry.seq);
    else matching.delete(entry.seq);
    const evicted = evictedThrough();
    for (const seq of matching) {
      if (seq > evicted) break;
      matching.delete(seq);
    }
    return matching.size >= count || failure !== undefined;
  };
  const held = (): WaitReport | undefined => {
    if (failure !== undefined) throw failure.cause;
    if (matching.size < count) return undefined;
    const matched = referencesAfter(since).filter(({ seq }) => matching.has(seq));
    return matched.length < count ? undefined : { held: true, entries: matched.map(toEntry) };
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
        if (fits(entry)) matched += 1;
        else nearest.add(entry);
      });
      const why = `${matched} of ${all} entries match, but ${count} must match.`;
      return held() ?? { held: false, why, nearest: nearest.found() };
    },
  };
}

function awaitStatus(
  { account, findCommitted, realNow, watch }: WaitScope,
  { generation: id, status }: { generation: string; status: Status | readonly Status[] },
): WaitSteps {
  const wanted: readonly Status[] = typeof status === 'string' ? [status] : status;
  const watcher = watch();
  let why = '';
  return {
    watcher,
    next: async () => {
      why = `This account has no generation ${id}.`;
      const found = account === null ? undefined : await findCommitted(account, id.toLowerCase());
      if (found === undefined) return Infinity;
      const { generation, clock } = found;
      const now = readClock(clock, realNow());
      const { status: seen } = updateStatus(generation, { now, isPoll: false });
      why = describe(generation, seen, now);
      if (!wanted.includes(seen)) return realMsUntilNext(generation, clock, now);
      const about = toMatcher({ generation: id });
      const entries: Entry[] = [];
      await watcher.readAll(0, (entry) => {
        if (about.matches(entry)) entries.push(entry);
      });
      return { held: true, entries };
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

/** Returns the real milliseconds until the plan changes the status. */
function realMsUntilNext({ plan }: Generation, { rate }: Clock, now: number): number {
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  return next === undefined || rate <= 0 ? Infinity : Math.ceil((next - now) / rate);
}
