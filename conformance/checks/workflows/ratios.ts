/**
 * Resources: the aspect ratios of each workflow. The ratios beside a source video as a reference are in
 * `combinations.ts`.
 */

import { FIXED_RATIOS } from '../../../contract/dimensions.ts';
import type { Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  FRAMES_MODE,
  IMAGE_MODE,
  LARGEST,
  ONE_SOUND,
  REFERENCE_MODE,
  SAMPLE,
  shapeAt,
  sourceBody,
  TEXT,
} from '../lib/bodies.ts';
import { eachOf, eachPair } from '../lib/cases.ts';
import { LARGE } from '../lib/clips.ts';
import { ABSENT, fieldChecks, type Field, type FieldRules } from '../lib/field.ts';

const TEXTS = {
  'with an explicit mode': { mode: 'text-to-video' },
  'at 720p': { resolution: '720p' },
  'at the highest resolution and the longest duration': { mode: 'text-to-video', ...LARGEST },
  'without sound': { audio: false },
  'and 30 s': { duration_seconds: 30 },
};
const PICTURES = { 'one image': { ...IMAGE_MODE, resolution: '720p' }, 'two images': FRAMES_MODE };
/** The fields that an edit or an extension may have in addition to its source video. */
const BESIDE: Readonly<Record<string, object>> = {
  'a sound': { audio_urls: [SAMPLE.audio] },
  'an image and an audio file': { image_urls: [SAMPLE.image], audio_urls: [SAMPLE.audio] },
  'a map': { subject_to_video_ids: { take: [0] } },
};

export const RATIOS: Field = {
  name: 'aspect_ratio',
  rules: {
    'workflow.text.fixed-ratio': {
      rejected: { '': ['text-to-video and the aspect ratio adaptive', 'adaptive'] },
      eachRejected: {
        everywhere: [
          'text-to-video and the aspect ratio `adaptive`',
          'The server checks the aspect ratio only if the create request has no `mode`, or only at one resolution.',
          eachOf('`adaptive` *', TEXTS, (more) => ({ ...TEXT, ...more, aspect_ratio: 'adaptive' })),
        ],
      },
    },
    'workflow.image.adaptive': {
      rejected: {
        wide: ['image-to-video and the aspect ratio 16:9', '16:9', { inside: IMAGE_MODE }],
        square: ['image-to-video and the aspect ratio 1:1', '1:1', { inside: IMAGE_MODE }],
        frames: ['a first and a last frame, and the aspect ratio 9:16', '9:16', { inside: FRAMES_MODE }],
      },
      eachRejected: {
        'every-ratio': [
          'image-to-video and a fixed aspect ratio',
          'The server accepts some aspect ratios and crops the image. Or the server accepts every aspect ratio if there is a last frame.',
          eachPair('* and *', [PICTURES, FIXED_RATIOS], (body, aspect_ratio, at) => ({
            ...body,
            audio: at % 2 === 0,
            duration_seconds: at % 3 === 0 ? 30 : 4,
            aspect_ratio,
          })),
        ],
      },
    },
    'workflow.edit.adaptive': shapedBySource('edit', 'an edit'),
    'workflow.extend.adaptive': shapedBySource('extend', 'an extension'),
    'workflow.reference.accepted': {
      eachAccepted: {
        'workflow.reference.every-ratio': [
          'an image as a reference, for each fixed aspect ratio',
          'The server requires `adaptive` for references, as in other workflows.',
          eachOf('a reference and *', FIXED_RATIOS, (aspect_ratio, at) => ({
            ...REFERENCE_MODE,
            ...shapeAt(at),
            aspect_ratio,
            audio: at % 2 === 0,
          })),
        ],
        'workflow.reference.every-ratio.sound': [
          'an audio file as the only reference, for each fixed aspect ratio',
          'The server requires an image for some aspect ratios.',
          eachOf('an audio file and *', FIXED_RATIOS, (aspect_ratio, at) => ({
            ...ONE_SOUND,
            ...shapeAt(at + 1),
            aspect_ratio,
            audio: at % 2 === 1,
          })),
        ],
      },
    },
    'workflow.omitted-ratio': {
      open: { image: ['image-to-video and no `aspect_ratio`', ABSENT, { inside: IMAGE_MODE }] },
    },
    'workflow.reference.ratio': {
      open: {
        adaptive: ['reference-to-video and the aspect ratio adaptive', 'adaptive', { inside: REFERENCE_MODE }],
        fixed: ['reference-to-video and the aspect ratio 1:1', '1:1', { inside: REFERENCE_MODE }],
      },
    },
  },
};

export const RATIO_CHECKS: readonly Check[] = fieldChecks(RATIOS);

/** Returns the rules of an operation whose clip has the shape of its source video. */
function shapedBySource(operation: 'edit' | 'extend', what: string): FieldRules {
  const body = sourceBody(operation);
  const wide = { ...body, aspect_ratio: '16:9' };
  return {
    rejected: { '': [`${what} and the aspect ratio 16:9`, '16:9', { inside: body }] },
    eachRejected: {
      'every-ratio': [
        `the operation "${operation}" and a fixed aspect ratio`,
        'The server accepts some aspect ratios and crops the video. Or the server accepts a fixed aspect ratio if there are other references.',
        {
          ...eachOf(`"${operation}" and *`, FIXED_RATIOS, (aspect_ratio, at) => ({
            ...body,
            aspect_ratio,
            resolution: at % 2 === 0 ? '720p' : '480p',
            audio: at % 3 !== 0,
          })),
          ...eachOf(`"${operation}", 9:16 and *`, BESIDE, (more) => ({ ...body, ...more, aspect_ratio: '9:16' })),
          [`"${operation}" and 16:9, at the highest resolution and the longest duration`]: { ...wide, ...LARGEST },
          [`"${operation}", 16:9 and an image`]: { ...wide, image_urls: [SAMPLE.image] },
        },
      ],
      'two-sources': [
        `the operation "${operation}", two source videos and a fixed aspect ratio`,
        'The server rejects a fixed aspect ratio only if there is a single source video.',
        eachOf(`"${operation}", two source videos and *`, ['16:9', '1:1'], (aspect_ratio) => (kit: ProbeTools) => ({
          ...sourceBody(operation, [SAMPLE.clip, kit.generation(LARGE).id]),
          aspect_ratio,
        })),
        { defect: 'position', after: ['any-clip', LARGE] },
      ],
    },
  };
}
