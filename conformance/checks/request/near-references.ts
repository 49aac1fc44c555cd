/** The create request: URLs and ids that are nearly right. */

import type { Check } from '../../engine/define.ts';
import type { Kit } from '../../engine/kit.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, SOME_UUID, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/refusals.ts';

const bare = (url: string): string => url.replace('https://', '');

/** None of them begins with `https://`. */
export const NEAR_SCHEMES: Readonly<Record<string, (url: string) => string>> = {
  'a space before it': (url) => ` ${url}`,
  'a line break before it': (url) => `\n${url}`,
  'one slash': (url) => `https:/${bare(url)}`,
  'no colon': (url) => `https//${bare(url)}`,
  'no scheme': bare,
  'no scheme but slashes': (url) => `//${bare(url)}`,
  backslashes: (url) => `https:\\\\${bare(url)}`,
  'another scheme that begins so': (url) => `httpsx://${bare(url)}`,
  'https in the query': (url) => `http://${bare(url)}?next=https://`,
  'the scheme file': () => 'file:///etc/hosts',
  'the scheme s3': (url) => `s3://${bare(url)}`,
  'no characters': () => '',
};

/** They begin so, and are no URLs all the same. */
const BROKEN: Readonly<Record<string, string>> = {
  'a space in its host': 'https://exa mple.com/picture.png',
  'angle brackets around its host': 'https://<example.com>/picture.png',
  'words for a port': 'https://example.com:port/picture.png',
  'half of its brackets': 'https://[::1/picture.png',
};

export const NEAR_ITEMS: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  'an object': { url: SOME_IMAGE },
  'an array': [SOME_IMAGE],
};

const LISTS: Readonly<Record<string, unknown>> = {
  'an object': {},
  'no characters': '',
  false: false,
  'the number 0': 0,
};

/**
 * Of the id of a clip of the account: who reads it loosely finds the clip. Without dashes, in braces or as a URN it is
 * the same uuid, which a server may take.
 */
export const NEAR_IDS: Readonly<Record<string, (id: string) => string>> = {
  'a space behind it': (id) => `${id} `,
  'a space before it': (id) => ` ${id}`,
  'a line break behind it': (id) => `${id}\n`,
  'a digit behind it': (id) => `${id}0`,
  'a slash behind it': (id) => `${id}/`,
  'its last digit missing': (id) => id.slice(0, -1),
  'a percent sign for its end': (id) => `${id.slice(0, -4)}%`,
  'quotes around it': (id) => `"${id}"`,
  'the path before it': (id) => `/v1/videos/${id}`,
};

/** What holds the id of a clip, and is no list of ids. */
const BARE: Readonly<Record<string, (id: string) => unknown>> = {
  'a bare id': (id) => id,
  'a list in a list': (id) => [[id]],
  'an object with the id as a value': (id) => ({ 0: id }),
  'a list of objects': (id) => [{ id }],
  'two ids in one string': (id) => `${id},${id}`,
  'a list of two ids in one string': (id) => [`${id},${id}`],
};

const SOUNDS = { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: [SOME_AUDIO] };
const OPERATIONS = ['reference', 'edit'] as const;

