/** The create request: wrong references at each position of a list, and indexes that belong to another list. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { many, ONE_SOUND, REFERENCE_MODE, SAMPLE, shapeAt, sourceBody } from '../lib/bodies.ts';
import { eachOf } from '../lib/cases.ts';
import { acceptances, refusals } from '../lib/creates.ts';

/** Returns the list with another last item. */
const ending = (list: readonly string[], last: unknown): unknown[] => [...list.slice(0, -1), last];
const http = (url: string): string => url.replace('https', 'http');
const repeated = <Item>(item: Item, length: number): Item[] => Array.from({ length }, () => item);
const pictures = many(SAMPLE.image, LIMITS.imageUrls.max);
const tunes = many(SAMPLE.audio, LIMITS.audioUrls.max);
const tooManyImages = { image_urls: many(SAMPLE.image, LIMITS.imageUrls.max + 1) };
const tooManySounds = { audio_urls: many(SAMPLE.audio, LIMITS.audioUrls.max + 1) };
const httpImage = { image_urls: [http(SAMPLE.image)] };
const httpSound = { audio_urls: [http(SAMPLE.audio)] };
const both = { ...REFERENCE_MODE, image_urls: pictures.slice(0, 3), audio_urls: tunes.slice(0, 2) };
/** Varies resolution, ratio, length and sound, because a server may check a list for some values only. */
const turned = (bodies: Readonly<Record<string, object>>): Record<string, object> =>
  eachOf('*', bodies, (body, at) => ({
    ...body,
    ...shapeAt(at),
    duration_seconds: at % 2 === 0 ? LIMITS.durationSeconds.min : LIMITS.durationSeconds.max,
    audio: at % 3 !== 0,
  }));
/** Returns the list with another item at one position, counted from 0. */
const broken = (list: readonly string[], place: number, item: unknown): unknown[] =>
  list.map((own, at): unknown => (at === place ? item : own));
const withSource = (more: object): object => ({ ...sourceBody('extend'), ...more });
const withHero = (map: object): object => ({ ...both, subject_to_image_ids: map });
const withTune = (map: object): object => ({ ...both, subject_to_audio_ids: map });
const withTake = (map: object): object => withSource({ subject_to_video_ids: map });
const TOO_MANY = repeated(0, 31);

const WRONG_ITEMS = turned({
  'an http:// URL as the last of 30 images': { ...REFERENCE_MODE, image_urls: ending(pictures, http(SAMPLE.image)) },
  'an http:// URL as the second of three images': {
    ...both,
    image_urls: [SAMPLE.image, http(SAMPLE.image), SAMPLE.image],
  },
  'an http:// image before an audio file': { ...both, ...httpImage },
  'an http:// URL as the second audio file': { ...both, audio_urls: [SAMPLE.audio, http(SAMPLE.audio)] },
  'an http:// URL as the last of 10 audio files': { ...both, audio_urls: ending(tunes, http(SAMPLE.audio)) },
  'a number as the last image': { ...both, image_urls: [SAMPLE.image, 7] },
  'null as the last image': { ...both, image_urls: [SAMPLE.image, null] },
  'an empty second image': { ...both, image_urls: [SAMPLE.image, ''] },
  'words instead of the last audio URL': { ...both, audio_urls: [SAMPLE.audio, 'a calm tune'] },
  'null as the last audio file': { ...both, audio_urls: [SAMPLE.audio, null] },
  ...eachOf('an http:// URL at index * of 30 images', [1, 2, 9, 10, 15, 19], (place) => ({
    ...REFERENCE_MODE,
    image_urls: broken(pictures, place, http(SAMPLE.image)),
  })),
  ...eachOf('an http:// URL at index * of 10 audio files', [2, 4, 5], (place) => ({
    ...both,
    audio_urls: broken(tunes, place, http(SAMPLE.audio)),
  })),
  'an http:// audio URL as the only reference': { ...ONE_SOUND, ...httpSound },
});

