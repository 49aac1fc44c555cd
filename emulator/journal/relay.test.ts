/** Entries of several replicas reach each of them in one order, with how their answers left. */

import { expect, test } from 'vitest';
import { someCaptured, type SomeFacts } from '../../test/support/journal/some-entry.ts';
import { entriesOf, idsOf, someLog } from '../../test/support/journal/some-log.ts';
import type { ResponseEnd } from './answered-request.ts';
import type { Log } from './log.ts';
import { EntryPacker, EntryReceiver, type EntryMessage } from './relay.ts';
import type { Captured } from './capture.ts';

interface Carried {
  readonly replica: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly entries: number;
}

/** Keeps the messages of all replicas in one order, and makes packers. */
function aRelay() {
  const carried: Carried[] = [];
  const packer = (replica: string): EntryPacker =>
    new EntryPacker({
      publish: (message, bytes = Buffer.alloc(0), entries = 1) =>
        void carried.push({ replica, text: JSON.stringify(message), bytes, entries }),
      soon: () => undefined,
    });
  return { carried, packer, kinds: () => carried.map(({ text }) => (JSON.parse(text) as EntryMessage)[0]) };
}

/** A replica that receives all messages. `told` lists its callbacks. */
function aReceiver(carried: readonly Carried[]): { readonly log: Log; readonly told: string[] } {
  const log = someLog();
  const told: string[] = [];
  const receiver = new EntryReceiver(log);
  let seq = 1;
  for (const { replica, text, bytes, entries } of carried) {
    receiver.receive({ message: JSON.parse(text), bytes, seq, replica }, (account, reference, isNew) =>
      told.push(`${account} ${reference.seq} ${isNew ? 'new' : 'ended'}`),
    );
    seq += entries;
  }
  return { log, told };
}

const request = (requestId: string, identity: string, more: SomeFacts = {}): Captured => ({
  ...someCaptured({ requestId, ...more }),
  identity,
});
const END: ResponseEnd = { bytesSent: 7, isAborted: false, totalMs: 3, late: undefined };

test('all replicas have the entries of all in the order in which they were carried, with the same numbers', () => {
  const { carried, packer } = aRelay();
  const [one, other] = [packer('one'), packer('other')];
  one.add(request('1', 'x'));
  one.add(request('2', 'x', { account: 'b' }));
  other.add(request('3', 'y'));
  one.flush();
  other.flush();
  one.add(request('4', 'x'));
  one.flush();
  const [here, there] = [aReceiver(carried), aReceiver(carried)];
  expect([idsOf(here.log), idsOf(here.log, 'b')]).toEqual([['1', '3', '4'], ['2']]);
  expect(here.told).toEqual(['a 1 new', 'b 2 new', 'a 3 new', 'a 4 new']);
  expect(entriesOf(there.log)).toEqual(entriesOf(here.log));
});

test('attempts at one thing are counted over all replicas', () => {
  const { carried, packer } = aRelay();
  for (const replica of ['one', 'other', 'one']) {
    const some = packer(replica);
    some.add(request('id', 'the same'));
    some.flush();
  }
  expect(entriesOf(aReceiver(carried).log).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test('the end of a response before its entry was sent is sent with the entry, and a later end in a message of its own', () => {
  const { carried, packer, kinds } = aRelay();
  const some = packer('one');
  const [first, second] = [
    some.add(request('1', 'x')),
    some.add(request('2', 'y', { upstream: { answer: 'passed' } })),
  ];
  some.end(first, 'a', END);
  some.flush();
  const before = aReceiver(carried);
  expect(entriesOf(before.log).map(({ response, timing }) => [response.bytes_sent, timing.total_ms])).toEqual([
    [7, 3],
    [null, null],
  ]);
  some.end(second, 'a', { ...END, isAborted: true, late: 'cut' });
  expect(kinds()).toEqual(['entries', 'end']);
  const { log, told } = aReceiver(carried);
  expect(entriesOf(log)[1]).toMatchObject({
    response: { bytes_sent: 7 },
    timing: { total_ms: 3 },
    is_aborted: true,
    upstream: { problem: 'cut' },
  });
  expect(told).toEqual(['a 1 new', 'a 2 new', 'a 2 ended']);
});

test('a pause before a retry begins at the end of the previous response, whichever message contained that end', () => {
  for (const isLate of [false, true]) {
    const { carried, packer } = aRelay();
    const some = packer('one');
    const first = some.add(request('1', 'x', { startedAt: 100 }));
    if (isLate) some.flush();
    some.end(first, 'a', END);
    some.add(request('2', 'x', { startedAt: 150 }));
    some.flush();
    expect(entriesOf(aReceiver(carried).log)[1]?.real_pause_ms).toBe(47);
  }
});

test('the end of a response is ignored if its entry was cleared', () => {
  const { carried, packer } = aRelay();
  const some = packer('one');
  const packed = some.add(request('1', 'x'));
  some.flush();
  carried.push({ replica: 'one', text: '["clear","a"]', bytes: Buffer.alloc(0), entries: 1 });
  some.end(packed, 'a', END);
  some.end({ ...packed, number: 0 }, 'a', END);
  const { log, told } = aReceiver(carried);
  expect([entriesOf(log), told]).toEqual([[], ['a 1 new']]);
});

test('entries of two replicas with the same number are two', () => {
  const { carried, packer } = aRelay();
  const packed = ['one', 'other'].map((replica) => {
    const some = packer(replica);
    const entry = some.add(request(replica, replica));
    some.flush();
    return { some, entry };
  });
  packed[1]?.some.end(packed[1].entry, 'a', END);
  expect(entriesOf(aReceiver(carried).log).map(({ response }) => response.bytes_sent)).toEqual([null, 7]);
});

test('many entries, and large ones, go in several messages, and none is lost', () => {
  const { carried, packer } = aRelay();
  const some = packer('one');
  const ids = Array.from({ length: 600 }, (_, nth) => String(nth));
  for (const id of ids) some.add(request(id, id, { responseBody: id === '300' ? 'long'.repeat(50_000) : 'short' }));
  some.flush();
  expect(idsOf(aReceiver(carried).log)).toEqual(ids);
  expect(carried.length).toBeGreaterThan(3);
  expect(Math.max(...carried.map(({ entries }) => entries))).toBeLessThanOrEqual(256);
});
