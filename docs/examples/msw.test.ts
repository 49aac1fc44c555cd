/** A client's suite without a server: MSW hands each request to an emulator in this process. */

import { setupServer } from 'msw/node';
import { videoHandlers } from 'standin/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate, type CreateVideoRequest } from './typed-client.ts';

const baseUrl = 'https://api.example.com';
const request: CreateVideoRequest = {
  model: 'videomodel-2.5',
  prompt: 'a small boat in the rain',
  duration_seconds: 4,
  resolution: '480p',
};

const server = setupServer(...videoHandlers({ baseUrl, latency: 'instant' }));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('a clip comes back as an MP4', async () => {
  const clip = await generate({ baseUrl, apiKey: 'sk_standin_clip' }, request, 1);
  expect(new TextDecoder().decode(clip.subarray(4, 8))).toBe('ftyp');
});

test('an account without credits gets 402', async () => {
  const poor = { baseUrl, apiKey: 'sk_standin_poor~balance-0' };
  await expect(generate(poor, request, 1)).rejects.toThrow('insufficient_credits');
});

test('a generation that fails says why', async () => {
  const failing = { ...request, prompt: 'a boat [[standin:fails_while_running_refund]]' };
  await expect(generate({ baseUrl, apiKey: 'sk_standin_failing' }, failing, 1)).rejects.toThrow(/^\w+: .+\.$/);
});
