/** Events over a real socket, and slow or vanished readers. */

import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { bodyStream } from '../../transport/clip-stream.ts';
import { createEventBus, type PublishedEvent } from '../event-bus.ts';
import { openRig } from '../../../test/support/control/rig.ts';

interface Stream {
  readonly response: IncomingMessage;
  /** Waits until so many events have come, and returns all of them. */
  readonly events: (count: number) => Promise<{ type: string; data: ReturnType<typeof JSON.parse> }[]>;
}

async function listen(port: number, path: string): Promise<Stream> {
  const request = httpRequest({ host: '127.0.0.1', port, path }).end();
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  const parsed = (): { type: string; data: unknown }[] =>
    Array.from(text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g), ([, type = '', data = '']) => ({
      type,
      data: JSON.parse(data),
    }));
  return {
    response,
    events: async (count) => {
      while (parsed().length < count) await once(response, 'data');
      return parsed();
    },
  };
}

test('a client receives what happens in one account, in order, with its ledger and its clock', async () => {
  const { emulator, create, api, control } = openRig({ clock: 'frozen@2026-01-01T00:00:00Z' });
  const { port } = await emulator.listen({ port: 0 });
  const { response, events } = await listen(port, '/_standin/events?account=a');
  expect(response.headers['content-type']).toBe('text/event-stream');
  expect(response.headers['content-length']).toBeUndefined();
  expect(response.headers['x-request-id']).toBeDefined();

  await create('sk_standin_b');
  const id = await create('sk_standin_a');
  await control('POST', '/accounts/a/clock/advance', { by_seconds: 1 });
  await api('sk_standin_a', `GET /v1/videos/${id}`);
  await control('POST', `/accounts/a/generations/${id}/move`, { status: 'failed', failure: { code: 'no_output' } });
  await control('POST', '/accounts/a/reset');

  const heard = (await events(7)).filter(({ type }) => type !== 'request');
  expect(heard.map(({ type, data }) => [type, data.at, data.from, data.to ?? data.change])).toEqual([
    ['generation', '2026-01-01T00:00:00.000Z', null, 'pending'],
    ['clock', '2026-01-01T00:00:01.000Z', undefined, undefined],
    ['generation', '2026-01-01T00:00:01.000Z', 'pending', 'running'],
    ['generation', '2026-01-01T00:00:01.000Z', 'running', 'failed'],
    ['account', expect.any(String), undefined, 'reset'],
  ]);
  expect(heard[3]?.data).toMatchObject({ account: 'a', id, failure_code: 'no_output', ledger: { balance_usd: 1000 } });
});

test('a client receives of requests, and of the faults that fired for them', async () => {
  const { emulator, create, api, control } = openRig();
  await create('sk_standin_a');
  await control('PUT', '/accounts/a/faults', { rules: [{ id: 'down' }] });
  const { port } = await emulator.listen({ port: 0 });
  const { events } = await listen(port, '/_standin/events?account=a');
  const { headers } = await api('sk_standin_a', 'GET /v1/videos/x');
  const id = headers.get('x-request-id');
  const request = { account: 'a', at: expect.any(String), request_id: id };
  expect(await events(2)).toEqual([
    {
      type: 'request',
      data: expect.objectContaining({ ...request, method: 'GET', path: '/v1/videos/x', status: 503, faults: ['down'] }),
    },
    { type: 'fault', data: { ...request, rule: 'down', why: expect.any(String) } },
  ]);
});

