import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { NO_CONNECTION_FAULTS, type ApiResponse, type ConnectionFaults } from '../api/messages.ts';
import { faultyFetch } from './faulty-response.ts';

const TEXT = 'x'.repeat(1000);

function answerOf(body = TEXT): ApiResponse {
  return { status: 200, headers: { 'content-length': String(body.length) }, body };
}

function stalled(at: 'start' | 'headers' | number): ConnectionFaults {
  return { ...NO_CONNECTION_FAULTS, end: { kind: 'stall', at, isChunked: false } };
}

/** A client that aborts, and keeps only the means to abort. */
function requestFor(client: AbortController): Request {
  return new Request('http://localhost/', { signal: client.signal });
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(10);
  }
}

describe('silence', () => {
  test('before the headers ends when the client aborts, however long that took', async () => {
    const client = new AbortController();
    const waiting = faultyFetch(requestFor(client), answerOf(), stalled('start'));
    const settled = waiting.catch((cause: unknown) => cause);
    await collectGarbage();
    client.abort();
    expect(await settled).toMatchObject({ name: 'AbortError' });
  });

  test('in the body ends when the client aborts, however long that took', async () => {
    const client = new AbortController();
    const { body } = await faultyFetch(requestFor(client), answerOf(), stalled(0.5));
    const reader = body.getReader();
    expect((await reader.read()).value?.length).toBe(500);
    const rest = reader.read().catch((cause: unknown) => cause);
    await collectGarbage();
    client.abort();
    expect(await rest).toMatchObject({ name: 'AbortError' });
  });

  test('that a client ends by its timeout is a timeout, as with any other fetch', async () => {
    const client = new AbortController();
    const { body } = await faultyFetch(requestFor(client), answerOf(), stalled(0.5));
    const text = new Response(body).text().catch((cause: unknown) => cause);
    client.abort(new DOMException('Too late.', 'TimeoutError'));
    expect(await text).toMatchObject({ name: 'TimeoutError' });
  });

  test('in the body ends when the client cancels it', async () => {
    const { body } = await faultyFetch(requestFor(new AbortController()), answerOf(), stalled('headers'));
    const reader = body.getReader();
    const rest = reader.read();
    await reader.cancel();
    expect(await rest).toEqual({ done: true, value: undefined });
  });

  test('ends when the account is reset', async () => {
    const reset = new AbortController();
    const wire = { ...stalled(0.5), signal: reset.signal };
    const { body } = await faultyFetch(requestFor(new AbortController()), answerOf(), wire);
    reset.abort();
    await expect(new Response(body).text()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });
});

describe('a body', () => {
  test('that breaks off has come as far as it should', async () => {
    const wire: ConnectionFaults = { ...NO_CONNECTION_FAULTS, end: { kind: 'reset', at: 0.25, isChunked: false } };
    const { body, headers } = await faultyFetch(requestFor(new AbortController()), answerOf(), wire);
    let bytes = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of body) bytes += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect([bytes, headers['content-length']]).toEqual([250, '1000']);
  });

  test('with nothing wrong but its pace comes whole', async () => {
    const wire = { ...NO_CONNECTION_FAULTS, bytesPerSecond: 20_000 };
    const { body } = await faultyFetch(requestFor(new AbortController()), answerOf(), wire);
    expect(await new Response(body).text()).toBe(TEXT);
  });
});
