/** Resources: the subject map, and the three fields that have this form. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  fromProfile,
  imageBody,
  lacksAudio,
  lacksImages,
  ONE_SOUND,
  REFERENCE_MODE,
  referenceBody,
  SOME_IMAGE,
  soundBody,
  TEXT,
} from '../lib/bodies.ts';
import { REFERENCE, sourceBody } from '../lib/clips.ts';
import { createChecks } from '../lib/creates.ts';
import { handlesIn, indexesIn, namesLast } from '../lib/shown.ts';
import { IMAGE_ALONE, REFERENCE_MANY, SOUND_ALONE } from '../lib/thorough-clips.ts';

const { max } = LIMITS.subjectMap.indexes;
const mapped = (map: unknown): object => ({ ...REFERENCE_MODE, subject_to_image_ids: map });
const withTune = (map: unknown): object => ({ ...ONE_SOUND, subject_to_audio_ids: map });
const fits = (map: unknown): ((kit: ProbeTools) => object) =>
  fromProfile((profile) => ({ ...referenceBody(profile), subject_to_image_ids: map }));

const withTake =
  (map: unknown) =>
  (kit: ProbeTools): object => ({ ...sourceBody(kit, 'extend'), subject_to_video_ids: map });

const FORM = createChecks({
  'subject-map.object': {
    rejected: {
      array: ['an array as subject map', mapped([[0]])],
      string: ['a string as subject map', mapped('hero')],
      value: ['a number instead of an array of indexes', mapped({ hero: 0 })],
    },
  },
  'subject-map.handle': {
    rejected: {
      digit: ['a handle that begins with a digit', mapped({ '1st': [0] })],
      at: ['a handle with a leading @', mapped({ '@hero': [0] })],
      dash: ['a handle with a dash', mapped({ 'the-hero': [0] })],
      'underscore-first': ['a handle that begins with an underscore', mapped({ _hero: [0] })],
      letter: ['a handle with a letter that is not ASCII', mapped({ héros: [0] })],
      newline: ['a handle with a line break at its end', mapped({ 'hero\n': [0] })],
      empty: ['an empty handle', mapped({ '': [0] })],
      long: ['a handle of 65 characters', mapped({ ['h'.repeat(65)]: [0] })],
    },
    accepted: {
      longest: [
        'a handle of 64 characters',
        fits({ ['h'.repeat(64)]: [0] }),
        { lacks: lacksImages, by: REFERENCE, as: (sent) => handlesIn(sent).some((handle) => handle.length === 64) },
      ],
      shortest: [
        'a handle of one letter',
        fits({ h: [0] }),
        { lacks: lacksImages, by: REFERENCE_MANY, as: (sent) => handlesIn(sent).some((handle) => handle.length === 1) },
      ],
      characters: [
        'a handle of letters, digits and underscores',
        fits({ Hero_2: [0] }),
        {
          lacks: lacksImages,
          by: REFERENCE_MANY,
          as: (sent) => handlesIn(sent).some((handle) => /^[A-Z][a-z]+_\d$/.test(handle)),
        },
      ],
    },
  },
  'subject-map.index.integer': {
    rejected: {
      fraction: ['the index 0.5', mapped({ hero: [0.5] })],
      string: ['an index as a string', mapped({ hero: ['0'] })],
    },
  },
  'subject-map.index.minimum': {
    rejected: {
      '': ['the index -1', mapped({ hero: [-1] })],
    },
    accepted: {
      'subject-map.index.zero': [
        'the index 0',
        fits({ hero: [0] }),
        { lacks: lacksImages, by: REFERENCE, as: (sent) => indexesIn(sent, 'image').some((list) => list[0] === 0) },
      ],
    },
  },
  'subject-map.indexes.count': {
    rejected: {
      none: ['a handle without indexes', mapped({ hero: [] })],
      above: [`a handle with ${max + 1} indexes`, mapped({ hero: Array.from({ length: max + 1 }, () => 0) })],
    },
    accepted: {
      maximum: [
        `a handle with ${max} indexes`,
        fromProfile((profile) => ({
          ...referenceBody(profile, max),
          subject_to_image_ids: { crowd: Array.from({ length: max }, (_, at) => at) },
        })),
        {
          lacks: lacksImages,
          by: REFERENCE,
          as: (sent) => indexesIn(sent, 'image').some((list) => list.length === max),
        },
      ],
    },
  },
  'subject-map.empty': {
    open: {
      '': ['a subject map without handles', fits({}), { lacks: lacksImages }],
    },
  },
  'subject-map.repeated-index': {
    open: {
      '': ['a handle with the same index twice', fits({ hero: [0, 0] }), { lacks: lacksImages }],
      'subject-map.shared-index': [
        'two handles with the same index',
        fits({ hero: [0], twin: [0] }),
        { lacks: lacksImages },
      ],
    },
  },
  'subject-map.unused-handle': {
    open: {
      '': ['a handle that the prompt does not use', fits({ nobody: [0] }), { lacks: lacksImages }],
    },
  },
});

/** The checks of the rule that only reference mode allows subject maps. */
const REFERENCE_ONLY = (['image', 'video', 'audio'] as const).flatMap((kind) => {
  const map = { [`subject_to_${kind}_ids`]: { hero: [0] } };
  return createChecks({
    [`create.subject-to-${kind}-ids.reference-mode`]: {
      rejected: {
        text: [`\`subject_to_${kind}_ids\` in text-to-video`, { ...TEXT, ...map }],
        image: [
          `\`subject_to_${kind}_ids\` in image-to-video`,
          fromProfile((profile) => ({ ...imageBody(profile), ...map })),
        ],
      },
    },
  });
});

