/** Handlers of MSW in front of an Express app, by @mswjs/http-middleware: the emulator's among others. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMiddleware } from '@mswjs/http-middleware';
import express from 'express';
import { http, HttpResponse } from 'msw';
import { videoHandlers } from 'standin/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from './typed-client.ts';

const app = express();
const server = app.listen(0, '127.0.0.1');
let baseUrl: string;
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handlers = [
    http.get(`${baseUrl}/plans`, () => HttpResponse.json(['free', 'team'])),
    ...videoHandlers({ baseUrl, latency: 'instant' }),
  ];
  // The middleware is CommonJS and sees msw's types for that, which differ from these in name only.
  app.use(createMiddleware(...(handlers as unknown as Parameters<typeof createMiddleware>)));
  app.get('/own', (_request, response) => void response.json({ own: true }));
});
afterAll(() => void server.close());

test('a clip comes back as an MP4', async () => {
  const request = {
    model: 'videomodel-2.5',
    prompt: 'a paper boat',
    duration_seconds: 4,
    resolution: '480p',
  } as const;
  const clip = await generate({ baseUrl, apiKey: 'sk_standin_middleware' }, request, 1);
  expect(new TextDecoder().decode(clip.subarray(4, 8))).toBe('ftyp');
});

test('other handlers and the app itself answer the rest', async () => {
  expect(await (await fetch(`${baseUrl}/plans`)).json()).toEqual(['free', 'team']);
  expect(await (await fetch(`${baseUrl}/own`)).json()).toEqual({ own: true });
});
