/** The feed of replicas: one order for all, also for those that come later, and numbers that only grow. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { openConnection } from './connection.ts';
import { Feed, type ReceivedMessage } from './feed.ts';

interface Listening {
  readonly feed: Feed;
  readonly received: ReceivedMessage[];
}

async function openFeed(url: string, bytes = 2 ** 20): Promise<Listening> {
  const address = { url, shown: url };
  const connection = openConnection({ address, answerMs: 1000 });
  const reading = openConnection({ address, answerMs: 2500, isBinary: true });
  const received: ReceivedMessage[] = [];
  const feed = new Feed({
    connection,
    reading,
    bytes,
    now: Date.now,
    receive: (message) => received.push(message),
    gather: () => undefined,
    reportCrash: (cause) => {
      throw cause;
    },
  });
  onTestFinished(async () => {
    await feed.close();
    connection.close();
    reading.close();
  });
  await Promise.all([connection.opened(), reading.opened()]);
  await feed.open();
  return { feed, received };
}

const textsOf = ({ received }: Listening): unknown[] =>
  received.map(({ message, bytes }) => [message[1], bytes.toString()]);

describeStore('a feed', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('brings all messages of all replicas to each of them, in one order and with the same growing numbers', async () => {
    const url = server.nextUrl();
    const [one, other] = [await openFeed(url), await openFeed(url)];
    for (let nth = 0; nth < 600; nth += 1) {
      (nth % 3 === 0 ? other : one).feed.publish(['entry', nth], Buffer.from(`bytes ${nth}`));
    }
    await Promise.all([one.feed.sync(), other.feed.sync()]);
    expect(one.received).toHaveLength(600);
    expect(textsOf(other)).toEqual(textsOf(one));
    const numbers = one.received.map(({ seq }) => seq);
    expect(other.received.map(({ seq }) => seq)).toEqual(numbers);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(600);
    const late = await openFeed(url);
    expect(textsOf(late)).toEqual(textsOf(one));
    expect(late.received.map(({ seq }) => seq)).toEqual(numbers);
  });

  test('is cut to about the bytes that it may have', async () => {
    const url = server.nextUrl();
    const { feed } = await openFeed(url, 20_000);
    for (let nth = 0; nth < 400; nth += 1) {
      feed.publish(['entry', nth], Buffer.alloc(1000, 97));
      await feed.sync();
    }
    const late = await openFeed(url, 20_000);
    expect(late.received.length).toBeLessThan(250);
    expect(late.received.at(-1)?.message[1]).toBe(399);
  });

  test('of a store that was emptied goes on with greater numbers', async () => {
    const url = server.nextUrl();
    const { feed, received } = await openFeed(url);
    feed.publish(['entry', 'before']);
    await feed.sync();
    await server.empty(url);
    feed.reopened();
    await expect
      .poll(
        async () => {
          feed.publish(['entry', 'after']);
          await feed.sync();
          return received.length;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(1);
    const [before, after] = received;
    expect(after?.seq).toBeGreaterThan(before?.seq ?? Infinity);
  });

  test('says whether anybody listens, anywhere', async () => {
    const url = server.nextUrl();
    const [one, other] = [await openFeed(url), await openFeed(url)];
    expect(one.feed.hasListeners).toBe(false);
    await other.feed.listen(1);
    expect(one.feed.hasListeners).toBe(true);
    await other.feed.listen(-1);
    expect(one.feed.hasListeners).toBe(false);
  });
});
