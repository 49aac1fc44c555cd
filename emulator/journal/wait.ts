/** Waits until the journal or a generation meets a condition. At the timeout, reports the most similar requests. */

import type { Status } from '../../contract/generation.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import { updateStatus, type Generation } from '../domain/generation.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { isoOf } from './entry-field.ts';
import { createNearest, toMatcher, type NearMiss, type Query } from './filter.ts';
import type { AccountName } from './log.ts';
import type { Recording } from './recorder.ts';
import type { Watch, Watcher } from './watchers.ts';

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
export interface WaitScope extends Pick<Recording, 'findCommitted' | 'log' | 'monotonic' | 'realNow'> {
  readonly account: AccountName;
  readonly watch: Watch;
}

interface OpenWait extends WaitScope {
  readonly watcher: Watcher;
  /** Resolves after a change or after some real milliseconds. Resolves to false if the wait is over. */
  readonly pause: (ms: number) => Promise<boolean>;
}

/** Resolves as soon as the condition holds, or at the timeout. */
export async function waitFor(
  scope: WaitScope,
  condition: WaitCondition,
  { timeoutMs, since = 0, signal }: WaitOptions,
): Promise<WaitReport> {
  const deadline = scope.monotonic() + timeoutMs;
  // The watch starts before the first read, so that no entry is missed.
  const watcher = scope.watch(scope.account);
  const pause = async (ms: number): Promise<boolean> => {
    const left = deadline - scope.monotonic();
    if (left <= 0 || signal?.aborted === true) return false;
    await watcher.next(Math.min(left, ms), signal);
    return true;
  };
  const wait: OpenWait = { ...scope, watcher, pause };
  try {
    return await ('generation' in condition ? awaitStatus(wait, condition) : awaitEntries(wait, condition, since));
  } finally {
    watcher.close();
  }
}

/** Waits for entries: reads all entries once, then entries that are added or completed. Stores only their numbers. */
async function awaitEntries(
  { account, log, watcher, pause }: OpenWait,
  { filter, count = 1 }: { filter: Query; count?: number | undefined },
  since: number,
): Promise<WaitReport> {
  const matcher = toMatcher(filter);
  const matching = new Set<number>();
  let failure: { readonly cause: unknown } | undefined;
  const look = (entry: Entry): boolean => {
    // An error of a filter function ends only its own wait, because other waits see the same entries.
    try {
      if (entry.seq > since && matcher.matches(entry)) matching.add(entry.seq);
      else matching.delete(entry.seq);
    } catch (cause) {
      failure ??= { cause };
    }
    const evicted = log.evictedThrough(account);
    for (const seq of matching) {
      if (seq > evicted) break;
      matching.delete(seq);
    }
    return matching.size >= count || failure !== undefined;
  };
  watcher.onEntry = look;
  await watcher.readAll(since, look);
  do {
    if (failure !== undefined) throw failure.cause;
    if (matching.size < count) continue;
    const matched = log.after(account, since).filter(({ seq }) => matching.has(seq));
    if (matched.length >= count) return { held: true, entries: matched.map(toEntry) };
  } while (await pause(Infinity));
  const nearest = createNearest(matcher);
  let all = 0;
  await watcher.readAll(since, (entry) => {
    all += 1;
    if (!matching.has(entry.seq)) nearest.add(entry);
  });
  const why = `${matching.size} of ${all} entries match, but ${count} must match.`;
  return { held: false, why, nearest: nearest.found() };
}

async function awaitStatus(
  { account, findCommitted, realNow, watcher, pause }: OpenWait,
  { generation: id, status }: { generation: string; status: Status | readonly Status[] },
): Promise<WaitReport> {
  let why: string;
  let next: number;
  do {
    [why, next] = [`This account has no generation ${id}.`, Infinity];
    const found = account === null ? undefined : await findCommitted(account, id.toLowerCase());
    if (found === undefined) continue;
    const { generation, clock } = found;
    const now = readClock(clock, realNow());
    const { status: seen } = updateStatus(generation, { now, isPoll: false });
    if ([status].flat().includes(seen)) {
      const about = toMatcher({ generation: id });
      const entries: Entry[] = [];
      await watcher.readAll(0, (entry) => {
        if (about.matches(entry)) entries.push(entry);
      });
      return { held: true, entries };
    }
    why = describe(generation, seen, now);
    next = realMsUntilNext(generation, clock, now);
  } while (await pause(next));
  return { held: false, why, nearest: [] };
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
