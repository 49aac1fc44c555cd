/** The server through supertest, as a suite of a user's would drive it: what each operation answers on the wire. */

import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/index.ts';

const CREATE = { model: 'videomodel-2.5', prompt: 'a red fox in the snow', duration_seconds: 4, resolution: '480p' };
const KEY = 'sk_standin_supertest';

let emulator: Emulator;
let api: ReturnType<typeof supertest>;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,0' });
  api = supertest((await emulator.listen({ port: 0, host: '127.0.0.1' })).url);
});
afterAll(() => emulator.close());

async function create(): Promise<string> {
  const { body } = await api.post('/v1/videos').auth(KEY, { type: 'bearer' }).send(CREATE).expect(202);
  return (body as { readonly id: string }).id;
}

describe('a generation', () => {
  test('is accepted, pending, completed', async () => {
    const id = await create();
    const record = { id, object: 'video.generation', model: 'videomodel-2.5', cost_usd: 0.48 };
    const poll = () => api.get(`/v1/videos/${id}`).auth(KEY, { type: 'bearer' }).expect(200);
    const first = await poll().expect('content-type', 'application/json');
    expect(first.body).toEqual({ ...record, status: 'pending' });
    const second = await poll();
    expect(second.body).toEqual({ ...record, status: 'completed', output: { url: `/v1/videos/${id}/content` } });
  });

  test('has content that begins at the asked byte, under the same key only', async () => {
    const id = await create();
    await api.get(`/v1/videos/${id}`).auth(KEY, { type: 'bearer' });
    await api.get(`/v1/videos/${id}`).auth(KEY, { type: 'bearer' });
    const part = await api
      .get(`/v1/videos/${id}/content`)
      .auth(KEY, { type: 'bearer' })
      .set('range', 'bytes=4-7')
      .responseType('blob')
      .expect('content-range', /^bytes 4-7\/\d+$/)
      .expect(206);
    expect(String(part.body)).toBe('ftyp');
    await api.get(`/v1/videos/${id}/content`).auth('sk_standin_stranger', { type: 'bearer' }).expect(404);
  });
});

describe('a refusal', () => {
  const own = { authorization: `Bearer ${KEY}` };
  test.each([
    { about: 'no key', headers: {}, body: CREATE, status: 401, code: 'missing_api_key' },
    { about: 'a field', headers: own, body: { ...CREATE, duration_seconds: 3 }, status: 400, code: 'invalid_duration' },
    {
      about: 'a type',
      headers: { ...own, 'content-type': 'text/plain' },
      body: 'x',
      status: 400,
      code: 'invalid_content_type',
    },
    {
      about: 'money',
      headers: { authorization: 'Bearer sk_standin_none~balance-0' },
      body: CREATE,
      status: 402,
      code: 'insufficient_credits',
    },
  ])('for $about has a code and the id of its request', async ({ headers, body, status, code }) => {
    const answer = await api.post('/v1/videos').set(headers).send(body).expect(status);
    const request_id = answer.headers['x-request-id'];
    expect(answer.body).toEqual({ error: { code, message: expect.any(String), request_id } });
  });
});
