/** Waiting until the journal or a generation is as wished, with a report of what came closest when it never was. */

import type { Status } from '../../contract/generation.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import { lookAt, type Generation } from '../domain/generation.ts';
import type { Store } from '../domain/store.ts';
import type { Listener } from './notifier.ts';
import { isoOf, toEntry, type Entry } from './entry.ts';
import { toMatcher, type Query } from './filter.ts';
import { nearestTo, type NearMiss } from './nearest.ts';
import type { StoredEntry } from './stored-entry.ts';

/** Entries that match, or a generation in which a look would find a status. */
export type Wish =
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

/** Where a wait looks. */
export interface Lookout {
  readonly account: string | null;
  /** Where generations are found; a find is no look. */
  readonly store: Pick<Store, 'find' | 'findAccount'>;
  readonly realNow: () => number;
  readonly monotonic: () => number;
  readonly entriesAfter: (cursor: number) => StoredEntry[];
  readonly listen: () => Listener;
}

/** What was seen at one moment; time alone may change it after so many real milliseconds. */
interface Sight {
  readonly report: WaitReport;
  readonly againInMs: number;
}

/** Resolves as soon as the wish holds, or when the time is over. */
export async function waitFor(
  lookout: Lookout,
  wish: Wish,
  { timeoutMs, since = 0, signal }: WaitOptions,
): Promise<WaitReport> {
  const look = 'generation' in wish ? lookForStatus(lookout, wish) : lookForEntries(lookout, wish, since);
  const deadline = lookout.monotonic() + timeoutMs;
  // Listens before it looks, so that nothing can happen in between.
  const listener = lookout.listen();
  try {
    for (;;) {
      const { report, againInMs } = await look();
      const left = deadline - lookout.monotonic();
      if (report.held || left <= 0 || signal?.aborted === true) return report;
      await listener.next(Math.min(left, againInMs), signal);
    }
  } finally {
    listener.close();
  }
}

function lookForEntries(
  { entriesAfter }: Lookout,
  { filter, count = 1 }: { filter: Query; count?: number | undefined },
  since: number,
): () => Promise<Sight> {
  const matcher = toMatcher(filter);
  return async () => {
    const entries = entriesAfter(since);
    const matching = entries.filter((raw) => matcher.matches(raw));
    if (matching.length >= count)
      return { report: { held: true, entries: matching.map(toEntry) }, againInMs: Infinity };
    const others = entries.filter((raw) => !matching.includes(raw));
    const why = `${matching.length} of ${entries.length} entries match; ${count} should.`;
    return { report: { held: false, why, nearest: nearestTo(matcher, others) }, againInMs: Infinity };
  };
}

function lookForStatus(
  { account, store, realNow, entriesAfter }: Lookout,
  { generation: id, status }: { generation: string; status: Status | readonly Status[] },
): () => Promise<Sight> {
  const wanted: readonly Status[] = typeof status === 'string' ? [status] : status;
  const missed = (why: string, againInMs = Infinity): Sight => ({
    report: { held: false, why, nearest: [] },
    againInMs,
  });
  return async () => {
    const opened = account === null ? undefined : await store.findAccount(account, realNow());
    const generation = opened && (await store.find(opened.name, id.toLowerCase()));
    if (opened === undefined || generation === undefined) return missed(`This account has no generation ${id}.`);
    const now = readClock(opened.clock, realNow());
    const { status: seen } = lookAt(generation, { now, isPoll: false });
    if (!wanted.includes(seen)) return missed(told(generation, seen, now), untilNext(generation, opened.clock, now));
    const about = toMatcher({ generation: id });
    const entries = entriesAfter(0).filter((raw) => about.matches(raw));
    return { report: { held: true, entries: entries.map(toEntry) }, againInMs: Infinity };
  };
}

function told({ id, plan }: Generation, seen: Status, now: number): string {
  const start = `Generation ${id} is ${seen}`;
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  if (next === undefined) return `${start}, and time alone will not change that.`;
  return `${start}; its plan changes that at ${isoOf(next)} of the account's clock, which reads ${isoOf(now)}.`;
}

/** Real milliseconds until the plan changes the status by itself. */
function untilNext({ plan }: Generation, { rate }: Clock, now: number): number {
  const next = plan.kind === 'timed' ? [plan.startsAt, plan.endsAt].find((at) => at > now) : undefined;
  return next === undefined || rate <= 0 ? Infinity : Math.ceil((next - now) / rate);
}
