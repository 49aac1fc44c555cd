/** Entries of several replicas reach each of them in one order, with how their answers left. */

import { expect, test } from 'vitest';
import { someCaptured, type SomeFacts } from '../../test/support/journal/some-entry.ts';
import { entriesOf, idsOf, someLog } from '../../test/support/journal/some-log.ts';
import type { ResponseEnd } from './entry-field.ts';
import type { Log } from './log.ts';
import { createReceiver, createSender, type EntryMessage, type EntryRelay } from './relay.ts';
import type { Captured } from './capture.ts';

interface Carried {
  readonly replica: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Keeps the messages of all replicas in one order, and makes senders. */
function aRelay() {
  const carried: Carried[] = [];
  const sender = (replica: string): TestSender => {
    const unsent: Parameters<EntryRelay['publish']>[] = [];
    const entries = createSender({ publish: (...message) => unsent.push(message) });
    const flush = (): void => {
      entries.flush();
      for (const [message, bytes = Buffer.alloc(0)] of unsent.splice(0))
        carried.push({ replica, text: JSON.stringify(message), bytes });
    };
    return {
      append: (captured) => entries.append(captured),
      complete: (...about) => entries.complete(...about),
      flush,
    };
  };
  return { carried, sender, kinds: () => carried.map(({ text }) => (JSON.parse(text) as EntryMessage)[0]) };
}

type TestSender = Pick<ReturnType<typeof createSender>, 'append' | 'complete' | 'flush'>;

/** A replica that receives all messages. `told` lists its callbacks. */
function aReceiver(carried: readonly Carried[]): { readonly log: Log; readonly told: string[] } {
  const log = someLog();
  const told: string[] = [];
  log.listen({
    changed: (account, reference, isNew) => told.push(`${account} ${reference?.seq} ${isNew ? 'new' : 'ended'}`),
  });
  const receive = createReceiver(log);
  let seq = 1;
  for (const { replica, text, bytes } of carried) {
    receive({ message: JSON.parse(text), bytes, seq, replica });
    seq += 1;
  }
  return { log, told };
}

const request = (requestId: string, identity: string, more: SomeFacts = {}): Captured => ({
  ...someCaptured({ requestId, ...more }),
  identity,
});
const END: ResponseEnd = { bytesSent: 7, isAborted: false, totalMs: 3, bodyProblem: undefined };

test('all replicas have the entries of all in the order in which they were carried, with the same numbers', () => {
  const { carried, sender } = aRelay();
  const [one, other] = [sender('one'), sender('other')];
  one.append(request('1', 'x'));
  one.append(request('2', 'x', { account: 'b' }));
  other.append(request('3', 'y'));
  one.flush();
  other.flush();
  one.append(request('4', 'x'));
  one.flush();
  const [here, there] = [aReceiver(carried), aReceiver(carried)];
  expect([idsOf(here.log), idsOf(here.log, 'b')]).toEqual([['1', '3', '4'], ['2']]);
  expect(here.told).toEqual(['a 1 new', 'b 2 new', 'a 3 new', 'a 4 new']);
  expect(entriesOf(there.log)).toEqual(entriesOf(here.log));
});

test('attempts at one thing are counted over all replicas', () => {
  const { carried, sender } = aRelay();
  for (const replica of ['one', 'other', 'one']) {
    const some = sender(replica);
    some.append(request('id', 'the same'));
    some.flush();
  }
  expect(entriesOf(aReceiver(carried).log).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test('the end of a response before its entry was sent is sent with the entry, and a later end in a message of its own', () => {
  const { carried, sender, kinds } = aRelay();
  const some = sender('one');
  const [first, second] = [
    some.append(request('1', 'x')),
    some.append(request('2', 'y', { upstream: { answer: 'passed' } })),
  ];
  some.complete(first, END);
  some.flush();
  const before = aReceiver(carried);
  expect(entriesOf(before.log).map(({ response, timing }) => [response.bytes_sent, timing.total_ms])).toEqual([
    [7, 3],
    [null, null],
  ]);
  some.complete(second, { ...END, isAborted: true, bodyProblem: 'cut' });
  some.flush();
  expect(kinds()).toEqual(['entry', 'entry', 'end']);
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
    const { carried, sender } = aRelay();
    const some = sender('one');
    const first = some.append(request('1', 'x', { startedAt: 100 }));
    if (isLate) some.flush();
    some.complete(first, END);
    if (isLate) some.flush();
    some.append(request('2', 'x', { startedAt: 150 }));
    some.flush();
    expect(entriesOf(aReceiver(carried).log)[1]?.real_pause_ms).toBe(47);
  }
});

test('the end of a response is ignored if its entry was cleared', () => {
  const { carried, sender } = aRelay();
  const some = sender('one');
  const packed = some.append(request('1', 'x'));
  some.flush();
  carried.push({ replica: 'one', text: '["clear","a"]', bytes: Buffer.alloc(0) });
  some.complete(packed, END);
  some.flush();
  carried.push({ replica: 'one', text: JSON.stringify(['end', 0, END]), bytes: Buffer.alloc(0) });
  const { log, told } = aReceiver(carried);
  expect([entriesOf(log), told]).toEqual([[], ['a 1 new']]);
});

test('entries of two replicas with the same number are two', () => {
  const { carried, sender } = aRelay();
  const packed = ['one', 'other'].map((replica) => {
    const some = sender(replica);
    const entry = some.append(request(replica, replica));
    some.flush();
    return { some, entry };
  });
  const [, other] = packed;
  if (other !== undefined) other.some.complete(other.entry, END);
  other?.some.flush();
  expect(entriesOf(aReceiver(carried).log).map(({ response }) => response.bytes_sent)).toEqual([null, 7]);
});
