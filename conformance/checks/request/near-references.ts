/** The create request: URLs and ids that are nearly right. */

import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, SOME_UUID, without } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/refusals.ts';

const bare = (url: string): string => url.replace('https://', '');

/** None of them begins with `https://`. */
export const NEAR_SCHEMES: Readonly<Record<string, (url: string) => string>> = {
  'a leading space': (url) => ` ${url}`,
  'a leading line break': (url) => `\n${url}`,
  'one slash': (url) => `https:/${bare(url)}`,
  'no colon': (url) => `https//${bare(url)}`,
  'no scheme': bare,
  'two slashes but no scheme': (url) => `//${bare(url)}`,
  backslashes: (url) => `https:\\\\${bare(url)}`,
  'a scheme that begins with https': (url) => `httpsx://${bare(url)}`,
  'https in the query': (url) => `http://${bare(url)}?next=https://`,
  'the scheme file': () => 'file:///etc/hosts',
  'the scheme s3': (url) => `s3://${bare(url)}`,
  'no characters': () => '',
};

/** They begin so, and are no URLs all the same. */
const BROKEN: Readonly<Record<string, string>> = {
  'a space in its host': 'https://exa mple.com/picture.png',
  'angle brackets around its host': 'https://<example.com>/picture.png',
  'a port that is not a number': 'https://example.com:port/picture.png',
  'a missing closing bracket': 'https://[::1/picture.png',
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
  'a trailing space': (id) => `${id} `,
  'a leading space': (id) => ` ${id}`,
  'a trailing line break': (id) => `${id}\n`,
  'a trailing digit': (id) => `${id}0`,
  'a trailing slash': (id) => `${id}/`,
  'its last digit missing': (id) => id.slice(0, -1),
  'a percent sign instead of its end': (id) => `${id.slice(0, -4)}%`,
  'quotes around it': (id) => `"${id}"`,
  'the path before the id': (id) => `/v1/videos/${id}`,
};

/** What holds the id of a clip, and is no list of ids. */
const BARE: Readonly<Record<string, (id: string) => unknown>> = {
  'a bare id': (id) => id,
  'a list inside a list': (id) => [[id]],
  'an object that contains the id': (id) => ({ 0: id }),
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
    what: 'an image URL that begins almost with https://',
    failing: 'The server trims or repairs URLs, or accepts URLs that contain https anywhere.',
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
      what: 'a string that begins with https:// but is not a URL',
      failing: 'The server checks only whether the string begins with https://.',
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
        'an audio URL with a space in its host': { ...SOUNDS, audio_urls: ['https://exa mple.com/sound.mp3'] },
      },
    }),
    level: 'should',
  },
  refusals({
    id: 'create.audio-urls.https.near',
    requirement: 'create.audio-urls.https',
    defect: 'lost-rule',
    what: 'an audio URL that begins almost with https://',
    failing: 'The server has a weaker rule for audio URLs than for image URLs.',
    bodies: Object.fromEntries(
      ['a leading space', 'no scheme', 'the scheme s3', 'the scheme file', 'no characters'].map((odd) => [
        `an audio URL with ${odd}`,
        { ...SOUNDS, audio_urls: [NEAR_SCHEMES[odd]?.(SOME_AUDIO)] },
      ]),
    ),
  }),
  refusals({
    id: 'create.image-urls.type.near',
    requirement: 'create.image-urls.type',
    defect: 'near-miss',
    what: 'a nearly valid value of `image_urls`, or a nearly valid item',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
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
    what: 'a nearly valid value of `audio_urls`, or a nearly valid item',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
    bodies: {
      'words instead of an audio URL': { ...SOUNDS, audio_urls: ['a calm tune'] },
      'null among the audio files': { ...SOUNDS, audio_urls: [null] },
      'an object among the audio files': { ...SOUNDS, audio_urls: [{ url: SOME_AUDIO }] },
      ...Object.fromEntries(
        Object.entries(LISTS).map(([odd, list]) => [`${odd} for sounds`, { ...REFERENCE_MODE, audio_urls: list }]),
      ),
    },
  }),
  refusals({
    id: 'create.source-video-ids.type.near',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'a source video id that differs slightly from the id of a clip',
    failing: 'The server trims ids, ignores text after an id, or compares only the beginning of ids.',
    after: ['any-clip'],
    bodies: {
      ...Object.fromEntries(
        Object.entries(NEAR_IDS).map(([odd, change]) => [
          `a source video id with ${odd}`,
          (kit: ProbeTools) => sourceBody(kit, 'extend', [change(kit.generation('any-clip').id)]),
        ]),
      ),
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          `the operation "${operation}" and a source video id that is not a UUID`,
          (kit: ProbeTools) => sourceBody(kit, operation, [`${kit.generation('any-clip').id}0`]),
        ]),
      ),
    },
  }),
  refusals({
    id: 'create.source-video-ids.type.bare',
    requirement: 'create.source-video-ids.type',
    defect: 'near-miss',
    what: 'a value of `source_video_ids` that contains the id of a clip, but is not a list of ids',
    failing: 'The server accepts a single id instead of a list, or flattens nested lists.',
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(BARE).flatMap(([odd, write]) =>
        ['reference', 'edit', 'extend'].map((operation) => [
          `the operation "${operation}" and ${odd}`,
          (kit: ProbeTools) => {
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
    what: 'a nearly valid value of `source_video_ids`, or a nearly valid id',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
    bodies: {
      'null among the source videos': { ...REFERENCE_MODE, source_video_ids: [null] },
      'an empty string as source video id': { ...REFERENCE_MODE, source_video_ids: [''] },
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
