/** Resources: the fields that each workflow needs, accepts and rejects. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, type Probe } from '../../engine/define.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { fail, inconclusive } from '../../engine/outcome.ts';
import {
  IMAGE_MODE,
  many,
  NO_REFERENCE,
  ONE_SOUND,
  REFERENCE_MODE,
  SOME_AUDIO,
  SOME_CLIP,
  SOME_IMAGE,
  sourceBody,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, REFERENCE } from '../lib/clips.ts';
import { IMAGE_ALONE, SOUND_ALONE } from '../lib/thorough-clips.ts';
import { referencesOf } from '../lib/answers.ts';
import { cases } from '../lib/cases.ts';
import { leftOpen, mustAccept, mustReject } from '../lib/creates.ts';
import { causeOf, describe, hasEnded } from '../lib/rules.ts';

const TEXT_MODE = { ...TEXT, mode: 'text-to-video' } as const;
const TWO_IMAGES = { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, 2) };
const ADAPTIVE = { aspect_ratio: 'adaptive' } as const;
const WIDE = { aspect_ratio: '16:9' } as const;
const MOST = { ...REFERENCE_MODE, image_urls: many(SOME_IMAGE, 30), audio_urls: many(SOME_AUDIO, 10) };

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
const COMPLETED = cases(
  [],
  RUNS.map(([requirement, name, probe]) => [
    `${requirement}.runs`,
    `${name} is accepted with 202, and the generation is completed.`,
    'The server rejects the create request, or the generation fails.',
    (evidence) => {
      const [create, last] = [evidence.one('create'), evidence.trace(probe.id).polls.at(-1)];
      if (create.response.status !== 202) return fail(create, '202', `${describe(create)}${causeOf(evidence, create)}`);
      if (last === undefined) return inconclusive('The server did not respond to the polls.', create);
      return hasEnded([create, last], 'completed', 'a completed generation');
    },
    { from: [probe] },
  ]),
);

export const WORKFLOW_CHECKS: readonly Check[] = [
  ...mustReject({
    'workflow.text.fixed-ratio': ['text-to-video and the aspect ratio adaptive', { ...TEXT, ...ADAPTIVE }],
    'workflow.text.no-images': ['text-to-video and an image', { ...TEXT_MODE, image_urls: [SOME_IMAGE] }],
    'workflow.text.no-audio': ['text-to-video and an audio file', { ...TEXT_MODE, audio_urls: [SOME_AUDIO] }],
    'workflow.text.no-sources': ['text-to-video and a source video', { ...TEXT_MODE, source_video_ids: [SOME_CLIP] }],
    'workflow.image.count': {
      none: ['image-to-video and no image', { ...IMAGE_MODE, image_urls: [] }],
      absent: ['image-to-video and no `image_urls`', without(IMAGE_MODE, 'image_urls')],
      above: [
        'image-to-video and three images',
        { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, LIMITS.imageUrls.imageToVideo.max + 1) },
      ],
    },
    'workflow.image.adaptive': {
      wide: ['image-to-video and the aspect ratio 16:9', { ...IMAGE_MODE, ...WIDE }],
      square: ['image-to-video and the aspect ratio 1:1', { ...IMAGE_MODE, aspect_ratio: '1:1' }],
      frames: ['a first and a last frame, and the aspect ratio 9:16', { ...TWO_IMAGES, aspect_ratio: '9:16' }],
    },
    'workflow.reference.some': {
      absent: ['reference-to-video and no reference', NO_REFERENCE],
      empty: [
        'reference-to-video and only empty lists of references',
        { ...REFERENCE_MODE, image_urls: [], audio_urls: [], source_video_ids: [] },
      ],
    },
    'workflow.edit.adaptive': ['an edit and the aspect ratio 16:9', { ...sourceBody('edit'), ...WIDE }],
    'workflow.extend.adaptive': ['an extension and the aspect ratio 16:9', { ...sourceBody('extend'), ...WIDE }],
    'workflow.operation.mode': {
      text: ['an edit in text-to-video', { ...TEXT_MODE, reference_video_operation: 'edit' }],
      image: ['an extension in image-to-video', { ...IMAGE_MODE, reference_video_operation: 'extend' }],
      sources: ['an edit with a source video but no `mode`', without(sourceBody('edit'), 'mode')],
    },
  }),
  ...mustAccept({
    'workflow.text.accepted': {
      'workflow.text.valid': ['only the three required fields', without(TEXT, 'resolution'), { by: DEFAULTS }],
    },
    'workflow.image.accepted': {
      'workflow.image.valid': [
        'image-to-video and one image',
        IMAGE_MODE,
        { by: IMAGE, as: (sent) => referencesOf(sent, 'image') === 1 },
      ],
    },
    'workflow.frames.accepted': {
      'workflow.frames.valid': [
        'image-to-video and two images',
        TWO_IMAGES,
        { by: FRAMES, as: (sent) => referencesOf(sent, 'image') === 2 },
      ],
    },
    'workflow.reference.accepted': {
      'workflow.reference.valid.image': ['reference-to-video and one image', REFERENCE_MODE, IMAGE_ALONE],
      'workflow.reference.valid.sound': ['reference-to-video and one audio file', ONE_SOUND, SOUND_ALONE],
      'workflow.reference.valid.most': [
        'reference-to-video, 30 images and 10 audio files',
        MOST,
        { by: REFERENCE, as: (sent) => referencesOf(sent, 'image') === 30 && referencesOf(sent, 'audio') === 10 },
      ],
    },
  }),
  ...leftOpen({
    'workflow.image.sources': {
      operation: [
        'image-to-video and the operation "reference"',
        { ...IMAGE_MODE, reference_video_operation: 'reference' },
      ],
    },
    'workflow.omitted-ratio': {
      image: ['image-to-video and no `aspect_ratio`', without(IMAGE_MODE, 'aspect_ratio')],
    },
    'workflow.reference.ratio': {
      adaptive: ['reference-to-video and the aspect ratio adaptive', { ...REFERENCE_MODE, ...ADAPTIVE }],
      fixed: ['reference-to-video and the aspect ratio 1:1', { ...REFERENCE_MODE, aspect_ratio: '1:1' }],
    },
  }),
  ...COMPLETED,
];
