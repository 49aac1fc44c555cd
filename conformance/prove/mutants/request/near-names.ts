/** Servers that read names, URLs and ids more loosely than the document writes them. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { accepting, handlesOf, lenient, listOf, strict } from '../../tamper/create.ts';
import { creating } from '../../tamper/create-change.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { readingPath } from '../../tamper/paths.ts';
import type { Tampering } from '../../server.ts';

const alone = (mutants: readonly Mutant[], names: readonly string[]): Mutant[] =>
  mutants.map((one, at) => ({ ...one, id: `${one.id}.${names[at] ?? at}`, alone: true }));
/** Returns the mutants of one check, each with a name. */
const rows = (
  check: string,
  table: Readonly<Record<string, readonly [does: string, when: (body: Fields, text: string) => boolean]>>,
): Mutant[] =>
  alone(
    lenient(Object.values(table).map(([does, when]) => [check, does, (body, { body: sent = '' }) => when(body, sent)])),
    Object.keys(table),
  );

const has =
  (name: string) =>
  (body: Fields): boolean =>
    Object.hasOwn(body, name);
const handle =
  (test: (handle: string) => boolean) =>
  (body: Fields): boolean =>
    handlesOf(body).some(([name]) => test(name));
const indexes =
  (test: (list: readonly unknown[]) => boolean) =>
  (body: Fields): boolean =>
    handlesOf(body).some(([, list]) => Array.isArray(list) && test(list as unknown[]));
const VALID_HANDLE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const NAMES: readonly Mutant[] = [
  ...rows('create.unknown-fields.near', {
    trimmed: ['trims the names of fields', has('model ')],
    case: ['reads `Model` as `model`', has('Model')],
    camel: ['reads names in camel case', has('durationSeconds')],
    dotted: ['reads a name with a dot as a part of a field', has('prompt.text')],
    spaced: ['ignores a field whose name has a space', has('aspect ratio')],
    prototype: ['finds a name in an object with more names', (body) => has('toString')(body)],
    natural: ['finds `constructor` in every object', has('constructor')],
    proto: ['loses `__proto__` when it copies the body', (_, text) => text.includes('"__proto__":{"audio"')],
    record: ['accepts `id` in a create', has('id')],
    nothing: ['ignores an unknown field with the value false', has('extra')],
    list: ['ignores an unknown field with an empty value', has('images')],
    blank: ['ignores a field with an empty name', has('')],
    twice: ['ignores an unknown field that occurs twice', (_, text) => text.includes('"color":null,"color"')],
  }),
  ...rows('create.duplicate-keys.both-wrong', {
    length: [
      'does not check a length that occurs twice',
      (_, text) => /"duration_seconds":3,"duration_seconds"/.test(text),
    ],
    model: ['does not check a model that occurs twice', (_, text) => /"model":"a","model":"b"/.test(text)],
  }),
  ...rows('subject-map.handle.near', {
    trimmed: ['trims handles', handle((name) => name !== name.trim() && VALID_HANDLE.test(name.trim()))],
    'begins-so': [
      'does not anchor the end of its pattern for handles',
      handle((name) => /^[A-Za-z]\w*[^\w]/.test(name)),
    ],
    'ends-so': ['does not anchor the start of its pattern for handles', handle((name) => /[^\w]\w+$/.test(name))],
    lines: ['finds a handle in any line', handle((name) => name.includes('\n') && /^[A-Za-z]\w*$/m.test(name))],
    folds: ['ignores case in all of Unicode', handle((name) => /^[a-z]\w*$/iu.test(name) && !VALID_HANDLE.test(name))],
    digits: [
      'accepts digits of any script',
      handle((name) => /^[A-Za-z][A-Za-z\p{Nd}_]*$/u.test(name) && !VALID_HANDLE.test(name)),
    ],
    width: [
      'normalizes handles',
      handle((name) => VALID_HANDLE.test(name.normalize('NFKC')) && !VALID_HANDLE.test(name)),
    ],
    number: ['accepts a number as a handle', handle((name) => name === '7')],
    second: [
      'checks only the first handle',
      (body) => handlesOf(body).length === 2 && handle((name) => name === 'no handle')(body),
    ],
    proto: ['loses the handle `__proto__`', (_, text) => text.includes('{"__proto__":[0]}')],
  }),
  ...rows('subject-map.index.near', {
    true: ['reads true as the index 1', indexes((list) => list[0] === true)],
    false: ['reads false as the index 0', indexes((list) => list[0] === false)],
    null: ['reads null as the index 0', indexes((list) => list[0] === null)],
    behind: ['checks only the first index', indexes((list) => list[0] === 0 && typeof list[1] === 'boolean')],
    fraction: ['rejects fractions only in the first index', indexes((list) => list[0] === 0 && list[1] === 0.5)],
    near: ['rounds an index that is close to 0', indexes((list) => list[0] === 0.0001)],
  }),
  ...rows('subject-map.object.near', {
    empty: [
      'accepts an empty array as a map',
      (body) => Array.isArray(body['subject_to_image_ids']) && listOf(body, 'subject_to_image_ids').length === 0,
    ],
    falsy: ['accepts false as a map', (body) => body['subject_to_image_ids'] === false],
    blank: ['accepts an empty text as a map', (body) => body['subject_to_image_ids'] === ''],
    null: ['accepts null as a list of indexes', (body) => handlesOf(body).some(([, list]) => list === null)],
    text: ['reads each character as an index', (body) => handlesOf(body).some(([, list]) => typeof list === 'string')],
  }),
  ...alone(
    strict([
      ['subject-map.handle.ordinary', 'finds `constructor` in its own map', handle((name) => name === 'constructor')],
      ['subject-map.handle.ordinary', 'rejects the handle `null`', handle((name) => name === 'null')],
      ['subject-map.handle.ordinary', 'accepts handles of at most 60 characters', handle((name) => name.length === 63)],
    ]),
    ['prototype', 'reserved', 'long'],
  ),
];

