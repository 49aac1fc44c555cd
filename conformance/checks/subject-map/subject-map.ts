/** Resources: the subject map, and the three fields that have this form. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  imageBody,
  images,
  lacksAudio,
  lacksImages,
  REFERENCE_MODE,
  referenceBody,
  SOME_AUDIO,
  SOME_IMAGE,
  sounds,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { REFERENCE, sourceBody } from '../lib/clips.ts';
import { REFERENCE_IMAGE, REFERENCE_MANY, REFERENCE_SOUND } from '../lib/thorough-clips.ts';
import { acceptedFree, fromProfile, refusal, toleration } from '../lib/rows.ts';
import { handlesIn, indexesIn, isAlone, namesLast } from '../lib/shown.ts';

const { max } = LIMITS.subjectMap.indexes;
const mapped = (map: unknown): object => ({ ...REFERENCE_MODE, subject_to_image_ids: map });
const fits = (map: unknown): ((kit: Parameters<ReturnType<typeof fromProfile>>[0]) => object) =>
  fromProfile((profile) => ({ ...referenceBody(profile), subject_to_image_ids: map }));
const withSound = { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: [SOME_AUDIO] };

const FORM: readonly Check[] = [
  refusal({
    id: 'subject-map.object.array',
    requirement: 'subject-map.object',
    what: 'an array as subject map',
    body: mapped([[0]]),
  }),
  refusal({
    id: 'subject-map.object.string',
    requirement: 'subject-map.object',
    what: 'a string as subject map',
    body: mapped('hero'),
  }),
  refusal({
    id: 'subject-map.object.value',
    requirement: 'subject-map.object',
    what: 'a number instead of an array of indexes',
    body: mapped({ hero: 0 }),
  }),
  refusal({
    id: 'subject-map.handle.digit',
    requirement: 'subject-map.handle',
    what: 'a handle that begins with a digit',
    body: mapped({ '1st': [0] }),
  }),
  refusal({
    id: 'subject-map.handle.at',
    requirement: 'subject-map.handle',
    what: 'a handle with a leading @',
    body: mapped({ '@hero': [0] }),
  }),
  refusal({
    id: 'subject-map.handle.dash',
    requirement: 'subject-map.handle',
    what: 'a handle with a dash',
    body: mapped({ 'the-hero': [0] }),
  }),
  refusal({
    id: 'subject-map.handle.underscore-first',
    requirement: 'subject-map.handle',
    what: 'a handle that begins with an underscore',
    body: mapped({ _hero: [0] }),
  }),
  refusal({
    id: 'subject-map.handle.letter',
    requirement: 'subject-map.handle',
    what: 'a handle with a letter that is not ASCII',
    body: mapped({ héros: [0] }),
  }),
  refusal({
    id: 'subject-map.handle.newline',
    requirement: 'subject-map.handle',
    what: 'a handle with a line break at its end',
    body: mapped({ 'hero\n': [0] }),
  }),
  refusal({
    id: 'subject-map.handle.empty',
    requirement: 'subject-map.handle',
    what: 'an empty handle',
    body: mapped({ '': [0] }),
  }),
  refusal({
    id: 'subject-map.handle.long',
    requirement: 'subject-map.handle',
    what: 'a handle of 65 characters',
    body: mapped({ ['h'.repeat(65)]: [0] }),
  }),
  acceptedFree({
    id: 'subject-map.handle.longest',
    requirement: 'subject-map.handle',
    what: 'a handle of 64 characters',
    body: fits({ ['h'.repeat(64)]: [0] }),
    lacks: lacksImages,
    shown: { by: REFERENCE, as: (sent) => handlesIn(sent).some((handle) => handle.length === 64) },
  }),
  acceptedFree({
    id: 'subject-map.handle.shortest',
    requirement: 'subject-map.handle',
    what: 'a handle of one letter',
    body: fits({ h: [0] }),
    lacks: lacksImages,
    shown: { by: REFERENCE_MANY, as: (sent) => handlesIn(sent).some((handle) => handle.length === 1) },
  }),
  acceptedFree({
    id: 'subject-map.handle.characters',
    requirement: 'subject-map.handle',
    what: 'a handle of letters, digits and underscores',
    body: fits({ Hero_2: [0] }),
    lacks: lacksImages,
    shown: { by: REFERENCE_MANY, as: (sent) => handlesIn(sent).some((handle) => /^[A-Z][a-z]+_\d$/.test(handle)) },
  }),
  refusal({
    id: 'subject-map.index.integer.fraction',
    requirement: 'subject-map.index.integer',
    what: 'the index 0.5',
    body: mapped({ hero: [0.5] }),
  }),
  refusal({
    id: 'subject-map.index.integer.string',
    requirement: 'subject-map.index.integer',
    what: 'an index as a string',
    body: mapped({ hero: ['0'] }),
  }),
  refusal({
    id: 'subject-map.index.minimum',
    requirement: 'subject-map.index.minimum',
    what: 'the index -1',
    body: mapped({ hero: [-1] }),
  }),
  acceptedFree({
    id: 'subject-map.index.zero',
    requirement: 'subject-map.index.minimum',
    what: 'the index 0',
    body: fits({ hero: [0] }),
    lacks: lacksImages,
    shown: { by: REFERENCE, as: (sent) => indexesIn(sent, 'image').some((list) => list[0] === 0) },
  }),
  refusal({
    id: 'subject-map.indexes.count.none',
    requirement: 'subject-map.indexes.count',
    what: 'a handle without indexes',
    body: mapped({ hero: [] }),
  }),
  refusal({
    id: 'subject-map.indexes.count.above',
    requirement: 'subject-map.indexes.count',
    what: `a handle with ${max + 1} indexes`,
    body: mapped({ hero: Array.from({ length: max + 1 }, () => 0) }),
  }),
  acceptedFree({
    id: 'subject-map.indexes.count.maximum',
    requirement: 'subject-map.indexes.count',
    what: `a handle with ${max} indexes`,
    body: fromProfile((profile) => ({
      ...referenceBody(profile, max),
      subject_to_image_ids: { crowd: Array.from({ length: max }, (_, at) => at) },
    })),
    lacks: lacksImages,
    shown: { by: REFERENCE, as: (sent) => indexesIn(sent, 'image').some((list) => list.length === max) },
  }),
  toleration({
    id: 'subject-map.empty',
    requirement: 'subject-map.empty',
    what: 'a subject map without handles',
    body: fits({}),
    lacks: lacksImages,
  }),
  toleration({
    id: 'subject-map.repeated-index',
    requirement: 'subject-map.repeated-index',
    what: 'a handle with the same index twice',
    body: fits({ hero: [0, 0] }),
    lacks: lacksImages,
  }),
  toleration({
    id: 'subject-map.shared-index',
    requirement: 'subject-map.repeated-index',
    what: 'two handles with the same index',
    body: fits({ hero: [0], twin: [0] }),
    lacks: lacksImages,
  }),
  toleration({
    id: 'subject-map.unused-handle',
    requirement: 'subject-map.unused-handle',
    what: 'a handle that the prompt does not use',
    body: fits({ nobody: [0] }),
    lacks: lacksImages,
  }),
].flat();

const FIELDS: readonly Check[] = [
  ...(['image', 'video', 'audio'] as const).flatMap((kind) => [
    refusal({
      id: `create.subject-to-${kind}-ids.reference-mode.text`,
      requirement: `create.subject-to-${kind}-ids.reference-mode`,
      what: `\`subject_to_${kind}_ids\` in text-to-video`,
      body: { ...TEXT, [`subject_to_${kind}_ids`]: { hero: [0] } },
    }),
    refusal({
      id: `create.subject-to-${kind}-ids.reference-mode.image`,
      requirement: `create.subject-to-${kind}-ids.reference-mode`,
      what: `\`subject_to_${kind}_ids\` in image-to-video`,
      body: fromProfile((profile) => ({ ...imageBody(profile), [`subject_to_${kind}_ids`]: { hero: [0] } })),
    }),
  ]),
  refusal({
    id: 'create.subject-to-image-ids.index.beyond',
    requirement: 'create.subject-to-image-ids.index',
    what: 'an index that equals the number of images',
    body: mapped({ hero: [1] }),
  }),
  refusal({
    id: 'create.subject-to-image-ids.index.second',
    requirement: 'create.subject-to-image-ids.index',
    what: 'a second index beyond the list of images',
    body: mapped({ hero: [0, 1] }),
  }),
  acceptedFree({
    id: 'create.subject-to-image-ids.index.last',
    requirement: 'create.subject-to-image-ids.index',
    what: 'the index of the last image',
    body: fromProfile((profile) => ({
      ...REFERENCE_MODE,
      image_urls: images(profile, 3),
      subject_to_image_ids: { hero: [2] },
    })),
    lacks: lacksImages,
    shown: { by: REFERENCE, as: (sent) => namesLast(sent, 'image') },
  }),
  refusal({
    id: 'create.subject-to-video-ids.index.beyond',
    requirement: 'create.subject-to-video-ids.index',
    what: 'an index that equals the number of source videos',
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, 'extend'), subject_to_video_ids: { take: [1] } }),
  }),
  refusal({
    id: 'create.subject-to-video-ids.index.none',
    requirement: 'create.subject-to-video-ids.index',
    what: 'a video handle but no source video',
    body: { ...REFERENCE_MODE, image_urls: [SOME_IMAGE], subject_to_video_ids: { take: [0] } },
  }),
  refusal({
    id: 'create.subject-to-audio-ids.index.beyond',
    requirement: 'create.subject-to-audio-ids.index',
    what: 'an index that equals the number of audio files',
    body: { ...withSound, subject_to_audio_ids: { tune: [1] } },
  }),
  acceptedFree({
    id: 'create.subject-to-audio-ids.index.last',
    requirement: 'create.subject-to-audio-ids.index',
    what: 'the index of the last audio file',
    body: fromProfile((profile) => ({
      ...without(REFERENCE_MODE, 'image_urls'),
      audio_urls: sounds(profile, 2),
      subject_to_audio_ids: { tune: [1] },
    })),
    lacks: lacksAudio,
    shown: { by: REFERENCE, as: (sent) => namesLast(sent, 'audio') },
  }),
].flat();

const OPTIONAL: readonly Check[] = [
  acceptedFree({
    id: 'create.subject-to-image-ids.optional',
    requirement: 'create.subject-to-image-ids.optional',
    what: 'an image but no `subject_to_image_ids`',
    body: fromProfile((profile) => referenceBody(profile)),
    lacks: lacksImages,
    shown: { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') },
  }),
  acceptedFree({
    id: 'create.subject-to-video-ids.optional',
    requirement: 'create.subject-to-video-ids.optional',
    what: 'an image but no `subject_to_video_ids`',
    body: fits({ hero: [0] }),
    lacks: lacksImages,
    shown: { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') },
  }),
  acceptedFree({
    id: 'create.subject-to-audio-ids.optional',
    requirement: 'create.subject-to-audio-ids.optional',
    what: 'an audio file but no `subject_to_audio_ids`',
    body: fromProfile((profile) => ({ ...without(REFERENCE_MODE, 'image_urls'), audio_urls: sounds(profile, 1) })),
    lacks: lacksAudio,
    shown: { by: REFERENCE_SOUND, as: (sent) => isAlone(sent, 'audio') },
  }),
].flat();

export const SUBJECT_MAP_CHECKS: readonly Check[] = [...FORM, ...FIELDS, ...OPTIONAL];
