/** Values just inside and just outside the bounds of each field of a create. */

import { ASPECT_RATIOS, RESOLUTIONS } from '../../dimensions.ts';
import { LIMITS } from '../../limits.ts';
import { MODEL } from '../../model.ts';
import { URL_MAX_LENGTH } from '../../url.ts';
import { MODES, OPERATIONS } from '../../workflow.ts';

export type Edge = readonly [field: string, value: unknown];

const EXAMPLE_URL = 'https://a.test/x';
const EXAMPLE_UUID = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';
const ABSENT = Symbol('absent');
const anyType = [null, true, 0, 1.5, 'x', '', [], {}];

/** Replaces the field of a body with an edge value, or removes the field. */
export function withEdge(body: object, [field, value]: Edge): object {
  const others = Object.entries(body).filter(([name]) => name !== field);
  return Object.fromEntries(value === ABSENT ? others : [...others, [field, value]]);
}

/** Each field with values on both sides of its bounds and of every JSON type. */
export const EDGES: readonly Edge[] = [
  ...edges('model', [MODEL, `${MODEL} `, MODEL.toUpperCase()]),
  ...edges('prompt', ['a'.repeat(15_000), 'a'.repeat(15_001), '🎬'.repeat(15_000), '🎬'.repeat(15_001), ' ', '\ud83c']),
  ...edges('duration_seconds', [3, 4, 5.0, 30, 31, 4.5, -4, 2 ** 60, Infinity, '8']),
  ...edges('mode', [...MODES, 'Text-to-video', 'text']),
  ...edges('resolution', [...RESOLUTIONS, '720', '1080P', '2160p']),
  ...edges('aspect_ratio', [...ASPECT_RATIOS, '2:3', '16/9', 'Adaptive']),
  ...edges('audio', [false, 'true']),
  ...edges('image_urls', urlLists(LIMITS.imageUrls.max)),
  ...edges('audio_urls', urlLists(LIMITS.audioUrls.max)),
  ...edges('source_video_ids', [
    ...lengths(EXAMPLE_UUID, LIMITS.sourceVideoIds.max),
    [EXAMPLE_UUID.toUpperCase()],
    [EXAMPLE_UUID.slice(1)],
    [EXAMPLE_UUID.slice(0, -1)],
    [`${EXAMPLE_UUID}0`],
    [`urn:uuid:${EXAMPLE_UUID}`],
    [EXAMPLE_UUID.replaceAll('-', '')],
    [`${EXAMPLE_UUID}\n`],
    [EXAMPLE_UUID.replace('a', 'g')],
  ]),
  ...edges('reference_video_operation', [...OPERATIONS, 'Edit', 'replace']),
  ...['image', 'video', 'audio'].flatMap((kind) => edges(`subject_to_${kind}_ids`, subjectMaps())),
  ...edges('seed', []),
  ...edges('__proto__', []),
];

function edges(field: string, values: readonly unknown[]): Edge[] {
  return [...values, ...anyType, ABSENT].map((value) => [field, value]);
}

function lengths(item: unknown, max: number): unknown[] {
  return [[item], Array(max).fill(item), Array(max + 1).fill(item)];
}

function urlLists(max: number): unknown[] {
  const longest = `${EXAMPLE_URL}${'x'.repeat(URL_MAX_LENGTH - EXAMPLE_URL.length)}`;
  const urls = [longest, `${longest}x`, 'http://a.test/x', 'https:/a.test/x', `${EXAMPLE_URL} y`, ` ${EXAMPLE_URL}`];
  return [...lengths(EXAMPLE_URL, max), ...urls.map((url) => [EXAMPLE_URL, url]), ...anyType.map((value) => [value])];
}

function subjectMaps(): unknown[] {
  const names = [
    'h',
    'h'.repeat(64),
    'h'.repeat(65),
    '_h',
    '1h',
    '@h',
    'h-h',
    'hé',
    '',
    'h\n',
    '__proto__',
    'constructor',
  ];
  const indexes = [0, -0, -1, 0.5, '0', null, 2 ** 53 - 1, 2 ** 53];
  return [
    ...names.map((name) => Object.fromEntries([[name, [0]]])),
    ...indexes.map((index) => ({ hero: [0, index] })),
    ...[...lengths(0, LIMITS.subjectMap.indexes.max), ...anyType].map((list) => ({ hero: list })),
  ];
}
