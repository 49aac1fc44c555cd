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
/** The indexes of a map, handle by handle. */
const map = (kind: string, body: Fields): unknown[][] =>
  Object.values(asFields(body[`subject_to_${kind}_ids`])).map((indexes) =>
    Array.isArray(indexes) ? (indexes as unknown[]) : [],
  );
const beyond = (indexes: readonly unknown[], limit: number): boolean => indexes.some((index) => Number(index) >= limit);
const inAll = (body: Fields): number => images(body).length + sounds(body).length + sources(body).length;

const LENIENT = lenientTo({
  'create.urls.position': {
    last: ['looks at all URLs of images but the last', { image_urls: 30 }, (body) => isHttp(last(images(body)))],
    middle: ['looks at the first and the last URL', { image_urls: 3 }, (body) => isHttp(images(body)[1])],
    mixed: ['looks at images only where there are no sounds', { audio_urls: SOME }, (body) => isHttp(images(body)[0])],
    sound: ['looks at the first sound only', (body) => isHttp(sounds(body)[1])],
    'last-sound': ['looks at all sounds but the last', { audio_urls: 10 }, (body) => isHttp(last(sounds(body)))],
    type: ['looks at the type of the first image only', (body) => last(images(body)) === 7 && images(body).length > 1],
    null: ['drops null behind an image', (body) => last(images(body)) === null && images(body).length > 1],
    words: [
      'takes anything for a second sound',
      (body) => last(sounds(body)) === 'a calm tune' && sounds(body).length > 1,
    ],
  },
  'create.references.count.mixed': {
    sound: ['counts images only where they stand alone', { image_urls: 31, audio_urls: SOME }],
    forty: ['refuses 31 images, and takes 40', { image_urls: 40 }],
    alone: ['counts sounds only where there are images', { audio_urls: 11, image_urls: 0 }],
    thirty: ['counts sounds up to the sum of references', { audio_urls: 11, image_urls: 30 }],
  },
  'create.references.count.with-sources': {
    images: ['counts no images beside a source video', { source_video_ids: SOME, image_urls: 31 }],
    sounds: ['counts no sounds beside a source video', { source_video_ids: SOME, audio_urls: 11 }],
    http: ['looks at no URL beside a source video', { source_video_ids: SOME }, (body) => isHttp(images(body)[0])],
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
      'looks at the first index only',
      (body) => map('image', body).some(([one, ...more]) => one === 0 && beyond(more, images(body).length)),
    ],
    last: [
      'looks at the last index only',
      (body) => map('image', body).some((own) => own[0] === 3 && own.length === 2),
    ],
    third: ['looks at two handles', (body) => map('image', body).length === 3],
    'second-map': [
      'looks at the first map only',
      (body) => map('image', body).length > 0 && map('audio', body).length > 0,
    ],
    empty: ['takes an empty second handle', (body) => map('image', body).at(1)?.length === 0],
    count: ['counts the indexes of the first handle', (body) => map('image', body).at(1)?.length === 31],
    'sound-count': ['counts no indexes of sounds', (body) => map('audio', body).at(0)?.length === 31],
    negative: ['looks for negative indexes in the first place', (body) => map('image', body).at(0)?.at(1) === -1],
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
      'looks at the first index of a source video only',
      (body) => map('video', body).some((own) => own.length === 2),
    ],
    boolean: ['counts false as 0 in maps of source videos', (body) => map('video', body).flat().includes(false)],
    count: ['counts no indexes of source videos', (body) => map('video', body).at(0)?.length === 31],
    other: [
      'checks image indexes only without source videos',
      { source_video_ids: SOME },
      (body) => map('image', body).length > 0,
    ],
  },
  'create.source-video-ids.position': {
    words: ['drops a second source id that it cannot read', (body) => sources(body)[1] === 'video-1'],
    null: ['drops null behind a source id', (body) => sources(body)[1] === null],
  },
});

/** The sources are cut to those that the server looks at. */
const CUT: readonly Mutant[] = (
  [
    ['first', 'looks at the first source video only', () => true, (ids) => ids.slice(0, 1)],
    ['two', 'looks at two source videos', () => true, (ids) => ids.slice(0, 2)],
    ['last', 'looks at the last source video only', () => true, (ids) => ids.slice(-1)],
    ['edit', 'looks at the first source video of an edit only', operates('edit'), (ids) => ids.slice(0, 1)],
    [
      'reference',
      'looks at the first source video of a reference only',
      operates('reference'),
      (ids) => ids.slice(0, 1),
    ],
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
    digits: ['takes indexes of one digit', (body) => map('image', body).flat().includes(29)],
  },
});

export const POSITION_MUTANTS: readonly Mutant[] = [...LENIENT, ...CUT, ...STRICT];
