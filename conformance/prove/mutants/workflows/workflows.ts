/** Servers that cannot make the clip of one workflow, lost a rule in one of its forms, or reject valid combinations. */

import { ABSENT } from '../../../checks/lib/field.ts';
import {
  EDITING,
  EXTENDING,
  TWO_IMAGES,
  IN_IMAGE_MODE,
  imagesOf,
  lenientTo,
  ONE_IMAGE,
  PRESENT,
  IN_REFERENCE_MODE,
  secondsOf,
  SOME,
  soundsOf,
  sourcesOf,
  strictTo,
  type CreateTest,
} from '../../tamper/create.ts';
import type { Mutant } from '../../mutant.ts';

const TEXT_MODE = { mode: 'text-to-video' } as const;
const isEmpty: CreateTest = (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0;

const STRICT: readonly Mutant[] = strictTo({
  'workflow.text.accepted.runs': { 'requires an aspect ratio': { aspect_ratio: ABSENT, mode: ABSENT } },
  'workflow.image.accepted.runs': { 'rejects image mode': ONE_IMAGE },
  'workflow.frames.accepted.runs': { 'rejects last frames': TWO_IMAGES },
  'workflow.reference.accepted.runs': {
    'rejects references of three kinds together': {
      ...IN_REFERENCE_MODE,
      image_urls: SOME,
      audio_urls: SOME,
      source_video_ids: SOME,
    },
  },
  'workflow.edit.accepted.runs': { 'rejects edits': { ...IN_REFERENCE_MODE, ...EDITING } },
  'workflow.extend.accepted.runs': { 'rejects extensions': { ...IN_REFERENCE_MODE, ...EXTENDING } },
  'service.workflow-choice': { 'requires a field of its own for an edit': { ...IN_REFERENCE_MODE, ...EDITING } },
  'create.resolution.values.every-shape': {
    'limits 1080p to 15 seconds': [{ resolution: '1080p' }, (body) => secondsOf(body) > 15],
    'rejects 21:9 at 480p': { aspect_ratio: '21:9', resolution: '480p' },
    'rejects 3:4 for 30 seconds at 1080p': { aspect_ratio: '3:4', resolution: '1080p', duration_seconds: 30 },
    'rejects sound for 30 seconds at 720p': { duration_seconds: 30, audio: true, resolution: '720p' },
    'rejects squares at one tier': { aspect_ratio: '1:1', resolution: '1080p' },
  },
  'create.duration-seconds.range.every-length': {
    'accepts only lengths in steps of five': (body) =>
      secondsOf(body) > 5 && secondsOf(body) % 5 !== 0 && secondsOf(body) !== 30,
    'rejects a length of 17 seconds': { duration_seconds: 17 },
    'requires less than 29 seconds': { duration_seconds: 29 },
  },
  'create.limits.together': {
    'limits the whole body to 16 KiB': (_, { body = '' }) => body.length > 16_384 && body.length < 100_000,
    'requires a short prompt for a long clip': { duration_seconds: 30, prompt: /^[^]{15000}$/ },
    'counts characters of three bytes twice': { prompt: /^\u7A7A{7501}/ },
    'limits the lines of a prompt': { prompt: /^(?:[^\n]*\n){100}/ },
    'requires a longer prompt for a long clip': { duration_seconds: 30, prompt: 'x' },
  },
  'create.prompt.ordinary': {
    'accepts only prompts of one line': { prompt: /\n/ },
    'rejects tabs as control characters': { prompt: /\t/ },
    'rejects markup as an attack': { prompt: /<script>/ },
    'keeps only three bytes of a character': { prompt: /[\u{10000}-\u{10FFFF}]/u },
    'accepts only ASCII': [{ prompt: /[\u0400-\u9FFF]/ }, (body) => String(body['prompt']).length < 100],
    'reads the prompt "null" as no prompt': { prompt: 'null' },
    'reads prompts as templates': { prompt: /\{\{/ },
  },
  'workflow.image.every-tier': {
    'rejects image mode at 1080p': { ...IN_IMAGE_MODE, resolution: '1080p' },
    'rejects a last frame for 30 seconds': { ...TWO_IMAGES, duration_seconds: 30 },
  },
  'workflow.reference.every-tier': {
    'rejects a sound alone at 1080p': { ...IN_REFERENCE_MODE, resolution: '1080p', image_urls: 0 },
    'accepts 40 references only for short clips': [
      { ...IN_REFERENCE_MODE, duration_seconds: 30 },
      (body) => imagesOf(body) + soundsOf(body) === 40,
    ],
  },
});

const LENIENT: readonly Mutant[] = lenientTo({
  'workflow.text.fixed-ratio.everywhere': {
    'reads adaptive as 16:9 if text mode is given': { ...TEXT_MODE, aspect_ratio: 'adaptive' },
    'checks the ratio of short clips only': { ...TEXT_MODE, duration_seconds: 30, aspect_ratio: 'adaptive' },
    'accepts adaptive at 720p': { resolution: '720p', aspect_ratio: 'adaptive', mode: ABSENT },
  },
  'workflow.text.references.everywhere': {
    'drops sounds if the mode is omitted': { mode: ABSENT, audio_urls: SOME },
    'drops images if there are sounds, too': { ...TEXT_MODE, audio_urls: SOME, image_urls: SOME },
    'ignores a map of videos if text mode is given': { ...TEXT_MODE, subject_to_video_ids: PRESENT },
    'ignores a map of sounds if text mode is given': { ...TEXT_MODE, subject_to_audio_ids: PRESENT },
    'ignores the operation "reference" in text mode': { ...TEXT_MODE, reference_video_operation: 'reference' },
    'ignores an operation if the mode is omitted': { mode: ABSENT, reference_video_operation: PRESENT },
    'drops images of the largest clips': { ...TEXT_MODE, resolution: '1080p', image_urls: SOME },
  },
  'workflow.text.sources.everywhere': {
    'drops source videos if the mode is omitted': {
      mode: ABSENT,
      source_video_ids: SOME,
      reference_video_operation: ABSENT,
    },
    'makes an edit in text mode': { ...TEXT_MODE, ...EDITING, source_video_ids: SOME },
    'guesses the mode of an extension': { mode: ABSENT, ...EXTENDING },
  },
  'workflow.image.adaptive.every-ratio': {
    ...Object.fromEntries(
      ['21:9', '4:3', '3:4'].map((ratio) => [`crops one image to ${ratio}`, { ...ONE_IMAGE, aspect_ratio: ratio }]),
    ),
    ...Object.fromEntries(
      ['16:9', '1:1'].map((ratio) => [`crops two images to ${ratio}`, { ...TWO_IMAGES, aspect_ratio: ratio }]),
    ),
  },
  'workflow.image.count.everywhere': {
    'rejects three images, but accepts four': { ...IN_IMAGE_MODE, image_urls: 4 },
    'limits images only by the limit of references': { ...IN_IMAGE_MODE, image_urls: 30 },
    'accepts three images for the largest clips': { ...IN_IMAGE_MODE, resolution: '1080p', image_urls: 3 },
    'accepts no image for the longest clips': { ...IN_IMAGE_MODE, duration_seconds: 30, image_urls: 0 },
  },
  'workflow.image.references.everywhere': {
    'drops a sound if there is a last frame': { ...TWO_IMAGES, audio_urls: SOME },
    'ignores maps if there is a last frame': { ...TWO_IMAGES, subject_to_image_ids: PRESENT },
    'ignores an edit in image mode': { ...IN_IMAGE_MODE, ...EDITING },
  },
  'workflow.reference.some.everywhere': {
    'counts an empty list of sounds as a reference': [{ ...IN_REFERENCE_MODE, audio_urls: PRESENT }, isEmpty],
    'counts a map as a reference': [{ ...IN_REFERENCE_MODE, subject_to_image_ids: PRESENT }, isEmpty],
    'requires no reference for the longest clips': [{ ...IN_REFERENCE_MODE, duration_seconds: 30 }, isEmpty],
  },
  'create.reference-video-operation.needs-sources.empty': {
    'accepts an empty list of source videos': [
      { source_video_ids: PRESENT, reference_video_operation: PRESENT },
      (body) => sourcesOf(body) === 0,
    ],
    'accepts an edit of a sound': { ...EDITING, audio_urls: SOME, source_video_ids: 0 },
  },
  ...Object.fromEntries(
    [EDITING, EXTENDING].map((operation) => [
      `workflow.${operation.reference_video_operation}.adaptive.every-ratio`,
      {
        'accepts 9:16': { ...operation, aspect_ratio: '9:16' },
        'accepts 1:1': { ...operation, aspect_ratio: '1:1' },
        'accepts 16:9 for the longest clips': { ...operation, aspect_ratio: '16:9', duration_seconds: 30 },
        'accepts 16:9 beside an image': { ...operation, aspect_ratio: '16:9', image_urls: SOME },
      },
    ]),
  ),
});

export const WORKFLOW_MUTANTS: readonly Mutant[] = [...STRICT, ...LENIENT];
