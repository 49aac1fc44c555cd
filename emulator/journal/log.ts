/** Where entries are kept: per account a list of segments, bounded by entries and bytes; all together by bytes. */

import type { Captured } from './capture.ts';
import { hasRequestId } from './entry-bytes.ts';
import { RetryGroups, type RetryGroup } from './retries.ts';
import { aligned, entriesIn, LogSegment, writeAttempt, type EntryReference } from './segment.ts';
import { SizeClasses } from './size-classes.ts';

/** Upper bounds. Whole segments are evicted, so a full account keeps at least seven eighths of its bound. */
export interface LogBounds {
  readonly entriesPerAccount: number;
  readonly bytesPerAccount: number;
  readonly bytes: number;
  /** The same request is another attempt when it comes within this time of the account's clock. */
  readonly retryWindowMs: number;
}

/** `null` stands for the requests that reached no account. */
export type AccountName = string | null;

/** A new entry, and the attempts that it is the latest of. */
export interface Appended {
  readonly reference: EntryReference;
  readonly group: RetryGroup;
}

/** A segment has an eighth of what its account may keep, within these. */
const SMALLEST_SEGMENT = 4096;
const LARGEST_SEGMENT = 65_536;
const PART = 8;
/** What a segment and an account take on the heap besides (measured on Node 20 to 24, rounded up). */
const SEGMENT_BYTES = 1024;
const ACCOUNT_BYTES = 1536;
/** Of so many accounts without entries it is known which they lost; they take about a mebibyte. */
const MOST_EMPTIED = 10_000;

/** Which entries are wanted of the log. */
export interface LogPart {
  /** Of all accounts if it is left out. */
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
  sizeClass: number;
}

/** Over a bound, or because somebody wants the entries of the account to be gone. */
type EvictionReason = 'bound' | 'cleared';
type EvictionListener = (segment: LogSegment, reason: EvictionReason) => void;

export class Log {
  readonly #bounds: LogBounds;
  readonly #beforeRead: () => void;
  readonly #accounts = new Map<AccountName, AccountLog>();
  readonly #bySize = new SizeClasses<AccountLog>(SMALLEST_SEGMENT);
  /** The segment that was evicted last, for use again: ever new ones would keep the garbage collector busy. */
  #spare: LogSegment | undefined = undefined;
  #bytes = 0;
  #seq = 0;
  /** The newest entry that an account lost of which nothing is kept; the latest such accounts. */
  readonly #emptied = new Map<AccountName, number>();
  /** The newest entry of an account that is not even among those. */
  #forgottenThrough = 0;
  #onEvicted: EvictionListener = () => undefined;

  /** A log without entries; `beforeRead` is called before anything is read, and may append what is still to come. */
  constructor(bounds: LogBounds, beforeRead: () => void = () => undefined) {
    this.#bounds = bounds;
    this.#beforeRead = beforeRead;
  }

  /** Appends an entry, and evicts entries above a bound. Without `seq`, the entry gets the next sequence number. */
  append(entry: Captured, seq = this.#seq + 1): Appended {
    const account = this.#accountOf(entry.account);
    const segment = this.#segmentFor(account, entry.bytes);
    this.#seq = seq;
    const before = account.groups.bytes;
    const group = account.groups.count(entry, segment, seq);
    if (account.groups.bytes !== before) this.#charge(account, account.groups.bytes - before);
    const reference = segment.append(entry.bytes, seq);
    writeAttempt(reference, group);
    account.entries += 1;
    this.#makeRoom(account);
    return { reference, group };
  }

  /** The entries after a cursor, the oldest first. */
  after(name: AccountName, cursor: number): EntryReference[] {
    this.#beforeRead();
    const account = this.#accounts.get(name);
    return account === undefined ? [] : account.segments.flatMap((segment) => entriesIn(segment, cursor));
  }

