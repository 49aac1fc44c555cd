/** The ways to make a generation fail, from the profile (`triggers.failing`). */

import type { Profile } from '../../profile/profile.ts';
import { missing } from '../../engine/outcome.ts';

/** The reason why no generation can fail on purpose. */
export const NO_FAILING_TRIGGER = missing(
  '--failing-prompt',
  'The profile does not say how to make a generation fail (--failing-prompt or triggers.failing).',
);

/** Returns whether a generation of any workflow can fail on purpose, so that the server refunds its cost. */
export function hasFailingPrompt({ triggers: { failing } }: Profile): boolean {
  return failing !== undefined && isPrompt(failing);
}

/** Returns whether a prompt alone makes a generation fail, in any workflow. */
export function isPrompt(failing: Profile['triggers']['failing']): boolean {
  return Object.keys(failing ?? {}).every((field) => field === 'prompt');
}
