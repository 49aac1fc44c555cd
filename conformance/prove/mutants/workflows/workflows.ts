/** Servers that cannot make the clip of one workflow, or lost a rule in one mode. */

import { every, imagesOf, inImageMode, inReferenceMode, operates, soundsOf, sourcesOf } from '../../tamper/workflow.ts';
import { has } from '../../tamper/body.ts';
import { accepting, strict } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const TOO_MUCH: readonly Mutant[] = strict([
  ['workflow.text.accepted.runs', 'requires an aspect ratio', (body) => !('aspect_ratio' in body) && !('mode' in body)],
  ['workflow.image.accepted.runs', 'rejects image mode', every(inImageMode, (body) => imagesOf(body) === 1)],
  ['workflow.frames.accepted.runs', 'rejects last frames', every(inImageMode, (body) => imagesOf(body) === 2)],
  [
    'workflow.reference.accepted.runs',
    'rejects references of three kinds together',
    every(inReferenceMode, (body) => imagesOf(body) > 0 && soundsOf(body) > 0 && sourcesOf(body) > 0),
  ],
  ['workflow.edit.accepted.runs', 'rejects edits', every(inReferenceMode, operates('edit'))],
  ['workflow.extend.accepted.runs', 'rejects extensions', every(inReferenceMode, operates('extend'))],
  ['service.workflow-choice', 'requires a field of its own for an edit', every(inReferenceMode, operates('edit'))],
]);

/** Servers with one schema for each mode, of which one lost a rule. */
const LOST: readonly Mutant[] = (
  [
    ['create.model.constant', 'accepts older models', has('model', 'videomodel-2')],
    ['create.prompt.length', 'does not limit the prompt', (body) => String(body['prompt']).length > 15_000],
    ['create.duration-seconds.range', 'accepts 31 seconds', has('duration_seconds', 31)],
    ['create.resolution.values', 'has a tier 4k', has('resolution', '4k')],
    ['create.unknown-fields', 'ignores unknown fields', (body) => 'color' in body],
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

export const WORKFLOW_MUTANTS: readonly Mutant[] = [...TOO_MUCH, ...LOST];
