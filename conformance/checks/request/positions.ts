/** The create request: wrong references at each position of a list, and indexes that belong to another list. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  fromProfile,
  images,
  lacksMedia,
  many,
  NO_REFERENCE,
  REFERENCE_MODE,
  SOME_AUDIO,
  SOME_IMAGE,
  SOME_UUID,
  sounds,
  without,
} from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { acceptances, refusals } from '../lib/creates.ts';

/** Returns the list with another last item. */
const ending = (list: readonly string[], last: unknown): unknown[] => [...list.slice(0, -1), last];
const http = (url: string): string => url.replace('https', 'http');
const pictures = many(SOME_IMAGE, LIMITS.imageUrls.max);
const tunes = many(SOME_AUDIO, LIMITS.audioUrls.max);
const both = { ...REFERENCE_MODE, image_urls: pictures.slice(0, 3), audio_urls: tunes.slice(0, 2) };
/** Varies resolution, ratio, length and sound, because a server may check a list for some values only. */
const turned = (bodies: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(bodies).map(([name, body], at) => [
      name,
      {
        ...body,
        resolution: RESOLUTIONS[at % RESOLUTIONS.length],
        aspect_ratio: FIXED_RATIOS[at % FIXED_RATIOS.length],
        duration_seconds: at % 2 === 0 ? LIMITS.durationSeconds.min : LIMITS.durationSeconds.max,
        audio: at % 3 !== 0,
      },
    ]),
  );
/** Returns the list with another item at one position, counted from 0. */
const broken = (list: readonly string[], place: number, item: unknown): unknown[] =>
  list.map((own, at): unknown => (at === place ? item : own));
const PLACES = [1, 2, 9, 10, 15, 19] as const;
const withSource =
  (more: object): ((kit: ProbeTools) => object) =>
  (kit) => ({ ...sourceBody(kit, 'extend'), ...more });
const behind =
  (operation: string, more: readonly unknown[]): ((kit: ProbeTools) => object) =>
  (kit) => ({ ...sourceBody(kit, operation), source_video_ids: [kit.generation('any-clip').id, ...more] });

