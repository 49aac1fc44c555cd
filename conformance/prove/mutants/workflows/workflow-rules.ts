/** Servers that keep the rules of a workflow only in some of its forms. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { PRESENT, SOME, lenientTo, type Pattern, type PatternRow } from '../../tamper/pattern.ts';
import { imagesOf, soundsOf, sourcesOf } from '../../tamper/workflow.ts';
import type { Mutant } from '../../mutant.ts';

const LENIENT = lenientTo({
  'workflow.text.fixed-ratio.everywhere': {
    explicit: ['reads adaptive as 16:9 if text mode is given', { mode: 'text-to-video', aspect_ratio: 'adaptive' }],
    longest: [
      'checks the ratio of short clips only',
      { duration_seconds: 30, aspect_ratio: 'adaptive', mode: 'text-to-video' },
    ],
    '720p': ['accepts adaptive at 720p', { resolution: '720p', aspect_ratio: 'adaptive', mode: ABSENT }],
  },
  'workflow.text.references.everywhere': {
    implicit: ['drops sounds if the mode is omitted', { mode: ABSENT, audio_urls: SOME }],
    mixed: ['drops images if there are sounds, too', { mode: 'text-to-video', audio_urls: SOME, image_urls: SOME }],
    'video-map': [
      'ignores a map of videos if text mode is given',
      { mode: 'text-to-video', subject_to_video_ids: PRESENT },
    ],
    'audio-map': [
      'ignores a map of sounds if text mode is given',
      { mode: 'text-to-video', subject_to_audio_ids: PRESENT },
    ],
    reference: [
      'ignores the operation "reference" in text mode',
      { mode: 'text-to-video', reference_video_operation: 'reference' },
    ],
    operation: ['ignores an operation if the mode is omitted', { mode: ABSENT, reference_video_operation: PRESENT }],
    largest: ['drops images of the largest clips', { mode: 'text-to-video', resolution: '1080p', image_urls: SOME }],
  },
  'workflow.text.sources.everywhere': {
    implicit: [
      'drops source videos if the mode is omitted',
      { mode: ABSENT, source_video_ids: SOME, reference_video_operation: ABSENT },
    ],
    edit: [
      'makes an edit in text mode',
      { mode: 'text-to-video', reference_video_operation: 'edit', source_video_ids: SOME },
    ],
    guess: ['guesses the mode of an extension', { mode: ABSENT, reference_video_operation: 'extend' }],
  },
  'workflow.image.adaptive.every-ratio': Object.fromEntries(
    ['21:9', '4:3', '3:4', '16:9', '1:1'].map((ratio, at): [string, PatternRow] => {
      const [images, count] = at < 3 ? ['one image', 1] : ['two images', 2];
      const name = `${count === 1 ? '' : 'frames-'}${ratio.replace(':', '-')}`;
      return [
        name,
        [`crops ${images} to ${ratio}`, { mode: 'image-to-video', aspect_ratio: ratio, image_urls: count }],
      ];
    }),
  ),
  'workflow.image.count.everywhere': {
    four: ['rejects three images, but accepts four', { mode: 'image-to-video', image_urls: 4 }],
    thirty: ['limits images only by the limit of references', { mode: 'image-to-video', image_urls: 30 }],
    largest: [
      'accepts three images for the largest clips',
      { mode: 'image-to-video', resolution: '1080p', image_urls: 3 },
    ],
    none: ['accepts no image for the longest clips', { mode: 'image-to-video', duration_seconds: 30, image_urls: 0 }],
  },
  'workflow.image.references.everywhere': {
    'frames-sound': [
      'drops a sound if there is a last frame',
      { mode: 'image-to-video', audio_urls: SOME, image_urls: 2 },
    ],
    'frames-map': [
      'ignores maps if there is a last frame',
      { mode: 'image-to-video', image_urls: 2, subject_to_image_ids: PRESENT },
    ],
    edit: ['ignores an edit in image mode', { mode: 'image-to-video', reference_video_operation: 'edit' }],
  },
  'workflow.reference.some.everywhere': {
    sounds: [
      'counts an empty list of sounds as a reference',
      { mode: 'reference-to-video', audio_urls: PRESENT },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
    map: [
      'counts a map as a reference',
      { mode: 'reference-to-video', subject_to_image_ids: PRESENT },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
    longest: [
      'requires no reference for the longest clips',
      { mode: 'reference-to-video', duration_seconds: 30 },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
  },
  'create.reference-video-operation.needs-sources.empty': {
    list: [
      'accepts an empty list of source videos',
      { source_video_ids: 0, reference_video_operation: PRESENT },
      (body) => 'source_video_ids' in body,
    ],
    sound: ['accepts an edit of a sound', { reference_video_operation: 'edit', audio_urls: SOME, source_video_ids: 0 }],
  },
});

const OPERATIONS = ['edit', 'extend'].flatMap((reference_video_operation) => {
  const cropped = (aspect_ratio: string, more: Pattern = {}): Pattern => ({
    reference_video_operation,
    aspect_ratio,
    ...more,
  });
  const name = reference_video_operation;
  return lenientTo({
    [`workflow.${name}.adaptive.every-ratio`]: {
      tall: [`accepts 9:16 for "${name}"`, cropped('9:16')],
      square: [`accepts 1:1 for "${name}"`, cropped('1:1')],
      longest: [`accepts 16:9 for the longest "${name}"`, cropped('16:9', { duration_seconds: 30 })],
      mixed: [`accepts 16:9 for "${name}" beside an image`, cropped('16:9', { image_urls: SOME })],
    },
  });
});

export const WORKFLOW_RULE_MUTANTS: readonly Mutant[] = [...LENIENT, ...OPERATIONS];
