import { expect, test } from 'vitest';

import { SAMPLE } from '../checks/lib/bodies.ts';
import { readProfile } from '../profile/read-profile.ts';
import { standinProfile } from '../profile/standin.ts';
import { drawSequence } from './draw.ts';
import { createRandom } from './random.ts';
import type { Sequence } from './sequence.ts';
import { validityOf } from './validity.ts';
import type { World } from './world.ts';

const CLIP = {
  id: '22222222-2222-4222-8222-222222222222',
  key: 'primary',
  seconds: 4,
  bytes: Buffer.alloc(200_000),
  etag: '"abc"',
  modified: undefined,
} as unknown as World['clips'][number];

function drawn(more: Parameters<typeof readProfile>[0], clips = [CLIP]): Sequence[] {
  const world: World = {
    profile: readProfile({ ...standinProfile('draws'), ...more }),
    clips,
    failed: [],
    startedAt: '',
  };
  return Array.from({ length: 300 }, (_, round) => drawSequence(createRandom(round), world));
}

test('the same seed draws the same sequences, and other seeds draw other sequences', () => {
  const texts = drawn({ budget: 5 }).map((one) => JSON.stringify(one));
  expect(drawn({ budget: 5 }).map((one) => JSON.stringify(one))).toEqual(texts);
  expect(new Set(texts).size).toBeGreaterThan(250);
});

// A key without credits can pay for nothing.
test.each([
  ['with a key without credits', {}],
  ['without such a key', { keys: { primary: 'key' } }],
])('without a budget, each create with a key that pays is invalid, %s', (_, more) => {
  const paying = drawn(more)
    .flat()
    .filter(
      ({ method, key, spelling }) => method === 'POST' && key !== undefined && key !== 'poor' && spelling === undefined,
    );
  expect(paying.length).toBeGreaterThan(100);
  for (const { body = '' } of paying) expect(validityOf(body, { clips: [CLIP] }).kind, body).toBe('invalid');
});

test('generations are made only with a budget', () => {
  const lives = (more: object): number => drawn(more).filter((one) => one.some(({ isPolling }) => isPolling)).length;
  expect(lives({ budget: 5 })).toBeGreaterThan(20);
  expect(lives({})).toBe(0);
});

test('every kind of request is drawn, each create with its content type', () => {
  const all = drawn({ budget: 5 }).flat();
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  expect(new Set(all.map(({ method }) => method))).toEqual(new Set(methods));
  for (const name of ['range', 'if-none-match', 'if-match', 'if-range', 'idempotency-key', 'accept-encoding'])
    expect(
      all.some(({ headers = [] }) => headers.some(([header]) => header.toLowerCase() === name)),
      name,
    ).toBe(true);
  const creates = all.filter(({ method }) => method === 'POST');
  for (const { headers = [] } of creates) expect(headers.some(([name]) => name === 'Content-Type')).toBe(true);
});

test('a method that may delete names an id that no server has', () => {
  const writes = drawn({ budget: 5 })
    .flat()
    .filter(({ method }) => method === 'PUT' || method === 'PATCH' || method === 'DELETE');
  expect(writes.length).toBeGreaterThan(10);
  const paths = new Set(writes.map(({ path }) => path));
  expect(paths).toEqual(new Set([`/v1/videos/${SAMPLE.uuid}`, `/v1/videos/${SAMPLE.uuid}/content`]));
  expect(SAMPLE.uuid).not.toBe(CLIP.id);
});

test('a condition is never drawn with a coding, and creates and clips are drawn with codings', () => {
  const coded = drawn({ budget: 5 })
    .flat()
    .filter(({ headers = [] }) => headers.some(([name]) => name === 'Accept-Encoding'));
  for (const { headers = [] } of coded) expect(headers.filter(([name]) => name.startsWith('If-'))).toEqual([]);
  expect(coded.some(({ method }) => method === 'POST')).toBe(true);
  expect(coded.some(({ path }) => path.endsWith('/content'))).toBe(true);
  expect(coded.some(({ method, path }) => method === 'GET' && path.endsWith(CLIP.id))).toBe(true);
});
