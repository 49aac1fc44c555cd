/** Servers that check only some references, compare a map with the wrong list, or reject valid references. */

import { ABSENT } from '../../../checks/lib/field.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { ALONE, mutants, type Mutant } from '../../mutant.ts';
import { asFields } from '../../server.ts';
import { failing } from '../../tamper/calls.ts';
import {
  EDITING,
  EXTENDING,
  handlesOf,
  IN_IMAGE_MODE,
  imagesOf,
  lenientTo,
  listOf,
  PRESENT,
  REFERRING,
  IN_REFERENCE_MODE,
  refusing,
  secondsOf,
  SOME,
  soundsOf,
  sourcesOf,
  strictTo,
  type CreateTest,
} from '../../tamper/create.ts';

const isHttp = (item: unknown): boolean => typeof item === 'string' && item.startsWith('http:');
/** Tests the item of a list at a place. */
const at =
  (field: string, place: number, test: (item: unknown) => boolean): CreateTest =>
  (body) =>
    test(listOf(body, field).at(place));
const isLast = (field: string, item: unknown): CreateTest => at(field, -1, (last) => last === item);
/** Returns the indexes of a map, handle by handle. */
const map = (kind: string, body: Fields): unknown[][] =>
  Object.values(asFields(body[`subject_to_${kind}_ids`])).map((indexes) =>
    Array.isArray(indexes) ? (indexes as unknown[]) : [],
  );
const beyond = (indexes: readonly unknown[], limit: number): boolean => indexes.some((index) => Number(index) >= limit);
const inAll = (body: Fields): number => imagesOf(body) + soundsOf(body) + sourcesOf(body);
const SOURCES = { source_video_ids: SOME };
const NO_OPERATION = { reference_video_operation: ABSENT };

const LENIENT: readonly Mutant[] = lenientTo({
  'create.urls.position': {
    'checks all URLs of images but the last': [{ image_urls: 30 }, at('image_urls', -1, isHttp)],
    'checks the first and the last URL': [{ image_urls: 3 }, at('image_urls', 1, isHttp)],
    'checks images only without sounds': [{ audio_urls: SOME }, at('image_urls', 0, isHttp)],
    'checks only the first sound': at('audio_urls', 1, isHttp),
    'checks all sounds but the last': [{ audio_urls: 10 }, at('audio_urls', -1, isHttp)],
    'checks only the type of the first image': [{ image_urls: SOME }, isLast('image_urls', 7)],
    'drops null after an image': [{ image_urls: 2 }, isLast('image_urls', null)],
    'accepts anything as a second sound': [{ audio_urls: 2 }, isLast('audio_urls', 'a calm tune')],
    'checks only ten images': [
      { image_urls: 30 },
      (body) => !listOf(body, 'image_urls').slice(0, 10).some(isHttp) && listOf(body, 'image_urls').some(isHttp),
    ],
  },
  'create.references.count.mixed': {
    'counts images only without other references': { image_urls: 31, audio_urls: SOME },
    'rejects 31 images, but accepts 40': { image_urls: 40 },
    'counts sounds only if there are images': { audio_urls: 11, image_urls: 0 },
    'limits sounds only by the sum of references': { audio_urls: 11, image_urls: 30 },
  },
  'create.references.count.with-sources': {
    'does not count images beside a source video': { ...SOURCES, image_urls: 31 },
    'does not count sounds beside a source video': { ...SOURCES, audio_urls: 11 },
    'does not check URLs beside a source video': [SOURCES, at('image_urls', 0, isHttp)],
  },
  'create.subject-maps.other-list': {
    'compares indexes with the longest list': (body) =>
      ['image', 'audio'].some(
        (kind) =>
          map(kind, body).flat().length > 0 &&
          !beyond(map(kind, body).flat(), Math.max(imagesOf(body), soundsOf(body))),
      ),
    'compares indexes with all references': (body) =>
      map('audio', body).flat().length > 0 && !beyond(map('audio', body).flat(), inAll(body)),
    'compares image indexes with all references': (body) =>
      map('image', body).some((own) => beyond(own, imagesOf(body)) && !beyond(own, inAll(body))),
    'checks image indexes only if there are images': [{ image_urls: 0 }, (body) => map('image', body).length > 0],
    'checks sound indexes only if there are sounds': [{ audio_urls: 0 }, (body) => map('audio', body).length > 0],
    'keeps 32 bits of an index': (body) => map('image', body).flat().includes(4_294_967_296),
    'checks only the first index': (body) =>
      map('image', body).some(([one, ...more]) => one === 0 && beyond(more, imagesOf(body))),
    'checks only the last index': (body) => map('image', body).some((own) => own[0] === 3 && own.length === 2),
    'checks only two handles': (body) => map('image', body).length === 3,
    'checks only the first map': (body) => map('image', body).length > 0 && map('audio', body).length > 0,
    'accepts an empty second handle': (body) => map('image', body).at(1)?.length === 0,
    'counts only the indexes of the first handle': (body) => map('image', body).at(1)?.length === 31,
    'does not count the indexes of sounds': (body) => map('audio', body).at(0)?.length === 31,
    'rejects negative indexes only in the first place': (body) => map('image', body).at(0)?.at(1) === -1,
  },
  'create.subject-to-video-ids.other-list': {
    'compares the indexes of source videos with the images': [
      SOURCES,
      (body) => map('video', body).some((own) => !beyond(own, imagesOf(body))),
    ],
    'compares the indexes of source videos with the sounds': [
      SOURCES,
      (body) => map('video', body).some((own) => !beyond(own, soundsOf(body))),
    ],
    'checks only the first index of a source video': (body) => map('video', body).some((own) => own.length === 2),
    'reads false as 0 in maps of source videos': (body) => map('video', body).flat().includes(false),
    'does not count the indexes of source videos': (body) => map('video', body).at(0)?.length === 31,
    'checks image indexes only without source videos': [SOURCES, (body) => map('image', body).length > 0],
  },
  'create.source-video-ids.position': {
    'drops a second source id that is malformed': at('source_video_ids', 1, (id) => id === 'video-1'),
    'drops null after a source id': at('source_video_ids', 1, (id) => id === null),
  },
  'create.source-video-ids.seconds.above.everywhere': {
    'does not add up the lengths for an edit': { ...EDITING, source_video_ids: 6 },
    'does not add up the lengths for references': { ...REFERRING, source_video_ids: 6 },
    'does not add up the lengths without an operation': { ...NO_OPERATION, source_video_ids: 6 },
    'does not add up the lengths at 1080p': { resolution: '1080p', source_video_ids: 6 },
  },
});

