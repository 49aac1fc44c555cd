/** Resources: the fields that each workflow needs, accepts and rejects. Its ratios are in ratios.ts. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, type Probe } from '../../engine/define.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { fail, inconclusive } from '../../engine/outcome.ts';
import {
  IMAGE_MODE,
  LARGEST,
  many,
  NO_REFERENCE,
  ONE_SOUND,
  REFERENCE_MODE,
  SAMPLE,
  sourceBody,
  TEXT,
  FRAMES_MODE,
  without,
} from '../lib/bodies.ts';
import { DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, REFERENCE } from '../lib/clips.ts';
import { IMAGE_ALONE, SOUND_ALONE } from '../lib/thorough-clips.ts';
import { referencesOf } from '../lib/answers.ts';
import { cases, eachOf, eachPair } from '../lib/cases.ts';
import { leftOpen, mustAccept, mustReject, refusals } from '../lib/creates.ts';
import { causeOf, describe, hasEnded } from '../lib/rules.ts';

const TEXT_MODE = { ...TEXT, mode: 'text-to-video' } as const;
const MAPS = ['image', 'video', 'audio'] as const;
const map = (kind: string): object => ({ [`subject_to_${kind}_ids`]: { hero: [0] } });
const ADAPTIVE = { aspect_ratio: 'adaptive' } as const;
const operated = (body: object, operation: string): object => ({ ...body, reference_video_operation: operation });
/** The creates without a source video. */
const NO_SOURCES = { 'an empty list': { ...REFERENCE_MODE, source_video_ids: [] }, 'an audio file': ONE_SOUND };
const SOURCE = { source_video_ids: [SAMPLE.clip] } as const;

const pictured = (count: number, more = {}): object => ({
  ...IMAGE_MODE,
  ...more,
  image_urls: many(SAMPLE.image, count),
});
const MOST = { ...REFERENCE_MODE, image_urls: many(SAMPLE.image, 30), audio_urls: many(SAMPLE.audio, 10) };

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
    'workflow.text.no-images': ['text-to-video and an image', { ...TEXT_MODE, image_urls: [SAMPLE.image] }],
    'workflow.text.no-audio': ['text-to-video and an audio file', { ...TEXT_MODE, audio_urls: [SAMPLE.audio] }],
    'workflow.text.no-sources': ['text-to-video and a source video', { ...TEXT_MODE, source_video_ids: [SAMPLE.clip] }],
    'workflow.image.count': {
      none: ['image-to-video and no image', { ...IMAGE_MODE, image_urls: [] }],
      absent: ['image-to-video and no `image_urls`', without(IMAGE_MODE, 'image_urls')],
      above: ['image-to-video and three images', pictured(LIMITS.imageUrls.imageToVideo.max + 1)],
    },
    'workflow.reference.some': {
      absent: ['reference-to-video and no reference', NO_REFERENCE],
      empty: [
        'reference-to-video and only empty lists of references',
        { ...REFERENCE_MODE, image_urls: [], audio_urls: [], source_video_ids: [] },
      ],
    },
    'workflow.operation.mode': {
      text: ['an edit in text-to-video', operated(TEXT_MODE, 'edit')],
      image: ['an extension in image-to-video', operated(IMAGE_MODE, 'extend')],
      sources: ['an edit with a source video but no `mode`', without(sourceBody('edit'), 'mode')],
    },
  }),
  ...refusals('lost-rule', {
    'workflow.text.references.everywhere': [
      'text-to-video and a reference or an operation',
      'The server ignores fields that text mode does not allow, or rejects only one of them.',
      {
        'an audio file without `mode`': { ...TEXT, audio_urls: [SAMPLE.audio] },
        'images and audio files in text mode': { ...TEXT_MODE, image_urls: [SAMPLE.image], audio_urls: [SAMPLE.audio] },
        'thirty images in text mode': { ...TEXT_MODE, image_urls: many(SAMPLE.image, 30) },
        'an image in text mode, at the highest resolution and the longest duration': {
          ...TEXT_MODE,
          ...LARGEST,
          image_urls: [SAMPLE.image],
        },
        ...eachOf('a subject map of *s in text mode', MAPS, (kind) => ({ ...TEXT_MODE, ...map(kind) })),
        ...eachOf('the operation "*" in text mode', ['reference', 'extend'], (one) => operated(TEXT_MODE, one)),
        'an operation without `mode`': operated(TEXT, 'extend'),
      },
      { requirement: 'workflow.text.no-images' },
    ],
    'workflow.text.sources.everywhere': [
      'text-to-video and a source video',
      'The server ignores source videos if the create request has no `mode`, or if it has an operation.',
      {
        'a source video without `mode`': { ...TEXT, ...SOURCE },
        ...eachOf('a source video and "*" in text mode', OPERATIONS, (one) =>
          operated({ ...TEXT_MODE, ...SOURCE }, one),
        ),
        'an extension without `mode`': without(sourceBody('extend'), 'mode'),
      },
      { requirement: 'workflow.text.no-sources' },
    ],
    'workflow.image.count.everywhere': [
      'image-to-video and too few or too many images',
      'The server applies the image limit of reference mode, or counts images only at one resolution.',
      {
        'four images': pictured(4),
        'thirty images in image mode': pictured(30),
        'three images, at the highest resolution and the longest duration': pictured(3, LARGEST),
        'no image, at the highest resolution and the longest duration': pictured(0, LARGEST),
      },
    ],
    'workflow.image.references.everywhere': [
      'image-to-video and a field that only reference mode allows',
      'The server does not apply a rule of image mode if there is a last frame.',
      {
        'an audio file and two images': { ...FRAMES_MODE, audio_urls: [SAMPLE.audio] },
        'an audio file instead of an image in image mode': { ...ONE_SOUND, mode: 'image-to-video', ...ADAPTIVE },
        ...eachOf('two images and a subject map of *s', MAPS, (kind) => ({ ...FRAMES_MODE, ...map(kind) })),
        'the operation "edit" in image mode': operated(IMAGE_MODE, 'edit'),
        'two images and the operation "extend"': operated(FRAMES_MODE, 'extend'),
      },
      { requirement: 'create.audio-urls.reference-mode' },
    ],
    'workflow.reference.some.everywhere': [
      'reference-to-video and no reference',
      'The server treats an empty list as a reference, or checks only one kind of reference.',
      {
        'an empty list of images': { ...REFERENCE_MODE, image_urls: [] },
        'an empty list of audio files': { ...NO_REFERENCE, audio_urls: [] },
        'an empty list of source videos': { ...NO_REFERENCE, source_video_ids: [] },
        'a subject map but no reference': { ...NO_REFERENCE, ...map('image') },
        'a handle in the prompt but no reference': { ...NO_REFERENCE, prompt: '@hero waves.' },
        'no reference, at the highest resolution and the longest duration': { ...NO_REFERENCE, ...LARGEST },
      },
    ],
    'create.reference-video-operation.needs-sources.empty': [
      'an operation, and an empty list of source videos',
      'The server checks only whether the list exists, and accepts an empty list.',
      eachPair('"*" and *', [OPERATIONS, NO_SOURCES], (one, body) => operated({ ...body, ...ADAPTIVE }, one)),
    ],
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
        FRAMES_MODE,
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
      operation: ['image-to-video and the operation "reference"', operated(IMAGE_MODE, 'reference')],
    },
  }),
  ...COMPLETED,
];
