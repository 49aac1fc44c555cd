/** Servers that mishandle optional fields, unusual text or the payer of a create. */

import { also, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { accepting, listOf, refusalAnswer, refusing } from '../../tamper/create.ts';
import { inImageMode, inReferenceMode, operates, soundsOf, sourcesOf, type Test } from '../../tamper/workflow.ts';
import { fieldsOf, withKey, type Call, type Tampering } from '../../server.ts';

const isGiven =
  (...fields: readonly string[]): Test =>
  (body) =>
    fields.some((field) => field in body);

const GIVEN: readonly Mutant[] = [
  also(['workflow.image.defaults-given', 'image'], 'rejects empty lists of other references in image mode', {
    alone: true,
    tamper: () => refusing((body) => inImageMode(body) && isGiven('audio_urls', 'source_video_ids')(body)),
  }),
  also(['workflow.image.defaults-given', 'reference'], 'rejects an empty list of source videos beside references', {
    alone: true,
    tamper: () =>
      refusing((body) => inReferenceMode(body) && isGiven('source_video_ids')(body) && sourcesOf(body) === 0),
  }),
  also(['workflow.image.defaults-given', 'sound'], 'rejects an empty list of images beside sounds', {
    alone: true,
    tamper: () =>
      refusing((body) => soundsOf(body) > 0 && isGiven('image_urls')(body) && listOf(body, 'image_urls').length === 0),
  }),
  also(['create.source-video-ids.default.beside', 'edit'], 'rejects an empty list of images beside an edit', {
    tamper: () => refusing((body) => operates('edit')(body) && isGiven('image_urls')(body) && !isFull(body)),
  }),
  also(['create.source-video-ids.count.every-operation', 'edit'], 'rejects an edit of two source videos', {
    tamper: () => refusing((body) => operates('edit')(body) && sourcesOf(body) === 2 && !isRefused(body)),
  }),
  also(['create.source-video-ids.count.every-operation', 'extend'], 'rejects an extension of two source videos', {
    tamper: () => refusing((body) => operates('extend')(body) && sourcesOf(body) === 2 && !isRefused(body)),
  }),
];

const LENGTHS: readonly Mutant[] = [
  also(['create.source-video-ids.seconds.above-by-two', 'two'], 'adds up the lengths of three source videos or more', {
    tamper: () => accepting((body) => sourcesOf(body) === 2 && operates('extend')(body)),
    selection: { thorough: true, only: ['create.source-video-ids.seconds.above-by-two'] },
    alone: true,
  }),
  also(['create.source-video-ids.seconds.above-by-two', 'edit'], 'checks the length of only the first edit source', {
    tamper: () => accepting((body) => sourcesOf(body) === 2 && operates('edit')(body)),
    alone: true,
    selection: { thorough: true, only: ['create.source-video-ids.seconds.above-by-two'] },
  }),
];

const URLS: readonly Mutant[] = [
  ...(
    [
      ['space', 'a space in its host', / /],
      ['port', 'words for a port', /:port/],
      ['bracket', 'half of its brackets', /\[/],
      ['angle', 'angle brackets around its host', /</],
    ] as const
  ).map(([name, odd, pattern]) =>
    also(['create.image-urls.type.no-url', name], `accepts a URL with ${odd}`, {
      alone: true,
      tamper: () => accepting((body) => listOf(body, 'image_urls').some((url) => pattern.test(hostOf(url)))),
    }),
  ),
  also(['create.image-urls.type.no-url', 'sound'], 'does not check the host of a sound', {
    alone: true,
    tamper: () => accepting((body) => listOf(body, 'audio_urls').some((url) => hostOf(url).includes(' '))),
  }),
  ...(
    [
      ['string', 'accepts an id as a list of one', (ids: unknown) => typeof ids === 'string' && !ids.includes(',')],
      ['two', 'splits a string into ids', (ids: unknown) => typeof ids === 'string' && ids.includes(',')],
      ['nested', 'flattens a nested list of ids', (ids: unknown) => Array.isArray(ids) && Array.isArray(ids[0])],
      [
        'values',
        'accepts the values of an object as a list',
        (ids: unknown) => Object(ids) === ids && '0' in Object(ids) && !Array.isArray(ids),
      ],
    ] as const
  ).map(([name, does, isOdd]) =>
    also(['create.source-video-ids.type.bare', name], does, {
      alone: true,
      tamper: () => accepting((body) => isOdd(body['source_video_ids'])),
    }),
  ),
];

/** Answers 500 to some valid texts. */
const crashing = (pattern: RegExp, when: (call: Call) => boolean = () => true): (() => Tampering) => {
  return () => async (call, engine) =>
    call.operation === 'create' && pattern.test(JSON.stringify(call.json)) && when(call)
      ? refusalAnswer(500, 'internal_error')
      : engine(call);
};

const TEXTS: readonly Mutant[] = [
  also(['errors.invalid-request.odd-text', 'nul'], 'crashes on a NUL in a text', {
    tamper: crashing(/"prompt":"[^"]*\\u0000/),
  }),
  also(['errors.invalid-request.odd-text', 'half'], 'writes a lone surrogate as UTF-8', {
    tamper: crashing(/\\ud800/),
  }),
  also(['errors.invalid-request.odd-text', 'late'], 'stores a valid prompt without its NUL', {
    tamper: crashing(/\\u0000/, ({ key }) => key.includes('poor')),
  }),
  also(['errors.invalid-request.odd-text', 'handle'], 'crashes on a NUL in a handle', {
    tamper: crashing(/"hero\\u0000/),
  }),
];

const CREDITS: readonly Mutant[] = [
  also(['credits.reserve.with-sources', 'operation'], 'does not check the credits for an edit', {
    tamper: lendingTo('once', operates('edit')),
  }),
  also(['credits.reserve.every-create', 'tier'], 'does not check the credits for 1080p', {
    tamper: lendingTo('poor', (body) => body['resolution'] === '1080p'),
  }),
  also(['credits.reserve.every-create', 'silent'], 'does not check the credits for clips without sound', {
    tamper: lendingTo('poor', (body) => body['audio'] === false),
  }),
];

export const GIVEN_AND_SPENT_MUTANTS: readonly Mutant[] = [...GIVEN, ...LENGTHS, ...URLS, ...TEXTS, ...CREDITS];

function isFull(body: Fields): boolean {
  return listOf(body, 'image_urls').length > 0;
}

/** Reports whether a create is invalid for another reason than its number of sources. */
function isRefused(body: Fields): boolean {
  const [first, second] = listOf(body, 'source_video_ids');
  return first !== second;
}

function hostOf(url: unknown): string {
  return String(url).split('/')[2] ?? '';
}

/** Makes another account pay for the creates that the key cannot pay for. */
function lendingTo(name: string, when: Test): () => Tampering {
  return () => async (call, engine) => {
    const answer = await engine(call);
    const isMeant = call.operation === 'create' && answer.status === 402 && call.key.includes(name) && when(call.json);
    if (!isMeant || sourcesOf(call.json) === 0) return isMeant ? engine(withKey(call, 'sk_standin_lender')) : answer;
    const { source_video_ids: _, reference_video_operation: operation, ...rest } = call.json;
    const body = JSON.stringify({ ...rest, mode: 'text-to-video', aspect_ratio: '16:9', duration_seconds: 8 });
    const made = await engine(withKey({ ...call, body, json: { ...rest, operation } }, 'sk_standin_lender'));
    return fieldsOf(made)['id'] === undefined ? answer : made;
  };
}
