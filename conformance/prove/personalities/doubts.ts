/** Legal servers for questions that neither the API document nor an RFC answers. */

import { answering, recording } from '../tamper/answers.ts';
import { creating } from '../tamper/create-change.ts';
import { listOf, refusing } from '../tamper/create.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import type { Personality } from '../personality.ts';
import { withHeader, withJson, type Tampering } from '../server.ts';

/** The price of a second with source videos, at 480p. */
const SMALL = 0.08;

export const DOUBT_PERSONALITIES: readonly Personality[] = [
  {
    id: 'no-clock',
    does: 'has no clock, and so sends no Date',
    socket: 'title-case',
    tamper: answering('any', (answer) => withHeader(answer, 'date', '')),
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'refuses-what-would-fail',
    does: 'rejects a create that would fail for a known reason',
    tamper: () => refusing((body) => String(body['prompt']).includes('[[standin:fails_')),
    observed: { 'idempotency.keys-apart.case': 'another key' },
  },
  {
    id: 'handles-wanted',
    does: 'rejects a prompt that names a handle without a subject map',
    tamper: () => refusing(namesUnknownHandle),
    observed: { 'subject-map.unmapped-handle': 'refused 400 invalid_request' },
  },
  {
    id: 'plain-head',
    does: 'leaves out the charset of the media type at HEAD',
    tamper: answering('get', (answer, { method }) =>
      method === 'HEAD' || answer.status !== 200
        ? answer
        : withHeader(answer, 'content-type', 'application/json; charset=utf-8'),
    ),
    observed: { 'get.head': '200' },
  },
  {
    id: 'source-prices',
    does: 'bills the seconds of source videos at the price of their own tier',
    tamper: sourcesAtOwnPrice(SMALL),
    // The engine behind this server charges other costs than the records show.
    isPriceUnknown: true,
    selection: { skip: ['credits.sum*'] },
    observed: { 'price.480p.extend': '0.08' },
  },
  {
    id: 'source-prices-near',
    does: 'bills the seconds of source videos at the price of their own tier, with a dear tier at twice the price',
    settings: {
      prices: {
        withoutSources: { '480p': 0.12, '1080p': 0.24 },
        withSources: { '480p': SMALL, '1080p': 2 * SMALL },
      },
    },
    tamper: sourcesAtOwnPrice(SMALL),
    isPriceUnknown: true,
    selection: { skip: ['credits.sum*'] },
    observed: { 'price.480p.extend': '0.08' },
  },
  {
    id: 'silent-cheaper',
    does: 'charges less for a second without sound',
    tamper: () => {
      const costs = new Map<unknown, number>();
      return recording((record, { operation, json }) => {
        if (operation === 'create' && json['audio'] === false)
          costs.set(record['id'], Math.round(Number(record['cost_usd']) * 80) / 100);
        const cost = costs.get(record['id']);
        return cost === undefined ? record : { ...record, cost_usd: cost };
      })();
    },
    selection: { skip: ['credits.sum*'] },
    observed: { 'billing.audio': 'without sound 0.800 of the price' },
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
  {
    id: 'no-source-twice',
    does: 'rejects source videos and URLs that occur twice',
    tamper: () => refusing((body) => ['source_video_ids', 'image_urls'].some((field) => isTwice(listOf(body, field)))),
    observed: {
      'create.urls.repeated': 'refused 400 invalid_request',
      'create.source-video-ids.repeated': 'refused 400 invalid_request',
    },
  },
  {
    id: 'repeats-what-was-sent',
    does: 'repeats the create in the message of a rejection',
    tamper: answering('create', (answer, { body = '' }) =>
      answer.status === 400
        ? withJson(answer, {
            error: { code: 'invalid_request', message: `This cannot be read: ${body.slice(0, 2000)}` },
          })
        : answer,
    ),
    observed: { 'error.message.wording': 'names the field' },
  },
];

/** Bills an edit at 480p, whose sources of 4 s and 5 s have the price of their own tier. */
function sourcesAtOwnPrice(small: number): () => Tampering {
  return () => {
    const costs = new Map<unknown, number>();
    return recording((record, { operation, json }) => {
      const isMeant = operation === 'create' && json['reference_video_operation'] === 'edit';
      if (isMeant && listOf(json, 'source_video_ids').length === 2)
        costs.set(record['id'], Number((13 * small).toFixed(2)));
      const cost = costs.get(record['id']);
      return cost === undefined ? record : { ...record, cost_usd: cost };
    })();
  };
}

function isTwice(items: readonly unknown[]): boolean {
  return new Set(items).size < items.length;
}

const MAPS = ['subject_to_image_ids', 'subject_to_video_ids', 'subject_to_audio_ids'] as const;

function namesUnknownHandle(body: Fields): boolean {
  const known = new Set(MAPS.flatMap((field) => Object.keys(Object(body[field]) as object)));
  return [...String(body['prompt']).matchAll(/@([A-Za-z]\w*)/g)].some(([, handle = '']) => !known.has(handle));
}
