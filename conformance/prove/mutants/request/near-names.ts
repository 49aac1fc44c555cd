/** Servers that read names, URLs and ids more loosely than the document writes them. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { accepting, handlesOf, lenient, listOf, strict } from '../../tamper/create.ts';
import { creating } from '../../tamper/create-change.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { readingPath } from '../../tamper/paths.ts';
import type { Tampering } from '../../server.ts';

const alone = (mutants: readonly Mutant[], names: readonly string[]): Mutant[] =>
  mutants.map((one, at) => ({ ...one, id: `${one.id}.${names[at] ?? at}`, alone: true }));
/** Rows of one check, each with a name. */
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
    dotted: ['takes a name with a dot for a part of a field', has('prompt.text')],
    spaced: ['ignores a name with a space inside', has('aspect ratio')],
    prototype: ['looks names up in an object that has more of them', (body) => has('toString')(body)],
    natural: ['finds `constructor` in every object', has('constructor')],
    proto: ['loses `__proto__` when it copies the body', (_, text) => text.includes('"__proto__":{"audio"')],
    record: ['takes `id` in a create', has('id')],
    nothing: ['ignores an unknown field that is false', has('extra')],
    list: ['ignores an unknown field that is empty', has('images')],
    blank: ['ignores a field without a name', has('')],
    twice: ['ignores an unknown field that comes twice', (_, text) => text.includes('"color":null,"color"')],
  }),
  ...rows('create.duplicate-keys.both-wrong', {
    length: [
      'does not look at a length that comes twice',
      (_, text) => /"duration_seconds":3,"duration_seconds"/.test(text),
    ],
    model: ['does not look at a model that comes twice', (_, text) => /"model":"a","model":"b"/.test(text)],
  }),
  ...rows('subject-map.handle.near', {
    trimmed: ['trims handles', handle((name) => name !== name.trim() && VALID_HANDLE.test(name.trim()))],
    'begins-so': [
      'does not anchor its pattern of handles at the end',
      handle((name) => /^[A-Za-z]\w*[^\w]/.test(name)),
    ],
    'ends-so': ['does not anchor its pattern of handles at the start', handle((name) => /[^\w]\w+$/.test(name))],
    lines: ['looks for a handle in any line', handle((name) => name.includes('\n') && /^[A-Za-z]\w*$/m.test(name))],
    folds: ['ignores case in all of Unicode', handle((name) => /^[a-z]\w*$/iu.test(name) && !VALID_HANDLE.test(name))],
    digits: [
      'takes digits of any script',
      handle((name) => /^[A-Za-z][A-Za-z\p{Nd}_]*$/u.test(name) && !VALID_HANDLE.test(name)),
    ],
    width: [
      'normalizes handles',
      handle((name) => VALID_HANDLE.test(name.normalize('NFKC')) && !VALID_HANDLE.test(name)),
    ],
    number: ['takes a handle that is a number', handle((name) => name === '7')],
    second: [
      'looks at the first handle only',
      (body) => handlesOf(body).length === 2 && handle((name) => name === 'no handle')(body),
    ],
    proto: ['loses the handle `__proto__`', (_, text) => text.includes('{"__proto__":[0]}')],
  }),
  ...rows('subject-map.index.near', {
    true: ['counts true as 1', indexes((list) => list[0] === true)],
    false: ['counts false as 0', indexes((list) => list[0] === false)],
    null: ['counts null as 0', indexes((list) => list[0] === null)],
    behind: ['looks at the first index only', indexes((list) => list[0] === 0 && typeof list[1] === 'boolean')],
    fraction: ['looks for fractions in the first index only', indexes((list) => list[0] === 0 && list[1] === 0.5)],
    near: ['rounds what is nearly 0', indexes((list) => list[0] === 0.0001)],
  }),
  ...rows('subject-map.object.near', {
    empty: [
      'takes an empty array for a map',
      (body) => Array.isArray(body['subject_to_image_ids']) && listOf(body, 'subject_to_image_ids').length === 0,
    ],
    falsy: ['takes false for no map', (body) => body['subject_to_image_ids'] === false],
    blank: ['takes an empty text for no map', (body) => body['subject_to_image_ids'] === ''],
    null: ['takes null for no indexes', (body) => handlesOf(body).some(([, list]) => list === null)],
    text: ['reads each character as an index', (body) => handlesOf(body).some(([, list]) => typeof list === 'string')],
  }),
  ...alone(
    strict([
      ['subject-map.handle.ordinary', 'finds `constructor` in its own map', handle((name) => name === 'constructor')],
      ['subject-map.handle.ordinary', 'reserves the handle `null`', handle((name) => name === 'null')],
      ['subject-map.handle.ordinary', 'has room for 60 characters of a handle', handle((name) => name.length === 63)],
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
    anywhere: ['looks for https anywhere in a URL', begins('image_urls', /^http:.*https:\/\//)],
    repaired: ['repairs a URL with one slash', begins('image_urls', /^https:\/[^/]/)],
    bare: ['puts https:// before a URL without a scheme', begins('image_urls', /^example|^media/)],
    'begins-so': ['compares the first five letters', begins('image_urls', /^httpsx/)],
    backslashes: ['takes backslashes for slashes', begins('image_urls', /^https:\\/)],
    file: ['reads files', begins('image_urls', /^file:/)],
    bucket: ['reads a bucket of its own', begins('image_urls', /^s3:/)],
    empty: [
      'passes over an empty URL',
      (body) => first(body, 'image_urls') === '' && body['mode'] === 'image-to-video',
    ],
  }),
  ...rows('create.audio-urls.https.near', {
    trimmed: ['trims URLs of sounds', begins('audio_urls', /^\s+https:\/\//)],
    bucket: ['reads sounds from a bucket of its own', begins('audio_urls', /^s3:/)],
  }),
  ...rows('create.image-urls.type.near', {
    null: ['passes over null among the images', (body) => first(body, 'image_urls') === null],
    object: [
      'takes an object with a URL for an image',
      (body) =>
        typeof first(body, 'image_urls') === 'object' &&
        !Array.isArray(first(body, 'image_urls')) &&
        first(body, 'image_urls') !== null,
    ],
    nested: ['flattens lists of images', (body) => Array.isArray(first(body, 'image_urls'))],
    falsy: ['takes false for no images', (body) => body['image_urls'] === false],
    blank: ['takes an empty text for no images', (body) => body['image_urls'] === ''],
  }),
  ...rows('create.audio-urls.type.near', {
    words: ['takes anything for the URL of a sound', begins('audio_urls', /^a calm/)],
    null: ['passes over null among the sounds', (body) => first(body, 'audio_urls') === null],
    zero: ['takes 0 for no sounds', (body) => body['audio_urls'] === 0],
  }),
  ...rows('create.source-video-ids.list.near', {
    null: ['passes over null among the source videos', (body) => first(body, 'source_video_ids') === null],
    blank: ['passes over an empty source id', (body) => first(body, 'source_video_ids') === ''],
    falsy: ['takes false for no source videos', (body) => body['source_video_ids'] === false],
  }),
];

const IDS: Readonly<Record<string, readonly [does: string, read: (id: string) => string]>> = {
  trimmed: ['trims ids', (id) => id.trim()],
  cut: ['looks at as many characters as an id has', (id) => id.slice(0, 36)],
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
  mutant('create.source-video-ids.type.near', 'checks the form of a source id only where it extends one', {
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
