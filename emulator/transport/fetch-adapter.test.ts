import { expect, onTestFinished, test } from 'vitest';

import type { ApiResponse } from '../api/messages.ts';
import { answerFetch } from './fetch-adapter.ts';

test('a body that its reader cancels while a read is pending ends without an error', async () => {
  const uncaught: unknown[] = [];
  const hear = (cause: unknown): void => void uncaught.push(cause);
  process.on('uncaughtException', hear);
  onTestFinished(() => void process.off('uncaughtException', hear));
  const pieces = Array.from({ length: 8 }, () => new Uint8Array(2 ** 18));
  const size = pieces.length * 2 ** 18;
  const clip = { size, etag: '"a"', pieces };
  const response: ApiResponse = { status: 200, headers: {}, body: { clip, start: 0, end: size - 1 } };
  const unused = (): never => {
    throw new Error('unused');
  };
  const api = { handle: async () => response, complete: unused, refuse: unused, refuseMethod: unused };
  for (let reads = 0; reads < pieces.length; reads += 1) {
    const reader = (await answerFetch(api, new Request('http://api.test'))).body?.getReader();
    for (let read = 0; read < reads; read += 1) await reader?.read();
    const pending = reader?.read();
    await reader?.cancel();
    await pending;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(uncaught).toEqual([]);
});
