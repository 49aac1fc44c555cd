/** The create request: the rules of each workflow, in every ratio, with and without `mode`, and for each operation. */

import { FIXED_RATIOS } from '../../../contract/dimensions.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  IMAGE_MODE,
  many,
  NO_REFERENCE,
  REFERENCE_MODE,
  SOME_AUDIO,
  SOME_IMAGE,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { LARGE, sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/creates.ts';

const EXPLICIT = { ...TEXT, mode: 'text-to-video' } as const;
const FRAMES = { ...IMAGE_MODE, image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`] };
const LARGEST = { resolution: '1080p', duration_seconds: 30, audio: false } as const;
const MAPS = ['image', 'video', 'audio'] as const;
const map = (kind: string): object => ({ [`subject_to_${kind}_ids`]: { hero: [0] } });
/** The fields that an edit or an extension may have in addition to its source video. */
const BESIDE: Readonly<Record<string, object>> = {
  'a sound': { audio_urls: [SOME_AUDIO] },
  'an image and an audio file': { image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
  'a map': { subject_to_video_ids: { take: [0] } },
};
const source = (kit: ProbeTools): object => ({ source_video_ids: [kit.generation('any-clip').id] });

const TEXT_MODE: readonly Check[] = [
  refusals({
    id: 'workflow.text.fixed-ratio.everywhere',
    defect: 'lost-rule',
    what: 'text-to-video and the aspect ratio `adaptive`',
    failing: 'The server checks the aspect ratio only if the create request has no `mode`, or only at one resolution.',
    bodies: {
      '`adaptive` with an explicit mode': { ...EXPLICIT, aspect_ratio: 'adaptive' },
      'adaptive at 720p': { ...TEXT, resolution: '720p', aspect_ratio: 'adaptive' },
      '`adaptive`, at the highest resolution and the longest duration': {
        ...EXPLICIT,
        ...LARGEST,
        aspect_ratio: 'adaptive',
      },
      'adaptive without sound': { ...TEXT, audio: false, aspect_ratio: 'adaptive' },
      '`adaptive` and 30 s': { ...TEXT, duration_seconds: 30, aspect_ratio: 'adaptive' },
    },
  }),
  refusals({
    id: 'workflow.text.references.everywhere',
    requirement: 'workflow.text.no-images',
    defect: 'lost-rule',
    what: 'text-to-video and a reference or an operation',
    failing: 'The server ignores fields that text mode does not allow, or rejects only one of them.',
    bodies: {
      'an audio file without `mode`': { ...TEXT, audio_urls: [SOME_AUDIO] },
      'images and audio files in text mode': { ...EXPLICIT, image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
      'thirty images in text mode': { ...EXPLICIT, image_urls: many(SOME_IMAGE, 30) },
      'an image in text mode, at the highest resolution and the longest duration': {
        ...EXPLICIT,
        ...LARGEST,
        image_urls: [SOME_IMAGE],
      },
      ...Object.fromEntries(
        MAPS.map((kind) => [`a subject map of ${kind}s in text mode`, { ...EXPLICIT, ...map(kind) }]),
      ),
      ...Object.fromEntries(
        ['reference', 'extend'].map((operation) => [
          `the operation "${operation}" in text mode`,
          { ...EXPLICIT, reference_video_operation: operation },
        ]),
      ),
      'an operation without `mode`': { ...TEXT, reference_video_operation: 'extend' },
    },
  }),
  refusals({
    id: 'workflow.text.sources.everywhere',
    requirement: 'workflow.text.no-sources',
    defect: 'lost-rule',
    what: 'text-to-video and a source video',
    failing: 'The server ignores source videos if the create request has no `mode`, or if it has an operation.',
    after: ['any-clip'],
    bodies: {
      'a source video without `mode`': (kit: ProbeTools) => ({ ...TEXT, ...source(kit) }),
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          `a source video and "${operation}" in text mode`,
          (kit: ProbeTools) => ({ ...EXPLICIT, ...source(kit), reference_video_operation: operation }),
        ]),
      ),
      'an extension without `mode`': (kit: ProbeTools) => without(sourceBody(kit, 'extend'), 'mode'),
    },
  }),
];

const IMAGE: readonly Check[] = [
  refusals({
    id: 'workflow.image.adaptive.every-ratio',
    defect: 'lost-rule',
    what: 'image-to-video and a fixed aspect ratio',
    failing:
      'The server accepts some aspect ratios and crops the image. Or the server accepts every aspect ratio if there is a last frame.',
    bodies: Object.fromEntries(
      FIXED_RATIOS.flatMap((ratio, at) => {
        const more = { audio: at % 2 === 0, duration_seconds: at % 3 === 0 ? 30 : 4 };
        return [
          [`one image and ${ratio}`, { ...IMAGE_MODE, ...more, aspect_ratio: ratio, resolution: '720p' }],
          [`two images and ${ratio}`, { ...FRAMES, ...more, aspect_ratio: ratio, resolution: '1080p' }],
        ];
      }),
    ),
  }),
  refusals({
    id: 'workflow.image.count.everywhere',
    defect: 'lost-rule',
    what: 'image-to-video and too few or too many images',
    failing: 'The server applies the image limit of reference mode, or counts images only at one resolution.',
    bodies: {
      'four images': { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, 4) },
      'thirty images in image mode': { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, 30) },
      'three images, at the highest resolution and the longest duration': {
        ...IMAGE_MODE,
        ...LARGEST,
        image_urls: many(SOME_IMAGE, 3),
      },
      'no image, at the highest resolution and the longest duration': { ...IMAGE_MODE, ...LARGEST, image_urls: [] },
    },
  }),
  refusals({
    id: 'workflow.image.references.everywhere',
    requirement: 'create.audio-urls.reference-mode',
    defect: 'lost-rule',
    what: 'image-to-video and a field that only reference mode allows',
    failing: 'The server does not apply a rule of image mode if there is a last frame.',
    bodies: {
      'an audio file and two images': { ...FRAMES, audio_urls: [SOME_AUDIO] },
      'an audio file instead of an image in image mode': {
        ...without(IMAGE_MODE, 'image_urls'),
        audio_urls: [SOME_AUDIO],
      },
      ...Object.fromEntries(
        MAPS.map((kind) => [`two images and a subject map of ${kind}s`, { ...FRAMES, ...map(kind) }]),
      ),
      'the operation "edit" in image mode': { ...IMAGE_MODE, reference_video_operation: 'edit' },
      'two images and the operation "extend"': { ...FRAMES, reference_video_operation: 'extend' },
    },
  }),
];

const REFERENCE: readonly Check[] = [
  refusals({
    id: 'workflow.reference.some.everywhere',
    defect: 'lost-rule',
    what: 'reference-to-video and no reference',
    failing: 'The server treats an empty list as a reference, or checks only one kind of reference.',
    bodies: {
      'an empty list of images': { ...REFERENCE_MODE, image_urls: [] },
      'an empty list of audio files': { ...NO_REFERENCE, audio_urls: [] },
      'an empty list of source videos': { ...NO_REFERENCE, source_video_ids: [] },
      'a subject map but no reference': { ...NO_REFERENCE, ...map('image') },
      'a handle in the prompt but no reference': { ...NO_REFERENCE, prompt: '@hero waves.' },
      'no reference, at the highest resolution and the longest duration': {
        ...NO_REFERENCE,
        ...LARGEST,
      },
    },
  }),
  refusals({
    id: 'create.reference-video-operation.needs-sources.empty',
    defect: 'lost-rule',
    what: 'an operation, and an empty list of source videos',
    failing: 'The server checks only whether the list exists, and accepts an empty list.',
    bodies: Object.fromEntries(
      OPERATIONS.flatMap((operation) => [
        [
          `"${operation}" and an empty list`,
          { ...REFERENCE_MODE, aspect_ratio: 'adaptive', reference_video_operation: operation, source_video_ids: [] },
        ],
        [
          `"${operation}" and an audio file`,
          {
            ...NO_REFERENCE,
            audio_urls: [SOME_AUDIO],
            aspect_ratio: 'adaptive',
            reference_video_operation: operation,
          },
        ],
      ]),
    ),
  }),
  ...everyRatio('workflow.edit.adaptive', 'edit'),
  ...everyRatio('workflow.extend.adaptive', 'extend'),
];

export const WORKFLOW_RULE_CHECKS: readonly Check[] = [...TEXT_MODE, ...IMAGE, ...REFERENCE];

function everyRatio(requirement: RequirementId, operation: 'edit' | 'extend'): Check[] {
  const wide = { ...LARGEST, aspect_ratio: '16:9' };
  const one = refusals({
    id: `${requirement}.every-ratio`,
    requirement,
    defect: 'lost-rule',
    what: `the operation "${operation}" and a fixed aspect ratio`,
    failing:
      'The server accepts some aspect ratios and crops the video. Or the server accepts a fixed aspect ratio if there are other references.',
    after: ['any-clip'],
    bodies: {
      ...Object.fromEntries(
        FIXED_RATIOS.map((ratio, at) => [
          `"${operation}" and ${ratio}`,
          (kit: ProbeTools) => ({
            ...sourceBody(kit, operation),
            aspect_ratio: ratio,
            resolution: at % 2 === 0 ? '720p' : '480p',
            audio: at % 3 !== 0,
          }),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(BESIDE).map(([what, more]) => [
          `"${operation}", 9:16 and ${what}`,
          (kit: ProbeTools) => ({ ...sourceBody(kit, operation), ...more, aspect_ratio: '9:16' }),
        ]),
      ),
      [`"${operation}" and 16:9, at the highest resolution and the longest duration`]: (kit: ProbeTools) => ({
        ...sourceBody(kit, operation),
        ...wide,
      }),
      [`"${operation}", 16:9 and an image`]: (kit: ProbeTools) => ({
        ...sourceBody(kit, operation),
        aspect_ratio: '16:9',
        image_urls: [SOME_IMAGE],
      }),
    },
  });
  const two = refusals({
    id: `${requirement}.two-sources`,
    requirement,
    defect: 'position',
    what: `the operation "${operation}", two source videos and a fixed aspect ratio`,
    failing: 'The server rejects a fixed aspect ratio only if there is a single source video.',
    after: ['any-clip', LARGE],
    bodies: Object.fromEntries(
      ['16:9', '1:1'].map((ratio) => [
        `"${operation}", two source videos and ${ratio}`,
        (kit: ProbeTools) => ({
          ...sourceBody(kit, operation, [kit.generation('any-clip').id, kit.generation(LARGE).id]),
          aspect_ratio: ratio,
        }),
      ]),
    ),
  });
  return [one, two];
}
