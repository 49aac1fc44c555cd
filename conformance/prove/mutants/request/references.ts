/** Servers that misread images, sounds and source videos. */

import { lenient, listOf, refusing, strict } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const first =
  (field: string) =>
  (body: Fields): unknown =>
    listOf(body, field)[0];
const startsWith =
  (field: string, start: string) =>
  (body: Fields): boolean =>
    String(first(field)(body)).startsWith(start);
const isString =
  (field: string) =>
  (body: Fields): boolean =>
    typeof body[field] === 'string';
const hasNumber =
  (field: string) =>
  (body: Fields): boolean =>
    typeof first(field)(body) === 'number';
const counts =
  (field: string, count: number) =>
  (body: Fields): boolean =>
    listOf(body, field).length === count;
const operates =
  (value: unknown) =>
  (body: Fields): boolean =>
    body['reference_video_operation'] === value;

const IMAGES: readonly Mutant[] = lenient([
  ['create.image-urls.type.string', 'takes one URL for a list', isString('image_urls')],
  ['create.image-urls.type.number', 'takes numbers for the ids of uploads', hasNumber('image_urls')],
  ['create.image-urls.type.words', 'takes anything for a URL', startsWith('image_urls', 'a red')],
  ['create.image-urls.https.http', 'fetches images over plain HTTP', startsWith('image_urls', 'http:')],
  ['create.image-urls.https.ftp', 'fetches images over FTP', startsWith('image_urls', 'ftp:')],
  ['create.image-urls.https.data', 'takes images in the URL', startsWith('image_urls', 'data:')],
  [
    'create.image-urls.https.second',
    'looks at the first URL only',
    (body) => String(listOf(body, 'image_urls')[1]).startsWith('http:'),
  ],
  ['create.image-urls.count.above', 'takes 31 images', counts('image_urls', 31)],
]);

const SOUNDS: readonly Mutant[] = lenient([
  ['create.audio-urls.type.string', 'takes one URL for a list of sounds', isString('audio_urls')],
  ['create.audio-urls.type.number', 'takes numbers for sounds', hasNumber('audio_urls')],
  ['create.audio-urls.https.http', 'fetches sounds over plain HTTP', startsWith('audio_urls', 'http:')],
  ['create.audio-urls.count.above', 'takes 11 sounds', counts('audio_urls', 11)],
  [
    'create.audio-urls.reference-mode.text',
    'ignores sounds in text mode',
    (body) => 'audio_urls' in body && body['mode'] === 'text-to-video' && !counts('audio_urls', 0)(body),
  ],
  [
    'create.audio-urls.reference-mode.image',
    'ignores sounds in image mode',
    (body) => 'audio_urls' in body && body['mode'] === 'image-to-video',
  ],
]);

const SOURCES: readonly Mutant[] = lenient([
  ['create.source-video-ids.type.string', 'takes one id for a list', isString('source_video_ids')],
  ['create.source-video-ids.type.url', 'takes videos by URL', startsWith('source_video_ids', 'https:')],
  ['create.source-video-ids.type.words', 'ignores ids that it cannot read', startsWith('source_video_ids', 'video-1')],
  ['create.source-video-ids.type.number', 'takes numbers for ids', hasNumber('source_video_ids')],
  ['create.source-video-ids.count.above', 'takes 11 source videos', counts('source_video_ids', 11)],
  ['create.reference-video-operation.values.other', 'falls back to extend', operates('remix')],
  ['create.reference-video-operation.values.case', 'reads operations in any case', operates('Extend')],
  ['create.reference-video-operation.values.type', 'reads true as extend', operates(true)],
  ...['reference', 'edit', 'extend'].map(
    (operation) =>
      [
        `create.reference-video-operation.needs-sources.${operation}`,
        `ignores "${operation}" without a source video`,
        (body: Fields) =>
          operates(operation)(body) &&
          listOf(body, 'source_video_ids').length === 0 &&
          body['mode'] === 'reference-to-video',
      ] as const,
  ),
]);

const STRICT: readonly Mutant[] = strict([
  ['create.image-urls.count.maximum', 'takes fewer than 30 images', counts('image_urls', 30)],
  [
    'create.image-urls.default',
    'wants `image_urls` wherever there are references',
    (body) => isReference(body, 'image_urls'),
  ],
  ['create.audio-urls.count.maximum', 'takes fewer than 10 sounds', counts('audio_urls', 10)],
  [
    'create.audio-urls.default',
    'wants `audio_urls` wherever there are references',
    (body) => isReference(body, 'audio_urls'),
  ],
  [
    'create.source-video-ids.default',
    'wants `source_video_ids` wherever there are references',
    (body) => isReference(body, 'source_video_ids'),
  ],
  [
    'create.reference-video-operation.optional.runs',
    'wants an operation with every source video',
    (body) => counts('source_video_ids', 1)(body) && !('reference_video_operation' in body) && 'mode' in body,
  ],
]);

const FEWER_SECONDS = mutant('create.source-video-ids.seconds.maximum', 'wants less than 30 seconds of source videos', {
  alone: true,
  tamper: () => refusing(counts('source_video_ids', 5)),
  // Other creates that ask for a failure show that the prompt is no reason to refuse one.
  selection: { only: ['billing.source-seconds.edit.large'] },
});

export const REFERENCE_MUTANTS: readonly Mutant[] = [...IMAGES, ...SOUNDS, ...SOURCES, ...STRICT, FEWER_SECONDS];

function isReference(body: Fields, missing: string): boolean {
  return body['mode'] === 'reference-to-video' && !(missing in body);
}