  /** The entry of a request, whichever account it was for. */
  find(requestId: string): EntryReference | undefined {
    this.#beforeRead();
    for (const { segments } of this.#accounts.values()) {
      for (const segment of segments) {
        const found = entriesIn(segment).find((reference) => hasRequestId(reference, requestId));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** The newest entries before a sequence number, of one account or of all together, the oldest first. */
  latest(most: number, { account, before = Infinity }: LogPart = {}): EntryReference[] {
    this.#beforeRead();
    const logs = account === undefined ? [...this.#accounts.values()] : [this.#accounts.get(account)];
    const segments = logs.flatMap((log) => log?.segments.filter(({ firstSeq }) => firstSeq < before) ?? []);
    segments.sort((a, b) => b.lastSeq - a.lastSeq);
    let found: EntryReference[] = [];
    for (const segment of segments) {
      // What follows is older than all that was found.
      if (found.length === most && segment.lastSeq < (found[0]?.seq ?? 0)) break;
      const entries = entriesIn(segment).filter(({ seq }) => seq < before);
      found = [...found, ...entries].toSorted((a, b) => a.seq - b.seq).slice(-most);
    }
    return found;
  }

  /** The newest entry of an account, and how many there are. */
  newest(name: AccountName): { readonly reference: EntryReference; readonly entries: number } | undefined {
    this.#beforeRead();
    const account = this.#accounts.get(name);
    const segment = account?.segments.at(-1);
    const reference = segment && entriesIn(segment, segment.lastSeq - 1).at(-1);
    return account && reference && { reference, entries: account.entries };
  }

  /** The sequence number of the newest entry of an account; 0 where it has none. */
  newestSeq(name: AccountName): number {
    this.#beforeRead();
    return this.#accounts.get(name)?.segments.at(-1)?.lastSeq ?? 0;
  }

  /** The sequence number of the newest entry that an account has lost. */
  evictedThrough(name: AccountName): number {
    this.#beforeRead();
    return this.#accounts.get(name)?.evictedThrough ?? this.#emptied.get(name) ?? this.#forgottenThrough;
  }

  /** The accounts that have entries. */
  accounts(): AccountName[] {
    this.#beforeRead();
    return [...this.#accounts.keys()];
  }

  /** The sequence number of the newest entry of all. */
  cursor(): number {
    this.#beforeRead();
    return this.#seq;
  }

  /** The most entries that an account keeps. */
  get mostEntries(): number {
    return this.#bounds.entriesPerAccount;
  }

  /** What everything takes by the bounds' measure. */
  get bytes(): number {
    return this.#bytes;
  }

  clear(name: AccountName): void {
    this.#beforeRead();
    const account = this.#accounts.get(name);
    if (account === undefined) return;
    while (account.segments.length > 0) this.#evict(account, 'cleared');
  }

  /** Calls back with each segment that is evicted, while its entries are still there. */
  onEvicted(listener: EvictionListener): void {
    this.#onEvicted = listener;
  }

  /** Has a segment from before, behind those that the account has. */
  restore(name: AccountName, segment: LogSegment, evictedThrough: number): void {
    const account = this.#accountOf(name);
    if (account.segments.length === 0) account.evictedThrough = evictedThrough;
    account.segments.push(segment);
    account.entries += segment.entries;
    this.#charge(account, segment.capacity + SEGMENT_BYTES);
    this.continueAfter(segment.lastSeq);
    this.#makeRoom(account);
  }

  /** The newest sequence number of an account before a segment. */
  seqBefore(segment: LogSegment, name: AccountName): number {
    const account = this.#accounts.get(name);
    const before = account?.segments[account.segments.indexOf(segment) - 1];
    return before?.lastSeq ?? account?.evictedThrough ?? 0;
  }

  /** The next entry has a sequence number above this one. */
  continueAfter(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  #makeRoom(newest: AccountLog): void {
    const { entriesPerAccount, bytesPerAccount, bytes } = this.#bounds;
    while ((newest.entries > entriesPerAccount || newest.bytes > bytesPerAccount) && newest.segments.length > 1) {
      this.#evict(newest);
    }
    while (this.#bytes > bytes) {
      // The segment of the newest entry stays, and so each account keeps its newest entries while another one has more.
      const largest = this.#bySize.largest((account) => account !== newest || newest.segments.length > 1);
      if (largest === undefined) return;
      this.#evict(largest);
    }
  }

  /** Evicts the first segment of an account. */
  #evict(account: AccountLog, reason: EvictionReason = 'bound'): void {
    const segment = account.segments.shift();
    if (segment === undefined) return;
    this.#onEvicted(segment, reason);
    const before = account.groups.bytes;
    account.groups.forget(segment);
    account.entries -= segment.entries;
    account.evictedThrough = segment.lastSeq;
    this.#charge(account, account.groups.bytes - before - segment.capacity - SEGMENT_BYTES);
    segment.reset();
    this.#spare = segment.capacity > LARGEST_SEGMENT ? undefined : segment;
    if (account.segments.length > 0) return;
    this.#rememberEmptied(account);
    this.#accounts.delete(account.name);
    this.#bySize.delete(account);
    this.#bytes -= account.bytes;
  }

  /** All that is left of an account without entries; of the oldest of them nothing, or names would pile up for ever. */
  #rememberEmptied({ name, evictedThrough }: AccountLog): void {
    this.#emptied.delete(name);
    this.#emptied.set(name, evictedThrough);
    if (this.#emptied.size <= MOST_EMPTIED) return;
    for (const [oldest, through] of this.#emptied) {
      this.#emptied.delete(oldest);
      this.#forgottenThrough = Math.max(this.#forgottenThrough, through);
      return;
    }
  }

  #charge(account: AccountLog, bytes: number): void {
    account.bytes += bytes;
    this.#bytes += bytes;
    this.#bySize.update(account);
  }

  #accountOf(name: AccountName): AccountLog {
    const found = this.#accounts.get(name);
    if (found !== undefined) return found;
    const groups = new RetryGroups(this.#bounds.retryWindowMs);
    const evictedThrough = this.#emptied.get(name) ?? this.#forgottenThrough;
    this.#emptied.delete(name);
    const account = { name, segments: [], groups, entries: 0, bytes: 0, evictedThrough, sizeClass: -1 };
    this.#accounts.set(name, account);
    this.#charge(account, ACCOUNT_BYTES + (name?.length ?? 0));
    return account;
  }

  #segmentFor(account: AccountLog, entry: Uint8Array): LogSegment {
    const last = account.segments.at(-1);
    const most = Math.ceil(this.#bounds.entriesPerAccount / PART);
    if (last !== undefined && last.entries < most && last.hasRoomFor(entry)) return last;
    const segment = this.#newSegment(account.bytes, entry.length);
    account.segments.push(segment);
    this.#charge(account, segment.capacity + SEGMENT_BYTES);
    return segment;
  }

  /** Half as large as what the account has: many entries need few segments, few entries little room. */
  #newSegment(stored: number, needed: number): LogSegment {
    const { bytesPerAccount, bytes } = this.#bounds;
    const most = Math.min(LARGEST_SEGMENT, bytesPerAccount / PART, bytes / PART);
    const half = 2 ** Math.floor(Math.log2(stored / 2));
    const capacity = aligned(Math.max(needed, Math.min(most, Math.max(SMALLEST_SEGMENT, half))));
    const spare = this.#spare;
    if (spare === undefined || spare.capacity !== capacity) return new LogSegment(capacity);
    this.#spare = undefined;
    return spare;
  }
}
