/** Resources: the fields that each workflow needs, accepts and rejects. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, type Check, type Probe } from '../../engine/define.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { objectOf } from '../../engine/evidence.ts';
import { fail, inconclusive, pass } from '../../engine/outcome.ts';
import {
  fromProfile,
  IMAGE_MODE,
  imageBody,
  images,
  lacksImages,
  lacksMedia,
  many,
  NO_REFERENCE,
  REFERENCE_MODE,
  referenceBody,
  SOME_AUDIO,
  SOME_IMAGE,
  soundBody,
  sounds,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, REFERENCE, sourceBody } from '../lib/clips.ts';
import { IMAGE_ALONE, SOUND_ALONE } from '../lib/thorough-clips.ts';
import { referencesOf } from '../lib/shown.ts';
import { createChecks } from '../lib/creates.ts';
import { causeOf, describe, underWay } from '../lib/rules.ts';

const ROWS = createChecks({
  'workflow.text.fixed-ratio': {
    rejected: {
      '': ['text-to-video and the aspect ratio adaptive', { ...TEXT, aspect_ratio: 'adaptive' }],
    },
  },
  'workflow.text.no-images': {
    rejected: {
      '': ['text-to-video and an image', { ...TEXT, mode: 'text-to-video', image_urls: [SOME_IMAGE] }],
    },
  },
  'workflow.text.no-audio': {
    rejected: {
      '': ['text-to-video and an audio file', { ...TEXT, mode: 'text-to-video', audio_urls: [SOME_AUDIO] }],
    },
  },
  'workflow.text.no-sources': {
    rejected: {
      '': [
        'text-to-video and a source video',
        (kit) => ({ ...TEXT, mode: 'text-to-video', source_video_ids: [kit.generation('any-clip').id] }),
        { after: ['any-clip'] },
      ],
    },
  },
  'workflow.image.count': {
    rejected: {
      none: ['image-to-video and no image', { ...IMAGE_MODE, image_urls: [] }],
      absent: ['image-to-video and no `image_urls`', without(IMAGE_MODE, 'image_urls')],
      above: [
        'image-to-video and three images',
        { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.imageToVideo.max + 1) },
      ],
    },
  },
  'workflow.image.adaptive': {
    rejected: {
      wide: [
        'image-to-video and the aspect ratio 16:9',
        fromProfile((profile) => ({ ...imageBody(profile), aspect_ratio: '16:9' })),
      ],
      square: [
        'image-to-video and the aspect ratio 1:1',
        fromProfile((profile) => ({ ...imageBody(profile), aspect_ratio: '1:1' })),
      ],
      frames: [
        'a first and a last frame, and the aspect ratio 9:16',
        fromProfile((profile) => ({ ...imageBody(profile, 2), aspect_ratio: '9:16' })),
      ],
    },
  },
  'workflow.reference.some': {
    rejected: {
      absent: ['reference-to-video and no reference', NO_REFERENCE],
      empty: [
        'reference-to-video and only empty lists of references',
        { ...REFERENCE_MODE, image_urls: [], audio_urls: [], source_video_ids: [] },
      ],
    },
  },
  'workflow.edit.adaptive': {
    rejected: {
      '': [
        'an edit and the aspect ratio 16:9',
        (kit) => ({ ...sourceBody(kit, 'edit'), aspect_ratio: '16:9' }),
        { after: ['any-clip'] },
      ],
    },
  },
  'workflow.extend.adaptive': {
    rejected: {
      '': [
        'an extension and the aspect ratio 16:9',
        (kit) => ({ ...sourceBody(kit, 'extend'), aspect_ratio: '16:9' }),
        { after: ['any-clip'] },
      ],
    },
  },
  'workflow.operation.mode': {
    rejected: {
      text: ['an edit in text-to-video', { ...TEXT, mode: 'text-to-video', reference_video_operation: 'edit' }],
      image: [
        'an extension in image-to-video',
        fromProfile((profile) => ({ ...imageBody(profile), reference_video_operation: 'extend' })),
      ],
      sources: [
        'an edit with a source video but no `mode`',
        (kit) => without(sourceBody(kit, 'edit'), 'mode'),
        { after: ['any-clip'] },
      ],
    },
  },
  'workflow.text.accepted': {
    accepted: {
      'workflow.text.valid': ['only the three required fields', without(TEXT, 'resolution'), { by: DEFAULTS }],
    },
  },
  'workflow.image.accepted': {
    accepted: {
      'workflow.image.valid': [
        'image-to-video and one image',
        fromProfile((profile) => imageBody(profile)),
        { lacks: lacksImages, by: IMAGE, as: (sent) => referencesOf(sent, 'image') === 1 },
      ],
    },
  },
  'workflow.frames.accepted': {
    accepted: {
      'workflow.frames.valid': [
        'image-to-video and two images',
        fromProfile((profile) => imageBody(profile, 2)),
        { lacks: lacksImages, by: FRAMES, as: (sent) => referencesOf(sent, 'image') === 2 },
      ],
    },
  },
  'workflow.reference.accepted': {
    accepted: {
      'workflow.reference.valid.image': [
        'reference-to-video and one image',
        fromProfile((profile) => referenceBody(profile)),
        IMAGE_ALONE,
      ],
      'workflow.reference.valid.sound': [
        'reference-to-video and one audio file',
        fromProfile((profile) => soundBody(profile)),
        SOUND_ALONE,
      ],
      'workflow.reference.valid.most': [
        'reference-to-video, 30 images and 10 audio files',
        fromProfile((profile) => ({
          ...REFERENCE_MODE,
          image_urls: images(profile, 30),
          audio_urls: sounds(profile, 10),
        })),
        {
          lacks: lacksMedia,
          by: REFERENCE,
          as: (sent) => referencesOf(sent, 'image') === 30 && referencesOf(sent, 'audio') === 10,
        },
      ],
    },
  },
  'workflow.image.sources': {
    open: {
      operation: [
        'image-to-video and the operation "reference"',
        fromProfile((profile) => ({ ...imageBody(profile), reference_video_operation: 'reference' })),
        { lacks: lacksImages },
      ],
    },
  },
  'workflow.omitted-ratio': {
    open: {
      image: [
        'image-to-video and no `aspect_ratio`',
        fromProfile((profile) => without(imageBody(profile), 'aspect_ratio')),
        { lacks: lacksImages },
      ],
    },
  },
  'workflow.reference.ratio': {
    open: {
      adaptive: [
        'reference-to-video and the aspect ratio adaptive',
        fromProfile((profile) => ({ ...referenceBody(profile), aspect_ratio: 'adaptive' })),
        { lacks: lacksImages },
      ],
      fixed: [
        'reference-to-video and the aspect ratio 1:1',
        fromProfile((profile) => ({ ...referenceBody(profile), aspect_ratio: '1:1' })),
        { lacks: lacksImages },
      ],
    },
  },
});

const RUNS: readonly (readonly [RequirementId, string, Probe])[] = [
  ['workflow.text.accepted', 'A text-to-video create request', DEFAULTS],
  ['workflow.image.accepted', 'An image-to-video create request', IMAGE],
  ['workflow.frames.accepted', 'An image-to-video create request with a first and a last frame', FRAMES],
  ['workflow.reference.accepted', 'A reference-to-video create request with all kinds of references', REFERENCE],
  ['workflow.edit.accepted', 'An edit', EDIT],
  ['workflow.extend.accepted', 'An extension', EXTEND],
  [
    'create.reference-video-operation.optional',
    'A create request with a source video and without an operation',
    REFERENCE,
  ],
];

/** One paid generation of each workflow, from the create to the end. */
const COMPLETED: readonly Check[] = RUNS.map(([requirement, name, probe]) =>
  defineCheck({
    id: `${requirement}.runs`,
    requirement,
    proves: `${name} is accepted with 202, and the generation is completed.`,
    failing: 'The server rejects the create request, or the generation fails.',
    from: [probe],
    judge: (evidence) => {
      const [create, last] = [evidence.one('create'), evidence.trace(probe.id).polls.at(-1)];
      if (create.response.status !== 202) return fail(create, '202', `${describe(create)}${causeOf(evidence, create)}`);
      if (last === undefined) return inconclusive('The server did not respond to the polls.', create);
      return objectOf(last)['status'] === 'completed'
        ? pass(create, last)
        : (underWay(last) ?? fail(last, 'a completed generation', describe(last)));
    },
  }),
);

export const WORKFLOW_CHECKS: readonly Check[] = [...ROWS, ...COMPLETED];
