/** The sentences of verdicts for cases in which the usual sentence does not help. */

import { expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../../audition/index.ts';
import { create, GAVE_UP, poll, refused, small, type Small } from './small-evidence.ts';

const NO_FILE = [{ index: 0, isForeign: false }];

function judgementOf(id: string, evidence: Small): unknown {
  return CLIENT_CHECKS.find((check) => check.id === id)?.judge(small({ files: NO_FILE, ...evidence }));
}

test('a client that drops the path of its base URL gets the advice to put the path behind it', () => {
  const base = '/_standin/base';
  const sent = [
    create({ path: `${base}/v1/videos` }),
    poll('completed', { path: `${base}/v1/videos/g` }),
    refused(404, { operation: 'content', method: 'GET', path: '/v1/videos/g/content' }),
  ];
  expect(judgementOf('delivers', { sent, outcome: GAVE_UP, expectation: { path: base } })).toEqual({
    kind: 'missed',
    says: 'The client sent a request to /v1/videos/g/content and gave up. But the path of its base URL is /_standin/base.',
    exchanges: [3],
    remedy:
      "Append the path to the base URL, as in base + '/v1/videos'. Do not use new URL('/v1/videos', base), because it drops the path of the base URL.",
  });
});

const ERROR = (code: string): string => JSON.stringify({ error: { code, message: 'No.', request_id: 'r' } });

function toldBy(code: string, ids: readonly string[] = []): NonNullable<Small['outcome']> {
  return { end: 'gave-up', said: { ids, error: { code, request_id: 'r' } } };
}

test('a batch that a 402 stopped may name the 402 or the generation that failed: both are true', () => {
  const failed = '{"id":"g","status":"failed","error":{"code":"generation_failed"}}';
  const without = refused(402, {
    prompt: 'q',
    bodyHash: 'c',
    code: 'insufficient_credits',
    body: ERROR('insufficient_credits'),
  });
  const sent = [create(), without, poll('failed', { body: failed })];
  const kindFor = (outcome: NonNullable<Small['outcome']>): unknown =>
    judgementOf('tells-what-failed', { sent, outcome });
  expect(kindFor(toldBy('insufficient_credits'))).toEqual({ kind: 'kept' });
  expect(kindFor(toldBy('generation_failed', ['g']))).toEqual({ kind: 'kept' });
  expect(kindFor(toldBy('rate_limited', ['g']))).toMatchObject({
    says: 'The client gave up and did not report the code generation_failed.',
  });
});

test('a failure that passed is not what failed', () => {
  const limited = refused(429, { code: 'rate_limited', body: ERROR('rate_limited') });
  const failed = '{"id":"g","status":"failed","error":{"code":"generation_failed"}}';
  const sent = [limited, create(), poll('failed', { body: failed })];
  expect(judgementOf('tells-what-failed', { sent, outcome: toldBy('rate_limited', ['g']) })).toMatchObject({
    kind: 'missed',
  });
});

test('a verdict about a refused second create does not name a generation', () => {
  const second = refused(400, {
    prompt: 'q',
    bodyHash: 'c',
    code: 'source_video_not_found',
    body: ERROR('source_video_not_found'),
  });
  const sent = [create(), poll('completed'), second];
  expect(judgementOf('tells-what-failed', { sent, outcome: toldBy('source_video_not_found') })).toEqual({
    kind: 'kept',
  });
});

test('a client that reports an id or a hope that no response gave it misses a should', () => {
  const sent = [refused(402, { code: 'insufficient_credits', body: ERROR('insufficient_credits') })];
  const kindFor = (error: object): unknown =>
    judgementOf('tells-what-failed', {
      sent,
      outcome: { end: 'gave-up', said: { ids: [], error: { code: 'insufficient_credits', ...error } } },
    });
  expect(kindFor({ request_id: 'r1', retryable: false })).toEqual({ kind: 'kept' });
  expect(kindFor({ request_id: 'other' })).toMatchObject({
    says: 'The client gave up and did not report the request id.',
  });
  expect(kindFor({ request_id: 'r1', retryable: true })).toMatchObject({ kind: 'missed' });
});
