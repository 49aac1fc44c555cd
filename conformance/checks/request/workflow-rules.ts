/** The create request: the rules of each workflow, in every ratio, with and without `mode`, and for each operation. */

import { FIXED_RATIOS } from '../../../contract/dimensions.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, SOME_IMAGE, TEXT, without } from '../lib/bodies.ts';
import { LARGE, sourceBody } from '../lib/clips.ts';
import { refusals } from '../lib/refusals.ts';

const EXPLICIT = { ...TEXT, mode: 'text-to-video' } as const;
const FRAMES = { ...IMAGE_MODE, image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`] };
const LARGEST = { resolution: '1080p', duration_seconds: 30, audio: false } as const;
const MAPS = ['image', 'video', 'audio'] as const;
const map = (kind: string): object => ({ [`subject_to_${kind}_ids`]: { hero: [0] } });
/** What an edit or an extension may have besides its source video. */
const BESIDE: Readonly<Record<string, object>> = {
  'a sound': { audio_urls: [SOME_AUDIO] },
  'an image and a sound': { image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
  'a map': { subject_to_video_ids: { take: [0] } },
};
const pictures = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_IMAGE}?n=${at}`);
const source = (kit: ProbeTools): object => ({ source_video_ids: [kit.generation('any-clip').id] });

const TEXT_MODE: readonly Check[] = [
  refusals({
    id: 'workflow.text.fixed-ratio.everywhere',
    requirement: 'workflow.text.fixed-ratio',
    defect: 'lost-rule',
    what: 'text-to-video and the ratio adaptive',
    failing: 'It checks the ratio only if `mode` is omitted, or only at one tier.',
    bodies: {
      'adaptive and its mode given': { ...EXPLICIT, aspect_ratio: 'adaptive' },
      'adaptive at 720p': { ...TEXT, resolution: '720p', aspect_ratio: 'adaptive' },
      'adaptive, the largest and longest': { ...EXPLICIT, ...LARGEST, aspect_ratio: 'adaptive' },
      'adaptive without sound': { ...TEXT, audio: false, aspect_ratio: 'adaptive' },
      'adaptive and 30 s': { ...TEXT, duration_seconds: 30, aspect_ratio: 'adaptive' },
    },
  }),
  refusals({
    id: 'workflow.text.references.everywhere',
    requirement: 'workflow.text.no-images',
    defect: 'lost-rule',
    what: 'text-to-video and a reference or an operation',
    failing: 'It ignores fields that are not allowed in text mode, or checks only one of them.',
    bodies: {
      'a sound but no mode': { ...TEXT, audio_urls: [SOME_AUDIO] },
      'images and sounds in text mode': { ...EXPLICIT, image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
      'thirty images in text mode': { ...EXPLICIT, image_urls: pictures(30) },
      'an image in text mode, the largest and longest': { ...EXPLICIT, ...LARGEST, image_urls: [SOME_IMAGE] },
      ...Object.fromEntries(MAPS.map((kind) => [`a map of ${kind}s in text mode`, { ...EXPLICIT, ...map(kind) }])),
      ...Object.fromEntries(
        ['reference', 'extend'].map((operation) => [
          `the operation "${operation}" in text mode`,
          { ...EXPLICIT, reference_video_operation: operation },
        ]),
      ),
      'an operation but no mode': { ...TEXT, reference_video_operation: 'extend' },
    },
  }),
  refusals({
    id: 'workflow.text.sources.everywhere',
    requirement: 'workflow.text.no-sources',
    defect: 'lost-rule',
    what: 'text-to-video and a source video',
    failing: 'It ignores source videos if `mode` is omitted, or if an operation is given.',
    after: ['any-clip'],
    bodies: {
      'a source video but no mode': (kit: ProbeTools) => ({ ...TEXT, ...source(kit) }),
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          `a source video and "${operation}" in text mode`,
          (kit: ProbeTools) => ({ ...EXPLICIT, ...source(kit), reference_video_operation: operation }),
        ]),
      ),
      'an extension without its mode': (kit: ProbeTools) => without(sourceBody(kit, 'extend'), 'mode'),
    },
  }),
];