export const NEAR_REFERENCE_CHECKS: readonly Check[] = [
  refusals({
    id: 'create.image-urls.https.near',
    requirement: 'create.image-urls.https',
    defect: 'near-miss',
    what: 'an image URL that nearly begins with https://',
    failing: 'It trims or repairs URLs, or looks for https anywhere in them.',
    bodies: Object.fromEntries(
      Object.entries(NEAR_SCHEMES).map(([odd, change]) => [
        `an image URL with ${odd}`,
        { ...IMAGE_MODE, image_urls: [change(SOME_IMAGE)] },
      ]),
    ),
  }),
  {
    // The format of a string is a note to the reader in OpenAPI 3.1: some servers judge by it, others do not.
    ...refusals({
      id: 'create.image-urls.type.no-url',
      requirement: 'create.image-urls.type',
      defect: 'near-miss',
      what: 'something that begins with https:// and is no URL',
      failing: 'It looks at the beginning alone.',
      bodies: {
        ...Object.fromEntries(
          Object.entries(BROKEN).map(([odd, url]) => [
            `an image URL with ${odd}`,
            { ...IMAGE_MODE, image_urls: [url] },
          ]),
        ),
        'a second image URL with a space in its host': {
          ...IMAGE_MODE,
          image_urls: [SOME_IMAGE, BROKEN['a space in its host']],
        },
        'a reference with a space in its host': { ...REFERENCE_MODE, image_urls: [BROKEN['a space in its host']] },
        'a sound URL with a space in its host': { ...SOUNDS, audio_urls: ['https://exa mple.com/sound.mp3'] },
      },
    }),
    level: 'should',
  },
  refusals({
    id: 'create.audio-urls.https.near',
    requirement: 'create.audio-urls.https',
    defect: 'lost-rule',
    what: 'a sound URL that nearly begins with https://',
    failing: 'It has a rule of its own for sounds.',
    bodies: Object.fromEntries(
      ['a space before it', 'no scheme', 'the scheme s3', 'the scheme file', 'no characters'].map((odd) => [
        `a sound URL with ${odd}`,
        { ...SOUNDS, audio_urls: [NEAR_SCHEMES[odd]?.(SOME_AUDIO)] },
      ]),
    ),
  }),
  refusals({
    id: 'create.image-urls.type.near',
    requirement: 'create.image-urls.type',
    defect: 'near-miss',
    what: 'something in `image_urls`, or in its place, that is nearly right',
    failing: 'It passes over what is no string, or takes an empty value for an empty list.',
    bodies: {
      ...Object.fromEntries(
        Object.entries(NEAR_ITEMS).map(([odd, item]) => [
          `${odd} among the images`,
          { ...IMAGE_MODE, image_urls: [item] },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(LISTS).map(([odd, list]) => [`${odd} for images`, { ...SOUNDS, image_urls: list }]),
      ),
    },
  }),
  refusals({
    id: 'create.audio-urls.type.near',
    requirement: 'create.audio-urls.type',
    defect: 'near-miss',
    what: 'something in `audio_urls`, or in its place, that is nearly right',
    failing: 'It passes over what is no string, or takes an empty value for an empty list.',
    bodies: {
      'words for a sound': { ...SOUNDS, audio_urls: ['a calm tune'] },
      'null among the sounds': { ...SOUNDS, audio_urls: [null] },
      'an object among the sounds': { ...SOUNDS, audio_urls: [{ url: SOME_AUDIO }] },
      ...Object.fromEntries(
        Object.entries(LISTS).map(([odd, list]) => [`${odd} for sounds`, { ...REFERENCE_MODE, audio_urls: list }]),
      ),
    },
  }),
  refusals({
    id: 'create.source-video-ids.type.near',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'a source id that is nearly the one of a clip',
    failing:
      'It reads ids more loosely than they are written: trimmed, with something behind them, by their beginning.',
    after: ['any-clip'],
    bodies: {
      ...Object.fromEntries(
        Object.entries(NEAR_IDS).map(([odd, change]) => [
          `a source id with ${odd}`,
          (kit: Kit) => sourceBody(kit, 'extend', [change(kit.generation('any-clip').id)]),
        ]),
      ),
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          `no uuid for the source of "${operation}"`,
          (kit: Kit) => sourceBody(kit, operation, [`${kit.generation('any-clip').id}0`]),
        ]),
      ),
    },
  }),
  refusals({
    id: 'create.source-video-ids.type.bare',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'the id of a clip in `source_video_ids`, and no list of ids',
    failing: 'It takes one id for a list of one, or unfolds what is nested.',
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(BARE).flatMap(([odd, write]) =>
        ['reference', 'edit', 'extend'].map((operation) => [
          `${odd} for the source of "${operation}"`,
          (kit: Kit) => {
            const source_video_ids = write(kit.generation('any-clip').id);
            return { ...sourceBody(kit, operation), source_video_ids };
          },
        ]),
      ),
    ),
  }),
  refusals({
    id: 'create.source-video-ids.list.near',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'something in the place of `source_video_ids`, or of an id, that is nearly right',
    failing: 'It passes over what is no string, or takes an empty value for an empty list.',
    bodies: {
      'null among the source videos': { ...REFERENCE_MODE, source_video_ids: [null] },
      'no characters for a source id': { ...REFERENCE_MODE, source_video_ids: [''] },
      'an object among the source videos': { ...REFERENCE_MODE, source_video_ids: [{ id: SOME_UUID }] },
      ...Object.fromEntries(
        Object.entries(LISTS).map(([odd, list]) => [
          `${odd} for source videos`,
          { ...REFERENCE_MODE, source_video_ids: list },
        ]),
      ),
    },
  }),
];
