/**
 * The extension whose source videos last as long as they may. Its clip costs as much as half of a default run, so only
 * `--thorough` pays for it. Any other run asks for its failure: what it costs shows all the same, and comes back.
 */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import type { Profile } from '../../profile/profile.ts';
import { asFieldsOf, lacksMedia, TEXT } from './bodies.ts';
import { keyOfBase } from './clip-creates.ts';
import { BASE, cheap, EDIT, EXTEND, IMAGE, LONGEST_SECONDS, made, PART, REFERENCE, sourceBody } from './clips.ts';
import { fieldsFor, SPREAD } from './spread.ts';
import { hasFailingPrompt } from './triggers.ts';
import { failingCreates } from './failing-creates.ts';
import { bodyOf } from './twins.ts';
import { missing } from '../../engine/outcome.ts';

/**
 * Sources of exactly 30 seconds together: 4 + 10 + 4 + 7 + 5. Some are silent, and what is made of them is not. All are
 * of one tier: whether a source is billed at the price of its own, the document does not say. The edit asked for more
 * seconds than it has: who adds up what was asked for finds more than 30.
 */
export const MANY_SOURCES: readonly Probe[] = [EDIT, IMAGE, BASE, REFERENCE, EXTEND];

export const EXTEND_MANY = defineProbe({
  id: 'clip.extend-many',
  sends:
    'An extension by 30 s. The source videos last exactly 30 s in total. One source video is an edit whose clip is shorter than the `duration_seconds` of its create request. The Idempotency-Key differs from the Idempotency-Key of the cheapest clip only in punctuation. Without --thorough, the generation must fail, and the kit requests its content before each poll.',
  after: MANY_SOURCES,
  failsOnPurpose: true,
  ...failingCreates(cheap(LONGEST_SECONDS, LIMITS.sourceVideoIds.combinedSeconds)),
  lacks: (profile) => lacksMedia(profile) ?? (profile.thorough || hasFailingPrompt(profile) ? undefined : TOO_DEAR),
  run: async (kit) => {
    const sources = MANY_SOURCES.map((probe) => kit.generation(probe).id);
    const body = { ...sourceBody(kit, 'extend', sources), ...fieldsFor(SPREAD.extendMany) };
    const keyed = keyOfBase(kit, (key) => key.replaceAll('-', '_'));
    if (kit.profile.thorough) return made(kit.make(body, keyed));
    // The first request that sees the failure must refund it: here a download, before any poll.
    const first = (id: string): Promise<unknown> => kit.content('content before another look', id, { headers: PART });
    const failing = { ...body, ...kit.profile.triggers.failing };
    return made(kit.make(failing, { ...keyed, meanwhile: first, beforePoll: first }));
  },
});

const TOO_DEAR = missing(
  '--thorough',
  'This generation costs half as much as all other clips together. With --thorough, the run pays for this generation. With a failing prompt (--failing-prompt), this generation is free.',
);

/**
 * An image that breaks a rule, for the generation that the key for one generation pays for: only where others show what
 * comes back of a failure that is asked for.
 */
export function unfitBeside(profile: Profile): string | undefined {
  const { balance, budget, media, only } = profile;
  const isWhole = only.length === 0 && budget === undefined && balance !== undefined;
  const unfit = isWhole && hasFailingPrompt(profile) ? [media.unfit['image.pixels'] ?? []].flat() : [];
  return unfit.at(-1);
}

/** Whether a create asked for the failure of its generation. */
export function askedToFail(create: Answered | undefined): boolean {
  const prompt = create === undefined ? TEXT.prompt : asFieldsOf(bodyOf(create))['prompt'];
  return prompt !== TEXT.prompt;
}
