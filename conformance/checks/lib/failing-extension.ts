/** When the shorter extension of a run is made to fail, so that the balance shows what comes back to it. */

import type { Answered } from '../../engine/evidence.ts';
import type { Profile } from '../../profile/profile.ts';
import { asFieldsOf, lacksImages, TEXT } from './bodies.ts';
import { isPrompt } from './triggers.ts';
import { bodyOf } from './twins.ts';

/**
 * The fields that make it fail; nothing where it has to complete: without a balance nobody would see what came back,
 * and where the longer extension is not made, this one shows that extensions run.
 */
export function failsToExtend(profile: Profile): Readonly<Record<string, unknown>> | undefined {
  const { balance, budget, only, triggers } = profile;
  const isWhole = only.length === 0 && budget === undefined && lacksImages(profile) === undefined;
  return isWhole && isPrompt(triggers.failing) && balance !== undefined ? triggers.failing : undefined;
}

/**
 * An image that breaks a rule, for the generation that the key for one generation pays for: only where the extension
 * shows what comes back of a failure that is asked for.
 */
export function unfitBeside(profile: Profile): string | undefined {
  const unfit = failsToExtend(profile) === undefined ? [] : [profile.media.unfit['image.pixels'] ?? []].flat();
  return unfit.at(-1);
}

/** Whether the create of this extension asked for a failure. */
export function askedToFail(create: Answered | undefined): boolean {
  return create !== undefined && asFieldsOf(bodyOf(create))['prompt'] !== TEXT.prompt;
}
