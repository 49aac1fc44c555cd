/** What makes a generation fail, as the profile says (`triggers.failing`). */

import type { Profile } from '../../profile/profile.ts';
import { missing } from '../../engine/outcome.ts';

/** Why no generation can be made to fail. */
export const NO_FAILING_TRIGGER = missing(
  '--failing-prompt',
  'The profile does not say how to make a generation fail (--failing-prompt or triggers.failing).',
);

/** Whether any workflow can be made to fail, so that what it costs comes back. */
export function hasFailingPrompt({ triggers: { failing } }: Profile): boolean {
  return failing !== undefined && isPrompt(failing);
}

/** Whether nothing but a prompt makes a generation fail, in whatever workflow that is. */
export function isPrompt(failing: Profile['triggers']['failing']): boolean {
  return Object.keys(failing ?? {}).every((field) => field === 'prompt');
}
