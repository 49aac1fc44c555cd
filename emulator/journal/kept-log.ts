/** Stores the journal persistently. A segment is written as a whole, shortly after its entries. */

import { setTimeout } from 'node:timers';
import { findEntries } from './entry-bytes.ts';
import type { AccountName } from './log.ts';
import type { Recording } from './recorder.ts';
import { LogSegment } from './log-segment.ts';

/** A store of bytes, sorted by name. */
export interface SegmentRecords {
  eachBytes(prefix: string, visit: (name: string, bytes: Uint8Array) => void): Promise<void>;
  setBytes(name: string, bytes: Uint8Array | undefined): void;
}

export interface KeptLog {
  /** Writes the changes since the previous call. */
  readonly handOver: () => void;
}

/** The maximum delay until an entry is written. A process that is killed loses these entries. */
const DELAY_MS = 100;
const PREFIX = 'j/';
/** The gap in numbers after a restart, because a client may have a cursor after lost entries. */
const GAP = 2 ** 20;
const DIGITS = 12;

/** The facts about a segment, as the first line of its record. */
interface SegmentHead {
  readonly account: AccountName;
  readonly capacity: number;
  readonly previousSeq: number;
}

/** The original function, because a test may replace timers later. */
const wait = setTimeout;

/** Loads the stored segments into the log, and stores the log's segments from now on. */
export async function keepLog({ log }: Pick<Recording, 'log'>, records: SegmentRecords): Promise<KeptLog> {
  const names = new Map<LogSegment, string>();
  const changed = new Map<LogSegment, AccountName>();
  /** The names of evicted segments that are still stored. */
  const gone = new Set<string>();
  let number = 0;
  let isDue = false;

  const handOver = (): void => {
    isDue = false;
    for (const name of gone) records.setBytes(name, undefined);
    gone.clear();
    for (const [segment, account] of changed) {
      const name = names.get(segment) ?? nameOf((number += 1));
      names.set(segment, name);
      records.setBytes(name, toRecord(account, segment));
    }
    changed.clear();
  };
  const handOverSoon = (): void => {
    if (isDue) return;
    isDue = true;
    wait(handOver, DELAY_MS).unref();
  };
  const evict = (segment: LogSegment): void => {
    const name = names.get(segment);
    names.delete(segment);
    changed.delete(segment);
    if (name !== undefined) gone.add(name);
    handOverSoon();
  };

  log.listen({
    changed: (account, reference) => {
      if (reference === undefined) return;
      changed.set(reference.segment, account);
      handOverSoon();
    },
    evicted: (segment, isCleared) => {
      evict(segment);
      // Cleared entries must not reappear, even if the process restarts immediately.
      if (isCleared) handOver();
    },
  });
  await records.eachBytes(PREFIX, (name, bytes) => {
    const { account, segment } = readRecord(bytes);
    number = Number(name.slice(PREFIX.length));
    names.set(segment, name);
    if (segment.entries === 0) evict(segment);
    else log.restore(account, segment);
  });
  if (log.cursor() > 0) log.continueAfter(Math.ceil(log.cursor() / GAP) * GAP);
  return { handOver };
}

/** Returns a name that sorts in numeric order. */
function nameOf(number: number): string {
  return PREFIX + String(number).padStart(DIGITS, '0');
}

/** Copies a segment, because entries may be appended to it before the record is written. */
function toRecord(account: AccountName, { bytes, capacity, previousSeq, end }: LogSegment): Uint8Array {
  const head: SegmentHead = { account, capacity, previousSeq };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes.subarray(0, end)]);
}

function readRecord(bytes: Uint8Array): { readonly account: AccountName; readonly segment: LogSegment } {
  const start = bytes.indexOf(LINE_BREAK) + 1;
  const { account, capacity, previousSeq }: SegmentHead = JSON.parse(Buffer.from(bytes.subarray(0, start)).toString());
  const segment = new LogSegment(capacity);
  segment.previousSeq = previousSeq;
  segment.bytes.set(bytes.subarray(start));
  findEntries(segment, bytes.length - start);
  return { account, segment };
}

const LINE_BREAK = 10;