const STRICT: readonly Mutant[] = strictTo({
  'create.subject-maps.own-list': {
    'compares indexes with the shortest list': [{ audio_urls: 1 }, (body) => map('image', body).flat().includes(2)],
    'compares sound indexes with the images': [{ image_urls: 1 }, (body) => beyond(map('audio', body).flat(), 1)],
    'accepts only indexes of one digit': (body) => map('image', body).flat().includes(29),
    'accepts at most ten handles': (body) => handlesOf(body).length === 30,
  },
  'create.reference-video-operation.optional.runs': {
    'requires an operation with every source video': { ...NO_OPERATION, mode: PRESENT, source_video_ids: 1 },
  },
  'create.source-video-ids.count.many': {
    'accepts at most five source videos': (body) => sourcesOf(body) > 5,
    'accepts at most six source videos': (body) => sourcesOf(body) > 6,
  },
  'workflow.image.defaults-given': {
    'rejects empty lists of other references in image mode': [
      IN_IMAGE_MODE,
      (body) => 'audio_urls' in body || 'source_video_ids' in body,
    ],
    'rejects an empty list of source videos beside references': [
      { ...IN_REFERENCE_MODE, source_video_ids: PRESENT },
      (body) => sourcesOf(body) === 0,
    ],
    'rejects an empty list of images beside sounds': [
      { audio_urls: SOME, image_urls: PRESENT },
      (body) => imagesOf(body) === 0,
    ],
  },
  'workflow.reference.every-ratio': {
    'rejects the ratio 1:1 for references': { ...IN_REFERENCE_MODE, aspect_ratio: '1:1', source_video_ids: 0 },
  },
  'workflow.reference.every-ratio.sound': {
    'rejects the ratio 3:4 for a sound alone': {
      ...IN_REFERENCE_MODE,
      aspect_ratio: '3:4',
      audio_urls: SOME,
      image_urls: 0,
      source_video_ids: 0,
    },
  },
});

/** Excludes creates that are rejected for another reason. */
const isAccepted: CreateTest = (body) => secondsOf(body) >= 4;
/** Two source videos, if their number is the only reason for a rejection. */
const isTwice: CreateTest = (body) => {
  const [one, two, ...more] = listOf(body, 'source_video_ids');
  return two !== undefined && one === two && more.length === 0;
};

const REFUSED: readonly Mutant[] = mutants({
  'create.source-video-ids.seconds.maximum': {
    'requires less than 30 seconds of source videos': {
      tamper: refusing({ source_video_ids: 5 }),
      ...ALONE,
      // Other creates that request a failure show that the prompt is not a reason for the rejection.
      selection: { only: ['billing.source-seconds.edit.large'] },
    },
  },
  'create.source-video-ids.default.beside': {
    'rejects an empty list of images beside an edit': refusing([
      { ...EDITING, image_urls: PRESENT },
      (body) => imagesOf(body) === 0,
    ]),
  },
  'create.source-video-ids.count.every-operation': {
    'rejects an edit of two source videos': refusing([EDITING, isTwice]),
    'rejects an extension of two source videos': refusing([EXTENDING, isTwice]),
  },
  'create.reference-video-operation.values.every-tier': {
    'rejects edits at 1080p': refusing([{ ...EDITING, resolution: '1080p' }, isAccepted]),
    'rejects the operation "reference"': refusing([REFERRING, isAccepted]),
  },
  'workflow.reference.source.every-ratio': {
    'requires an image or an operation beside a source video': refusing([
      { ...NO_OPERATION, source_video_ids: 1, image_urls: 0 },
      isAccepted,
    ]),
  },
  'workflow.reference.source.beside': {
    'rejects a source video with a sound': refusing({ ...REFERRING, audio_urls: SOME }),
    'crashes at a source video with a sound': failing({
      operation: 'create',
      body: { ...REFERRING, audio_urls: SOME },
    }),
  },
});

export const REFERENCE_MUTANTS: readonly Mutant[] = [...LENIENT, ...STRICT, ...REFUSED];