const WRONG_SOURCES = {
  ...eachOf('the operation "*" and an unknown second source video', ['reference', 'edit', 'extend'], (operation) =>
    sourceBody(operation, [SAMPLE.clip, SAMPLE.uuid]),
  ),
  'three source videos, the last one unknown': sourceBody('extend', [SAMPLE.clip, SAMPLE.clip, SAMPLE.uuid]),
  'an unknown first source video': sourceBody('edit', [SAMPLE.uuid, SAMPLE.clip]),
  'no operation and an unknown source video': sourceBody(undefined, [SAMPLE.clip, SAMPLE.uuid]),
  'an unknown source video together with an image': {
    ...sourceBody('reference', [SAMPLE.uuid]),
    image_urls: [SAMPLE.image],
  },
  'a second source video id that is not a UUID': sourceBody('extend', [SAMPLE.clip, 'video-1']),
  'a number as the second source video id': sourceBody('edit', [SAMPLE.clip, 1]),
  'null as the second source video id': sourceBody('reference', [SAMPLE.clip, null]),
  '11 times the same source video': sourceBody('extend', repeated(SAMPLE.clip, 11)),
};

const OTHER_LIST = turned({
  'an image index that is valid only for the audio files': { ...withHero({ hero: [1] }), image_urls: [SAMPLE.image] },
  'an audio index that is valid only for the images': withTune({ tune: [2] }),
  'an audio index beyond the audio files, but below the number of all references': withTune({ tune: [4] }),
  'an image index beyond the images, but below the number of all references': withHero({ hero: [4] }),
  'an image index, but an audio file as the only reference': {
    ...ONE_SOUND,
    audio_urls: both.audio_urls,
    subject_to_image_ids: { hero: [0] },
  },
  'an audio index, but an image as the only reference': { ...REFERENCE_MODE, subject_to_audio_ids: { tune: [0] } },
  'a valid image index plus 2^32': withHero({ hero: [4_294_967_296] }),
  'a last index beyond the list of images': withHero({ hero: [0, 1, 2, 3] }),
  'an index beyond the list of images, before a valid index': withHero({ hero: [3, 0] }),
  'a third handle with an index beyond the list of images': withHero({ a: [0], b: [1], c: [3] }),
  'an audio index beyond the list of audio files, after valid image indexes': {
    ...withHero({ hero: [0] }),
    subject_to_audio_ids: { tune: [2] },
  },
  'an empty second handle': withHero({ hero: [0], place: [] }),
  '31 indexes for the second handle': withHero({ hero: [0], place: TOO_MANY }),
  '31 indexes for an audio handle': withTune({ tune: TOO_MANY }),
  'the index -1 after a valid index': withHero({ hero: [0, -1] }),
  'an audio handle of 65 characters': withTune({ ['t'.repeat(65)]: [0] }),
  'the audio index -1 after a valid index': withTune({ tune: [0, -1] }),
  'an index beyond the list of images, between valid indexes': withHero({ hero: [0, 3, 1] }),
  'ten handles, the last with an index beyond the list of images': withHero(
    Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`h${at}`, [at < 9 ? 0 : 3]])),
  ),
  'the audio index 0.5 after a valid index': withTune({ tune: [0, 0.5] }),
  'an audio handle with a trailing space': withTune({ 'tune ': [0] }),
});