const first = (body: Fields, field: string): unknown => listOf(body, field)[0];
const begins =
  (field: string, start: RegExp) =>
  (body: Fields): boolean =>
    typeof first(body, field) === 'string' && start.test(String(first(body, field)));

const URLS: readonly Mutant[] = [
  ...rows('create.image-urls.https.near', {
    trimmed: ['trims URLs', begins('image_urls', /^\s+https:\/\//)],
    anywhere: ['finds https anywhere in a URL', begins('image_urls', /^http:.*https:\/\//)],
    repaired: ['accepts a URL with one slash', begins('image_urls', /^https:\/[^/]/)],
    bare: ['adds https:// to a URL without a scheme', begins('image_urls', /^example|^media/)],
    'begins-so': ['compares only the first five letters of a URL', begins('image_urls', /^httpsx/)],
    backslashes: ['reads backslashes as slashes', begins('image_urls', /^https:\\/)],
    file: ['reads files', begins('image_urls', /^file:/)],
    bucket: ['accepts URLs of its own bucket', begins('image_urls', /^s3:/)],
    empty: ['ignores an empty URL', (body) => first(body, 'image_urls') === '' && body['mode'] === 'image-to-video'],
  }),
  ...rows('create.audio-urls.https.near', {
    trimmed: ['trims URLs of sounds', begins('audio_urls', /^\s+https:\/\//)],
    bucket: ['accepts sounds from its own bucket', begins('audio_urls', /^s3:/)],
  }),
  ...rows('create.image-urls.type.near', {
    null: ['ignores null among the images', (body) => first(body, 'image_urls') === null],
    object: [
      'accepts an object with a URL as an image',
      (body) =>
        typeof first(body, 'image_urls') === 'object' &&
        !Array.isArray(first(body, 'image_urls')) &&
        first(body, 'image_urls') !== null,
    ],
    nested: ['flattens lists of images', (body) => Array.isArray(first(body, 'image_urls'))],
    falsy: ['accepts false as a list of images', (body) => body['image_urls'] === false],
    blank: ['accepts an empty text as a list of images', (body) => body['image_urls'] === ''],
  }),
  ...rows('create.audio-urls.type.near', {
    words: ['accepts anything as the URL of a sound', begins('audio_urls', /^a calm/)],
    null: ['ignores null among the sounds', (body) => first(body, 'audio_urls') === null],
    zero: ['accepts 0 as a list of sounds', (body) => body['audio_urls'] === 0],
  }),
  ...rows('create.source-video-ids.list.near', {
    null: ['ignores null among the source videos', (body) => first(body, 'source_video_ids') === null],
    blank: ['ignores an empty source id', (body) => first(body, 'source_video_ids') === ''],
    falsy: ['accepts false as a list of source videos', (body) => body['source_video_ids'] === false],
  }),
];

const IDS: Readonly<Record<string, readonly [does: string, read: (id: string) => string]>> = {
  trimmed: ['trims ids', (id) => id.trim()],
  cut: ['checks only the length of an id', (id) => id.slice(0, 36)],
};

const ID_MUTANTS: readonly Mutant[] = Object.entries(IDS).flatMap(([name, [does, read]]) => [
  mutant('create.source-video-ids.type.near', `${does} of source videos`, {
    id: `create.source-video-ids.type.near.${name}`,
    alone: true,
    tamper: creating((body) => readingIds(body, read)),
  }),
  mutant('get.malformed.near', `${does} in the path of a get`, {
    id: `get.malformed.near.${name}`,
    alone: true,
    tamper: readingPath('get', read),
  }),
  mutant('content.malformed.near', `${does} in the path of a download`, {
    id: `content.malformed.near.${name}`,
    alone: true,
    tamper: readingPath('content', read),
  }),
]);

const EDITS: readonly Mutant[] = [
  mutant('create.source-video-ids.type.near', 'checks the form of a source id only for an extension', {
    id: 'create.source-video-ids.type.near.edit',
    alone: true,
    tamper: (): Tampering =>
      accepting(
        (body) =>
          body['reference_video_operation'] === 'edit' && /^[\w-]{37}$/.test(String(first(body, 'source_video_ids'))),
      ),
  }),
];

export const NEAR_NAME_MUTANTS: readonly Mutant[] = [...NAMES, ...URLS, ...ID_MUTANTS, ...EDITS];

function readingIds(body: Fields, read: (id: string) => string): Fields {
  const ids = listOf(body, 'source_video_ids').map((id) => (typeof id === 'string' ? read(id) : id));
  return JSON.stringify(ids) === JSON.stringify(listOf(body, 'source_video_ids'))
    ? body
    : { ...body, source_video_ids: ids };
}
