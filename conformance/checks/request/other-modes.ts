/**
 * The create request: rules that hold in every mode, tried where a server of one schema for each mode may have lost
 * them.
 */

import { LIMITS } from '../../../contract/limits.ts';
import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';

import { IMAGE_MODE, REFERENCE_MODE, withFittingImages } from '../lib/bodies.ts';
import { sourceBody } from '../lib/clips.ts';
import { refusal } from '../lib/rows.ts';
import { allRefused } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const { durationSeconds: duration, prompt } = LIMITS;
const MODES = { 'image mode': IMAGE_MODE, 'reference mode': REFERENCE_MODE } as const;

export const OTHER_MODE_CHECKS: readonly Check[] = [
  inOtherModes('create.model.constant', 'another `model`', { model: 'videomodel-2' }),
  inOtherModes('create.prompt.length', `a \`prompt\` of ${prompt.max + 1} characters`, {
    prompt: 'a'.repeat(prompt.max + 1),
  }),
  inOtherModes('create.duration-seconds.range', `\`duration_seconds\` ${duration.max + 1}`, {
    duration_seconds: duration.max + 1,
  }),
  inOtherModes('create.resolution.values', '`resolution` 4k', { resolution: '4k' }),
  inOtherModes('create.unknown-fields', 'a field that is not in the table', { colour: 'red' }),
  ...refusal({
    id: 'create.duration-seconds.range.edit',
    requirement: 'create.duration-seconds.range',
    what: `an edit and \`duration_seconds\` ${duration.min - 1}`,
    after: ['any-clip'],
    body: (kit) => ({ ...sourceBody(kit, 'edit'), duration_seconds: duration.min - 1 }),
  }),
];

/** One defect, in each mode but that of text. */
function inOtherModes(requirement: RequirementId, what: string, defect: object): Check {
  const id = `${requirement}.other-modes`;
  const modes = Object.entries(MODES);
  const probe = defineProbe({
    id,
    sends: `Creates with ${what}, in image and in reference mode.`,
    run: async (kit) => {
      for (const [mode, body] of modes) await kit.create(mode, withFittingImages(kit.profile, { ...body, ...defect }));
      return undefined;
    },
  });
  return defineCheck({
    id,
    requirement,
    proves: `In image and in reference mode, too, a create with ${what} is refused, where a valid one of its kind is not.`,
    failing: 'It has a schema for each mode, and one of them has lost the rule.',
    from: [...TWINS, probe],
    passive: true,
    judge: (evidence) => allRefused(evidence, Object.keys(MODES), `it has ${what}`),
  });
}