const FIELDS = createChecks({
  'create.subject-to-image-ids.index': {
    rejected: {
      beyond: ['an index that equals the number of images', mapped({ hero: [1] })],
      second: ['a second index beyond the list of images', mapped({ hero: [0, 1] })],
      'second-handle': ['a second handle with an index beyond the list of images', mapped({ hero: [0], place: [1] })],
    },
    accepted: {
      last: [
        'the index of the last image',
        fromProfile((profile) => ({ ...referenceBody(profile, 3), subject_to_image_ids: { hero: [2] } })),
        { lacks: lacksImages, by: REFERENCE, as: (sent) => namesLast(sent, 'image') },
      ],
    },
  },
  'create.subject-to-video-ids.index': {
    rejected: {
      beyond: ['an index that equals the number of source videos', withTake({ take: [1] }), { after: ['any-clip'] }],
      none: [
        'a video handle but no source video',
        { ...REFERENCE_MODE, image_urls: [SOME_IMAGE], subject_to_video_ids: { take: [0] } },
      ],
      'second-handle': [
        'an index beyond the source videos in the second handle',
        withTake({ take: [0], other: [1] }),
        { after: ['any-clip'] },
      ],
    },
  },
  'create.subject-to-audio-ids.index': {
    rejected: {
      beyond: ['an index that equals the number of audio files', withTune({ tune: [1] })],
      'second-handle': ['an index beyond the audio files in the second handle', withTune({ take: [0], other: [1] })],
    },
    accepted: {
      last: [
        'the index of the last audio file',
        fromProfile((profile) => ({ ...soundBody(profile, 2), subject_to_audio_ids: { tune: [1] } })),
        { lacks: lacksAudio, by: REFERENCE, as: (sent) => namesLast(sent, 'audio') },
      ],
    },
  },
  'create.subject-to-image-ids.optional': {
    accepted: {
      '': ['an image but no `subject_to_image_ids`', fromProfile((profile) => referenceBody(profile)), IMAGE_ALONE],
    },
  },
  'create.subject-to-video-ids.optional': {
    accepted: {
      '': ['an image but no `subject_to_video_ids`', fits({ hero: [0] }), IMAGE_ALONE],
    },
  },
  'create.subject-to-audio-ids.optional': {
    accepted: {
      '': ['an audio file but no `subject_to_audio_ids`', fromProfile((profile) => soundBody(profile)), SOUND_ALONE],
    },
  },
});

export const SUBJECT_MAP_CHECKS: readonly Check[] = [...FORM, ...REFERENCE_ONLY, ...FIELDS];
