/** Servers that read names, URLs and ids more loosely than the document writes them. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { readingPath, readingSources } from '../../tamper/calls.ts';
import {
  accepting,
  creating,
  EDITING,
  handlesOf,
  IN_IMAGE_MODE,
  lenientTo,
  listOf,
  PRESENT,
  strictTo,
  type CreateTest,
} from '../../tamper/create.ts';
import { ALONE, mutant, mutantsWith, type Mutant } from '../../mutant.ts';
import { asFields, type Tampering } from '../../server.ts';
import { isObject } from '../../../engine/evidence.ts';

const handle =
  (test: (handle: string) => boolean): CreateTest =>
  (body) =>
    handlesOf(body).some(([name]) => test(name));
/** A handle of this form that the document does not allow. */
const odd = (form: RegExp): CreateTest => handle((name) => form.test(name) && !VALID_HANDLE.test(name));
const indexes =
  (test: (list: readonly unknown[]) => boolean): CreateTest =>
  (body) =>
    handlesOf(body).some(([, list]) => Array.isArray(list) && test(list as unknown[]));
const sent =
  (form: RegExp): CreateTest =>
  (_, { body = '' }) =>
    form.test(body);
const VALID_HANDLE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const NAMES: readonly Mutant[] = lenientTo({
  'create.unknown-fields.near': {
    'trims the names of fields': { 'model ': PRESENT },
    'reads `Model` as `model`': { Model: PRESENT },
    'reads names in camel case': { durationSeconds: PRESENT },
    'reads a name with a dot as a part of a field': { 'prompt.text': PRESENT },
    'ignores a field whose name has a space': { 'aspect ratio': PRESENT },
    'finds a name in an object with more names': (body) => Object.hasOwn(body, 'toString'),
    'finds `constructor` in every object': (body) => Object.hasOwn(body, 'constructor'),
    'loses `__proto__` when it copies the body': sent(/"__proto__":\{"audio"/),
    'accepts `id` in a create': { id: PRESENT },
    'ignores an unknown field with the value false': { extra: PRESENT },
    'ignores an unknown field with an empty value': { images: PRESENT },
    'ignores a field with an empty name': { '': PRESENT },
    'ignores an unknown field that occurs twice': sent(/"color":null,"color"/),
  },
  'create.duplicate-keys.both-wrong': {
    'does not check a length that occurs twice': sent(/"duration_seconds":3,"duration_seconds"/),
    'does not check a model that occurs twice': sent(/"model":"a","model":"b"/),
  },
  'subject-map.handle.near': {
    'trims handles': handle((name) => name !== name.trim() && VALID_HANDLE.test(name.trim())),
    'does not anchor the end of its pattern for handles': handle((name) => /^[A-Za-z]\w*[^\w]/.test(name)),
    'does not anchor the start of its pattern for handles': handle((name) => /[^\w]\w+$/.test(name)),
    'finds a handle in any line': handle((name) => name.includes('\n') && /^[A-Za-z]\w*$/m.test(name)),
    'ignores case in all of Unicode': odd(/^[a-z]\w*$/iu),
    'accepts digits of any script': odd(/^[A-Za-z][A-Za-z\p{Nd}_]*$/u),
    'normalizes handles': handle((name) => VALID_HANDLE.test(name.normalize('NFKC')) && !VALID_HANDLE.test(name)),
    'accepts a number as a handle': handle((name) => name === '7'),
    'checks only the first handle': (body) =>
      handlesOf(body).length === 2 && handlesOf(body).some(([name]) => name === 'no handle'),
    'loses the handle `__proto__`': sent(/\{"__proto__":\[0\]\}/),
  },
  'subject-map.index.near': {
    'reads true as the index 1': indexes(([first]) => first === true),
    'reads false as the index 0': indexes(([first]) => first === false),
    'reads null as the index 0': indexes(([first]) => first === null),
    'checks only the first index': indexes(([first, second]) => first === 0 && typeof second === 'boolean'),
    'rejects fractions only in the first index': indexes(([first, second]) => first === 0 && second === 0.5),
    'rounds an index that is close to 0': indexes(([first]) => first === 0.0001),
  },
  'subject-map.object.near': {
    'accepts an empty array as a map': (body) => JSON.stringify(body['subject_to_image_ids']) === '[]',
    'accepts false as a map': { subject_to_image_ids: false },
    'accepts an empty text as a map': { subject_to_image_ids: '' },
    'accepts null as a list of indexes': (body) => handlesOf(body).some(([, list]) => list === null),
    'reads each character as an index': (body) => handlesOf(body).some(([, list]) => list === '0'),
    'decodes a map in a string': (body) => String(body['subject_to_image_ids']).startsWith('{'),
    'decodes a list of indexes in a string': (body) => handlesOf(body).some(([, list]) => list === '[0]'),
  },
});

/** A rule of the subject map that is lost in one of the other maps, and the maps that break it. */
const OTHER_MAPS: Readonly<Record<string, readonly [does: string, isBroken: (map: unknown) => boolean]>> = {
  object: ['accepts an array as a map', (map) => Array.isArray(map)],
  handle: ['accepts dashes in handles', (map) => Object.keys(Object(map)).some((name) => name.includes('-'))],
  'index.integer': ['rounds indexes', (map) => JSON.stringify(map) === '{"take":[0.5]}'],
  'index.minimum': ['counts the index -1 from the end', (map) => JSON.stringify(map) === '{"take":[-1]}'],
  'indexes.count': ['accepts a handle without indexes', (map) => JSON.stringify(map) === '{"take":[]}'],
};

const MAPS: readonly Mutant[] = Object.entries(OTHER_MAPS).flatMap(([rule, [does, isBroken]]) =>
  ['subject_to_video_ids', 'subject_to_audio_ids'].map((field) =>
    mutant(
      `subject-map.${rule}.other-maps`,
      `${does} in \`${field}\``,
      accepting((body) => isBroken(body[field])),
    ),
  ),
);

const hero = (body: Fields): string => JSON.stringify(asFields(body['subject_to_image_ids'])['hero']);

const ORDINARY: readonly Mutant[] = strictTo({
  'subject-map.handle.ordinary': {
    'finds `constructor` in its own map': handle((name) => name === 'constructor'),
    'rejects the handle `null`': handle((name) => name === 'null'),
    'accepts handles of at most 60 characters': handle((name) => name.length === 63),
  },
  'subject-map.indexes.ordinary': {
    'rejects indexes that do not rise': (body) => hero(body) === '[1,0]',
  },
});

const first = (body: Fields, field: string): unknown => listOf(body, field)[0];
const begins =
  (field: string, start: RegExp): CreateTest =>
  (body) =>
    typeof first(body, field) === 'string' && start.test(String(first(body, field)));
const is =
  (field: string, item: unknown): CreateTest =>
  (body) =>
    first(body, field) === item;
const hostOf = (url: unknown): string => String(url).split('/')[2] ?? '';
/** The URLs of a field with this host. */
const host =
  (pattern: RegExp, field = 'image_urls'): CreateTest =>
  (body) =>
    listOf(body, field).some((url) => pattern.test(hostOf(url)));
const sources =
  (test: (ids: unknown) => boolean): CreateTest =>
  (body) =>
    test(body['source_video_ids']);

const URLS: readonly Mutant[] = lenientTo({
  'create.image-urls.https.near': {
    'trims URLs': begins('image_urls', /^\s+https:\/\//),
    'finds https anywhere in a URL': begins('image_urls', /^http:.*https:\/\//),
    'accepts a URL with one slash': begins('image_urls', /^https:\/[^/]/),
    'adds https:// to a URL without a scheme': begins('image_urls', /^example|^media/),
    'compares only the first five letters of a URL': begins('image_urls', /^httpsx/),
    'reads backslashes as slashes': begins('image_urls', /^https:\\/),
    'reads files': begins('image_urls', /^file:/),
    'accepts URLs of its own bucket': begins('image_urls', /^s3:/),
    'ignores an empty URL': [IN_IMAGE_MODE, is('image_urls', '')],
  },
  'create.audio-urls.https.near': {
    'trims URLs of sounds': begins('audio_urls', /^\s+https:\/\//),
    'accepts sounds from its own bucket': begins('audio_urls', /^s3:/),
  },
  'create.image-urls.type.near': {
    'ignores null among the images': is('image_urls', null),
    'accepts an object with a URL as an image': (body) => isObject(first(body, 'image_urls')),
    'flattens lists of images': (body) => Array.isArray(first(body, 'image_urls')),
    'accepts false as a list of images': { image_urls: false },
    'accepts an empty text as a list of images': { image_urls: '' },
    'decodes a list of images in a string': (body) => String(body['image_urls']).startsWith('["'),
  },
  'create.image-urls.type.no-url': {
    'accepts a URL with a space in its host': host(/ /),
    'accepts a URL with words for a port': host(/:port/),
    'accepts a URL with half of its brackets': host(/\[/),
    'accepts a URL with angle brackets around its host': host(/</),
    'does not check the host of a sound': host(/ /, 'audio_urls'),
  },
  'create.audio-urls.type.near': {
    'accepts anything as the URL of a sound': begins('audio_urls', /^a calm/),
    'ignores null among the sounds': is('audio_urls', null),
    'accepts 0 as a list of sounds': { audio_urls: 0 },
  },
  'create.source-video-ids.list.near': {
    'ignores null among the source videos': is('source_video_ids', null),
    'ignores an empty source id': is('source_video_ids', ''),
    'accepts false as a list of source videos': { source_video_ids: false },
  },
  'create.source-video-ids.type.bare': {
    'accepts an id as a list of one': sources((ids) => typeof ids === 'string' && !ids.includes(',')),
    'splits a string into ids': sources((ids) => typeof ids === 'string' && ids.includes(',')),
    'flattens a nested list of ids': sources((ids) => Array.isArray(ids) && Array.isArray(ids[0])),
    'accepts the values of an object as a list': sources((ids) => isObject(ids) && '0' in ids),
  },
  'create.source-video-ids.type.near': {
    'checks the form of a source id only for an extension': [EDITING, begins('source_video_ids', /^[\w-]{37}$/)],
  },
});

const reads = {
  trims: (id: string): string => id.trim(),
  'checks only the length of': (id: string): string => id.slice(0, 36),
};

const IDS: readonly Mutant[] = Object.entries(reads).flatMap(([does, read]) =>
  mutantsWith(ALONE, {
    'create.source-video-ids.type.near': { [`${does} the ids of source videos`]: readingSources(read) },
    'get.malformed.near': { [`${does} the id of a get`]: readingPath('get', read) },
    'content.malformed.near': { [`${does} the id of a download`]: readingPath('content', read) },
  }),
);

/** Reads a field under another name if its right name is missing. */
const reading = (fold: (name: string) => string): (() => Tampering) =>
  creating((body) => {
    const names = Object.keys(body);
    const odds = names.filter((name) => fold(name) !== name && !names.includes(fold(name)));
    if (odds.length === 0) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [odds.includes(name) ? fold(name) : name, value]),
    );
  });

const IN_PLACE: readonly Mutant[] = [
  ...mutantsWith(ALONE, {
    'create.unknown-fields.in-place': {
      'ignores the case of fields if the right name is missing': reading((name) => name.toLowerCase()),
      'reads `durationSeconds` if `duration_seconds` is missing': reading((name) =>
        name === 'durationSeconds' ? 'duration_seconds' : name,
      ),
      'reads dashes in names as underscores': reading((name) => name.replaceAll('-', '_')),
    },
  }),
  ...lenientTo({
    'create.unknown-fields.in-place': Object.fromEntries(
      ['Audio', 'Aspect_Ratio', 'Subject_To_Audio_Ids'].map((name) => [`accepts \`${name}\``, { [name]: PRESENT }]),
    ),
  }),
];

export const NEAR_NAME_MUTANTS: readonly Mutant[] = [...NAMES, ...MAPS, ...ORDINARY, ...URLS, ...IDS, ...IN_PLACE];
