/** Waits until the journal or a generation meets a condition. At the timeout, reports the most similar requests. */

import type { Status } from '../../contract/generation.ts';
import { readClock } from '../domain/clock.ts';
import { updateStatus } from '../domain/generation.ts';
import { toEntry, type Entry } from './entry.ts';
import { isoOf } from './entry-field.ts';
import { toMatcher, updateNearest, type NearMiss, type Query } from './filter.ts';
import type { AccountName } from './log-segment.ts';
import type { Recording } from './recorder.ts';
import type { Watch } from './watchers.ts';

/** A status that a poll of a generation would return. */
interface StatusCondition {
  readonly generation: string;
  readonly status: Status | readonly Status[];
}

/** Matching entries, or the status of a generation. */
export type WaitCondition = StatusCondition | { readonly filter: Query; readonly count?: number | undefined };

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
export interface WaitScope {
  readonly recording: Recording;
  readonly account: AccountName;
  readonly watch: Watch;
}

/** Resolves as soon as the condition holds, or at the timeout. Keeps only the numbers of matching entries. */
export async function waitFor(scope: WaitScope, condition: WaitCondition, options: WaitOptions): Promise<WaitReport> {
  const { recording, account, watch } = scope;
  const {
    log,
    options: { monotonic },
  } = recording;
  const deadline = monotonic() + options.timeoutMs;
  const isForEntries = 'filter' in condition;
  const { filter, count = 1 } = isForEntries ? condition : { filter: { generation: condition.generation }, count: 0 };
  const since = isForEntries ? (options.since ?? 0) : 0;
  const match = toMatcher(filter);
  const matching = new Set<number>();
  const nearest: NearMiss[] = [];
  let failure: { readonly cause: unknown } | undefined;
  const watcher = watch(account, since, (entry) => {
    // An error of a filter function ends only its own wait, because other waits see the same entries.
    try {
      const differs = match(entry);
      if (differs === undefined) matching.add(entry.seq);
      else matching.delete(entry.seq);
      updateNearest(nearest, entry, differs);
    } catch (cause) {
      failure ??= { cause };
    }
    const evicted = log.evictedThrough(account);
    for (const seq of matching) {
      if (seq > evicted) break;
      matching.delete(seq);
    }
    return matching.size >= count || failure !== undefined;
  });
  try {
    await watcher.next(Infinity);
    for (;;) {
      if (failure !== undefined) throw failure.cause;
      const entries = log.after(account, since);
      const matched = entries.filter(({ seq }) => matching.has(seq));
      const why = `${matched.length} of ${entries.length} entries match, but ${count} must match.`;
      let obstacle = matched.length < count ? { why, nextMs: Infinity } : undefined;
      if (!isForEntries) obstacle = await statusObstacle(scope, condition);
      if (obstacle === undefined) return { held: true, entries: matched.map(toEntry) };
      const leftMs = deadline - monotonic();
      const isOver = leftMs <= 0 || options.signal?.aborted === true;
      if (isOver) return { held: false, why: obstacle.why, nearest: isForEntries ? nearest : [] };
      await watcher.next(Math.min(leftMs, obstacle.nextMs), options.signal);
    }
  } finally {
    watcher.close();
  }
}

/** Returns the reason why the status differs, and the real milliseconds after which time may change that. */
async function statusObstacle({ recording, account }: WaitScope, { generation: id, status }: StatusCondition) {
  const { findCommitted, realNow } = recording.options;
  const found = account === null ? undefined : await findCommitted(account, id.toLowerCase());
  if (found === undefined) return { why: `This account has no generation ${id}.`, nextMs: Infinity };
  const { clock, generation } = found;
  const now = readClock(clock, realNow());
  const { status: seen } = updateStatus(generation, { now, isPoll: false });
  if ([status].flat().includes(seen)) return undefined;
  const { plan } = generation;
  const start = `Generation ${generation.id} is ${seen}`;
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  if (next === undefined) return { why: `${start}, and this status does not change with time.`, nextMs: Infinity };
  const why = `${start}. Its plan changes the status at ${isoOf(next)} on the account's clock. This clock now shows ${isoOf(now)}.`;
  return { why, nextMs: clock.rate <= 0 ? Infinity : Math.ceil((next - now) / clock.rate) };
}
