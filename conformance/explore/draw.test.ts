import { expect, test } from 'vitest';

import { readProfile } from '../profile/read-profile.ts';
import { standinProfile } from '../profile/standin.ts';
import { drawSequence } from './draw.ts';
import { createRandom } from './random.ts';
import type { Sequence } from './sequence.ts';
import { validityOf } from './validity.ts';
import type { World } from './world.ts';

const CLIP = {
  id: '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a',
  key: 'primary',
  seconds: 4,
  bytes: Buffer.alloc(200_000),
  etag: '"abc"',
  modified: undefined,
} as unknown as World['clips'][number];

function drawn(more: Parameters<typeof readProfile>[0], clips = [CLIP]): Sequence[] {
  const world: World = { profile: readProfile({ ...standinProfile('draws'), ...more }), clips, failed: [] };
  return Array.from({ length: 300 }, (_, round) => drawSequence(createRandom(round), world));
}

test('the same seed draws the same sequences, and others draw others', () => {
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
  expect(new Set(all.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD', 'POST']));
  for (const name of ['range', 'if-none-match', 'if-match', 'if-range', 'idempotency-key'])
    expect(
      all.some(({ headers = [] }) => headers.some(([header]) => header.toLowerCase() === name)),
      name,
    ).toBe(true);
  const creates = all.filter(({ method }) => method === 'POST');
  for (const { headers = [] } of creates) expect(headers.some(([name]) => name === 'Content-Type')).toBe(true);
});
