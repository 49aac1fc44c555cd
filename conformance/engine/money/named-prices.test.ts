import { expect, test } from 'vitest';
import type { Exchange } from '../../client/exchange.ts';
import { otherPrices } from './named-prices.ts';

const prices = {
  withoutSources: { '480p': 0.12, '720p': 0.28, '1080p': 0.68 },
  withSources: { '480p': 0.08, '720p': 0.17, '1080p': 0.41 },
};
const created = (id: string, cost: number, body: object): Exchange => ({
  n: 7,
  probe: 'clip',
  label: 'create',
  at: 0,
  ms: 1,
  request: { method: 'POST', url: 'http://localhost/v1/videos', headers: [], body: JSON.stringify(body) },
  response: {
    status: 202,
    headers: [],
    body: { size: 0, sha256: '', text: JSON.stringify({ id, cost_usd: cost }) },
    complete: true,
  },
});
const text = created('a', 0.48, { duration_seconds: 4, resolution: '480p' });
const extension = { duration_seconds: 5, resolution: '480p', reference_video_operation: 'extend' };

test('a cost that equals the price of the profile, to the cent, is correct', () => {
  expect(otherPrices([text, created('b', 1.12, { duration_seconds: 4 })], { prices })).toEqual([]);
});

test('a create that costs nothing, or a hundred times as much, is reported', () => {
  const bent = [
    created('a', 48, { duration_seconds: 4, resolution: '480p' }),
    created('b', 0, { duration_seconds: 4 }),
  ];
  expect(otherPrices(bent, { prices })).toEqual([
    'Create request #7 (4 s at 480p) costs 48. According to the prices in the profile, the cost should be 0.48.',
    'Create request #7 (4 s at 720p) costs 0. According to the prices in the profile, the cost should be 1.12.',
  ]);
});

test('the price of an extension includes the seconds of its sources, if they are known', () => {
  const extended = (cost: number, source: string): Exchange =>
    created('x', cost, { ...extension, mode: 'reference-to-video', source_video_ids: [source] });
  expect(otherPrices([text, extended(0.72, 'a')], { prices })).toEqual([]);
  expect(otherPrices([text, extended(0.4, 'a')], { prices })).toHaveLength(1);
  expect(otherPrices([text, extended(0.4, 'unknown')], { prices })).toEqual([]);
});

test('a replay is not compared, and without prices no create is compared', () => {
  const replay = created('a', 0.48, { duration_seconds: 9, resolution: '480p' });
  expect(otherPrices([text, replay], { prices })).toEqual([]);
  expect(otherPrices([replay], { prices: undefined })).toEqual([]);
});
