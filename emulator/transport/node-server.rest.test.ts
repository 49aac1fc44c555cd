import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Api, ApiRequest, ApiResponse } from '../api/messages.ts';
import { createMemoryBudget, type MemoryBudget } from '../../lib/memory-budget.ts';
import { createNodeServer } from './node-server.ts';

const TIMEOUTS = { headersMs: 5000, requestMs: 5000, idleMs: 5000 };

/** An engine of one answer for each path. */
function answering(answerOf: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>): Api {
  const refuse = (): ApiResponse => ({ status: 500, headers: {}, body: '' });
  return { handle: async (request) => answerOf(request), complete: (answer) => answer, refuse, refuseMethod: refuse };
}

test('a response that cannot be sent breaks its own connection only, and is reported', async () => {
  const crashes: unknown[] = [];
  const api = answering(({ target }) => ({
    // An error that the engine throws comes from behind its own guard.
    status: target === '/worse' ? crashing() : 200,
    headers: target === '/bad' ? { 'x-bad': 'two\nlines' } : {},
    body: target,
  }));
  const base = `http://127.0.0.1:${await listening(api, (cause) => crashes.push(cause))}`;

  const asked = await Promise.allSettled(
    ['/one', '/bad', '/worse', '/two'].map(async (path) => (await fetch(base + path)).text()),
  );

  expect(asked.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'broken'))).toEqual([
    '/one',
    'broken',
    'broken',
    '/two',
  ]);
  expect(crashes).toHaveLength(2);
  expect(crashes).toContainEqual(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
  expect(crashes).toContainEqual(new Error('a recorder that fails'));
});

describe('a peer that says no more with its last request', () => {
  const ending = async (answerOf: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>): Promise<Socket> => {
    const socket = connect(await listening(answering(answerOf), () => undefined), '127.0.0.1');
    return socket.end('GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n');
  };
  const BOTH = /^HTTP\/1\.1 200 OK.*\/one.*HTTP\/1\.1 200 OK.*\/two$/s;
  const answer = ({ target }: ApiRequest): ApiResponse => ({
    status: 200,
    headers: { 'content-length': String(target.length) },
    body: target,
  });

  test('gets every answer, and then the end', async () => {
    expect(await text(await ending(answer))).toMatch(BOTH);
  });

  test('gets those that take their time too, and those that do not fit into one piece', async () => {
    const slow = async (request: ApiRequest): Promise<ApiResponse> => sleep(50).then(() => answer(request));
    expect(await text(await ending(slow))).toMatch(BOTH);
    const long = { status: 200, headers: { 'content-length': '10000000' }, body: 'x'.repeat(10_000_000) };
    const arrived = await text(await ending(() => long));
    expect(arrived.replaceAll('x', '')).toHaveLength(arrived.length - 20_000_000);
  });

  test.each([0, 100])('has gone where somebody wants to know of that, %i ms later', async (ms) => {
    const gone: string[] = [];
    const socket = await ending(async (request) => {
      if (ms > 0) await sleep(ms);
      if (!request.signal.aborted) await once(request.signal, 'abort');
      gone.push(request.target);
      return new Promise(() => undefined);
    });
    expect(await text(socket)).toBe('');
    await vi.waitFor(() => expect(gone).toContain('/one'));
  });
});

test('requests of one connection reach the engine in their order, with and without a body', async () => {
  const seen: string[] = [];
  const api = answering(({ target }) => {
    seen.push(target);
    return { status: 200, headers: {}, body: target };
  });
  const socket = connect(await listening(api, () => undefined), '127.0.0.1');
  const create = (target: string): string => `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody`;
  const poll = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.end(create('/one') + poll('/two') + create('/three') + poll('/four'));
  await text(socket);
  expect(seen).toEqual(['/one', '/two', '/three', '/four']);
});

test('a request behind a broken request is not read, and the response before it is sent once', async () => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const slow = async ({ target }: ApiRequest): Promise<ApiResponse> =>
    asked.then(() => ({ status: 200, headers: { 'content-length': String(target.length) }, body: target }));
  const socket = connect(await listening(answering(slow), () => undefined), '127.0.0.1');
  const warned: unknown[] = [];
  const hear = (warning: Error): void => void warned.push(warning);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  socket.write('GET /one HTTP/1.1\r\nHost: x\r\n\r\n');
  for (let count = 0; count < 20; count += 1) {
    await sleep(2);
    socket.write('rubbish\r\n');
  }
  answer();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK.*\/oneHTTP\/1\.1 500 [^H]*$/s);
  expect(warned).toEqual([]);
});

test('a long response that does not fit into the memory budget is refused, and its receipt gets the outcome', async () => {
  const sent: unknown[] = [];
  const replaced: unknown[] = [];
  const receipt = {
    leaving: () => undefined,
    replaced: (...by: unknown[]) => void replaced.push(by),
    sent: (...outcome: unknown[]) => void sent.push(outcome),
  };
  const body = 'x'.repeat(70_000);
  const api = answering(() => ({ status: 200, headers: { 'content-length': '70000' }, body, receipt }));
  const refusal = { status: 503, headers: { 'content-length': '4' }, body: 'full' };
  const port = await listening({ ...api, refuse: () => refusal }, () => undefined, createMemoryBudget(1));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.text()]).toEqual([503, 'full']);
  await vi.waitFor(() => expect(sent).toEqual([[4, false, undefined]]));
  expect(replaced).toEqual([[refusal, 'service_unavailable']]);
});

async function listening(api: Api, reportCrash: (cause: unknown) => void, budget?: MemoryBudget): Promise<number> {
  const server = createNodeServer(api, { timeouts: TIMEOUTS, reportCrash, budget });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function crashing(): never {
  throw new Error('a recorder that fails');
}