test('a client that goes is forgotten at once, without another event', async () => {
  const bus = createEventBus();
  const controller = new AbortController();
  const stream = bus.listen({ signal: controller.signal });
  await stream.next();
  expect(bus.hasListener('a')).toBe(true);
  const waiting = stream.next();
  await stream.return?.();
  expect(bus.hasListener('a')).toBe(false);
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('a stream that its socket destroys ends the listening behind it, while it waits for an event', async () => {
  const bus = createEventBus();
  const stream = bodyStream({ stream: bus.listen({ signal: new AbortController().signal }) });
  const [first] = (await once(stream, 'data')) as [Buffer];
  expect(first.toString()).toBe(': connected\n\n');
  expect(bus.hasListener('a')).toBe(true);
  stream.destroy();
  await once(stream, 'close');
  expect(bus.hasListener('a')).toBe(false);
});

test('closing the emulator ends the streams, which an answer under way would not', async () => {
  const { emulator } = openRig();
  const { port } = await emulator.listen({ port: 0 });
  const { response } = await listen(port, '/_standin/events');
  response.resume();
  await Promise.all([once(response, 'end'), emulator.close()]);
  expect(response.complete).toBe(true);
});

test('a slow reader loses the oldest events and gets their number', async () => {
  const bus = createEventBus();
  const stream = bus.listen({ signal: new AbortController().signal });
  const event = (at: number): PublishedEvent => ({ type: 'tick', account: 'a', at: '', data: { number: at } });
  for (let at = 1; at <= 1500; at += 1) bus.publish(event(at));
  const { value } = (await stream.next()) as { value: string };
  expect(value.startsWith(': connected\n\nevent: lost\ndata: {"events":500}\n\n')).toBe(true);
  expect(value.match(/event: tick/g)).toHaveLength(1000);
  expect(value).toContain('"number":1500');
  bus.close();
});

test('a reader of one account loses only events of this account', async () => {
  const bus = createEventBus();
  const stream = bus.listen({ account: 'a', signal: new AbortController().signal });
  await stream.next();
  const tick = (account: string): void => bus.publish({ type: 'tick', account, at: '', data: {} });
  tick('a');
  for (let count = 0; count < 3000; count += 1) tick('b');
  tick('a');
  const { value } = await stream.next();
  expect(String(value)).toMatch(/^event: lost\ndata: \{"events":1\}\n\nevent: tick\n/);
  bus.close();
});

test('a reader gets long events in several parts, none of them lost', async () => {
  const bus = createEventBus();
  const stream = bus.listen({ signal: new AbortController().signal });
  await stream.next();
  const path = 'p'.repeat(50_000);
  for (let number = 0; number < 10; number += 1) bus.publish({ type: 'tick', account: 'a', at: '', data: { path } });
  const lengths: number[] = [];
  for (let events = 0; events < 10;) {
    const { value } = (await stream.next()) as { value: string };
    lengths.push(value.length);
    events += value.match(/event: tick/g)?.length ?? 0;
    expect(value).not.toContain('lost');
  }
  expect(lengths.length).toBeGreaterThan(2);
  bus.close();
});

test('no event is made for an account without a subscriber', () => {
  const bus = createEventBus();
  expect(bus.hasListener('a')).toBe(false);
  bus.listen({ account: 'b', signal: new AbortController().signal });
  expect([bus.hasListener('a'), bus.hasListener('b')]).toEqual([false, true]);
  bus.close();
});

test('events of a batch come together, the newest of them', async () => {
  const bus = createEventBus();
  const stream = bus.listen({ signal: new AbortController().signal, batchMs: 5, most: 2 });
  await stream.next();
  for (let number = 1; number <= 5; number += 1) bus.publish({ type: 'tick', account: 'a', at: '', data: { number } });
  const { value } = await stream.next();
  expect(String(value).match(/"(events|number)":\d+/g)).toEqual(['"events":3', '"number":4', '"number":5']);
  bus.close();
});

test('requests that do not reach an account are sent to subscribers of all accounts', async () => {
  const { emulator, api } = openRig();
  const { port } = await emulator.listen({ port: 0 });
  const { events } = await listen(port, '/_standin/events?batch_ms=1');
  await api('sk_other', 'GET /v1/videos/x');
  expect(await events(1)).toEqual([
    { type: 'request', data: expect.objectContaining({ account: null, status: 401, code: 'invalid_api_key' }) },
  ]);
});
