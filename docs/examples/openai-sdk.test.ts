/** The SDK of another service, `openai`, pointed at the emulator by its base URL: it speaks this API in all but the create. */

import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { createEmulator, type Emulator } from 'standin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from './schema.d.ts';

type VideoGeneration = components['schemas']['VideoGeneration'];

const REQUEST = {
  model: 'videomodel-2.5',
  prompt: 'a small boat in the rain',
  duration_seconds: 4,
  resolution: '480p',
};

let emulator: Emulator;
let url: string;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,1' });
  ({ url } = await emulator.listen({ port: 0 }));
});
afterAll(() => emulator.close());

const clientOf = (apiKey: string, maxRetries = 0): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries });

/** `client.videos.create` sends a form, as that service wants it; this one takes JSON, which the SDK's own `post` sends. */
function create(client: OpenAI, fields: object = {}, headers: Record<string, string> = {}): Promise<VideoGeneration> {
  return client.post('/videos', { body: { ...REQUEST, ...fields }, headers });
}

/** The error that the SDK throws. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'nothing',
    (error: unknown) => error,
  );
}

test('a generation is created, polled and downloaded', async () => {
  const client = clientOf('sk_standin_sdk');
  const { id, status, cost_usd } = await create(client);
  expect([status, cost_usd]).toEqual(['pending', 0.48]);

  const statuses: string[] = [];
  while (!statuses.includes('completed')) statuses.push((await client.videos.retrieve(id)).status);
  expect(statuses).toEqual(['pending', 'running', 'completed']);

  const clip = Buffer.from(await (await client.videos.downloadContent(id)).arrayBuffer());
  expect(clip.toString('latin1', 4, 8)).toBe('ftyp');

  const range = { headers: { range: 'bytes=4-7' } };
  const part = await client.videos.downloadContent(id, {}, range);
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
});

describe('an error has its class, code, message and request id', () => {
  test('400', async () => {
    const error = await thrownBy(create(clientOf('sk_standin_sdk'), { duration_seconds: 31 }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_duration',
      message: expect.stringContaining('duration_seconds') as unknown,
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    });
  });

  test('401', async () => {
    const error = await thrownBy(create(clientOf('sk_another_service')));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('402, for which the SDK has no class of its own', async () => {
    const error = await thrownBy(create(clientOf('sk_standin_poor~balance-0.47')));
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status: 402, code: 'insufficient_credits' });
  });

  test('404', async () => {
    const error = await thrownBy(clientOf('sk_standin_sdk').videos.retrieve(randomUUID()));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'video_not_found' });
  });
});

describe('retries', () => {
  test('two, its default, do not outlast a burst of three refusals', async () => {
    const error = await thrownBy(create(clientOf('sk_standin_two~scenario-rate_limit_burst_then_ok', 2)));
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  test('three do, each after the seconds that Retry-After tells, and pay once', async () => {
    const record = await create(clientOf('sk_standin_three~scenario-rate_limit_burst_then_ok', 3));
    expect(record.status).toBe('pending');
    expect((await emulator.account('three').ledger()).reserved).toBe(480_000);
  });

  test('of a create whose answer is lost are paid each, as the SDK sends no Idempotency-Key by itself', async () => {
    const error = await thrownBy(create(clientOf('sk_standin_lost~scenario-accepted_then_reset', 1)));
    expect(error).toBeInstanceOf(OpenAI.APIConnectionError);
    expect((await emulator.account('lost').ledger()).reserved).toBe(960_000);
  });

  test('are paid once where the client sends one', async () => {
    const client = clientOf('sk_standin_found~scenario-accepted_then_reset', 1);
    await create(client, {}, { 'Idempotency-Key': randomUUID() });
    expect((await emulator.account('found').ledger()).reserved).toBe(480_000);
  });
});

test('videos.create sends a form and gets 400, because this API requires JSON', async () => {
  const error = await thrownBy(clientOf('sk_standin_form').videos.create({ prompt: 'a paper boat' }));
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ status: 400, code: 'invalid_content_type' });
});
