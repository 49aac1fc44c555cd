/** Signals between replicas: each replica receives each signal once, in the order in which they were sent. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { StoreConnection } from './connection.ts';
import { Signals } from './signals.ts';

async function openSignals(url: string): Promise<Signals> {
  const connection = new StoreConnection(url);
  onTestFinished(() => connection.close());
  await connection.open();
  return new Signals(connection);
}

describeStore('signals', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('arrive once at each replica, also at the sender and at a replica that starts later', async () => {
    const url = server.nextUrl();
    const [one, other] = [await openSignals(url), await openSignals(url)];
    one.send('ended', 'a name\nwith "lines"', 'life 1');
    one.send('keys');
    const sent = [['ended', 'a name\nwith "lines"', 'life 1'], ['keys']];
    expect(await one.receive()).toEqual(sent);
    expect(await other.receive()).toEqual(sent);
    one.send('ended', 'b', 'life 2');
    // The reply to a command of the sender comes after its signal is in the store.
    expect(await one.receive()).toEqual([['ended', 'b', 'life 2']]);
    expect(await other.receive()).toEqual([['ended', 'b', 'life 2']]);
    expect([await one.receive(), await other.receive()]).toEqual([[], []]);
    expect(await (await openSignals(url)).receive()).toHaveLength(3);
  });

  test('of a store that was emptied arrive, too', async () => {
    const url = server.nextUrl();
    const signals = await openSignals(url);
    signals.send('keys');
    await signals.receive();
    await server.empty(url);
    signals.send('ended', 'a', 'life');
    expect(await signals.receive()).toEqual([['ended', 'a', 'life']]);
  });
});
