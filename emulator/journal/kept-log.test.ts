/** The journal is written to records some time after its entries. */

import { expect, test } from 'vitest';
import { append, idsOf, someLog } from '../../test/support/journal/some-log.ts';
import { keepLog, type SegmentRecords } from './kept-log.ts';
import type { Log } from './log.ts';

/** Records in memory, which count what they are given. */
class Records implements SegmentRecords {
  readonly kept = new Map<string, Uint8Array>();
  written = 0;

  async eachBytes(prefix: string, visit: (name: string, bytes: Uint8Array) => void): Promise<void> {
    for (const name of [...this.kept.keys()].toSorted()) {
      const bytes = this.kept.get(name);
      if (bytes !== undefined && name.startsWith(prefix)) visit(name, bytes);
    }
  }

  isFull = false;

  setBytes(name: string, bytes: Uint8Array | undefined): boolean {
    if (this.isFull) return false;
    this.written += 1;
    if (bytes === undefined) this.kept.delete(name);
    else this.kept.set(name, bytes);
    return true;
  }
}

async function keeping(log: Log, records: Records) {
  const handOver = await keepLog(log, records);
  const add = (...ids: string[]): void => {
    append(log, ...ids.map((requestId) => ({ requestId })));
  };
  return { add, handOver };
}

async function idsIn(records: Records): Promise<string[]> {
  const log = someLog();
  await keepLog(log, records);
  return idsOf(log);
}

const ids = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => String(from + at));

test('entries of some time are written at once, and what was evicted meanwhile never', async () => {
  const records = new Records();
  const { add, handOver } = await keeping(someLog({ entriesPerAccount: 50 }), records);
  add(...ids(0, 5000));
  expect(records.written).toBe(0);
  handOver();
  expect(records.written).toBeLessThan(30);
  expect((await idsIn(records)).at(-1)).toBe('4999');
});

test('evicted entries are deleted from the records with the next entries', async () => {
  const records = new Records();
  const { add, handOver } = await keeping(someLog({ entriesPerAccount: 50 }), records);
  add(...ids(0, 50));
  handOver();
  expect(await idsIn(records)).toEqual(ids(0, 50));
  add(...ids(50, 150));
  expect(await idsIn(records)).toEqual(ids(0, 50));
  handOver();
  const left = await idsIn(records);
  expect(left.length).toBeLessThanOrEqual(50);
  expect(left.at(-1)).toBe('149');
});

test('cleared entries are deleted from the records at once', async () => {
  const records = new Records();
  const log = someLog();
  const { add, handOver } = await keeping(log, records);
  add(...ids(0, 50));
  handOver();
  log.clear('a');
  expect(records.kept.size).toBe(0);
});

test('entries that were cleared or added while the records accept no changes are deleted or written afterwards', async () => {
  const records = new Records();
  const log = someLog();
  const { add, handOver } = await keeping(log, records);
  add(...ids(0, 50));
  handOver();
  records.isFull = true;
  log.clear('a');
  add('new');
  handOver();
  expect(await idsIn(records)).toEqual(ids(0, 50));
  records.isFull = false;
  // Without another change of the journal.
  await expect.poll(() => idsIn(records)).toEqual(['new']);
});
