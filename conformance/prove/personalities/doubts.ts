/** Legal servers that the reading of each sentence asked for: what neither the API document nor an RFC settles. */

import { answering, recording } from '../tamper/answers.ts';
import { creating } from '../tamper/create-change.ts';
import { listOf } from '../tamper/create.ts';
import type { Personality } from '../personality.ts';
import { withHeader } from '../server.ts';

/** Of a second with source videos, at 480p and at 720p. */
const [SMALL, MIDDLE] = [0.08, 0.17];

export const DOUBT_PERSONALITIES: readonly Personality[] = [
  {
    id: 'no-clock',
    does: 'has no clock, and so sends no Date',
    socket: 'title-case',
    tamper: answering('any', (answer) => withHeader(answer, 'date', '')),
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'plain-head',
    does: 'leaves the charset out of the type that it announces to HEAD',
    tamper: answering('get', (answer, { method }) =>
      method === 'HEAD' || answer.status !== 200
        ? answer
        : withHeader(answer, 'content-type', 'application/json; charset=utf-8'),
    ),
    observed: { 'get.head': '200' },
  },
  {
    id: 'source-prices',
    does: 'bills source seconds at the price of their own tier',
    tamper: () => {
      const costs = new Map<unknown, number>();
      return recording((record, { operation, json }) => {
        if (operation === 'create' && listOf(json, 'source_video_ids').length === 7)
          costs.set(record['id'], (Number(json['duration_seconds']) + 26) * SMALL + 4 * MIDDLE);
        const cost = costs.get(record['id']);
        return cost === undefined ? record : { ...record, cost_usd: Number(cost.toFixed(2)) };
      })();
    },
    // The engine behind it takes other costs from the balance than the records show.
    isPriceUnknown: true,
    selection: { skip: ['credits.sum'] },
    observed: { 'price.480p.extend': '0.08' },
  },
  {
    id: 'tier-of-source',
    does: 'extends at the tier of the source video',
    tamper: creating((body) =>
      body['reference_video_operation'] === 'extend' && body['resolution'] === '720p'
        ? { ...body, resolution: '480p' }
        : body,
    ),
    isPriceUnknown: true,
    selection: {
      thorough: true,
      only: ['content.every-clip.*', 'content.duration.requested.extend-tall', 'content.encoding.video'],
    },
    observed: { 'content.encoding.video': 'avc' },
  },
];