export const POSITION_CHECKS: readonly Check[] = [
  ...refusals('position', {
    'create.urls.position': [
      'a wrong URL or a wrong item after correct items',
      'The server checks only some items of a list, such as the first. Or the server checks them only at one resolution.',
      WRONG_ITEMS,
      { requirement: 'create.image-urls.https' },
    ],
    'create.references.count.mixed': [
      'too many images or audio files together with other references',
      'The server counts only the items of the first list. Or the server counts items only if the create request has a single list.',
      turned({
        '31 images and an audio file': { ...both, ...tooManyImages },
        '40 images': { ...REFERENCE_MODE, image_urls: many(SAMPLE.image, LIMITS.imageUrls.max + 10) },
        '11 sounds alone': { ...ONE_SOUND, ...tooManySounds },
        '11 audio files and 30 images': { ...REFERENCE_MODE, image_urls: pictures, ...tooManySounds },
        '20 sounds': { ...both, audio_urls: many(SAMPLE.audio, 2 * LIMITS.audioUrls.max) },
        '31 times the same image': { ...REFERENCE_MODE, image_urls: repeated(SAMPLE.image, 31) },
        '11 times the same audio file': { ...both, audio_urls: repeated(SAMPLE.audio, 11) },
      }),
      { requirement: 'create.image-urls.count' },
    ],
    'create.references.count.with-sources': [
      'too many images or audio files together with a source video',
      'If the create request has a source video, the server does not count the other references.',
      {
        '31 images and a source video': withSource(tooManyImages),
        '11 audio files and a source video': withSource(tooManySounds),
        'an http:// image and a source video': withSource(httpImage),
        'an http:// audio URL and a source video': withSource(httpSound),
      },
      { requirement: 'create.image-urls.count' },
    ],
    'create.source-video-ids.position': [
      'a wrong source video id after a correct source video id',
      'The server checks only the first source video.',
      WRONG_SOURCES,
      { requirement: 'create.source-video-ids.completed' },
    ],
    'create.subject-maps.other-list': [
      'an index that is valid only for another list',
      'The server compares each index with the length of a wrong list, or with the total number of references.',
      OTHER_LIST,
      { requirement: 'create.subject-to-image-ids.index' },
    ],
    'create.subject-to-video-ids.other-list': [
      'a source video, and an index that is valid only for another list',
      'The server compares the indexes of source videos with the length of another list.',
      {
        'a video index that is valid only for the images': {
          ...withTake({ take: [1] }),
          image_urls: many(SAMPLE.image, 2),
        },
        'a video index that is valid only for the audio files': {
          ...withTake({ take: [1] }),
          audio_urls: many(SAMPLE.audio, 2),
        },
        'an image index, but a source video as the only reference': withSource({ subject_to_image_ids: { hero: [0] } }),
        'an audio index, but a source video as the only reference': withSource({ subject_to_audio_ids: { tune: [0] } }),
        'a second index beyond the list of source videos': withTake({ take: [0, 1] }),
        '31 indexes for a video handle': withTake({ take: TOO_MANY }),
        'a video handle of 65 characters': withTake({ ['t'.repeat(65)]: [0] }),
        'false as a video index': withTake({ take: [false] }),
      },
      { requirement: 'create.subject-to-video-ids.index' },
    ],
  }),
  ...acceptances('position', {
    'create.subject-maps.own-list': [
      'indexes that are valid for their own list, but beyond the end of a shorter list',
      'The server compares indexes with the length of the shortest list, or of the first list.',
      {
        'a valid image index beyond the list of audio files': {
          ...withHero({ hero: [2], place: [0, 1] }),
          audio_urls: [SAMPLE.audio],
        },
        'a valid audio index beyond the list of images': {
          ...withTune({ tune: [2], voice: [1] }),
          image_urls: [SAMPLE.image],
          audio_urls: many(SAMPLE.audio, 3),
        },
        'the last index of 30 images and of 10 audio files': {
          ...REFERENCE_MODE,
          image_urls: pictures,
          audio_urls: tunes,
          subject_to_image_ids: { hero: [29] },
          subject_to_audio_ids: { tune: [9] },
        },
        'a handle for each of 30 images': {
          ...REFERENCE_MODE,
          image_urls: pictures,
          subject_to_image_ids: Object.fromEntries(pictures.map((_, at) => [`image_${at}`, [at]])),
        },
      },
      { requirement: 'create.subject-to-image-ids.index' },
    ],
  }),
];
