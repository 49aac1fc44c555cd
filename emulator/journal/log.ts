/** Stores a list of segments for each account. The number of entries and bytes is limited. */

import type { Step } from '../domain/trace.ts';
import type { Captured } from './capture.ts';
import { ATTEMPT, END, hasRequestId, writeNumbers, type ResponseEnd } from './entry-field.ts';
import { createRetryGroups } from './retries.ts';
import { aligned, entriesIn, isKept, LogSegment, type AccountName, type EntryReference } from './log-segment.ts';

/** The limits. Whole segments are evicted, so a full account keeps at least seven eighths of its limit. */
export interface LogBounds {
  readonly entriesPerAccount: number;
  readonly bytesPerAccount: number;
  readonly bytes: number;
  /** The time on the account's clock within which the same request is another attempt. */
  readonly retryWindowMs: number;
}

export interface LogListener {
  /** Receives an entry that was added or completed. Without an entry, the account changed without a request. */
  readonly changed: (account: AccountName, reference: EntryReference | undefined, isNew: boolean) => unknown;
  /** Receives a segment just before its eviction, and whether its entries were deleted on request. */
  readonly evicted?: (segment: LogSegment, isCleared: boolean) => void;
}

/** The limits of the size of a segment. It is at most an eighth of the bound of its account. */
const SMALLEST_SEGMENT = 4096;
const LARGEST_SEGMENT = 65_536;
const PART = 8;
/** The heap memory of a segment and of an account (measured on Node 20 to 24, rounded up). */
const SEGMENT_BYTES = 1024;
const ACCOUNT_BYTES = 1536;
/** The number of accounts without entries whose last entry is known. They take about a mebibyte. */
const MOST_EMPTIED = 10_000;

/**
 * After a restart, numbers continue at the next multiple of this. Otherwise the cursor of a client could skip new
 * entries, because the newest entries may be lost.
 */
const GAP = 2 ** 20;

/** A ledger change without a request. */
export interface LedgerChange {
  readonly account: string;
  /** The sequence number of the newest entry at the time of the change. */
  readonly seq: number;
  /** The time on the account's clock. */
  readonly at: number;
  readonly step: Step;
}

const MOST_LEDGER_CHANGES = 10_000;

interface AccountLog {
  readonly name: AccountName;
  readonly segments: LogSegment[];
  readonly groups: ReturnType<typeof createRetryGroups>;
  entries: number;
  bytes: number;
}

export class Log {
  readonly bounds: LogBounds;
  readonly #beforeRead: () => void;
  readonly #accounts = new Map<AccountName, AccountLog>();
  readonly #listeners = new Set<LogListener>();
  /** The memory of the last evicted segment, to be used again. New memory takes longer (bench:api, row `polls`). */
  #spare: Buffer | undefined = undefined;
  /** The memory of all accounts, as the limits count it. */
  bytes = 0;
  #seq = 0;
  /** The newest evicted entry of each recent account without entries. */
  readonly #emptied = new Map<AccountName, number>();
  /** The newest evicted entry of all accounts that were removed from `#emptied`. */
  #forgottenThrough = 0;
  #ledgerChanges: LedgerChange[] = [];

  /** Creates an empty log. `beforeRead` runs before each read, and may append pending entries. */
  constructor(bounds: LogBounds, beforeRead: () => void = () => undefined) {
    this.bounds = bounds;
    this.#beforeRead = beforeRead;
  }

  /** Appends an entry, and evicts entries above a bound. Without `seq`, the entry gets the next sequence number. */
  append({ account: name, identity, bytes }: Captured, seq = this.#seq + 1): EntryReference {
    const account = this.#accountOf(name);
    const reference = this.#segmentFor(account, bytes.length).append(bytes, seq);
    this.#seq = seq;
    writeNumbers(ATTEMPT, reference, account.groups.count(identity, reference));
    account.entries += 1;
    this.#makeRoom(account);
    this.notify(name, reference, true);
    return reference;
  }

  /** Adds the outcome of sending the response, if the entry still exists. */
  complete(reference: EntryReference, end: ResponseEnd): void {
    if (!isKept(reference)) return;
    writeNumbers(END, reference, end);
    this.notify(reference.segment.account, reference);
  }

