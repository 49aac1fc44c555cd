/** Legal servers for questions that neither the API document nor an RFC answers, and servers with another balance. */

import { answering, changedBalance, costing, isBalance, toHeader } from '../tamper/answers.ts';
import { isAccepted, WATCHED_KEY } from '../tamper/calls.ts';
import { EDITING, EXTENDING, instead, listOf, refusing } from '../tamper/create.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { fieldsOf, withJson, withKey, type Tampering } from '../server.ts';

/** The price of a second with source videos, at 480p. */
const SMALL = 0.08;
/** Bills an edit at 480p, whose sources of 4 s and 5 s have the price of their own tier. */
const SOURCES_AT_OWN_PRICE = costing({ ...EDITING, source_video_ids: 2 }, () => Number((13 * SMALL).toFixed(2)));

export const DEVIATING_VARIANTS: readonly LegalVariant[] = legalVariants({
  'no-clock': {
    does: 'has no clock, and so sends no Date',
    socket: 'title-case',
    tamper: answering('any', toHeader('date', '')),
    observed: { 'content.encoding.video': 'avc' },
  },
  'refuses-what-would-fail': {
    does: 'rejects a create that would fail for a known reason',
    tamper: refusing({ prompt: /\[\[standin:fails_/ }),
    observed: { 'idempotency.keys-apart.case': 'another key' },
  },
  'handles-wanted': {
    does: 'rejects a prompt that names a handle without a subject map',
    tamper: refusing(namesUnknownHandle),
    observed: { 'subject-map.unmapped-handle': 'refused 400 invalid_request' },
  },
  'plain-head': {
    does: 'leaves out the charset of the media type at HEAD',
    tamper: answering(
      { operation: 'get', method: 'GET', status: 200 },
      toHeader('content-type', 'application/json; charset=utf-8'),
    ),
    observed: { 'get.head': '200' },
  },
  'source-prices': {
    does: 'bills the seconds of source videos at the price of their own tier',
    tamper: SOURCES_AT_OWN_PRICE,
    // The engine behind this server charges other costs than the records show.
    isPriceUnknown: true,
    selection: { skip: ['credits.sum*'] },
    observed: { 'price.480p.extend': '0.08' },
  },
  'source-prices-near': {
    does: 'bills the seconds of source videos at the price of their own tier, with a dear tier at twice the price',
    settings: {
      prices: {
        withoutSources: { '480p': 0.12, '1080p': 0.24 },
        withSources: { '480p': SMALL, '1080p': 2 * SMALL },
      },
    },
    tamper: SOURCES_AT_OWN_PRICE,
    isPriceUnknown: true,
    selection: { skip: ['credits.sum*'] },
    observed: { 'price.480p.extend': '0.08' },
  },
  'silent-cheaper': {
    does: 'charges less for a second without sound',
    tamper: costing({ audio: false }, (_, record) => Math.round(Number(record['cost_usd']) * 80) / 100),
    selection: { skip: ['credits.sum*'] },
    observed: { 'billing.audio': 'without sound 0.800 of the price' },
  },
  'tier-of-source': {
    does: 'extends at the tier of the source video',
    tamper: instead({ ...EXTENDING, resolution: '720p' }, { resolution: '480p' }),
    isPriceUnknown: true,
    selection: {
      thorough: true,
      only: ['content.every-clip.*', 'content.duration.requested.extend-tall', 'content.encoding.video'],
    },
    observed: { 'content.encoding.video': 'avc' },
  },
  'no-source-twice': {
    does: 'rejects source videos, URLs, indexes and handles that occur twice',
    tamper: refusing(
      (body) =>
        ['source_video_ids', 'image_urls'].some((field) => isTwice(listOf(body, field))) ||
        mapsOf(body).some((map) => isTwice(Object.values(map).flat())) ||
        isTwice(mapsOf(body).flatMap((map) => Object.keys(map))),
    ),
    observed: {
      'create.urls.repeated': 'refused 400 invalid_request',
      'create.source-video-ids.repeated': 'refused 400 invalid_request',
      'subject-map.repeated-index': 'refused 400 invalid_request',
    },
  },
  'strict-references': {
    does: 'rejects handles that the prompt does not name, and `adaptive` or other references where they are not required',
    tamper: refusing((body) => namesTooLittle(body) || isOdd(body)),
    observed: {
      'subject-map.unused-handle': 'refused 400 invalid_request',
      'workflow.edit-extend.other-references': 'refused 400 invalid_request',
      'workflow.reference.ratio.adaptive': 'refused 400 invalid_request',
    },
  },
  'repeats-what-was-sent': {
    does: 'repeats the create in the message of a rejection',
    tamper: answering({ operation: 'create', status: 400 }, (answer, { body = '' }) =>
      withJson(answer, { error: { code: 'invalid_request', message: `This cannot be read: ${body.slice(0, 2000)}` } }),
    ),
    observed: { 'error.message.wording': 'names the field' },
  },
  'balance-in-cents': {
    does: 'shows its balance as text, in whole cents',
    tamper: showing(() => (dollars) => dollars.toFixed(2)),
    observed: { 'billing.proportional': 'yes' },
  },
  'shared-account': {
    does: 'has another client that pays from the same account all the time',
    tamper: showing(() => {
      let readings = 0;
      return (dollars) => dollars - 0.48 * (readings += 1);
    }),
    observed: { 'billing.proportional': 'yes' },
  },
  'account-of-two-keys': {
    does: 'charges the key with slow generations to the account of the primary key',
    tamper: paidTogether,
    observed: { 'billing.proportional': 'yes' },
  },
  'no-balance': {
    does: 'does not report what an account can spend',
    tamper: showing(() => () => null),
    observed: { 'billing.proportional': 'yes' },
  },
});

function isTwice(items: readonly unknown[]): boolean {
  return new Set(items).size < items.length;
}

const MAPS = ['subject_to_image_ids', 'subject_to_video_ids', 'subject_to_audio_ids'] as const;

function mapsOf(body: Fields): Fields[] {
  return MAPS.map((field) => Object(body[field]) as Fields);
}

function namesTooLittle(body: Fields): boolean {
  const handles = mapsOf(body).flatMap((map) => Object.keys(map));
  return handles.some((handle) => !String(body['prompt']).includes(`@${handle}`));
}

/** Returns whether a reference is `adaptive`, or an edit or an extension has other references. */
function isOdd(body: Fields): boolean {
  const isEditing = ['edit', 'extend'].includes(String(body['reference_video_operation']));
  return isEditing
    ? listOf(body, 'image_urls').length + listOf(body, 'audio_urls').length > 0
    : body['mode'] === 'reference-to-video' && body['aspect_ratio'] === 'adaptive';
}

function namesUnknownHandle(body: Fields): boolean {
  const known = new Set(mapsOf(body).flatMap((map) => Object.keys(map)));
  return [...String(body['prompt']).matchAll(/@([A-Za-z]\w*)/g)].some(([, handle = '']) => !known.has(handle));
}

/** Charges the creates of the watched key to the primary account, too. */
function paidTogether(): Tampering {
  const costs = new Map<string, number>();
  let watched = '';
  return async (call, engine) => {
    const isOwn = costs.has(call.id) && /-(primary|second)$/.test(call.key);
    const answer = await engine(isOwn ? withKey(call, watched) : call);
    const record = fieldsOf(answer);
    if (WATCHED_KEY.test(call.key)) watched = call.key;
    if (isAccepted(call, answer) && WATCHED_KEY.test(call.key))
      costs.set(String(record['id']), Number(record['cost_usd']));
    const sum = [...costs.values()].reduce((all, cost) => all + cost, 0);
    return isBalance(call, answer) ? changedBalance(answer, (dollars) => dollars - sum) : answer;
  };
}

/** Shows the balance in another form. */
function showing(inWhichWay: () => (dollars: number) => unknown): () => Tampering {
  return () => {
    const shown = inWhichWay();
    return async (call, engine) => {
      const answer = await engine(call);
      return isBalance(call, answer) ? changedBalance(answer, shown) : answer;
    };
  };
}