export const POSITION_CHECKS: readonly Check[] = [
  refusals({
    id: 'create.urls.position',
    requirement: 'create.image-urls.https',
    defect: 'position',
    what: 'a wrong URL or a wrong item after correct items',
    failing:
      'The server checks only some items of a list, such as the first. Or the server checks them only at one resolution.',
    bodies: turned({
      'an http:// URL as the last of 30 images': { ...REFERENCE_MODE, image_urls: ending(pictures, http(SOME_IMAGE)) },
      'an http:// URL as the second of three images': {
        ...both,
        image_urls: [SOME_IMAGE, http(SOME_IMAGE), SOME_IMAGE],
      },
      'an http:// image before an audio file': { ...both, image_urls: [http(SOME_IMAGE)] },
      'an http:// URL as the second audio file': { ...both, audio_urls: [SOME_AUDIO, http(SOME_AUDIO)] },
      'an http:// URL as the last of 10 audio files': { ...both, audio_urls: ending(tunes, http(SOME_AUDIO)) },
      'a number as the last image': { ...both, image_urls: [SOME_IMAGE, 7] },
      'null as the last image': { ...both, image_urls: [SOME_IMAGE, null] },
      'an empty second image': { ...both, image_urls: [SOME_IMAGE, ''] },
      'words instead of the last audio URL': { ...both, audio_urls: [SOME_AUDIO, 'a calm tune'] },
      'null as the last audio file': { ...both, audio_urls: [SOME_AUDIO, null] },
      ...Object.fromEntries(
        PLACES.map((place) => [
          `an http:// URL at index ${place} of 30 images`,
          { ...REFERENCE_MODE, image_urls: broken(pictures, place, http(SOME_IMAGE)) },
        ]),
      ),
      ...Object.fromEntries(
        [2, 4, 5].map((place) => [
          `an http:// URL at index ${place} of 10 audio files`,
          { ...both, audio_urls: broken(tunes, place, http(SOME_AUDIO)) },
        ]),
      ),
      'an http:// audio URL as the only reference': { ...without(both, 'image_urls'), audio_urls: [http(SOME_AUDIO)] },
    }),
  }),
  refusals({
    id: 'create.references.count.mixed',
    requirement: 'create.image-urls.count',
    defect: 'position',
    what: 'too many images or audio files together with other references',
    failing:
      'The server counts only the items of the first list. Or the server counts items only if the create request has a single list.',
    bodies: turned({
      '31 images and an audio file': { ...both, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 1) },
      '40 images': { ...REFERENCE_MODE, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 10) },
      '11 sounds alone': {
        ...NO_REFERENCE,
        audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1),
      },
      '11 audio files and 30 images': {
        ...REFERENCE_MODE,
        image_urls: pictures,
        audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1),
      },
      '20 sounds': { ...both, audio_urls: many(SOME_AUDIO, 2 * LIMITS.audioUrls.max) },
      '31 times the same image': { ...REFERENCE_MODE, image_urls: Array.from({ length: 31 }, () => SOME_IMAGE) },
      '11 times the same audio file': { ...both, audio_urls: Array.from({ length: 11 }, () => SOME_AUDIO) },
    }),
  }),
  refusals({
    id: 'create.references.count.with-sources',
    requirement: 'create.image-urls.count',
    defect: 'position',
    what: 'too many images or audio files together with a source video',
    failing: 'If the create request has a source video, the server does not count the other references.',
    after: ['any-clip'],
    bodies: {
      '31 images and a source video': withSource({ image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 1) }),
      '11 audio files and a source video': withSource({ audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1) }),
      'an http:// image and a source video': withSource({ image_urls: [http(SOME_IMAGE)] }),
      'an http:// audio URL and a source video': withSource({ audio_urls: [http(SOME_AUDIO)] }),
    },
  }),
  refusals({
    id: 'create.source-video-ids.position',
    requirement: 'create.source-video-ids.completed',
    defect: 'position',
    what: 'a wrong source video id after a correct source video id',
    failing: 'The server checks only the first source video.',
    after: ['any-clip'],
    bodies: {
      ...Object.fromEntries(
        ['reference', 'edit', 'extend'].map((operation) => [
          `the operation "${operation}" and an unknown second source video`,
          behind(operation, [SOME_UUID]),
        ]),
      ),
      'three source videos, the last one unknown': (kit: ProbeTools) => {
        const { id } = kit.generation('any-clip');
        return sourceBody(kit, 'extend', [id, id, SOME_UUID]);
      },
      'an unknown first source video': (kit: ProbeTools) =>
        sourceBody(kit, 'edit', [SOME_UUID, kit.generation('any-clip').id]),
      'no operation and an unknown source video': (kit: ProbeTools) => ({
        ...without(sourceBody(kit, ''), 'reference_video_operation'),
        source_video_ids: [kit.generation('any-clip').id, SOME_UUID],
      }),
      'an unknown source video together with an image': (kit: ProbeTools) => ({
        ...sourceBody(kit, 'reference', [SOME_UUID]),
        image_urls: [SOME_IMAGE],
      }),
      'a second source video id that is not a UUID': behind('extend', ['video-1']),
      'a number as the second source video id': behind('edit', [1]),
      'null as the second source video id': behind('reference', [null]),
      '11 times the same source video': (kit: ProbeTools) =>
        sourceBody(
          kit,
          'extend',
          Array.from({ length: 11 }, () => kit.generation('any-clip').id),
        ),
    },
  }),
  refusals({
    id: 'create.subject-maps.other-list',
    requirement: 'create.subject-to-image-ids.index',
    defect: 'position',
    what: 'an index that is valid only for another list',
    failing: 'The server compares each index with the length of a wrong list, or with the total number of references.',
    bodies: turned({
      'an image index that is valid only for the audio files': {
        ...both,
        image_urls: [SOME_IMAGE],
        subject_to_image_ids: { hero: [1] },
      },
      'an audio index that is valid only for the images': { ...both, subject_to_audio_ids: { tune: [2] } },
      'an audio index beyond the audio files, but below the number of all references': {
        ...both,
        subject_to_audio_ids: { tune: [4] },
      },
      'an image index beyond the images, but below the number of all references': {
        ...both,
        subject_to_image_ids: { hero: [4] },
      },
      'an image index, but an audio file as the only reference': {
        ...without(both, 'image_urls'),
        subject_to_image_ids: { hero: [0] },
      },
      'an audio index, but an image as the only reference': { ...REFERENCE_MODE, subject_to_audio_ids: { tune: [0] } },
      'a valid image index plus 2^32': { ...both, subject_to_image_ids: { hero: [4_294_967_296] } },
      'a last index beyond the list of images': { ...both, subject_to_image_ids: { hero: [0, 1, 2, 3] } },
      'an index beyond the list of images, before a valid index': { ...both, subject_to_image_ids: { hero: [3, 0] } },
      'a third handle with an index beyond the list of images': {
        ...both,
        subject_to_image_ids: { a: [0], b: [1], c: [3] },
      },
      'an audio index beyond the list of audio files, after valid image indexes': {
        ...both,
        subject_to_image_ids: { hero: [0] },
        subject_to_audio_ids: { tune: [2] },
      },
      'an empty second handle': { ...both, subject_to_image_ids: { hero: [0], place: [] } },
      '31 indexes for the second handle': {
        ...both,
        subject_to_image_ids: { hero: [0], place: Array.from({ length: 31 }, () => 0) },
      },
      '31 indexes for an audio handle': {
        ...both,
        subject_to_audio_ids: { tune: Array.from({ length: 31 }, () => 0) },
      },
      'the index -1 after a valid index': { ...both, subject_to_image_ids: { hero: [0, -1] } },
      'an audio handle of 65 characters': { ...both, subject_to_audio_ids: { ['t'.repeat(65)]: [0] } },
      'the audio index -1 after a valid index': { ...both, subject_to_audio_ids: { tune: [0, -1] } },
      'an index beyond the list of images, between valid indexes': {
        ...both,
        subject_to_image_ids: { hero: [0, 3, 1] },
      },
      'ten handles, the last with an index beyond the list of images': {
        ...both,
        subject_to_image_ids: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`h${at}`, [at < 9 ? 0 : 3]])),
      },
      'the audio index 0.5 after a valid index': { ...both, subject_to_audio_ids: { tune: [0, 0.5] } },
      'an audio handle with a trailing space': { ...both, subject_to_audio_ids: { 'tune ': [0] } },
    }),
  }),
  refusals({
    id: 'create.subject-to-video-ids.other-list',
    requirement: 'create.subject-to-video-ids.index',
    defect: 'position',
    what: 'a source video, and an index that is valid only for another list',
    failing: 'The server compares the indexes of source videos with the length of another list.',
    after: ['any-clip'],
    bodies: {
      'a video index that is valid only for the images': withSource({
        image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`],
        subject_to_video_ids: { take: [1] },
      }),
      'a video index that is valid only for the audio files': withSource({
        audio_urls: [SOME_AUDIO, `${SOME_AUDIO}?n=1`],
        subject_to_video_ids: { take: [1] },
      }),
      'an image index, but a source video as the only reference': withSource({ subject_to_image_ids: { hero: [0] } }),
      'an audio index, but a source video as the only reference': withSource({ subject_to_audio_ids: { tune: [0] } }),
      'a second index beyond the list of source videos': withSource({ subject_to_video_ids: { take: [0, 1] } }),
      '31 indexes for a video handle': withSource({
        subject_to_video_ids: { take: Array.from({ length: 31 }, () => 0) },
      }),
      'a video handle of 65 characters': withSource({ subject_to_video_ids: { ['t'.repeat(65)]: [0] } }),
      'false as a video index': withSource({ subject_to_video_ids: { take: [false] } }),
    },
  }),
  acceptances({
    id: 'create.subject-maps.own-list',
    requirement: 'create.subject-to-image-ids.index',
    defect: 'position',
    what: 'indexes that are valid for their own list, but beyond the end of a shorter list',
    failing: 'The server compares indexes with the length of the shortest list, or of the first list.',
    lacks: lacksMedia,
    bodies: {
      'a valid image index beyond the list of audio files': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 3),
        audio_urls: sounds(profile, 1),
        subject_to_image_ids: { hero: [2], place: [0, 1] },
      })),
      'a valid audio index beyond the list of images': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 1),
        audio_urls: sounds(profile, 3),
        subject_to_audio_ids: { tune: [2], voice: [1] },
      })),
      'the last index of 30 images and of 10 audio files': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 30),
        audio_urls: sounds(profile, 10),
        subject_to_image_ids: { hero: [29] },
        subject_to_audio_ids: { tune: [9] },
      })),
      'a handle for each of 30 images': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 30),
        subject_to_image_ids: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`image_${at}`, [at]])),
      })),
    },
  }),
];
