/** The create request: images, audio files, source videos, and what is done with them. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { fail, pass, untestable } from '../../engine/outcome.ts';
import {
  IMAGE_MODE,
  imageBody,
  lacksAudio,
  lacksImages,
  REFERENCE_MODE,
  referenceBody,
  SOME_AUDIO,
  SOME_IMAGE,
  SOME_UUID,
  sounds,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { EDIT, EXTEND_MANY, MANY_SOURCES, sourceBody, WATCHED } from '../lib/clips.ts';
import { acceptedFree, fromProfile, refusal, toleration } from '../lib/rows.ts';
import { refused, tell } from '../lib/rules.ts';
import { FAILING } from '../lib/failing.ts';

const uuids = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => SOME_UUID.slice(0, -2) + String(at + 10));
const pictures = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_IMAGE}?n=${at}`);
const tunes = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_AUDIO}?n=${at}`);
const withAudio = (audio_urls: unknown): object => ({ ...REFERENCE_MODE, audio_urls });
const withSources = (source_video_ids: unknown): object => ({ ...REFERENCE_MODE, source_video_ids });

const IMAGES: readonly Check[] = [
  refusal({
    id: 'create.image-urls.type.string',
    requirement: 'create.image-urls.type',
    what: 'a string as `image_urls`',
    body: { ...IMAGE_MODE, image_urls: SOME_IMAGE },
  }),
  refusal({
    id: 'create.image-urls.type.number',
    requirement: 'create.image-urls.type',
    what: 'a number in `image_urls`',
    body: { ...IMAGE_MODE, image_urls: [7] },
  }),
  refusal({
    id: 'create.image-urls.type.words',
    requirement: 'create.image-urls.type',
    what: 'words in `image_urls`',
    body: { ...IMAGE_MODE, image_urls: ['a red kite'] },
  }),
  refusal({
    id: 'create.image-urls.https.http',
    requirement: 'create.image-urls.https',
    what: 'an http:// image URL',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'http')] },
  }),
  refusal({
    id: 'create.image-urls.https.ftp',
    requirement: 'create.image-urls.https',
    what: 'an ftp:// image URL',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'ftp')] },
  }),
  refusal({
    id: 'create.image-urls.https.data',
    requirement: 'create.image-urls.https',
    what: 'a data: image URL',
    body: { ...IMAGE_MODE, image_urls: ['data:image/png;base64,iVBORw0KGgo='] },
  }),
  refusal({
    id: 'create.image-urls.https.second',
    requirement: 'create.image-urls.https',
    what: 'an http:// URL as second image',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE, SOME_IMAGE.replace('https', 'http')] },
  }),
  refusal({
    id: 'create.image-urls.count.above',
    requirement: 'create.image-urls.count',
    what: `${LIMITS.imageUrls.max + 1} images`,
    body: { ...REFERENCE_MODE, image_urls: pictures(LIMITS.imageUrls.max + 1) },
  }),
  acceptedFree({
    id: 'create.image-urls.count.maximum',
    requirement: 'create.image-urls.count',
    what: `${LIMITS.imageUrls.max} images`,
    body: fromProfile((profile) => referenceBody(profile, LIMITS.imageUrls.max)),
    lacks: lacksImages,
  }),
  acceptedFree({
    id: 'create.image-urls.default',
    requirement: 'create.image-urls.default',
    what: 'a sound but no `image_urls`',
    body: fromProfile((profile) => ({ ...without(REFERENCE_MODE, 'image_urls'), audio_urls: sounds(profile, 1) })),
    lacks: lacksAudio,
  }),
  toleration({
    id: 'create.urls.repeated',
    requirement: 'create.urls.repeated',
    what: 'one image URL twice',
    body: fromProfile((profile) => ({
      ...IMAGE_MODE,
      image_urls: [
        ...(imageBody(profile)['image_urls'] as string[]),
        ...(imageBody(profile)['image_urls'] as string[]),
      ],
    })),
    lacks: lacksImages,
  }),
  toleration({
    id: 'create.urls.policy.address',
    requirement: 'create.urls.policy',
    what: 'an image URL with an IP address',
    body: { ...IMAGE_MODE, image_urls: ['https://127.0.0.1/a.png'] },
  }),
  toleration({
    id: 'create.urls.policy.credentials',
    requirement: 'create.urls.policy',
    what: 'an image URL with a password',
    body: { ...IMAGE_MODE, image_urls: ['https://me:secret@example.com/a.png'] },
  }),
  toleration({
    id: 'create.urls.policy.long',
    requirement: 'create.urls.policy',
    what: 'an image URL of 3,000 characters',
    body: { ...IMAGE_MODE, image_urls: [`${SOME_IMAGE}?${'x'.repeat(2970)}`] },
  }),
  toleration({
    id: 'create.urls.policy.upper-case',
    requirement: 'create.urls.policy',
    what: 'an image URL that begins with HTTPS://',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'HTTPS')] },
  }),
].flat();

const SOUNDS: readonly Check[] = [
  refusal({
    id: 'create.audio-urls.type.string',
    requirement: 'create.audio-urls.type',
    what: 'a string as `audio_urls`',
    body: withAudio(SOME_AUDIO),
  }),
  refusal({
    id: 'create.audio-urls.type.number',
    requirement: 'create.audio-urls.type',
    what: 'a number in `audio_urls`',
    body: withAudio([7]),
  }),
  refusal({
    id: 'create.audio-urls.https.http',
    requirement: 'create.audio-urls.https',
    what: 'an http:// sound URL',
    body: withAudio([SOME_AUDIO.replace('https', 'http')]),
  }),
  refusal({
    id: 'create.audio-urls.count.above',
    requirement: 'create.audio-urls.count',
    what: `${LIMITS.audioUrls.max + 1} sounds`,
    body: withAudio(tunes(LIMITS.audioUrls.max + 1)),
  }),
  acceptedFree({
    id: 'create.audio-urls.count.maximum',
    requirement: 'create.audio-urls.count',
    what: `${LIMITS.audioUrls.max} sounds`,
    body: fromProfile((profile) => ({
      ...without(REFERENCE_MODE, 'image_urls'),
      audio_urls: sounds(profile, LIMITS.audioUrls.max),
    })),
    lacks: lacksAudio,
  }),
  acceptedFree({
    id: 'create.audio-urls.default',
    requirement: 'create.audio-urls.default',
    what: 'an image but no `audio_urls`',
    body: fromProfile((profile) => referenceBody(profile)),
    lacks: lacksImages,
  }),
  refusal({
    id: 'create.audio-urls.reference-mode.text',
    requirement: 'create.audio-urls.reference-mode',
    what: 'a sound in text-to-video',
    body: { ...TEXT, mode: 'text-to-video', audio_urls: [SOME_AUDIO] },
  }),
  refusal({
    id: 'create.audio-urls.reference-mode.image',
    requirement: 'create.audio-urls.reference-mode',
    what: 'a sound in image-to-video',
    body: fromProfile((profile) => ({ ...imageBody(profile), audio_urls: [SOME_AUDIO] })),
  }),
].flat();

const SOURCES: readonly Check[] = [
  refusal({
    id: 'create.source-video-ids.type.string',
    requirement: 'create.source-video-ids.type',
    what: 'a string as `source_video_ids`',
    body: withSources(SOME_UUID),
  }),
  refusal({
    id: 'create.source-video-ids.type.url',
    requirement: 'create.source-video-ids.type',
    what: 'a URL in `source_video_ids`',
    body: withSources(['https://example.com/clip.mp4']),
  }),
  refusal({
    id: 'create.source-video-ids.type.words',
    requirement: 'create.source-video-ids.type',
    what: 'an id that is no uuid in `source_video_ids`',
    body: withSources(['video-1']),
  }),
  refusal({
    id: 'create.source-video-ids.type.number',
    requirement: 'create.source-video-ids.type',
    what: 'a number in `source_video_ids`',
    body: withSources([1]),
  }),
  refusal({
    id: 'create.source-video-ids.count.above',
    requirement: 'create.source-video-ids.count',
    what: `${LIMITS.sourceVideoIds.max + 1} source videos`,
    body: withSources(uuids(LIMITS.sourceVideoIds.max + 1)),
  }),
  refusal({
    id: 'create.source-video-ids.completed.unknown',
    requirement: 'create.source-video-ids.completed',
    what: 'a source video that never existed',
    body: (kit) => sourceBody(kit, 'extend', [kit.unknownId]),
  }),
  refusal({
    id: 'create.source-video-ids.completed.failed',
    requirement: 'create.source-video-ids.completed',
    what: 'a source video that failed',
    after: [FAILING],
    body: (kit) => sourceBody(kit, 'extend', [kit.clip(FAILING).id]),
  }),
  acceptedFree({
    id: 'create.source-video-ids.default',
    requirement: 'create.source-video-ids.default',
    what: 'no `source_video_ids`',
    body: fromProfile((profile) => referenceBody(profile)),
    lacks: lacksImages,
  }),
].flat();

const OPERATION: readonly Check[] = [
  refusal({
    id: 'create.reference-video-operation.values.other',
    requirement: 'create.reference-video-operation.values',
    what: 'an operation that is not listed',
    after: ['any-clip'],
    body: (kit) => sourceBody(kit, 'remix'),
  }),
  refusal({
    id: 'create.reference-video-operation.values.case',
    requirement: 'create.reference-video-operation.values',
    what: 'an operation in another case',
    after: ['any-clip'],
    body: (kit) => sourceBody(kit, 'Extend'),
  }),
  refusal({
    id: 'create.reference-video-operation.values.type',
    requirement: 'create.reference-video-operation.values',
    what: 'a boolean as operation',
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, ''), reference_video_operation: true }),
  }),
  ...['reference', 'edit', 'extend'].map((operation) =>
    refusal({
      id: `create.reference-video-operation.needs-sources.${operation}`,
      requirement: 'create.reference-video-operation.needs-sources',
      what: `the operation "${operation}" but no source video`,
      body: fromProfile((profile) => ({
        ...referenceBody(profile),
        aspect_ratio: 'adaptive',
        reference_video_operation: operation,
      })),
    }),
  ),
  refusal({
    id: 'create.duration-seconds.required.edit',
    requirement: 'create.duration-seconds.required',
    what: 'an edit but no `duration_seconds`',
    after: ['any-clip'],
    body: (kit) => without(sourceBody(kit, 'edit'), 'duration_seconds'),
  }),
].flat();

const FOREIGN = defineProbe({
  id: 'create.source-video-ids.owned',
  sends: "With the other account's key: an extension of a clip of the first account.",
  keys: ['other'],
  after: ['any-clip'],
  run: async (kit) => {
    await kit.create('foreign', sourceBody(kit, 'extend'), { key: 'other' });
    await kit.create('unknown', sourceBody(kit, 'extend', [kit.unknownId]), { key: 'other' });
    return undefined;
  },
});

const TOO_LONG = defineProbe({
  id: 'create.source-video-ids.seconds.above',
  sends: 'An extension whose source videos last 34 s together.',
  after: [...MANY_SOURCES, EDIT],
  run: async (kit) => {
    await kit.create(
      'create',
      sourceBody(
        kit,
        'extend',
        [...MANY_SOURCES, EDIT].map((probe) => kit.clip(probe).id),
      ),
    );
    return undefined;
  },
});

const OWNERSHIP: readonly Check[] = [
  defineCheck({
    id: 'create.source-video-ids.owned',
    requirement: 'create.source-video-ids.owned',
    proves: 'A source video of another account is refused.',
    failing: "It makes a clip from another account's video.",
    from: [FOREIGN],
    judge: (evidence) => refused(evidence.one('foreign'), 'its source video belongs to another account'),
  }),
  defineCheck({
    id: 'create.source-video-ids.completed.early',
    requirement: 'create.source-video-ids.completed',
    proves: 'A source video that is not completed yet is refused.',
    failing: 'It accepts a pending generation as source.',
    from: [WATCHED],
    judge: (evidence) => {
      const answer = evidence.maybe('source too early');
      return answer === undefined
        ? untestable('The generation was completed before it could be named as a source.')
        : refused(answer, 'its source video is not completed');
    },
  }),
  defineCheck({
    id: 'create.source-video-ids.seconds.above',
    requirement: 'create.source-video-ids.seconds',
    proves: 'Source videos of more than 30 s together are refused.',
    failing: 'It adds nothing up, or believes the client.',
    from: [TOO_LONG],
    judge: (evidence) => refused(evidence.one('create'), 'its source videos last 34 s together'),
  }),
  defineCheck({
    id: 'create.source-video-ids.seconds.maximum',
    requirement: 'create.source-video-ids.seconds',
    proves: 'Source videos of exactly 30 s together are accepted.',
    failing: 'It refuses 30 s, or counts the output too.',
    from: [EXTEND_MANY],
    judge: (evidence) => {
      const answer = evidence.one('create');
      return answer.response.status === 202
        ? pass(answer)
        : fail(answer, '202 for source videos of exactly 30 s', tell(answer));
    },
  }),
];

export const REFERENCE_FIELD_CHECKS: readonly Check[] = [...IMAGES, ...SOUNDS, ...SOURCES, ...OPERATION, ...OWNERSHIP];
/** Shared with the observations of the same answers. */
export const FOREIGN_SOURCE = FOREIGN;
