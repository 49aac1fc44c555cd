/** The create request: references that are looked at wherever they stand, and maps that point into their own list. */

import { FIXED_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  images,
  lacksMedia,
  REFERENCE_MODE,
  SOME_AUDIO,
  SOME_IMAGE,
  sounds,
  SOME_UUID,
  without,
} from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { acceptances, refusals } from '../lib/refusals.ts';
import { fromProfile } from '../lib/rows.ts';

const many = (url: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${url}?n=${at}`);
/** The list with something else as its last item. */
const ending = (list: readonly string[], last: unknown): unknown[] => [...list.slice(0, -1), last];
const http = (url: string): string => url.replace('https', 'http');
const pictures = many(SOME_IMAGE, LIMITS.imageUrls.max);
const tunes = many(SOME_AUDIO, LIMITS.audioUrls.max);
const both = { ...REFERENCE_MODE, image_urls: pictures.slice(0, 3), audio_urls: tunes.slice(0, 2) };
/** Tiers, ratios, lengths and sound change from create to create: a list may be looked at in some only. */
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
/** The list with something else at one place, counted from 0. */
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
    what: 'a wrong URL or item after correct items',
    failing: 'It checks only the first item of a list, only some items, or only creates at one tier.',
    bodies: turned({
      'an http:// URL as the last of 30 images': { ...REFERENCE_MODE, image_urls: ending(pictures, http(SOME_IMAGE)) },
      'an http:// URL as the second of three images': {
        ...both,
        image_urls: [SOME_IMAGE, http(SOME_IMAGE), SOME_IMAGE],
      },
      'an http:// image before a sound': { ...both, image_urls: [http(SOME_IMAGE)] },
      'an http:// URL as the second sound': { ...both, audio_urls: [SOME_AUDIO, http(SOME_AUDIO)] },
      'an http:// URL as the last of 10 sounds': { ...both, audio_urls: ending(tunes, http(SOME_AUDIO)) },
      'a number as the last image': { ...both, image_urls: [SOME_IMAGE, 7] },
      'null as the last image': { ...both, image_urls: [SOME_IMAGE, null] },
      'an empty second image': { ...both, image_urls: [SOME_IMAGE, ''] },
      'words as the last sound': { ...both, audio_urls: [SOME_AUDIO, 'a calm tune'] },
      'null as the last sound': { ...both, audio_urls: [SOME_AUDIO, null] },
      ...Object.fromEntries(
        PLACES.map((place) => [
          `an http:// URL at index ${place} of 30 images`,
          { ...REFERENCE_MODE, image_urls: broken(pictures, place, http(SOME_IMAGE)) },
        ]),
      ),
      ...Object.fromEntries(
        [2, 4, 5].map((place) => [
          `an http:// URL at index ${place} of 10 sounds`,
          { ...both, audio_urls: broken(tunes, place, http(SOME_AUDIO)) },
        ]),
      ),
      'a sound over http:// alone': { ...without(both, 'image_urls'), audio_urls: [http(SOME_AUDIO)] },
    }),
  }),
  refusals({
    id: 'create.references.count.mixed',
    requirement: 'create.image-urls.count',
    defect: 'position',
    what: 'too many images or sounds together with other references',
    failing: 'It counts the items of a list only if it is the only list, or only the items of the first list.',
    bodies: turned({
      '31 images and a sound': { ...both, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 1) },
      '40 images': { ...REFERENCE_MODE, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 10) },
      '11 sounds alone': {
        ...without(REFERENCE_MODE, 'image_urls'),
        audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1),
      },
      '11 sounds and 30 images': {
        ...REFERENCE_MODE,
        image_urls: pictures,
        audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1),
      },
      '20 sounds': { ...both, audio_urls: many(SOME_AUDIO, 2 * LIMITS.audioUrls.max) },
      '31 times the same image': { ...REFERENCE_MODE, image_urls: Array.from({ length: 31 }, () => SOME_IMAGE) },
      '11 times the same sound': { ...both, audio_urls: Array.from({ length: 11 }, () => SOME_AUDIO) },
    }),
  }),
  refusals({
    id: 'create.references.count.with-sources',
    requirement: 'create.image-urls.count',
    defect: 'position',
    what: 'too many images or sounds together with a source video',
    failing: 'With a source video, it does not count other references.',
    after: ['any-clip'],
    bodies: {
      '31 images and a source video': withSource({ image_urls: many(SOME_IMAGE, LIMITS.imageUrls.max + 1) }),
      '11 sounds and a source video': withSource({ audio_urls: many(SOME_AUDIO, LIMITS.audioUrls.max + 1) }),
      'an http:// image and a source video': withSource({ image_urls: [http(SOME_IMAGE)] }),
      'an http:// sound and a source video': withSource({ audio_urls: [http(SOME_AUDIO)] }),
    },
  }),
  refusals({
    id: 'create.source-video-ids.position',
    requirement: 'create.source-video-ids.completed',
    defect: 'position',
    what: 'a wrong source id after a correct source id',
    failing: 'It checks the first source video only.',
    after: ['any-clip'],
    bodies: {
      ...Object.fromEntries(
        ['reference', 'edit', 'extend'].map((operation) => [
          `an unknown second source of "${operation}"`,
          behind(operation, [SOME_UUID]),
        ]),
      ),
      'an unknown last source of three': (kit: ProbeTools) => {
        const { id } = kit.generation('any-clip');
        return sourceBody(kit, 'extend', [id, id, SOME_UUID]);
      },
      'an unknown first source': (kit: ProbeTools) =>
        sourceBody(kit, 'edit', [SOME_UUID, kit.generation('any-clip').id]),
      'an unknown source of no operation': (kit: ProbeTools) => ({
        ...without(sourceBody(kit, ''), 'reference_video_operation'),
        source_video_ids: [kit.generation('any-clip').id, SOME_UUID],
      }),
      'an unknown source together with an image': (kit: ProbeTools) => ({
        ...sourceBody(kit, 'reference', [SOME_UUID]),
        image_urls: [SOME_IMAGE],
      }),
      'a second source id that is not a UUID': behind('extend', ['video-1']),
      'a number as second source id': behind('edit', [1]),
      'null as second source id': behind('reference', [null]),
      '11 times the same source': (kit: ProbeTools) =>
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
    failing: 'It compares indexes with the longest list, with another list, or with the total number of references.',
    bodies: turned({
      'an image index beyond the images that the sounds have': {
        ...both,
        image_urls: [SOME_IMAGE],
        subject_to_image_ids: { hero: [1] },
      },
      'a sound index beyond the sounds that the images have': { ...both, subject_to_audio_ids: { tune: [2] } },
      'a sound index below the number of all references': { ...both, subject_to_audio_ids: { tune: [4] } },
      'an image index below the number of all references': { ...both, subject_to_image_ids: { hero: [4] } },
      'an image map but only a sound': { ...without(both, 'image_urls'), subject_to_image_ids: { hero: [0] } },
      'a sound map but only an image': { ...REFERENCE_MODE, subject_to_audio_ids: { tune: [0] } },
      'an image index plus 2^32': { ...both, subject_to_image_ids: { hero: [4_294_967_296] } },
      'a last index beyond the images': { ...both, subject_to_image_ids: { hero: [0, 1, 2, 3] } },
      'an index beyond the images before a valid index': { ...both, subject_to_image_ids: { hero: [3, 0] } },
      'a third handle beyond the images': { ...both, subject_to_image_ids: { a: [0], b: [1], c: [3] } },
      'a sound index beyond the sounds after a valid image map': {
        ...both,
        subject_to_image_ids: { hero: [0] },
        subject_to_audio_ids: { tune: [2] },
      },
      'an empty second handle': { ...both, subject_to_image_ids: { hero: [0], place: [] } },
      '31 indexes in the second handle': {
        ...both,
        subject_to_image_ids: { hero: [0], place: Array.from({ length: 31 }, () => 0) },
      },
      '31 indexes for a sound': { ...both, subject_to_audio_ids: { tune: Array.from({ length: 31 }, () => 0) } },
      'the index -1 after a valid index': { ...both, subject_to_image_ids: { hero: [0, -1] } },
      'a handle of 65 characters for a sound': { ...both, subject_to_audio_ids: { ['t'.repeat(65)]: [0] } },
      'the index -1 for a sound after a valid index': { ...both, subject_to_audio_ids: { tune: [0, -1] } },
      'an index beyond the images in the middle': { ...both, subject_to_image_ids: { hero: [0, 3, 1] } },
      'a last of ten handles beyond the images': {
        ...both,
        subject_to_image_ids: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`h${at}`, [at < 9 ? 0 : 3]])),
      },
      'a sound index 0.5 after a valid index': { ...both, subject_to_audio_ids: { tune: [0, 0.5] } },
      'a handle with a trailing space for a sound': { ...both, subject_to_audio_ids: { 'tune ': [0] } },
    }),
  }),
  refusals({
    id: 'create.subject-to-video-ids.other-list',
    requirement: 'create.subject-to-video-ids.index',
    defect: 'position',
    what: 'a source video and an index that is valid only for another list',
    failing: 'It compares the indexes of source videos with another list.',
    after: ['any-clip'],
    bodies: {
      'a video index that the images have': withSource({
        image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`],
        subject_to_video_ids: { take: [1] },
      }),
      'a video index that the sounds have': withSource({
        audio_urls: [SOME_AUDIO, `${SOME_AUDIO}?n=1`],
        subject_to_video_ids: { take: [1] },
      }),
      'an image index but only a source video': withSource({ subject_to_image_ids: { hero: [0] } }),
      'a sound index but only a source video': withSource({ subject_to_audio_ids: { tune: [0] } }),
      'a second index beyond the source videos': withSource({ subject_to_video_ids: { take: [0, 1] } }),
      '31 indexes for a source video': withSource({
        subject_to_video_ids: { take: Array.from({ length: 31 }, () => 0) },
      }),
      'a handle of 65 characters for a source video': withSource({ subject_to_video_ids: { ['t'.repeat(65)]: [0] } }),
      'true as a video index': withSource({ subject_to_video_ids: { take: [false] } }),
    },
  }),
  acceptances({
    id: 'create.subject-maps.own-list',
    requirement: 'create.subject-to-image-ids.index',
    defect: 'position',
    what: 'indexes that are valid for their own list but not for a shorter list',
    failing: 'It compares indexes with the shortest list, or with the first list.',
    lacks: lacksMedia,
    bodies: {
      'an image index beyond the sounds': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 3),
        audio_urls: sounds(profile, 1),
        subject_to_image_ids: { hero: [2], place: [0, 1] },
      })),
      'a sound index beyond the images': fromProfile((profile) => ({
        ...REFERENCE_MODE,
        image_urls: images(profile, 1),
        audio_urls: sounds(profile, 3),
        subject_to_audio_ids: { tune: [2], voice: [1] },
      })),
      'the last index of 30 images and of 10 sounds': fromProfile((profile) => ({
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
