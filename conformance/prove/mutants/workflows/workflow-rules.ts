/** Servers that keep the rules of a workflow in some of its forms only. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { PRESENT, SOME, lenientTo, type Pattern, type PatternRow } from '../../tamper/pattern.ts';
import { imagesOf, soundsOf, sourcesOf } from '../../tamper/workflow.ts';
import type { Mutant } from '../../mutant.ts';

const LENIENT = lenientTo({
  'workflow.text.fixed-ratio.everywhere': {
    explicit: ['reads adaptive as 16:9 where text mode is given', { mode: 'text-to-video', aspect_ratio: 'adaptive' }],
    longest: [
      'looks at ratios of short clips only',
      { duration_seconds: 30, aspect_ratio: 'adaptive', mode: 'text-to-video' },
    ],
    '720p': ['takes adaptive at 720p', { resolution: '720p', aspect_ratio: 'adaptive', mode: ABSENT }],
  },
  'workflow.text.references.everywhere': {
    implicit: ['drops sounds where the mode is left out', { mode: ABSENT, audio_urls: SOME }],
    mixed: ['drops images where there are sounds too', { mode: 'text-to-video', audio_urls: SOME, image_urls: SOME }],
    'video-map': [
      'ignores a map of videos where text mode is given',
      { mode: 'text-to-video', subject_to_video_ids: PRESENT },
    ],
    'audio-map': [
      'ignores a map of sounds where text mode is given',
      { mode: 'text-to-video', subject_to_audio_ids: PRESENT },
    ],
    reference: [
      'ignores the operation "reference" in text mode',
      { mode: 'text-to-video', reference_video_operation: 'reference' },
    ],
    operation: [
      'ignores an operation where the mode is left out',
      { mode: ABSENT, reference_video_operation: PRESENT },
    ],
    largest: ['drops images of the largest clips', { mode: 'text-to-video', resolution: '1080p', image_urls: SOME }],
  },
  'workflow.text.sources.everywhere': {
    implicit: [
      'drops source videos where the mode is left out',
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
    four: ['refuses three images, and takes four', { mode: 'image-to-video', image_urls: 4 }],
    thirty: ['counts images up to the limit of references', { mode: 'image-to-video', image_urls: 30 }],
    largest: [
      'takes three images for the largest clips',
      { mode: 'image-to-video', resolution: '1080p', image_urls: 3 },
    ],
    none: ['takes no image for the longest clips', { mode: 'image-to-video', duration_seconds: 30, image_urls: 0 }],
  },
  'workflow.image.references.everywhere': {
    'frames-sound': [
      'drops a sound where there is a last frame',
      { mode: 'image-to-video', audio_urls: SOME, image_urls: 2 },
    ],
    'frames-map': [
      'ignores maps where there is a last frame',
      { mode: 'image-to-video', image_urls: 2, subject_to_image_ids: PRESENT },
    ],
    edit: ['ignores an edit in image mode', { mode: 'image-to-video', reference_video_operation: 'edit' }],
  },
  'workflow.reference.some.everywhere': {
    sounds: [
      'counts an empty list of sounds',
      { mode: 'reference-to-video', audio_urls: PRESENT },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
    map: [
      'takes a map for a reference',
      { mode: 'reference-to-video', subject_to_image_ids: PRESENT },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
    longest: [
      'needs no reference for the longest clips',
      { mode: 'reference-to-video', duration_seconds: 30 },
      (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ],
  },
  'create.reference-video-operation.needs-sources.empty': {
    list: [
      'looks whether there is a list of source videos',
      { source_video_ids: 0, reference_video_operation: PRESENT },
      (body) => 'source_video_ids' in body,
    ],
    sound: ['edits a sound', { reference_video_operation: 'edit', audio_urls: SOME, source_video_ids: 0 }],
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
      tall: [`crops "${name}" to 9:16`, cropped('9:16')],
      square: [`crops "${name}" to 1:1`, cropped('1:1')],
      longest: [`crops the longest of "${name}"`, cropped('16:9', { duration_seconds: 30 })],
      mixed: [`crops "${name}" beside an image`, cropped('16:9', { image_urls: SOME })],
    },
  });
});

export const WORKFLOW_RULE_MUTANTS: readonly Mutant[] = [...LENIENT, ...OPERATIONS];
