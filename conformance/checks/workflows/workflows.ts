/** Resources: what each workflow needs, takes and refuses. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, type Check, type Probe } from '../../engine/define.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { objectOf } from '../../engine/evidence.ts';
import { fail, inconclusive, pass } from '../../engine/outcome.ts';
import {
  IMAGE_MODE,
  imageBody,
  images,
  lacksAudio,
  lacksImages,
  referenceBody,
  SOME_AUDIO,
  SOME_IMAGE,
  sounds,
  TEXT,
  without,
  REFERENCE_MODE,
} from '../lib/bodies.ts';
import { DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, REFERENCE, sourceBody } from '../lib/clips.ts';
import { REFERENCE_IMAGE, REFERENCE_SOUND } from '../lib/thorough-clips.ts';
import { referencesOf, isAlone } from '../lib/shown.ts';
import { acceptedFree, fromProfile, refusal, toleration } from '../lib/rows.ts';
import { causeOf, describe, underWay } from '../lib/rules.ts';

const pictures = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_IMAGE}?n=${at}`);

const REFUSED: readonly Check[] = [
  refusal({
    id: 'workflow.text.fixed-ratio',
    requirement: 'workflow.text.fixed-ratio',
    what: 'text-to-video and the aspect ratio adaptive',
    body: { ...TEXT, aspect_ratio: 'adaptive' },
  }),
  refusal({
    id: 'workflow.text.no-images',
    requirement: 'workflow.text.no-images',
    what: 'text-to-video and an image',
    body: { ...TEXT, mode: 'text-to-video', image_urls: [SOME_IMAGE] },
  }),
  refusal({
    id: 'workflow.text.no-audio',
    requirement: 'workflow.text.no-audio',
    what: 'text-to-video and an audio file',
    body: { ...TEXT, mode: 'text-to-video', audio_urls: [SOME_AUDIO] },
  }),
  refusal({
    id: 'workflow.text.no-sources',
    requirement: 'workflow.text.no-sources',
    what: 'text-to-video and a source video',
    after: ['any-clip'],
    body: (kit) => ({ ...TEXT, mode: 'text-to-video', source_video_ids: [kit.generation('any-clip').id] }),
  }),
  refusal({
    id: 'workflow.image.count.none',
    requirement: 'workflow.image.count',
    what: 'image-to-video and no image',
    body: { ...IMAGE_MODE, image_urls: [] },
  }),
  refusal({
    id: 'workflow.image.count.absent',
    requirement: 'workflow.image.count',
    what: 'image-to-video and no `image_urls`',
    body: without(IMAGE_MODE, 'image_urls'),
  }),
  refusal({
    id: 'workflow.image.count.above',
    requirement: 'workflow.image.count',
    what: 'image-to-video and three images',
    body: { ...IMAGE_MODE, image_urls: pictures(LIMITS.imageUrls.imageToVideo.max + 1) },
  }),
  refusal({
    id: 'workflow.image.adaptive.wide',
    requirement: 'workflow.image.adaptive',
    what: 'image-to-video and the aspect ratio 16:9',
    body: fromProfile((profile) => ({ ...imageBody(profile), aspect_ratio: '16:9' })),
  }),
  refusal({
    id: 'workflow.image.adaptive.square',
    requirement: 'workflow.image.adaptive',
    what: 'image-to-video and the aspect ratio 1:1',
    body: fromProfile((profile) => ({ ...imageBody(profile), aspect_ratio: '1:1' })),
  }),
  refusal({
    id: 'workflow.image.adaptive.frames',
    requirement: 'workflow.image.adaptive',
    what: 'first and last frame and the aspect ratio 9:16',
    body: fromProfile((profile) => ({ ...imageBody(profile, 2), aspect_ratio: '9:16' })),
  }),
  refusal({
    id: 'workflow.reference.some.absent',
    requirement: 'workflow.reference.some',
    what: 'reference-to-video and no reference',
    body: without(REFERENCE_MODE, 'image_urls'),
  }),
  refusal({
    id: 'workflow.reference.some.empty',
    requirement: 'workflow.reference.some',
    what: 'reference-to-video and only empty lists of references',
    body: { ...REFERENCE_MODE, image_urls: [], audio_urls: [], source_video_ids: [] },
  }),
  refusal({
    id: 'workflow.edit.adaptive',
    requirement: 'workflow.edit.adaptive',
    what: 'an edit and the aspect ratio 16:9',
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, 'edit'), aspect_ratio: '16:9' }),
  }),
  refusal({
    id: 'workflow.extend.adaptive',
    requirement: 'workflow.extend.adaptive',
    what: 'an extension and the aspect ratio 16:9',
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, 'extend'), aspect_ratio: '16:9' }),
  }),
  refusal({
    id: 'workflow.operation.mode.text',
    requirement: 'workflow.operation.mode',
    what: 'an edit in text-to-video',
    body: { ...TEXT, mode: 'text-to-video', reference_video_operation: 'edit' },
  }),
  refusal({
    id: 'workflow.operation.mode.image',
    requirement: 'workflow.operation.mode',
    what: 'an extension in image-to-video',
    body: fromProfile((profile) => ({ ...imageBody(profile), reference_video_operation: 'extend' })),
  }),
  refusal({
    id: 'workflow.operation.mode.sources',
    requirement: 'workflow.operation.mode',
    what: 'an edit with a source video but no `mode`',
    after: ['any-clip'],
    body: (kit) => without(sourceBody(kit, 'edit'), 'mode'),
  }),
].flat();

const VALID: readonly Check[] = [
  acceptedFree({
    id: 'workflow.text.valid',
    requirement: 'workflow.text.accepted',
    what: 'model, prompt and length',
    body: without(TEXT, 'resolution'),
    shown: { by: DEFAULTS },
  }),
  acceptedFree({
    id: 'workflow.image.valid',
    requirement: 'workflow.image.accepted',
    what: 'image-to-video and one image',
    body: fromProfile((profile) => imageBody(profile)),
    lacks: lacksImages,
    shown: { by: IMAGE, as: (sent) => referencesOf(sent, 'image') === 1 },
  }),
  acceptedFree({
    id: 'workflow.frames.valid',
    requirement: 'workflow.frames.accepted',
    what: 'image-to-video and two images',
    body: fromProfile((profile) => imageBody(profile, 2)),
    lacks: lacksImages,
    shown: { by: FRAMES, as: (sent) => referencesOf(sent, 'image') === 2 },
  }),
  acceptedFree({
    id: 'workflow.reference.valid.image',
    requirement: 'workflow.reference.accepted',
    what: 'reference-to-video and one image',
    body: fromProfile((profile) => referenceBody(profile)),
    lacks: lacksImages,
    shown: { by: REFERENCE_IMAGE, as: (sent) => isAlone(sent, 'image') },
  }),
  acceptedFree({
    id: 'workflow.reference.valid.sound',
    requirement: 'workflow.reference.accepted',
    what: 'reference-to-video and one audio file',
    body: fromProfile((profile) => ({ ...without(REFERENCE_MODE, 'image_urls'), audio_urls: sounds(profile, 1) })),
    lacks: lacksAudio,
    shown: { by: REFERENCE_SOUND, as: (sent) => isAlone(sent, 'audio') },
  }),
  acceptedFree({
    id: 'workflow.reference.valid.most',
    requirement: 'workflow.reference.accepted',
    what: 'reference-to-video, 30 images and 10 audio files',
    body: fromProfile((profile) => ({
      ...REFERENCE_MODE,
      image_urls: images(profile, 30),
      audio_urls: sounds(profile, 10),
    })),
    lacks: (profile) => lacksImages(profile) ?? lacksAudio(profile),
    shown: { by: REFERENCE, as: (sent) => referencesOf(sent, 'image') === 30 && referencesOf(sent, 'audio') === 10 },
  }),
  toleration({
    id: 'workflow.image.sources.operation',
    requirement: 'workflow.image.sources',
    what: 'image-to-video and the operation "reference"',
    body: fromProfile((profile) => ({ ...imageBody(profile), reference_video_operation: 'reference' })),
    lacks: lacksImages,
  }),
  toleration({
    id: 'workflow.omitted-ratio.image',
    requirement: 'workflow.omitted-ratio',
    what: 'image-to-video and no `aspect_ratio`',
    body: fromProfile((profile) => without(imageBody(profile), 'aspect_ratio')),
    lacks: lacksImages,
  }),
  toleration({
    id: 'workflow.reference.ratio.adaptive',
    requirement: 'workflow.reference.ratio',
    what: 'reference-to-video and the aspect ratio adaptive',
    body: fromProfile((profile) => ({ ...referenceBody(profile), aspect_ratio: 'adaptive' })),
    lacks: lacksImages,
  }),
  toleration({
    id: 'workflow.reference.ratio.fixed',
    requirement: 'workflow.reference.ratio',
    what: 'reference-to-video and the aspect ratio 1:1',
    body: fromProfile((profile) => ({ ...referenceBody(profile), aspect_ratio: '1:1' })),
    lacks: lacksImages,
  }),
].flat();

const RUNS: readonly (readonly [RequirementId, string, Probe])[] = [
  ['workflow.text.accepted', 'Text to video', DEFAULTS],
  ['workflow.image.accepted', 'Image to video', IMAGE],
  ['workflow.frames.accepted', 'Image-to-video with a first and a last frame', FRAMES],
  ['workflow.reference.accepted', 'Reference-to-video with all kinds of references', REFERENCE],
  ['workflow.edit.accepted', 'Edit', EDIT],
  ['workflow.extend.accepted', 'Extend', EXTEND],
  ['create.reference-video-operation.optional', 'A source video without an operation', REFERENCE],
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

export const WORKFLOW_CHECKS: readonly Check[] = [...REFUSED, ...VALID, ...COMPLETED];
