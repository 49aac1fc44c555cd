/** Stores the journal persistently, in blocks that are written shortly after their entries. */

import { setTimeout } from 'node:timers';
import { findEntries } from './entry-bytes.ts';
import type { AccountName } from './log.ts';
import type { Recording } from './recorder.ts';
import { LogSegment, sizeAt, type EntryReference } from './log-segment.ts';

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
const BLOCK = 4096;
const PREFIX = 'j/';
/** The gap in numbers after a restart, because a client may have a cursor after lost entries. */
const GAP = 2 ** 20;
const DIGITS = 12;

/** The facts about a segment in addition to its entries. */
interface SegmentHead {
  readonly account: AccountName;
  readonly capacity: number;
  /** The sequence number of the last entry before the segment. */
  readonly evictedThrough: number;
}

interface KeptSegment {
  readonly prefix: string;
  /** The head, until it is written. */
  head: SegmentHead | undefined;
  /** The number of written blocks. */
  blocks: number;
  readonly changed: Set<number>;
}

/** The original function, because a test may replace timers later. */
const wait = setTimeout;

/** Loads the stored segments into the log, and stores the log's segments from now on. */
export async function keepLog({ log, notifier }: Recording, records: SegmentRecords): Promise<KeptLog> {
  const segments = new Map<LogSegment, KeptSegment>();
  const changed = new Set<LogSegment>();
  /** The evicted segments that are still stored. */
  const gone: KeptSegment[] = [];
  let number = 0;
  let isDue = false;

  const handOver = (): void => {
    isDue = false;
    for (const segment of gone) dropBlocks(records, segment);
    gone.length = 0;
    for (const segment of changed) writeBlocks(records, segment, segments.get(segment));
    changed.clear();
  };
  const handOverSoon = (): void => {
    if (isDue) return;
    isDue = true;
    wait(handOver, DELAY_MS).unref();
  };
  const change = (account: AccountName, { segment, at }: EntryReference): void => {
    const kept = segments.get(segment) ?? begin(account, segment);
    const end = at + sizeAt({ segment, at });
    for (let block = Math.floor(at / BLOCK); block * BLOCK < end; block += 1) kept.changed.add(block);
    changed.add(segment);
    handOverSoon();
  };
  const begin = (account: AccountName, segment: LogSegment): KeptSegment => {
    number += 1;
    const head = { account, capacity: segment.capacity, evictedThrough: log.seqBefore(segment, account) };
    const kept = { prefix: `${PREFIX}${digits(number)}/`, head, blocks: 0, changed: new Set<number>() };
    segments.set(segment, kept);
    return kept;
  };
  const evict = (segment: LogSegment): void => {
    const kept = segments.get(segment);
    segments.delete(segment);
    changed.delete(segment);
    if (kept === undefined || kept.head !== undefined) return;
    gone.push(kept);
    handOverSoon();
  };

  log.onEvicted((segment, reason) => {
    evict(segment);
    // Cleared entries must not reappear, even if the process restarts immediately.
    if (reason === 'cleared') handOver();
  });
  for (const { head, segment, prefix, blocks } of await readSegments(records)) {
    number = Math.max(number, Number(prefix.slice(PREFIX.length, -1)));
    segments.set(segment, { prefix, head: undefined, blocks, changed: new Set() });
    if (segment.entries === 0) evict(segment);
    else log.restore(head.account, segment, head.evictedThrough);
  }
  if (log.cursor() > 0) log.continueAfter(Math.ceil(log.cursor() / GAP) * GAP);
  notifier.follow(change);
  return { handOver };
}

function writeBlocks(records: SegmentRecords, { bytes, end }: LogSegment, kept: KeptSegment | undefined): void {
  if (kept === undefined) return;
  if (kept.head !== undefined) records.setBytes(kept.prefix, encodeHead(kept.head));
  kept.head = undefined;
  for (const block of kept.changed) {
    // The bytes are copied, because entries may be appended to the block before it is written.
    records.setBytes(
      kept.prefix + digits(block),
      new Uint8Array(bytes.subarray(block * BLOCK, Math.min(end, (block + 1) * BLOCK))),
    );
    kept.blocks = Math.max(kept.blocks, block + 1);
  }
  kept.changed.clear();
}

function dropBlocks(records: SegmentRecords, { prefix, blocks }: KeptSegment): void {
  records.setBytes(prefix, undefined);
  for (let block = 0; block < blocks; block += 1) records.setBytes(prefix + digits(block), undefined);
}

interface ReadSegment {
  readonly head: SegmentHead;
  readonly segment: LogSegment;
  readonly prefix: string;
  readonly blocks: number;
}

async function readSegments(records: SegmentRecords): Promise<readonly ReadSegment[]> {
  const read: { head: SegmentHead; prefix: string; segment: LogSegment; blocks: number; filled: number }[] = [];
  await records.eachBytes(PREFIX, (name, bytes) => {
    const slash = name.lastIndexOf('/') + 1;
    const [prefix, block] = [name.slice(0, slash), name.slice(slash)];
    if (block === '') {
      const head = decodeHead(bytes);
      read.push({ head, prefix, segment: new LogSegment(head.capacity), blocks: 0, filled: 0 });
      return;
    }
    const last = read.at(-1);
    if (last === undefined || last.prefix !== prefix) return;
    last.blocks = Number(block) + 1;
    // Blocks after a missing block cannot be read.
    if (Number(block) * BLOCK > last.filled || last.segment.capacity < last.filled + bytes.length) return;
    last.segment.bytes.set(bytes, Number(block) * BLOCK);
    last.filled = Number(block) * BLOCK + bytes.length;
  });
  for (const { segment, filled } of read) findEntries(segment, filled);
  return read;
}

function encodeHead(head: SegmentHead): Uint8Array {
  return Buffer.from(JSON.stringify(head));
}

function decodeHead(bytes: Uint8Array): SegmentHead {
  return JSON.parse(Buffer.from(bytes).toString());
}

/** Pads a number, so that names sort in numeric order. */
function digits(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
