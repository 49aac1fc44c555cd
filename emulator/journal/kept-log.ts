/** Stores the journal persistently. A segment is written as a whole, shortly after its entries. */

import { setTimeout } from 'node:timers';
import type { Log } from './log.ts';
import { LogSegment } from './log-segment.ts';

/** A store of bytes, sorted by name. */
export interface SegmentRecords {
  eachBytes(prefix: string, visit: (name: string, bytes: Uint8Array) => void): Promise<void>;
  /** Stores or deletes bytes. Returns false if the store accepts no changes now. */
  setBytes(name: string, bytes: Uint8Array | undefined): boolean;
}

/** The maximum delay until an entry is written. A process that is killed loses these entries. */
const DELAY_MS = 100;
const PREFIX = 'j/';

/** The facts about a segment, as the first line of its record. */
type SegmentHead = Pick<LogSegment, 'account' | 'previousSeq'> & { readonly capacity: number };

/** The original function, because a test may replace timers later. */
const wait = setTimeout;

/**
 * Loads the stored segments into the log, and stores the log's segments from now on. The returned function writes the
 * changes since its previous call.
 */
export async function keepLog(log: Log, records: SegmentRecords): Promise<() => void> {
  const stored = new Set<LogSegment>();
  /** The segments to write by name. An evicted segment is undefined. */
  const due = new Map<string, LogSegment | undefined>();

  const handOver = (): void => {
    for (const [name, segment] of due) {
      if (!records.setBytes(name, segment && toRecord(segment))) return;
      due.delete(name);
      if (segment !== undefined) stored.add(segment);
    }
  };
  const handOverLater = (): void => {
    handOver();
    if (due.size > 0) wait(handOverLater, DELAY_MS).unref();
  };
  const writeSoon = (name: string, segment?: LogSegment): void => {
    if (due.size === 0) wait(handOverLater, DELAY_MS).unref();
    due.set(name, segment);
  };

  log.listen({
    changed: (_, reference) => reference && writeSoon(nameOf(reference.segment), reference.segment),
    evicted: (segment, isCleared) => {
      if (stored.delete(segment)) writeSoon(nameOf(segment));
      else due.delete(nameOf(segment));
      // Cleared entries must not reappear, even if the process restarts immediately.
      if (isCleared) handOver();
    },
  });
  await records.eachBytes(PREFIX, (name, bytes) => {
    const segment = readRecord(bytes);
    stored.add(segment);
    if (segment.entries === 0) writeSoon(name);
    else log.restore(segment);
  });
  return handOver;
}

/** Returns a name that sorts in numeric order. A sequence number has at most 16 digits. */
function nameOf({ firstSeq }: LogSegment): string {
  return PREFIX + String(firstSeq).padStart(16, '0');
}

/** Copies a segment, because entries may be appended to it before the record is written. */
function toRecord({ account, bytes, previousSeq, end }: LogSegment): Uint8Array {
  const head: SegmentHead = { account, capacity: bytes.length, previousSeq };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes.subarray(0, end)]);
}

function readRecord(record: Uint8Array): LogSegment {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const start = bytes.indexOf('\n') + 1;
  const { account, capacity, previousSeq }: SegmentHead = JSON.parse(bytes.toString('utf8', 0, start));
  const segment = new LogSegment(capacity, account, previousSeq);
  segment.appendAll(bytes.subarray(start));
  return segment;
}
