/** Servers that check only the first references, or compare a map with the wrong list. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { asFields } from '../../server.ts';
import { listOf } from '../../tamper/create.ts';
import { lenientTo, SOME, strictTo } from '../../tamper/pattern.ts';
import { creating } from '../../tamper/create-change.ts';
import { operates, type Test } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const list = (field: string) => (body: Fields) => listOf(body, field);
const images = list('image_urls');
const sounds = list('audio_urls');
const sources = list('source_video_ids');
const isHttp = (item: unknown): boolean => typeof item === 'string' && item.startsWith('http:');
const last = (items: readonly unknown[]): unknown => items.at(-1);
/** Returns the indexes of a map, handle by handle. */
const map = (kind: string, body: Fields): unknown[][] =>
  Object.values(asFields(body[`subject_to_${kind}_ids`])).map((indexes) =>
    Array.isArray(indexes) ? (indexes as unknown[]) : [],
  );
const beyond = (indexes: readonly unknown[], limit: number): boolean => indexes.some((index) => Number(index) >= limit);
const inAll = (body: Fields): number => images(body).length + sounds(body).length + sources(body).length;

const LENIENT = lenientTo({
  'create.urls.position': {
    last: ['checks all URLs of images but the last', { image_urls: 30 }, (body) => isHttp(last(images(body)))],
    middle: ['checks the first and the last URL', { image_urls: 3 }, (body) => isHttp(images(body)[1])],
    mixed: ['checks images only without sounds', { audio_urls: SOME }, (body) => isHttp(images(body)[0])],
    sound: ['checks only the first sound', (body) => isHttp(sounds(body)[1])],
    'last-sound': ['checks all sounds but the last', { audio_urls: 10 }, (body) => isHttp(last(sounds(body)))],
    type: ['checks only the type of the first image', (body) => last(images(body)) === 7 && images(body).length > 1],
    null: ['drops null after an image', (body) => last(images(body)) === null && images(body).length > 1],
    words: [
      'accepts anything as a second sound',
      (body) => last(sounds(body)) === 'a calm tune' && sounds(body).length > 1,
    ],
  },
  'create.references.count.mixed': {
    sound: ['counts images only without other references', { image_urls: 31, audio_urls: SOME }],
    forty: ['rejects 31 images, but accepts 40', { image_urls: 40 }],
    alone: ['counts sounds only if there are images', { audio_urls: 11, image_urls: 0 }],
    thirty: ['limits sounds only by the sum of references', { audio_urls: 11, image_urls: 30 }],
  },
  'create.references.count.with-sources': {
    images: ['does not count images beside a source video', { source_video_ids: SOME, image_urls: 31 }],
    sounds: ['does not count sounds beside a source video', { source_video_ids: SOME, audio_urls: 11 }],
    http: ['does not check URLs beside a source video', { source_video_ids: SOME }, (body) => isHttp(images(body)[0])],
  },
  'create.subject-maps.other-list': {
    longest: [
      'compares indexes with the longest list',
      (body) =>
        ['image', 'audio'].some(
          (kind) =>
            map(kind, body).flat().length > 0 &&
            !beyond(map(kind, body).flat(), Math.max(images(body).length, sounds(body).length)),
        ),
    ],
    sum: [
      'compares indexes with all references',
      (body) => map('audio', body).flat().length > 0 && !beyond(map('audio', body).flat(), inAll(body)),
    ],
    'image-sum': [
      'compares image indexes with all references',
      (body) => map('image', body).some((own) => beyond(own, images(body).length) && !beyond(own, inAll(body))),
    ],
    none: ['checks image indexes only if there are images', { image_urls: 0 }, (body) => map('image', body).length > 0],
    'no-sound': [
      'checks sound indexes only if there are sounds',
      { audio_urls: 0 },
      (body) => map('audio', body).length > 0,
    ],
    bits: ['keeps 32 bits of an index', (body) => map('image', body).flat().includes(4_294_967_296)],
    first: [
      'checks only the first index',
      (body) => map('image', body).some(([one, ...more]) => one === 0 && beyond(more, images(body).length)),
    ],
    last: ['checks only the last index', (body) => map('image', body).some((own) => own[0] === 3 && own.length === 2)],
    third: ['checks only two handles', (body) => map('image', body).length === 3],
    'second-map': [
      'checks only the first map',
      (body) => map('image', body).length > 0 && map('audio', body).length > 0,
    ],
    empty: ['accepts an empty second handle', (body) => map('image', body).at(1)?.length === 0],
    count: ['counts only the indexes of the first handle', (body) => map('image', body).at(1)?.length === 31],
    'sound-count': ['does not count the indexes of sounds', (body) => map('audio', body).at(0)?.length === 31],
    negative: ['rejects negative indexes only in the first place', (body) => map('image', body).at(0)?.at(1) === -1],
  },
  'create.subject-to-video-ids.other-list': {
    images: [
      'compares the indexes of source videos with the images',
      { source_video_ids: SOME },
      (body) => map('video', body).some((own) => !beyond(own, images(body).length)),
    ],
    sounds: [
      'compares the indexes of source videos with the sounds',
      { source_video_ids: SOME },
      (body) => map('video', body).some((own) => !beyond(own, sounds(body).length)),
    ],
    second: [
      'checks only the first index of a source video',
      (body) => map('video', body).some((own) => own.length === 2),
    ],
    boolean: ['reads false as 0 in maps of source videos', (body) => map('video', body).flat().includes(false)],
    count: ['does not count the indexes of source videos', (body) => map('video', body).at(0)?.length === 31],
    other: [
      'checks image indexes only without source videos',
      { source_video_ids: SOME },
      (body) => map('image', body).length > 0,
    ],
  },
  'create.source-video-ids.position': {
    words: ['drops a second source id that is malformed', (body) => sources(body)[1] === 'video-1'],
    null: ['drops null after a source id', (body) => sources(body)[1] === null],
  },
});

/** Servers that drop the sources that they do not check. */
const CUT: readonly Mutant[] = (
  [
    ['first', 'checks only the first source video', () => true, (ids) => ids.slice(0, 1)],
    ['two', 'checks only two source videos', () => true, (ids) => ids.slice(0, 2)],
    ['last', 'checks only the last source video', () => true, (ids) => ids.slice(-1)],
    ['edit', 'checks only the first source video of an edit', operates('edit'), (ids) => ids.slice(0, 1)],
    ['reference', 'checks only the first source video of a reference', operates('reference'), (ids) => ids.slice(0, 1)],
  ] satisfies [string, string, Test, (ids: readonly unknown[]) => readonly unknown[]][]
).map(([name, does, when, cut]) =>
  mutant('create.source-video-ids.position', does, {
    id: `create.source-video-ids.position.${name}`,
    alone: true,
    tamper: creating((body) =>
      sources(body).length > 1 && when(body) ? { ...body, source_video_ids: cut(sources(body)) } : body,
    ),
  }),
);

const STRICT = strictTo({
  'create.subject-maps.own-list': {
    shortest: [
      'compares indexes with the shortest list',
      { audio_urls: 1 },
      (body) => map('image', body).flat().includes(2),
    ],
    first: [
      'compares sound indexes with the images',
      { image_urls: 1 },
      (body) => beyond(map('audio', body).flat(), 1),
    ],
    digits: ['accepts only indexes of one digit', (body) => map('image', body).flat().includes(29)],
  },
});

export const POSITION_MUTANTS: readonly Mutant[] = [...LENIENT, ...CUT, ...STRICT];