  /** Calls a listener until the returned function is called. */
  listen(listener: LogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reports an entry that was added or completed, or a change of an account that no request made. */
  notify(account: AccountName, reference?: EntryReference, isNew = false): void {
    for (const { changed } of this.#listeners) changed(account, reference, isNew);
  }

  /** Returns the entries of one account or of all accounts after a cursor. The entries of an account are in order. */
  after(name?: AccountName, cursor = 0): EntryReference[] {
    this.#beforeRead();
    const accounts = name === undefined ? [...this.#accounts.values()] : [this.#accounts.get(name)];
    return accounts.flatMap((account) => account?.segments ?? []).flatMap((segment) => entriesIn(segment, cursor));
  }

  /** Returns the entry of a request of any account. */
  find(requestId: string): EntryReference | undefined {
    return this.after().find((reference) => hasRequestId(reference, requestId));
  }

  /** Returns the sequence number of the newest entry that an account has lost. */
  evictedThrough(name: AccountName): number {
    this.#beforeRead();
    return this.#accounts.get(name)?.segments[0]?.previousSeq ?? this.#emptied.get(name) ?? this.#forgottenThrough;
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

  /** Deletes the entries of an account, and its changes without a request. */
  clear(name: AccountName): void {
    this.#beforeRead();
    this.#ledgerChanges = this.#ledgerChanges.filter(({ account }) => account !== name);
    const account = this.#accounts.get(name);
    if (account === undefined) return;
    while (account.segments.length > 0) this.#evict(account, true);
  }

  /** Notes a ledger change that the control API or the clock of this process caused. */
  noteLedgerChange(change: Omit<LedgerChange, 'seq'>): void {
    const count = this.#ledgerChanges.push({ ...change, seq: this.cursor() });
    if (count > 2 * MOST_LEDGER_CHANGES) this.#ledgerChanges = this.#ledgerChanges.slice(-MOST_LEDGER_CHANGES);
  }

  /** Returns the ledger changes without a request since the oldest entry of an account, oldest first. */
  ledgerChangesOf(name: string): readonly LedgerChange[] {
    const since = this.evictedThrough(name);
    return this.#ledgerChanges.filter(({ account, seq }) => account === name && seq >= since);
  }

  /** Appends a segment of an earlier process to the segments of its account. */
  restore(segment: LogSegment): void {
    const account = this.#accountOf(segment.account);
    this.#add(account, segment);
    account.entries += segment.entries;
    this.#seq = Math.max(this.#seq, Math.ceil(segment.lastSeq / GAP) * GAP);
    this.#makeRoom(account);
  }

  #makeRoom(newest: AccountLog): void {
    const { entriesPerAccount, bytesPerAccount, bytes } = this.bounds;
    while ((newest.entries > entriesPerAccount || newest.bytes > bytesPerAccount) && newest.segments.length > 1) {
      this.#evict(newest);
    }
    while (this.bytes > bytes) {
      // The segment of the newest entry stays. An account keeps its newest entries while another account has more.
      const largest = this.#largest(newest.segments.length > 1 ? undefined : newest);
      if (largest === undefined) return;
      this.#evict(largest);
    }
  }

  /** Returns the largest other account. Among accounts of about the same size, it is the account that opened first. */
  #largest(except: AccountLog | undefined): AccountLog | undefined {
    let largest: AccountLog | undefined;
    for (const account of this.#accounts.values()) {
      if (account !== except && (largest === undefined || stepsOf(account) > stepsOf(largest))) largest = account;
    }
    return largest;
  }

  /** Evicts the first segment of an account. */
  #evict(account: AccountLog, isCleared = false): void {
    const segment = account.segments.shift();
    if (segment === undefined) return;
    segment.isEvicted = true;
    if (segment.bytes.length <= LARGEST_SEGMENT) this.#spare = segment.bytes;
    for (const { evicted } of this.#listeners) evicted?.(segment, isCleared);
    account.groups.forget(segment.lastSeq);
    account.entries -= segment.entries;
    this.#charge(account, -segment.bytes.length - SEGMENT_BYTES);
    if (account.segments.length > 0) return;
    if (this.#emptied.size === MOST_EMPTIED) {
      this.#emptied.clear();
      this.#forgottenThrough = this.#seq;
    }
    this.#emptied.set(account.name, segment.lastSeq);
    this.#accounts.delete(account.name);
    this.bytes -= account.bytes;
  }

  #charge(account: AccountLog, bytes: number): void {
    account.bytes += bytes;
    this.bytes += bytes;
  }

  #accountOf(name: AccountName): AccountLog {
    const found = this.#accounts.get(name);
    if (found !== undefined) return found;
    const groups = createRetryGroups(this.bounds.retryWindowMs, (bytes) => this.#charge(account, bytes));
    const account: AccountLog = { name, segments: [], groups, entries: 0, bytes: 0 };
    this.#accounts.set(name, account);
    this.#charge(account, ACCOUNT_BYTES + (name?.length ?? 0));
    return account;
  }

  #segmentFor(account: AccountLog, needed: number): LogSegment {
    const last = account.segments.at(-1);
    const most = Math.ceil(this.bounds.entriesPerAccount / PART);
    if (last !== undefined && last.entries < most && last.end + needed <= last.bytes.length) return last;
    const capacity = aligned(Math.max(needed, this.#usualCapacity(account)));
    const memory = this.#spare?.length === capacity ? this.#spare : capacity;
    this.#spare = undefined;
    const previousSeq = last?.lastSeq ?? this.#emptied.get(account.name) ?? this.#forgottenThrough;
    return this.#add(account, new LogSegment(memory, account.name, previousSeq));
  }

  /** Returns half of the size of an account, which limits both the number of segments and the memory. */
  #usualCapacity(account: AccountLog): number {
    const { bytesPerAccount, bytes } = this.bounds;
    const half = 2 ** Math.floor(Math.log2(account.bytes / 2));
    return Math.min(LARGEST_SEGMENT, bytesPerAccount / PART, bytes / PART, Math.max(SMALLEST_SEGMENT, half));
  }

  #add(account: AccountLog, segment: LogSegment): LogSegment {
    account.segments.push(segment);
    this.#charge(account, segment.bytes.length + SEGMENT_BYTES);
    return segment;
  }
}

/** Returns the size of an account in steps. */
function stepsOf({ bytes }: AccountLog): number {
  return Math.floor(bytes / SMALLEST_SEGMENT);
}
