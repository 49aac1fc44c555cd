/** Waits until the journal or a generation meets a condition. At the timeout, reports the most similar requests. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../contract/generation.ts';
import { createTurns, inSlices } from '../../lib/turns.ts';
import { readClock } from '../domain/clock.ts';
import { updateStatus } from '../domain/generation.ts';
import { toEntry, type Entry } from './entry.ts';
import { isoOf } from './entry-field.ts';
import { toMatcher, updateNearest, type NearMiss, type Query } from './filter.ts';
import { isKept, type AccountName, type EntryReference } from './log-segment.ts';
import type { Log } from './log.ts';
import type { Recording } from './recorder.ts';

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
  readonly watch: ReturnType<typeof createWatch>;
}

/** Resolves as soon as the condition holds, or at the timeout. Keeps only the numbers of matching entries. */
export async function waitFor(scope: WaitScope, condition: WaitCondition, options: WaitOptions): Promise<WaitReport> {
  const { recording, account, watch } = scope;
  const { log } = recording;
  const { monotonic } = recording.options;
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
  const { plan } = generation;
  const now = readClock(clock, realNow());
  const { status: seen } = updateStatus(generation, { now, isPoll: false });
  if ([status].flat().includes(seen)) return undefined;
  const start = `Generation ${generation.id} is ${seen}`;
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  if (next === undefined) return { why: `${start}, and this status does not change with time.`, nextMs: Infinity };
  const why = `${start}. Its plan changes the status at ${isoOf(next)} on the account's clock. This clock now shows ${isoOf(now)}.`;
  return { why, nextMs: clock.rate <= 0 ? Infinity : Math.ceil((next - now) / clock.rate) };
}

/** The state of a wait. */
interface Watching {
  /**
   * Receives each entry after a cursor, oldest first, and again when it is completed. Returns whether the entry wakes
   * the watcher. It must not throw, because other watchers receive the entry, too.
   */
  readonly onEntry: (entry: Entry) => boolean;
  readonly wake: () => void;
  /** The watcher has received all entries up to this sequence number. */
  seen: number;
  /** Whether the watcher wakes at the end of the pass. First, it wakes after all entries that exist. */
  isDue: boolean;
}

/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A long report would delay other requests, so each turn wakes one watcher. */
const turns = createTurns();

/** Creates a function that starts to watch an account of a recording after a cursor. */
export function createWatch({ log, follow }: Pick<Recording, 'log' | 'follow'>) {
  const watched = new Map<AccountName, ReturnType<typeof watchAccount>>();
  log.listen({ changed: (name, reference, isNew) => watched.get(name)?.change(reference, isNew) });
  return (name: AccountName, cursor: number, onEntry: Watching['onEntry']) => {
    const account = watched.get(name) ?? watchAccount(log, name);
    watched.set(name, account);
    const unfollow = follow();
    let waking = new AbortController();
    const watching: Watching = { onEntry, wake: () => waking.abort(), seen: cursor, isDue: true };
    account.watchers.add(watching);
    account.run();
    return {
      /** Resolves after a change that wakes the watcher, after `ms`, or on abort. */
      next: async (ms: number, signal: AbortSignal = waking.signal): Promise<void> => {
        const either = AbortSignal.any([waking.signal, signal]);
        // An abort rejects the promise.
        await sleep(Math.min(ms, LONGEST_TIMER), undefined, { signal: either }).catch(() => undefined);
        waking = new AbortController();
        await turns(() => undefined);
      },
      close: (): void => {
        unfollow();
        account.watchers.delete(watching);
        if (account.watchers.size === 0) watched.delete(name);
      },
    };
  };
}

function show(reference: EntryReference, watchers: readonly Watching[]): void {
  // Evicted entries are left out.
  if (!isKept(reference) || watchers.length === 0) return;
  const entry = toEntry(reference);
  for (const watcher of watchers) if (watcher.onEntry(entry)) watcher.isDue = true;
}

/** Shows the entries of an account to its watchers. */
function watchAccount(log: Log, name: AccountName) {
  const watchers = new Set<Watching>();
  /** The entries that were completed since the last pass. */
  let completed = new Set<EntryReference>();
  let isRunning = false;
  /** Whether something changed since the last pass began. */
  let isStale = false;

  /** Shows entries to the watchers that have not received them. Watchers that start meanwhile share the next pass. */
  function* passes(): Generator<undefined, void> {
    while (isStale) {
      isStale = false;
      const [all, again] = [[...watchers], completed];
      completed = new Set();
      const newest = log.cursor();
      const added = log.after(name, Math.min(...all.map(({ seen }) => seen)));
      for (const reference of [...again, ...added]) {
        const receivers = all.filter(({ seen }) => seen >= reference.seq === again.has(reference));
        show(reference, receivers);
        yield;
      }
      for (const watcher of all) {
        watcher.seen = Math.max(watcher.seen, newest);
        if (watcher.isDue) watcher.wake();
        watcher.isDue = false;
      }
    }
    isRunning = false;
  }
  const run = (): void => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    void inSlices(passes());
  };
  const change = (reference: EntryReference | undefined, isNew: boolean): void => {
    if (reference === undefined) for (const watcher of watchers) watcher.isDue = true;
    else if (!isNew) completed.add(reference);
    run();
  };
  return { watchers, run, change };
}