const IMAGE: readonly Check[] = [
  refusals({
    id: 'workflow.image.adaptive.every-ratio',
    requirement: 'workflow.image.adaptive',
    defect: 'lost-rule',
    what: 'image-to-video and a fixed ratio',
    failing: 'It accepts some ratios and crops, or accepts all ratios with a last frame.',
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
    requirement: 'workflow.image.count',
    defect: 'lost-rule',
    what: 'image-to-video and too few or too many images',
    failing: 'It uses the image limit of reference mode, or counts images only at one tier.',
    bodies: {
      'four images': { ...IMAGE_MODE, image_urls: pictures(4) },
      'thirty images in image mode': { ...IMAGE_MODE, image_urls: pictures(30) },
      'three images, the largest and longest': { ...IMAGE_MODE, ...LARGEST, image_urls: pictures(3) },
      'no image, the largest and longest': { ...IMAGE_MODE, ...LARGEST, image_urls: [] },
    },
  }),
  refusals({
    id: 'workflow.image.references.everywhere',
    requirement: 'create.audio-urls.reference-mode',
    defect: 'lost-rule',
    what: 'the mode image-to-video and a field for references',
    failing: 'It lacks a rule of image mode for creates with a last frame.',
    bodies: {
      'a sound and two images': { ...FRAMES, audio_urls: [SOME_AUDIO] },
      'a sound for the images of image mode': { ...without(IMAGE_MODE, 'image_urls'), audio_urls: [SOME_AUDIO] },
      ...Object.fromEntries(MAPS.map((kind) => [`a map of ${kind}s and two images`, { ...FRAMES, ...map(kind) }])),
      'an edit in image mode': { ...IMAGE_MODE, reference_video_operation: 'edit' },
      'an extension of two images': { ...FRAMES, reference_video_operation: 'extend' },
    },
  }),
];

const REFERENCE: readonly Check[] = [
  refusals({
    id: 'workflow.reference.some.everywhere',
    requirement: 'workflow.reference.some',
    defect: 'lost-rule',
    what: 'reference-to-video and no reference',
    failing: 'It counts empty lists as references, or checks only one kind of references.',
    bodies: {
      'an empty list of images': { ...REFERENCE_MODE, image_urls: [] },
      'an empty list of sounds': { ...without(REFERENCE_MODE, 'image_urls'), audio_urls: [] },
      'an empty list of source videos': { ...without(REFERENCE_MODE, 'image_urls'), source_video_ids: [] },
      'a map but no reference': { ...without(REFERENCE_MODE, 'image_urls'), ...map('image') },
      'a handle in the prompt but no reference': { ...without(REFERENCE_MODE, 'image_urls'), prompt: '@hero waves.' },
      'no reference, the largest and longest': { ...without(REFERENCE_MODE, 'image_urls'), ...LARGEST },
    },
  }),
  refusals({
    id: 'create.reference-video-operation.needs-sources.empty',
    requirement: 'create.reference-video-operation.needs-sources',
    defect: 'lost-rule',
    what: 'an operation and an empty list of source videos',
    failing: 'It checks whether the list exists, not whether it is empty.',
    bodies: Object.fromEntries(
      OPERATIONS.flatMap((operation) => [
        [
          `"${operation}" and an empty list`,
          { ...REFERENCE_MODE, aspect_ratio: 'adaptive', reference_video_operation: operation, source_video_ids: [] },
        ],
        [
          `"${operation}" and a sound`,
          {
            ...without(REFERENCE_MODE, 'image_urls'),
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
    what: `the operation "${operation}" and a fixed ratio`,
    failing: 'It accepts some ratios and crops, or accepts a fixed ratio together with other references.',
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
          `"${operation}" and 9:16 beside ${what}`,
          (kit: ProbeTools) => ({ ...sourceBody(kit, operation), ...more, aspect_ratio: '9:16' }),
        ]),
      ),
      [`"${operation}" and 16:9, the largest and longest`]: (kit: ProbeTools) => ({
        ...sourceBody(kit, operation),
        ...wide,
      }),
      [`"${operation}" and 16:9 beside an image`]: (kit: ProbeTools) => ({
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
    what: `the operation "${operation}", two source videos and a fixed ratio`,
    failing: 'It requires adaptive framing only for a single source video.',
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
