/** Stores a list of segments for each account. The number of entries and bytes is limited. */

import type { Captured } from './capture.ts';
import { hasRequestId } from './entry-bytes.ts';
import type { ResponseEnd } from './answered-request.ts';
import { RetryGroups } from './retries.ts';
import {
  aligned,
  entriesIn,
  HEAD,
  isKept,
  LogSegment,
  numberAt,
  writeAttempt,
  writeResponseEnd,
  type EntryReference,
} from './log-segment.ts';

/** The limits. Whole segments are evicted, so a full account keeps at least seven eighths of its limit. */
export interface LogBounds {
  readonly entriesPerAccount: number;
  readonly bytesPerAccount: number;
  readonly bytes: number;
  /** The time on the account's clock within which the same request is another attempt. */
  readonly retryWindowMs: number;
}

/** The name of an account, or null for requests that did not reach an account. */
export type AccountName = string | null;

/** A new entry. */
export interface Appended {
  readonly reference: EntryReference;
  /** Adds the outcome of sending the response, if the entry still exists. */
  readonly complete: (end: ResponseEnd) => void;
}

export interface LogListener {
  /** Receives an entry that was added or completed. Without an entry, the account changed without a request. */
  readonly changed: (account: AccountName, reference: EntryReference | undefined, isNew: boolean) => void;
  /** Receives a segment just before its eviction, and whether its entries were deleted on request. */
  readonly evicted?: (segment: LogSegment, isCleared: boolean) => void;
}

/** A segment has an eighth of the bound of its account, within these limits. */
const SMALLEST_SEGMENT = 4096;
const LARGEST_SEGMENT = 65_536;
const PART = 8;
/** The heap memory of a segment and of an account (measured on Node 20 to 24, rounded up). */
const SEGMENT_BYTES = 1024;
const ACCOUNT_BYTES = 1536;
/** The number of accounts without entries whose last entry is known. They take about a mebibyte. */
const MOST_EMPTIED = 10_000;

/** A selection of entries. */
export interface LogPart {
  /** The account. By default, all accounts. */
  readonly account?: AccountName | undefined;
  readonly before?: number | undefined;
}

interface AccountLog {
  readonly name: AccountName;
  readonly segments: LogSegment[];
  readonly groups: RetryGroups;
  entries: number;
  bytes: number;
  /** The sequence number of the newest entry that was evicted. */
  evictedThrough: number;
}

export class Log {
  readonly bounds: LogBounds;
  readonly #beforeRead: () => void;
  readonly #accounts = new Map<AccountName, AccountLog>();
  /** The accounts by their size in steps, so that the largest account is found without a comparison of all accounts. */
  readonly #bySize: Set<AccountLog>[] = [];
  #listeners: readonly LogListener[] = [];
  /** The last evicted segment, to be used again. New segments would keep the garbage collector busy. */
  #spare: LogSegment | undefined = undefined;
  /** The memory of all accounts, as the limits count it. */
  bytes = 0;
  #seq = 0;
  /** The newest evicted entry of each recent account without entries. */
  readonly #emptied = new Map<AccountName, number>();
  /** The newest evicted entry of all accounts that were removed from `#emptied`. */
  #forgottenThrough = 0;

  /** Creates an empty log. `beforeRead` runs before each read, and may append pending entries. */
  constructor(bounds: LogBounds, beforeRead: () => void = () => undefined) {
    this.bounds = bounds;
    this.#beforeRead = beforeRead;
  }

  /** Appends an entry, and evicts entries above a bound. Without `seq`, the entry gets the next sequence number. */
  append(entry: Captured, seq = this.#seq + 1): Appended {
    const account = this.#accountOf(entry.account);
    const segment = this.#segmentFor(account, entry.bytes);
    this.#seq = seq;
    const before = account.groups.bytes;
    const attempt = account.groups.count(entry, seq);
    this.#charge(account, account.groups.bytes - before);
    const reference = segment.append(entry.bytes, seq);
    writeAttempt(reference, attempt);
    const { account: name, startedAt } = entry;
    const totalMs = numberAt(reference, HEAD.totalMs);
    if (totalMs !== undefined) attempt.endedAt = startedAt + totalMs;
    account.entries += 1;
    this.#makeRoom(account);
    this.notify(name, reference, true);
    const complete = (end: ResponseEnd): void => {
      attempt.endedAt = startedAt + end.totalMs;
      if (!isKept(reference)) return;
      writeResponseEnd(reference, end);
      this.notify(name, reference);
    };
    return { reference, complete };
  }

