/** The journal of all replicas: one order for all, also for those that come later, and numbers that only grow. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { StoreConnection } from './connection.ts';
import { JournalStream, type ReceivedMessage } from './journal-stream.ts';

interface Opened {
  readonly stream: JournalStream;
  readonly received: ReceivedMessage[];
}

async function openStream(url: string, bytes = 2 ** 20): Promise<Opened> {
  const connection = new StoreConnection(url);
  const received: ReceivedMessage[] = [];
  const stream = new JournalStream({
    connection,
    bytes,
    receive: (message) => received.push(message),
    gather: () => undefined,
    reportCrash: (cause) => {
      throw cause;
    },
  });
  onTestFinished(async () => {
    await stream.close();
    connection.close();
  });
  await connection.open();
  return { stream, received };
}

const textsOf = ({ received }: Opened): unknown[] =>
  received.map(({ message, bytes }) => [message[1], bytes.toString()]);

describeStore('the journal of replicas', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('brings all messages of all replicas to each of them, in one order and with the same growing numbers', async () => {
    const url = server.nextUrl();
    const [one, other] = [await openStream(url), await openStream(url)];
    for (let nth = 0; nth < 600; nth += 1) {
      (nth % 3 === 0 ? other : one).stream.publish(['entry', nth], Buffer.from(`bytes ${nth}`));
      if (nth % 50 === 0) await sleep(12);
    }
    // A replica sees its own messages at once.
    await one.stream.sync();
    expect(one.received.filter(({ message }) => Number(message[1]) % 3 !== 0)).toHaveLength(400);
    await Promise.all([one.stream.sync(), other.stream.sync()]);
    await one.stream.sync();
    expect(one.received).toHaveLength(600);
    expect(textsOf(other)).toEqual(textsOf(one));
    const numbers = one.received.map(({ seq }) => seq);
    expect(other.received.map(({ seq }) => seq)).toEqual(numbers);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(600);
    const late = await openStream(url);
    await late.stream.sync();
    expect(textsOf(late)).toEqual(textsOf(one));
    expect(late.received.map(({ seq }) => seq)).toEqual(numbers);
  });

  test('is read only when somebody asks, or while somebody follows', async () => {
    const url = server.nextUrl();
    const [one, other] = [await openStream(url), await openStream(url)];
    one.stream.publish(['entry', 1]);
    await one.stream.sync();
    await sleep(60);
    expect(other.received).toHaveLength(0);
    const unfollow = other.stream.follow();
    // Sent by itself after a while.
    one.stream.publish(['entry', 2]);
    while (other.received.length < 2) await sleep(5);
    unfollow();
    one.stream.publish(['entry', 3]);
    await one.stream.sync();
    await sleep(60);
    expect(other.received).toHaveLength(2);
  });

  test('is cut to about the bytes that it may have', async () => {
    const url = server.nextUrl();
    const { stream } = await openStream(url, 20_000);
    for (let nth = 0; nth < 400; nth += 1) {
      stream.publish(['entry', nth], Buffer.alloc(1000, 97));
      await stream.sync();
    }
    const late = await openStream(url, 20_000);
    await late.stream.sync();
    expect(late.received.length).toBeGreaterThan(15);
    expect(late.received.length).toBeLessThan(250);
    expect(late.received.at(-1)?.message[1]).toBe(399);
  });

  test('of a store that was emptied goes on with greater numbers, also for a replica that only reads', async () => {
    const url = server.nextUrl();
    const [writing, reading] = [await openStream(url), await openStream(url)];
    writing.stream.publish(['entry', 'before'], Buffer.alloc(5000));
    await writing.stream.sync();
    await reading.stream.sync();
    await server.empty(url);
    const late = await openStream(url);
    late.stream.publish(['entry', 'unknown']);
    await late.stream.sync();
    await reading.stream.sync();
    await sleep(20);
    late.stream.publish(['entry', 'after']);
    await late.stream.sync();
    await reading.stream.sync();
    const [before, after] = reading.received.filter(({ message }) => message[0] === 'entry');
    expect(after?.message[1]).toBe('after');
    expect(after?.seq).toBeGreaterThan(before?.seq ?? Infinity);
  });
});
