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
  ONE_SOUND,
  REFERENCE_MODE,
  SOME_AUDIO,
  SOME_CLIP,
  SOME_IMAGE,
  sourceBody,
  TEXT,
  without,
} from '../lib/bodies.ts';
import { LARGE } from '../lib/clips.ts';
import { eachOf, eachPair } from '../lib/cases.ts';
import { refusals } from '../lib/creates.ts';

const EXPLICIT = { ...TEXT, mode: 'text-to-video' } as const;
const FRAMES = { ...IMAGE_MODE, image_urls: [SOME_IMAGE, `${SOME_IMAGE}?n=1`] };
const SMALL_IMAGE = { ...IMAGE_MODE, resolution: '720p' };
const LARGEST = { resolution: '1080p', duration_seconds: 30, audio: false } as const;
const MAPS = ['image', 'video', 'audio'] as const;
const map = (kind: string): object => ({ [`subject_to_${kind}_ids`]: { hero: [0] } });
const ADAPTIVE = { aspect_ratio: 'adaptive' } as const;
const operated = (body: object, operation: string): object => ({ ...body, reference_video_operation: operation });
/** The fields that an edit or an extension may have in addition to its source video. */
const BESIDE: Readonly<Record<string, object>> = {
  'a sound': { audio_urls: [SOME_AUDIO] },
  'an image and an audio file': { image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
  'a map': { subject_to_video_ids: { take: [0] } },
};
/** The creates without a source video. */
const NO_SOURCES = { 'an empty list': { ...REFERENCE_MODE, source_video_ids: [] }, 'an audio file': ONE_SOUND };
const SOURCE = { source_video_ids: [SOME_CLIP] } as const;

export const WORKFLOW_RULE_CHECKS: readonly Check[] = [
  ...refusals('lost-rule', {
    'workflow.text.fixed-ratio.everywhere': [
      'text-to-video and the aspect ratio `adaptive`',
      'The server checks the aspect ratio only if the create request has no `mode`, or only at one resolution.',
      {
        '`adaptive` with an explicit mode': { ...EXPLICIT, ...ADAPTIVE },
        'adaptive at 720p': { ...TEXT, resolution: '720p', ...ADAPTIVE },
        '`adaptive`, at the highest resolution and the longest duration': { ...EXPLICIT, ...LARGEST, ...ADAPTIVE },
        'adaptive without sound': { ...TEXT, audio: false, ...ADAPTIVE },
        '`adaptive` and 30 s': { ...TEXT, duration_seconds: 30, ...ADAPTIVE },
      },
    ],
    'workflow.text.references.everywhere': [
      'text-to-video and a reference or an operation',
      'The server ignores fields that text mode does not allow, or rejects only one of them.',
      {
        'an audio file without `mode`': { ...TEXT, audio_urls: [SOME_AUDIO] },
        'images and audio files in text mode': { ...EXPLICIT, image_urls: [SOME_IMAGE], audio_urls: [SOME_AUDIO] },
        'thirty images in text mode': { ...EXPLICIT, image_urls: many(SOME_IMAGE, 30) },
        'an image in text mode, at the highest resolution and the longest duration': {
          ...EXPLICIT,
          ...LARGEST,
          image_urls: [SOME_IMAGE],
        },
        ...eachOf('a subject map of *s in text mode', MAPS, (kind) => ({ ...EXPLICIT, ...map(kind) })),
        ...eachOf('the operation "*" in text mode', ['reference', 'extend'], (one) => operated(EXPLICIT, one)),
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
          operated({ ...EXPLICIT, ...SOURCE }, one),
        ),
        'an extension without `mode`': without(sourceBody('extend'), 'mode'),
      },
      { requirement: 'workflow.text.no-sources' },
    ],
    'workflow.image.adaptive.every-ratio': [
      'image-to-video and a fixed aspect ratio',
      'The server accepts some aspect ratios and crops the image. Or the server accepts every aspect ratio if there is a last frame.',
      eachPair('* and *', [{ 'one image': SMALL_IMAGE, 'two images': FRAMES }, FIXED_RATIOS], (body, ratio, at) => ({
        ...body,
        audio: at % 2 === 0,
        duration_seconds: at % 3 === 0 ? 30 : 4,
        aspect_ratio: ratio,
      })),
    ],
    'workflow.image.count.everywhere': [
      'image-to-video and too few or too many images',
      'The server applies the image limit of reference mode, or counts images only at one resolution.',
      {
        'four images': { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, 4) },
        'thirty images in image mode': { ...IMAGE_MODE, image_urls: many(SOME_IMAGE, 30) },
        ...eachOf(
          '*, at the highest resolution and the longest duration',
          { 'three images': 3, 'no image': 0 },
          (count) => ({
            ...IMAGE_MODE,
            ...LARGEST,
            image_urls: many(SOME_IMAGE, count),
          }),
        ),
      },
    ],
    'workflow.image.references.everywhere': [
      'image-to-video and a field that only reference mode allows',
      'The server does not apply a rule of image mode if there is a last frame.',
      {
        'an audio file and two images': { ...FRAMES, audio_urls: [SOME_AUDIO] },
        'an audio file instead of an image in image mode': { ...ONE_SOUND, mode: 'image-to-video', ...ADAPTIVE },
        ...eachOf('two images and a subject map of *s', MAPS, (kind) => ({ ...FRAMES, ...map(kind) })),
        'the operation "edit" in image mode': operated(IMAGE_MODE, 'edit'),
        'two images and the operation "extend"': operated(FRAMES, 'extend'),
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
  ...everyRatio('workflow.edit.adaptive', 'edit'),
  ...everyRatio('workflow.extend.adaptive', 'extend'),
];

function everyRatio(requirement: RequirementId, operation: 'edit' | 'extend'): Check[] {
  const body = sourceBody(operation);
  const wide = { ...body, aspect_ratio: '16:9' };
  return [
    ...refusals('lost-rule', {
      [`${requirement}.every-ratio`]: [
        `the operation "${operation}" and a fixed aspect ratio`,
        'The server accepts some aspect ratios and crops the video. Or the server accepts a fixed aspect ratio if there are other references.',
        {
          ...eachOf(`"${operation}" and *`, FIXED_RATIOS, (ratio, at) => ({
            ...body,
            aspect_ratio: ratio,
            resolution: at % 2 === 0 ? '720p' : '480p',
            audio: at % 3 !== 0,
          })),
          ...eachOf(`"${operation}", 9:16 and *`, BESIDE, (more) => ({ ...body, ...more, aspect_ratio: '9:16' })),
          [`"${operation}" and 16:9, at the highest resolution and the longest duration`]: { ...wide, ...LARGEST },
          [`"${operation}", 16:9 and an image`]: { ...wide, image_urls: [SOME_IMAGE] },
        },
        { requirement },
      ],
    }),
    ...refusals('position', {
      [`${requirement}.two-sources`]: [
        `the operation "${operation}", two source videos and a fixed aspect ratio`,
        'The server rejects a fixed aspect ratio only if there is a single source video.',
        eachOf(`"${operation}", two source videos and *`, ['16:9', '1:1'], (ratio) => (kit: ProbeTools) => ({
          ...sourceBody(operation, [SOME_CLIP, kit.generation(LARGE).id]),
          aspect_ratio: ratio,
        })),
        { requirement, after: ['any-clip', LARGE] },
      ],
    }),
  ];
}
