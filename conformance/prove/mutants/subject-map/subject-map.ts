/** Servers that misread subject maps. */

import { accepting, handlesOf, lenient, listOf, strict } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const hasHandle =
  (test: (handle: string) => boolean) =>
  (body: Fields): boolean =>
    handlesOf(body).some(([handle]) => test(handle));
const hasIndexes =
  (test: (indexes: readonly unknown[]) => boolean) =>
  (body: Fields): boolean =>
    handlesOf(body).some(([, indexes]) => Array.isArray(indexes) && test(indexes as unknown[]));
const mapOf = (kind: string) => `subject_to_${kind}_ids`;
const beyond =
  (kind: string, list: string, at = 0) =>
  (body: Fields): boolean =>
    Object.values(Object(body[mapOf(kind)]) as Fields).some(
      (indexes) =>
        Array.isArray(indexes) && Number(indexes[at]) >= listOf(body, list).length && indexes.length === at + 1,
    );
const maps = ['image', 'video', 'audio'] as const;

const FORM: readonly Mutant[] = lenient([
  ['subject-map.object.array', 'takes an array for a map', (body) => Array.isArray(body['subject_to_image_ids'])],
  ['subject-map.object.string', 'takes a string for a map', (body) => typeof body['subject_to_image_ids'] === 'string'],
  [
    'subject-map.object.value',
    'takes a bare number for a list of one index',
    (body) => handlesOf(body).some(([, indexes]) => typeof indexes === 'number'),
  ],
  ['subject-map.handle.digit', 'lets handles begin with a digit', hasHandle((handle) => /^\d/.test(handle))],
  ['subject-map.handle.at', 'takes handles with their @', hasHandle((handle) => handle.startsWith('@'))],
  ['subject-map.handle.dash', 'lets handles have dashes', hasHandle((handle) => handle.includes('-'))],
  ['subject-map.handle.underscore-first', 'lets handles begin with an underscore', hasHandle((h) => h.startsWith('_'))],
  [
    'subject-map.handle.letter',
    'lets handles have any letter',
    hasHandle((handle) => Array.from(handle).some((letter) => letter > '~')),
  ],
  ['subject-map.handle.newline', 'anchors its pattern with $ alone', hasHandle((handle) => handle.endsWith('\n'))],
  ['subject-map.handle.empty', 'takes an empty handle', hasHandle((handle) => handle === '')],
  ['subject-map.handle.long', 'counts a handle off by one', hasHandle((handle) => handle.length === 65)],
  ['subject-map.index.integer.fraction', 'rounds indexes', hasIndexes((list) => list.includes(0.5))],
  ['subject-map.index.integer.string', 'reads indexes from strings', hasIndexes((list) => list.includes('0'))],
  ['subject-map.index.minimum', 'counts index -1 from the end', hasIndexes((list) => list.includes(-1))],
  ['subject-map.indexes.count.none', 'takes a handle for nothing', hasIndexes((list) => list.length === 0)],
  ['subject-map.indexes.count.above', 'does not count indexes', hasIndexes((list) => list.length > 30)],
]);

const BOUNDS: readonly Mutant[] = strict([
  ['subject-map.handle.longest', 'wants handles below 64 characters', hasHandle((handle) => handle.length === 64)],
  ['subject-map.handle.shortest', 'wants handles of two letters', hasHandle((handle) => handle.length === 1)],
  ['subject-map.handle.characters', 'knows small letters only', hasHandle((handle) => /^[A-Z].*\d/.test(handle))],
  ['subject-map.index.zero', 'counts indexes from 1', hasIndexes((list) => list.length === 1 && list[0] === 0)],
  ['subject-map.indexes.count.maximum', 'wants fewer than 30 indexes', hasIndexes((list) => list.length === 30)],
  [
    'create.subject-to-image-ids.index.last',
    'compares an image index with one too few',
    (body) => isLast(body, 'image', 'image_urls'),
  ],
  [
    'create.subject-to-audio-ids.index.last',
    'compares a sound index with one too few',
    (body) => isLast(body, 'audio', 'audio_urls'),
  ],
]);

