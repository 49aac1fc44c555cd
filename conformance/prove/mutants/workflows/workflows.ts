/** Servers that lack a rule in one workflow, or have one rule too many. */

import { has } from '../../tamper/body.ts';
import { accepting, lenient, listOf, strict } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const some =
  (field: string) =>
  (body: Fields): boolean =>
    listOf(body, field).length > 0;
const inMode =
  (mode: string, test: (body: Fields) => boolean) =>
  (body: Fields): boolean =>
    body['mode'] === mode && test(body);
const text = (test: (body: Fields) => boolean) => inMode('text-to-video', test);
const image = (test: (body: Fields) => boolean) => inMode('image-to-video', test);
const reference = (test: (body: Fields) => boolean) => inMode('reference-to-video', test);
const pictures = (body: Fields): number => listOf(body, 'image_urls').length;
const references = (body: Fields): number =>
  ['image_urls', 'audio_urls', 'source_video_ids'].reduce((sum, field) => sum + listOf(body, field).length, 0);
const operates = (operation: string) => reference(has('reference_video_operation', operation));

const MISSING: readonly Mutant[] = lenient([
  [
    'workflow.text.fixed-ratio',
    'reads adaptive as 16:9 in text mode',
    (body) => !('mode' in body) && has('aspect_ratio', 'adaptive')(body),
  ],
  ['workflow.text.no-images', 'ignores images in text mode', text(some('image_urls'))],
  ['workflow.text.no-audio', 'drops sounds in text mode', text(some('audio_urls'))],
  ['workflow.text.no-sources', 'ignores source videos in text mode', text(some('source_video_ids'))],
  [
    'workflow.image.count.none',
    'makes a text clip of image mode without images',
    image((body) => Array.isArray(body['image_urls']) && pictures(body) === 0),
  ],
  [
    'workflow.image.count.absent',
    'falls back to text when `image_urls` is missing',
    image((body) => !('image_urls' in body)),
  ],
  ['workflow.image.count.above', 'uses the first two of three images', image((body) => pictures(body) === 3)],
  ['workflow.image.adaptive.wide', 'crops an image to 16:9', image(has('aspect_ratio', '16:9'))],
  ['workflow.image.adaptive.square', 'crops an image to a square', image(has('aspect_ratio', '1:1'))],
  ['workflow.image.adaptive.frames', 'crops first and last frame', image(has('aspect_ratio', '9:16'))],
  [
    'workflow.reference.some.absent',
    'needs no reference in reference mode',
    reference((body) => references(body) === 0 && !('image_urls' in body) && !('reference_video_operation' in body)),
  ],
  [
    'workflow.reference.some.empty',
    'takes empty arrays for references',
    reference((body) => references(body) === 0 && 'image_urls' in body),
  ],
  ['workflow.edit.adaptive', 'crops an edit', (body) => operates('edit')(body) && has('aspect_ratio', '16:9')(body)],
  [
    'workflow.extend.adaptive',
    'crops an extension',
    (body) => operates('extend')(body) && has('aspect_ratio', '16:9')(body),
  ],
  ['workflow.operation.mode.text', 'ignores an operation in text mode', text(has('reference_video_operation', 'edit'))],
  [
    'workflow.operation.mode.image',
    'ignores an operation in image mode',
    image(has('reference_video_operation', 'extend')),
  ],
  [
    'workflow.operation.mode.sources',
    'guesses the mode from the operation',
    (body) => !('mode' in body) && has('reference_video_operation', 'edit')(body),
  ],
]);

const TOO_MUCH: readonly Mutant[] = strict([
  ['workflow.text.valid', 'wants a resolution', (body) => !('resolution' in body) && !('mode' in body)],
  ['workflow.image.valid', 'wants two images in image mode', image((body) => pictures(body) === 1)],
  ['workflow.frames.valid', 'knows no last frame', image((body) => pictures(body) === 2)],
  ['workflow.reference.valid.image', 'wants two images as references', reference((body) => pictures(body) === 1)],
  [
    'workflow.reference.valid.sound',
    'takes no sound alone',
    reference((body) => references(body) === listOf(body, 'audio_urls').length),
  ],
  ['workflow.reference.valid.most', 'takes 39 references at most', reference((body) => references(body) === 40)],
  ['workflow.text.accepted.runs', 'wants an aspect ratio', (body) => !('aspect_ratio' in body) && !('mode' in body)],
  ['workflow.image.accepted.runs', 'has switched image mode off', image((body) => pictures(body) === 1)],
  ['workflow.frames.accepted.runs', 'has switched last frames off', image((body) => pictures(body) === 2)],
  [
    'workflow.reference.accepted.runs',
    'cannot mix references of three kinds',
    reference((body) =>
      ['image_urls', 'audio_urls', 'source_video_ids'].every((field) => listOf(body, field).length > 0),
    ),
  ],
  ['workflow.edit.accepted.runs', 'has switched edits off', operates('edit')],
  ['workflow.extend.accepted.runs', 'has switched extensions off', operates('extend')],
  ['service.workflow-choice', 'wants an edit to name its own field', operates('edit')],
]);

/** One schema for each mode, and a rule is lost in one of them. */
const LOST: readonly Mutant[] = (
  [
    ['create.model.constant', 'knows older models', has('model', 'videomodel-2')],
    ['create.prompt.length', 'does not count the prompt', (body) => String(body['prompt']).length > 15_000],
    ['create.duration-seconds.range', 'takes 31 seconds', has('duration_seconds', 31)],
    ['create.resolution.values', 'has a tier 4k', has('resolution', '4k')],
    ['create.unknown-fields', 'ignores fields that it does not know', (body) => 'color' in body],
  ] satisfies [string, string, (body: Fields) => boolean][]
).flatMap(([rule, does, isBroken]) => {
  const check = `${rule}.other-modes`;
  const lost = (mode: string): Mutant =>
    mutant(check, `${does} in ${mode} mode`, {
      id: `${check}.${mode}`,
      tamper: () => accepting((body) => isBroken(body) && body['mode'] === `${mode}-to-video`),
    });
  return [lost('image'), lost('reference')];
});

const EDITS: readonly Mutant[] = lenient([
  [
    'create.duration-seconds.range.edit',
    'does not look at the length that an edit asks for',
    (body) => operates('edit')(body) && has('duration_seconds', 3)(body),
  ],
]);

export const WORKFLOW_MUTANTS: readonly Mutant[] = [...MISSING, ...TOO_MUCH, ...LOST, ...EDITS];
