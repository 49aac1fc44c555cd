/** Waits until the journal or a generation meets a condition. At the timeout, reports the most similar requests. */

import { clearTimeout, setTimeout } from 'node:timers';
import type { Status } from '../../contract/generation.ts';
import { createTurns, inSlices } from '../../lib/turns.ts';
import { readClock } from '../domain/clock.ts';
import { updateStatus } from '../domain/generation.ts';
import { PARTS, toEntry, type Entry } from './entry.ts';
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
}

/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** All waits take turns. Otherwise a thousand of them would each hold a list of all entries. */
const inTurn = createTurns();

/** The original functions, because a test may replace timers later. */
const [later, cancel] = [setTimeout, clearTimeout];

/** Resolves as soon as the condition holds, or at the timeout. Keeps only the numbers of matching entries. */
export async function waitFor(scope: WaitScope, condition: WaitCondition, options: WaitOptions): Promise<WaitReport> {
  const { recording, account } = scope;
  const { log } = recording;
  const { monotonic } = recording.options;
  const deadline = monotonic() + options.timeoutMs;
  const isForEntries = 'filter' in condition;
  const { filter, count = 1 } = isForEntries ? condition : { filter: { generation: condition.generation }, count: 0 };
  const since = isForEntries ? (options.since ?? 0) : 0;
  const found = createFinder(log, account, { query: filter, since });
  let [change, wake] = [Promise.resolve(), (): void => undefined];
  const onChange = (): void => wake();
  const unlisten = log.listen({ changed: (name) => name === account && onChange() });
  const unfollow = recording.follow();
  // Its own signal, because many waits may share the signal of the options.
  const signal = AbortSignal.any(options.signal === undefined ? [] : [options.signal]);
  signal.addEventListener('abort', onChange);
  try {
    for (;;) {
      await inTurn(() => {
        // A later change ends the next sleep.
        change = new Promise((resolve) => (wake = resolve));
        return inSlices(found.update());
      });
      const obstacle = isForEntries ? undefined : await statusObstacle(scope, condition);
      const leftMs = deadline - monotonic();
      const isOver = leftMs <= 0 || signal.aborted;
      const isDue = isOver || (obstacle === undefined && found.matching.size >= count);
      const report = isDue ? found.report(count, obstacle?.why) : undefined;
      if (report !== undefined && (report.held || isOver)) return report;
      const timer = later(wake, Math.min(leftMs, obstacle?.nextMs ?? Infinity, LONGEST_TIMER));
      await change;
      cancel(timer);
    }
  } finally {
    signal.removeEventListener('abort', onChange);
    unfollow();
    unlisten();
  }
}

/** Creates a search that evaluates each entry after a cursor, and again when it is completed. */
function createFinder(log: Log, account: AccountName, { query, since }: { query: Query; since: number }) {
  const match = toMatcher(query);
  const matching = new Set<number>();
  const nearest: NearMiss[] = [];
  let seen = since;
  let unfinished: EntryReference[] = [];
  /** Evaluates the entries that were added or completed since the previous update. */
  function* update(): Generator<undefined, void> {
    const added = log.after(account, seen);
    const due = [...unfinished.filter(isFinished), ...added];
    unfinished = [...unfinished, ...added].filter((reference) => isKept(reference) && !isFinished(reference));
    seen = added.at(-1)?.seq ?? seen;
    for (const reference of due) {
      if (isKept(reference)) {
        const entry = toEntry(reference);
        const differs = match(entry);
        if (differs === undefined) matching.add(entry.seq);
        else matching.delete(entry.seq);
        updateNearest(nearest, entry, differs);
      }
      yield;
    }
    const evicted = log.evictedThrough(account);
    for (const seq of matching) if (seq <= evicted) matching.delete(seq);
  }
  /** Reports the matching entries. `obstacle` is the reason why another condition does not hold. */
  const report = (count: number, obstacle?: string): WaitReport => {
    if (obstacle !== undefined) return { held: false, why: obstacle, nearest: [] };
    const entries = log.after(account, since);
    const matched = entries.filter(({ seq }) => matching.has(seq));
    if (matched.length >= count) return { held: true, entries: matched.map(toEntry) };
    const why = `${matched.length} of ${entries.length} entries match, but ${count} must match.`;
    return { held: false, why, nearest };
  };
  return { matching, update, report };
}

function isFinished(reference: EntryReference): boolean {
  return PARTS.totalMs(reference) !== null;
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
