import { describe, expect, test } from 'vitest';
import { ErrorEnvelope, VideoGeneration } from './generation.ts';

const id = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';
const record = { id, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 2.24 };
const accepts = (fields: object): boolean => VideoGeneration.safeParse({ ...record, ...fields }).success;

describe('a generation record', () => {
  test.each([
    ['each status', { status: 'running' }],
    ['a cost of nothing', { cost_usd: 0 }],
    ['an id in capitals', { id: id.toUpperCase() }],
    ['an output', { status: 'completed', output: { url: `/v1/videos/${id}/content` } }],
    ['an error without a request id', { status: 'failed', error: { code: 'no_output', message: 'None.' } }],
    ['fields that a later server adds', { progress: 0.5, output: { url: `/v1/videos/${id}/content`, size: 1 } }],
  ])('may have %s', (_, fields) => {
    expect(accepts(fields)).toBe(true);
  });

  test.each([
    ['an id that is not a uuid', { id: 'video_1' }],
    ['another object', { object: 'video' }],
    ['another model', { model: 'videomodel-3' }],
    ['another status', { status: 'queued' }],
    ['a cost as text', { cost_usd: '2.24' }],
    ['a negative cost', { cost_usd: -0.01 }],
    ['an absolute output URL', { output: { url: `https://a.test/v1/videos/${id}/content` } }],
    ['an output without its URL', { output: {} }],
    ['an output that is null', { output: null }],
    ['an error without a code', { error: { message: 'x' } }],
    ['an error that is null', { error: null }],
  ])('never has %s', (_, fields) => {
    expect(accepts(fields)).toBe(false);
  });

  test.each(['id', 'object', 'model', 'status', 'cost_usd'])('always has %s', (field) => {
    expect(accepts({ [field]: undefined })).toBe(false);
  });

  test('fields that a later server adds survive neither loss nor refusal of the known ones', () => {
    expect(VideoGeneration.parse({ ...record, progress: 1 })).toMatchObject(record);
  });
});

describe('an error envelope', () => {
  const accepts = (body: unknown): boolean => ErrorEnvelope.safeParse(body).success;

  test('has a code and a message, and may have a request id', () => {
    expect(accepts({ error: { code: 'rate_limited', message: 'Wait.' } })).toBe(true);
    expect(accepts({ error: { code: 'rate_limited', message: 'Wait.', request_id: id } })).toBe(true);
  });

  test.each([
    [{}],
    [{ error: 'rate_limited' }],
    [{ error: { code: 'rate_limited' } }],
    [{ error: { message: 'Wait.' } }],
    [{ error: { code: 429, message: 'Wait.' } }],
    [{ error: { code: 'rate_limited', message: 'Wait.', request_id: '7' } }],
    [{ code: 'rate_limited', message: 'Wait.' }],
  ])('is not %j', (body) => {
    expect(accepts(body)).toBe(false);
  });
});
