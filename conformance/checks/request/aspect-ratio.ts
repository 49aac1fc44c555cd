/**
 * The create request: the values of `aspect_ratio`, and the ratios of each mode and operation. Elsewhere are each ratio
 * at each resolution (choices.ts), the ratios beside a source video as a reference (workflows/combinations.ts), and the
 * shape of the clip (content/).
 */

import { ASPECT_RATIOS, FIXED_RATIOS, RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import {
  IMAGE_MODE,
  LARGEST,
  ONE_SOUND,
  REFERENCE_MODE,
  SAMPLE,
  sourceBody,
  TEXT,
  FRAMES_MODE,
} from '../lib/bodies.ts';
import { eachOf, eachPair } from '../lib/cases.ts';
import { BASE, LARGE } from '../lib/clips.ts';
import { ABSENT, type Field, type FieldRules } from '../lib/field.ts';
import { LARGE_3_4, LONGEST, MIDDLE_SQUARE, MIDDLE_WIDEST } from '../lib/thorough-clips.ts';

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
const tier = (at: number): Resolution | undefined => RESOLUTIONS[at % RESOLUTIONS.length];

export const ASPECT_RATIO: Field = {
  name: 'aspect_ratio',
  isOptional: true,
  rules: {
    'create.aspect-ratio.values': {
      rejected: { other: '2:1', spelling: '16x9', type: ['a number as `aspect_ratio`', 1.78] },
      accepted: {
        '16-9': { value: '16:9', by: LONGEST },
        '9-16': { value: '9:16', by: LARGE },
        '21-9': { value: '21:9', by: MIDDLE_WIDEST },
        '1-1': { value: '1:1', by: MIDDLE_SQUARE },
        '4-3': { value: '4:3', by: BASE },
        '3-4': { value: '3:4', by: LARGE_3_4 },
      },
      isListed: true,
      near: {
        'a trailing space': '16:9 ',
        'a space inside': '16: 9',
        'a trailing line break': '16:9\n',
        'a slash': '16/9',
        'a full-width colon': '16\uFF1A9',
        'a leading zero': '016:9',
        'only its end': '6:9',
        'only one number': '16:',
        'numbers that belong to two different ratios': '9:1',
        'an equal ratio with larger numbers': '32:18',
        'two numbers swapped': '9:21',
        'the ratio 3:2': '3:2',
        'the ratio 16:10': '16:10',
        auto: 'auto',
        'an array around it': ['16:9'],
        'no characters': '',
        'the number 0': 0,
      },
      nearIn: {
        adaptive: [
          IMAGE_MODE,
          { 'uppercase letters': 'ADAPTIVE', 'a trailing space': 'adaptive ', 'a trailing line break': 'adaptive\n' },
        ],
      },
      nearEverywhere: {
        auto: 'auto',
        'a slash': '16/9',
        'a trailing space': '16:9 ',
        'another case': 'Adaptive',
        'no characters': '',
        'the number 1': 1,
      },
      everywhere: [
        'an `aspect_ratio` that is not listed',
        {
          'an aspect ratio that is not listed': (body: Readonly<Record<string, unknown>>) =>
            body['aspect_ratio'] === 'adaptive' ? 'Adaptive' : '2:1',
        },
      ],
    },
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
          'an image as a reference, for each aspect ratio and for `adaptive`',
          'The server requires a fixed aspect ratio for references, or requires `adaptive` as in other workflows.',
          eachOf('a reference and *', ASPECT_RATIOS, (aspect_ratio, at) => ({
            ...REFERENCE_MODE,
            aspect_ratio,
            resolution: tier(at),
            audio: at % 2 === 0,
          })),
        ],
        'workflow.reference.every-ratio.sound': [
          'an audio file as the only reference, for each aspect ratio and for `adaptive`',
          'The server accepts `adaptive` only if it can copy the aspect ratio of an image or a source video.',
          eachOf('an audio file and *', ASPECT_RATIOS, (aspect_ratio, at) => ({
            ...ONE_SOUND,
            aspect_ratio,
            resolution: tier(at + 1),
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