  /** Adds a listener. The returned function removes it. */
  listen(listener: LogListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Reports an entry that was added or completed, or a change of an account that no request made. */
  notify(account: AccountName, reference?: EntryReference, isNew = false): void {
    for (const { changed } of this.#listeners) changed(account, reference, isNew);
  }

  /** Returns the entries after a cursor, oldest first. */
  after(name: AccountName, cursor: number): EntryReference[] {
    this.#beforeRead();
    const account = this.#accounts.get(name);
    return account === undefined ? [] : account.segments.flatMap((segment) => entriesIn(segment, cursor));
  }

  /** Returns the entry of a request of any account. */
  find(requestId: string): EntryReference | undefined {
    this.#beforeRead();
    const segments = [...this.#accounts.values()].flatMap((account) => account.segments);
    return segments.flatMap((segment) => entriesIn(segment)).find((reference) => hasRequestId(reference, requestId));
  }

  /** Returns the newest entries before a sequence number, of one account or of all accounts, oldest first. */
  latest(most: number, { account, before = Infinity }: LogPart = {}): EntryReference[] {
    this.#beforeRead();
    const logs = account === undefined ? [...this.#accounts.values()] : [this.#accounts.get(account)];
    const segments = logs.flatMap((log) => log?.segments.filter(({ firstSeq }) => firstSeq < before) ?? []);
    segments.sort((a, b) => b.lastSeq - a.lastSeq);
    let found: EntryReference[] = [];
    for (const segment of segments) {
      // The remaining segments are older than all found entries.
      if (found.length === most && segment.lastSeq < (found[0]?.seq ?? 0)) break;
      const entries = entriesIn(segment).filter(({ seq }) => seq < before);
      found = [...found, ...entries].toSorted((a, b) => a.seq - b.seq).slice(-most);
    }
    return found;
  }

  /** Returns the sequence number of the newest entry that an account has lost. */
  evictedThrough(name: AccountName): number {
    this.#beforeRead();
    return this.#accounts.get(name)?.evictedThrough ?? this.#emptied.get(name) ?? this.#forgottenThrough;
  }

  /** Returns the accounts with entries. */
  accounts(): AccountName[] {
    this.#beforeRead();
    return [...this.#accounts.keys()];
  }

  /** Returns the sequence number of the newest entry. */
  cursor(): number {
    this.#beforeRead();
    return this.#seq;
  }

  clear(name: AccountName): void {
    this.#beforeRead();
    const account = this.#accounts.get(name);
    if (account === undefined) return;
    while (account.segments.length > 0) this.#evict(account, true);
  }

  /** Appends a segment of an earlier process to the segments of an account. */
  restore(name: AccountName, segment: LogSegment): void {
    const account = this.#accountOf(name);
    if (account.segments.length === 0) account.evictedThrough = segment.previousSeq;
    account.segments.push(segment);
    account.entries += segment.entries;
    this.#charge(account, segment.capacity + SEGMENT_BYTES);
    this.continueAfter(segment.lastSeq);
    this.#makeRoom(account);
  }

  /** Ensures that the next sequence number is greater than this number. */
  continueAfter(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  #makeRoom(newest: AccountLog): void {
    const { entriesPerAccount, bytesPerAccount, bytes } = this.bounds;
    while ((newest.entries > entriesPerAccount || newest.bytes > bytesPerAccount) && newest.segments.length > 1) {
      this.#evict(newest);
    }
    while (this.bytes > bytes) {
      // The segment of the newest entry stays. An account keeps its newest entries while another account has more.
      const largest = this.#largest((account) => account !== newest || newest.segments.length > 1);
      if (largest === undefined) return;
      this.#evict(largest);
    }
  }

  /** Returns the largest allowed account. Among equals, it is the account that reached its size first. */
  #largest(mayLose: (account: AccountLog) => boolean): AccountLog | undefined {
    for (let steps = this.#bySize.length - 1; steps >= 0; steps -= 1) {
      for (const account of this.#bySize[steps] ?? []) if (mayLose(account)) return account;
    }
    return undefined;
  }

  /** Evicts the first segment of an account. */
  #evict(account: AccountLog, isCleared = false): void {
    const segment = account.segments.shift();
    if (segment === undefined) return;
    for (const { evicted } of this.#listeners) evicted?.(segment, isCleared);
    const before = account.groups.bytes;
    account.groups.forget(segment.lastSeq);
    account.entries -= segment.entries;
    account.evictedThrough = segment.lastSeq;
    this.#charge(account, account.groups.bytes - before - segment.capacity - SEGMENT_BYTES);
    segment.reset();
    this.#spare = segment.capacity > LARGEST_SEGMENT ? undefined : segment;
    if (account.segments.length > 0) return;
    if (this.#emptied.size === MOST_EMPTIED) {
      this.#emptied.clear();
      this.#forgottenThrough = this.#seq;
    }
    this.#emptied.set(account.name, account.evictedThrough);
    this.#accounts.delete(account.name);
    this.#bySize[stepsOf(account)]?.delete(account);
    this.bytes -= account.bytes;
  }

  #charge(account: AccountLog, bytes: number): void {
    const before = stepsOf(account);
    account.bytes += bytes;
    this.bytes += bytes;
    const steps = stepsOf(account);
    if (steps === before) return;
    this.#bySize[before]?.delete(account);
    while (this.#bySize.length <= steps) this.#bySize.push(new Set());
    this.#bySize[steps]?.add(account);
  }

  #accountOf(name: AccountName): AccountLog {
    const found = this.#accounts.get(name);
    if (found !== undefined) return found;
    const groups = new RetryGroups(this.bounds.retryWindowMs);
    const evictedThrough = this.#emptied.get(name) ?? this.#forgottenThrough;
    this.#emptied.delete(name);
    const account = { name, segments: [], groups, entries: 0, bytes: 0, evictedThrough };
    this.#accounts.set(name, account);
    this.#charge(account, ACCOUNT_BYTES + (name?.length ?? 0));
    return account;
  }

  #segmentFor(account: AccountLog, entry: Uint8Array): LogSegment {
    const last = account.segments.at(-1);
    const most = Math.ceil(this.bounds.entriesPerAccount / PART);
    if (last !== undefined && last.entries < most && last.hasRoomFor(entry)) return last;
    const segment = this.#newSegment(account.bytes, entry.length);
    segment.previousSeq = last?.lastSeq ?? account.evictedThrough;
    account.segments.push(segment);
    this.#charge(account, segment.capacity + SEGMENT_BYTES);
    return segment;
  }

  /** Creates a segment half as large as the account, which limits both the number of segments and the memory. */
  #newSegment(stored: number, needed: number): LogSegment {
    const { bytesPerAccount, bytes } = this.bounds;
    const most = Math.min(LARGEST_SEGMENT, bytesPerAccount / PART, bytes / PART);
    const half = 2 ** Math.floor(Math.log2(stored / 2));
    const capacity = aligned(Math.max(needed, Math.min(most, Math.max(SMALLEST_SEGMENT, half))));
    const spare = this.#spare;
    if (spare?.capacity !== capacity) return new LogSegment(capacity);
    this.#spare = undefined;
    return spare;
  }
}

/** Returns the size of an account in steps, or -1 if it has no memory yet. */
function stepsOf({ bytes }: AccountLog): number {
  return bytes === 0 ? -1 : Math.floor(bytes / SMALLEST_SEGMENT);
}
