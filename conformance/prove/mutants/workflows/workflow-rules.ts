/** Servers that keep the rules of a workflow in some of its forms only. */

import { has } from '../../tamper/body.ts';
import { accepting } from '../../tamper/create.ts';
import type { Mutant } from '../../mutant.ts';
import {
  every,
  imagesOf,
  inImageMode,
  inReferenceMode,
  operates,
  soundsOf,
  sourcesOf,
  ofTable,
  type NamedRow,
} from '../../tamper/workflow.ts';

const EXPLICIT = has('mode', 'text-to-video');
const ratio = (value: string) => has('aspect_ratio', value);
const longest = has('duration_seconds', 30);
const largest = has('resolution', '1080p');

/** Rules of one workflow, lost in a part of it. */
const LENIENT: readonly NamedRow[] = [
  [
    'explicit',
    'workflow.text.fixed-ratio.everywhere',
    'reads adaptive as 16:9 where text mode is given',
    every(EXPLICIT, ratio('adaptive')),
  ],
  [
    'longest',
    'workflow.text.fixed-ratio.everywhere',
    'looks at ratios of short clips only',
    every(longest, ratio('adaptive'), EXPLICIT),
  ],
  [
    '720p',
    'workflow.text.fixed-ratio.everywhere',
    'takes adaptive at 720p',
    every(has('resolution', '720p'), ratio('adaptive'), (body) => !('mode' in body)),
  ],
  [
    'implicit',
    'workflow.text.references.everywhere',
    'drops sounds where the mode is left out',
    (body) => !('mode' in body) && soundsOf(body) > 0,
  ],
  [
    'mixed',
    'workflow.text.references.everywhere',
    'drops images where there are sounds too',
    every(EXPLICIT, (body) => soundsOf(body) > 0 && imagesOf(body) > 0),
  ],
  [
    'video-map',
    'workflow.text.references.everywhere',
    'ignores a map of videos where text mode is given',
    every(EXPLICIT, (body) => 'subject_to_video_ids' in body),
  ],
  [
    'audio-map',
    'workflow.text.references.everywhere',
    'ignores a map of sounds where text mode is given',
    every(EXPLICIT, (body) => 'subject_to_audio_ids' in body),
  ],
  [
    'reference',
    'workflow.text.references.everywhere',
    'ignores the operation "reference" in text mode',
    every(EXPLICIT, operates('reference')),
  ],
  [
    'operation',
    'workflow.text.references.everywhere',
    'ignores an operation where the mode is left out',
    (body) => !('mode' in body) && 'reference_video_operation' in body,
  ],
  [
    'largest',
    'workflow.text.references.everywhere',
    'drops images of the largest clips',
    every(EXPLICIT, largest, (body) => imagesOf(body) > 0),
  ],
  [
    'implicit',
    'workflow.text.sources.everywhere',
    'drops source videos where the mode is left out',
    (body) => !('mode' in body) && sourcesOf(body) > 0 && !('reference_video_operation' in body),
  ],
  [
    'edit',
    'workflow.text.sources.everywhere',
    'makes an edit in text mode',
    every(EXPLICIT, operates('edit'), (body) => sourcesOf(body) > 0),
  ],
  [
    'guess',
    'workflow.text.sources.everywhere',
    'guesses the mode of an extension',
    (body) => !('mode' in body) && operates('extend')(body),
  ],
  ...(['21:9', '4:3', '3:4'] as const).map(
    (shape) =>
      [
        shape,
        'workflow.image.adaptive.every-ratio',
        `crops one image to ${shape}`,
        every(inImageMode, ratio(shape), (body) => imagesOf(body) === 1),
      ] as const,
  ),
  ...(['16:9', '1:1'] as const).map(
    (shape) =>
      [
        `frames-${shape}`,
        'workflow.image.adaptive.every-ratio',
        `crops two images to ${shape}`,
        every(inImageMode, ratio(shape), (body) => imagesOf(body) === 2),
      ] as const,
  ),
  [
    'four',
    'workflow.image.count.everywhere',
    'refuses three images, and takes four',
    every(inImageMode, (body) => imagesOf(body) === 4),
  ],
  [
    'thirty',
    'workflow.image.count.everywhere',
    'counts images up to the limit of references',
    every(inImageMode, (body) => imagesOf(body) === 30),
  ],
  [
    'largest',
    'workflow.image.count.everywhere',
    'takes three images for the largest clips',
    every(inImageMode, largest, (body) => imagesOf(body) === 3),
  ],
  [
    'none',
    'workflow.image.count.everywhere',
    'takes no image for the longest clips',
    every(inImageMode, longest, (body) => imagesOf(body) === 0),
  ],
  [
    'frames-sound',
    'workflow.image.references.everywhere',
    'drops a sound where there is a last frame',
    every(inImageMode, (body) => soundsOf(body) > 0 && imagesOf(body) === 2),
  ],
  [
    'frames-map',
    'workflow.image.references.everywhere',
    'ignores maps where there is a last frame',
    every(inImageMode, (body) => imagesOf(body) === 2 && 'subject_to_image_ids' in body),
  ],
  [
    'edit',
    'workflow.image.references.everywhere',
    'ignores an edit in image mode',
    every(inImageMode, operates('edit')),
  ],
  [
    'sounds',
    'workflow.reference.some.everywhere',
    'counts an empty list of sounds',
    every(inReferenceMode, (body) => 'audio_urls' in body && soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0),
  ],
  [
    'map',
    'workflow.reference.some.everywhere',
    'takes a map for a reference',
    every(
      inReferenceMode,
      (body) => 'subject_to_image_ids' in body && soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0,
    ),
  ],
  [
    'longest',
    'workflow.reference.some.everywhere',
    'needs no reference for the longest clips',
    every(inReferenceMode, longest, (body) => soundsOf(body) + imagesOf(body) + sourcesOf(body) === 0),
  ],
  [
    'list',
    'create.reference-video-operation.needs-sources.empty',
    'looks whether there is a list of source videos',
    (body) => 'source_video_ids' in body && sourcesOf(body) === 0 && 'reference_video_operation' in body,
  ],
  [
    'sound',
    'create.reference-video-operation.needs-sources.empty',
    'edits a sound',
    every(operates('edit'), (body) => soundsOf(body) > 0 && sourcesOf(body) === 0),
  ],
  ...(['edit', 'extend'] as const).flatMap((name) => [
    [
      'tall',
      `workflow.${name}.adaptive.every-ratio`,
      `crops "${name}" to 9:16`,
      every(operates(name), ratio('9:16')),
    ] as const,
    [
      'square',
      `workflow.${name}.adaptive.every-ratio`,
      `crops "${name}" to 1:1`,
      every(operates(name), ratio('1:1')),
    ] as const,
    [
      'longest',
      `workflow.${name}.adaptive.every-ratio`,
      `crops the longest of "${name}"`,
      every(operates(name), longest, ratio('16:9')),
    ] as const,
    [
      'mixed',
      `workflow.${name}.adaptive.every-ratio`,
      `crops "${name}" beside an image`,
      every(operates(name), ratio('16:9'), (body) => imagesOf(body) > 0),
    ] as const,
  ]),
];

export const WORKFLOW_RULE_MUTANTS: readonly Mutant[] = LENIENT.map((row) => ofTable(row, () => accepting(row[3])));