const FIELDS: readonly Mutant[] = maps.flatMap((kind) => [
  ...lenient([
    [
      `create.subject-to-${kind}-ids.reference-mode.text`,
      `ignores \`${mapOf(kind)}\` in text mode`,
      (body) => mapOf(kind) in body && (body['mode'] ?? 'text-to-video') === 'text-to-video',
    ],
    [
      `create.subject-to-${kind}-ids.reference-mode.image`,
      `ignores \`${mapOf(kind)}\` in image mode`,
      (body) => mapOf(kind) in body && body['mode'] === 'image-to-video',
    ],
  ]),
  ...strict([
    [
      `create.subject-to-${kind}-ids.optional`,
      `wants \`${mapOf(kind)}\` in reference mode`,
      (body) => body['mode'] === 'reference-to-video' && !(mapOf(kind) in body),
    ],
  ]),
]);

const INDEXES: readonly Mutant[] = lenient([
  ['create.subject-to-image-ids.index.beyond', 'lets image indexes point nowhere', beyond('image', 'image_urls')],
  ['create.subject-to-image-ids.index.second', 'checks the first index only', beyond('image', 'image_urls', 1)],
  ['create.subject-to-video-ids.index.beyond', 'compares a video index with <=', (body) => isTake(body, 1)],
  [
    'create.subject-to-video-ids.index.none',
    'checks video indexes only if there are videos',
    (body) => isTake(body, 0),
  ],
  ['create.subject-to-audio-ids.index.beyond', 'lets sound indexes point nowhere', beyond('audio', 'audio_urls')],
]);

/** The maps are read by code of their own, and a rule is lost in one of them. */
const LOST: readonly Mutant[] = (
  [
    ['subject-map.object', 'takes an array for a map', (map) => Array.isArray(map)],
    ['subject-map.handle', 'lets handles have dashes', (map) => Object.keys(Object(map)).some((h) => h.includes('-'))],
    ['subject-map.index.integer', 'rounds indexes', (map) => JSON.stringify(map) === '{"take":[0.5]}'],
    ['subject-map.index.minimum', 'counts index -1 from the end', (map) => JSON.stringify(map) === '{"take":[-1]}'],
    ['subject-map.indexes.count', 'takes a handle for nothing', (map) => JSON.stringify(map) === '{"take":[]}'],
  ] satisfies [string, string, (map: unknown) => boolean][]
).flatMap(([rule, does, isBroken]) => {
  const check = `${rule}.other-maps`;
  const lost = (kind: string): Mutant =>
    mutant(check, `${does} in \`${mapOf(kind)}\``, {
      id: `${check}.${kind}`,
      tamper: () => accepting((body) => isBroken(body[mapOf(kind)])),
    });
  return [lost('video'), lost('audio')];
});

const SECOND: readonly Mutant[] = lenient(
  maps.map((kind) => [
    `create.subject-to-${kind}-ids.index.second-handle`,
    `looks at the first handle of \`${mapOf(kind)}\` only`,
    (body) => JSON.stringify(Object.values(Object(body[mapOf(kind)]) as Fields)) === '[[0],[1]]',
  ]),
);

export const SUBJECT_MAP_MUTANTS: readonly Mutant[] = [...FORM, ...BOUNDS, ...FIELDS, ...INDEXES, ...LOST, ...SECOND];

/** A map of videos whose one index is that far beyond. */
function isTake(body: Fields, sources: number): boolean {
  return beyond('video', 'source_video_ids')(body) && listOf(body, 'source_video_ids').length === sources;
}

function isLast(body: Fields, kind: string, list: string): boolean {
  const last = listOf(body, list).length - 1;
  return Object.values(Object(body[mapOf(kind)]) as Fields).some(
    (indexes) => Array.isArray(indexes) && last > 0 && indexes.includes(last),
  );
}
