/**
 * The extension whose source videos have the maximum total length. Its clip costs half as much as a default run, so
 * only `--thorough` pays for it. In any other run, it fails on purpose: the response shows the cost, and the server
 * refunds it.
 */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import type { Profile } from '../../profile/profile.ts';
import { asFieldsOf, lacksMedia, sourceBody, TEXT } from './bodies.ts';
import { fieldsFor, keyOfBase, SPREAD } from './clip-creates.ts';
import { BASE, cheap, EDIT, EXTEND, IMAGE, LONGEST_SECONDS, made, PART, REFERENCE } from './clips.ts';
import { failingCreates, hasFailingPrompt } from './money.ts';
import { bodyOf } from './twins.ts';
import { missing } from '../../engine/outcome.ts';

/**
 * The source videos of exactly 30 s in total: 4 + 10 + 4 + 7 + 5. Some are silent, but the extension has sound. All
 * have one resolution, because the document does not say which resolution determines the price of a source. The edit
 * requested more seconds than it has. A server that adds up requested seconds finds more than 30.
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
    const body = { ...sourceBody('extend', sources), ...fieldsFor(SPREAD.extendMany) };
    const keyed = keyOfBase(kit, (key) => key.replaceAll('-', '_'));
    if (kit.profile.thorough) return made(kit, body, keyed);
    // The first request that sees the failure must refund it: here a download, before any poll.
    const first = (id: string): Promise<unknown> => kit.content('content before another look', id, { headers: PART });
    const failing = { ...body, ...kit.profile.triggers.failing };
    return made(kit, failing, { ...keyed, meanwhile: first, beforePoll: first });
  },
});

const TOO_DEAR = missing(
  '--thorough',
  'This generation costs half as much as all other clips together. With --thorough, the run pays for this generation. With a failing prompt (--failing-prompt), this generation is free.',
);

/**
 * Returns an image that breaks a rule, for the failing generation of the key for one generation. Returns nothing unless
 * other probes of the run test the refund after a failing prompt.
 */
export function unfitBeside(profile: Profile): string | undefined {
  const { balance, budget, media, only } = profile;
  const isWhole = only.length === 0 && budget === undefined && balance !== undefined;
  const unfit = isWhole && hasFailingPrompt(profile) ? [media.unfit['image.pixels'] ?? []].flat() : [];
  return unfit.at(-1);
}

/** Returns whether a create request asks for the failure of its generation. */
export function askedToFail(create: Answered | undefined): boolean {
  const prompt = create === undefined ? TEXT.prompt : asFieldsOf(bodyOf(create))['prompt'];
  return prompt !== TEXT.prompt;
}
