/** A connection to a store that refuses, goes, comes back, or never was there. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../../../test/support/store/store-server.ts';
import { StoreUnavailable } from '../../domain/store.ts';
import { StoreConnection } from './connection.ts';

function connect(url: string): StoreConnection {
  const connection = new StoreConnection(url);
  onTestFinished(() => connection.close());
  return connection;
}

describeStore('a connection', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterAll(() => server.stop());

  test('passes on what the store says against a command, and stays open', async () => {
    const connection = connect(server.nextUrl());
    await connection.open();
    await connection.send('a', ['SET', 'a', 'text']);
    await expect(connection.send('a', ['HGET', 'a', 'field'])).rejects.toThrow(/^WRONGTYPE/);
    expect([await connection.send('a', ['GET', 'a']), connection.problem]).toEqual(['text', undefined]);
  });

  test('refuses at once while the store is gone, says why, and is open again by itself', async () => {
    const connection = connect(server.nextUrl());
    await connection.open();
    await connection.send('a', ['SET', 'a', 'kept']);
    await server.kill();
    await expect.poll(() => connection.problem, { timeout: 10_000 }).toBeDefined();
    await expect(connection.send('a', ['GET', 'a'])).rejects.toThrow(StoreUnavailable);
    await server.start();
    await expect.poll(() => connection.problem, { timeout: 10_000 }).toBeUndefined();
    expect(await connection.send('a', ['GET', 'a'])).toBe('kept');
  });

  test('to a store that stops answering is given up', async () => {
    const connection = connect(server.nextUrl());
    await connection.open();
    server.process.kill('SIGSTOP');
    try {
      await expect(connection.send('a', ['GET', 'a'])).rejects.toThrow(StoreUnavailable);
      expect(connection.problem).toMatch(/has not answered|timeout|connect/i);
    } finally {
      server.process.kill('SIGCONT');
    }
    await expect.poll(() => connection.problem, { timeout: 10_000 }).toBeUndefined();
  });

  test('that is closed says so, and opens no more', async () => {
    const connection = connect(server.nextUrl());
    await connection.open();
    connection.close();
    expect(connection.problem).toBe('it is closed');
    await expect(connection.send('a', ['PING'])).rejects.toThrow(StoreUnavailable);
  });
});

test('a connection to where nobody listens rejects with the reason', async () => {
  await expect(connect('redis://127.0.0.1:1').open()).rejects.toThrow('ECONNREFUSED');
});
