/** Creates that need several earlier clips: repetitions, and the extension with the longest source videos. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Cost, defineProbe, type Probe } from '../../engine/define.ts';
import { type Answered, objectOf } from '../../engine/evidence.ts';
import type { Profile } from '../../profile/profile.ts';
import { asFieldsOf, lacksMedia, sourceBody, TEXT } from './bodies.ts';
import { fieldsFor, keyBut, keyedBy, keyOfBase, SPREAD } from './clip-creates.ts';
import {
  BASE,
  BASE_BODY,
  cheap,
  EDIT,
  editBody,
  EXTEND,
  IMAGE,
  LONGEST_SECONDS,
  made,
  MIDDLE,
  PART,
  REFERENCE,
  referenceOf,
} from './clips.ts';
import { failingCreates, hasFailingPrompt } from './money.ts';
import { bodyOf } from './control-requests.ts';
import { show } from '../../engine/difference.ts';
import { missing, observed, type Outcome } from '../../engine/outcome.ts';
import { type Expectation, holds, jointly, mustBe } from './cases.ts';
import { statusAndCode } from './rules.ts';
import { acceptedId, type ProbeTools, type SendOptions } from '../../engine/probe-tools.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';

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

const TEXT_OF_BASE = JSON.stringify(BASE_BODY);

/** Other spellings of the same JSON. */
export const RESPELLED: Readonly<Record<string, (text: string) => string>> = {
  'white space': (text) => JSON.stringify(JSON.parse(text), null, 2),
  escapes: (text) => text.replace('A red', String.raw`\u0041 red`),
  'a number with a point': (text) => text.replace(':4,', ':4.0,'),
};

type Again = readonly [
  probe: Probe,
  body: (kit: ProbeTools) => object,
  keyed: (kit: ProbeTools) => ReturnType<typeof keyBut>,
  costs: readonly Cost[],
];

/** The creates of other workflows that the kit repeats. */
export const SENT_AGAIN: Readonly<Record<string, Again>> = {
  'same edit': [EDIT, editBody, (kit) => keyBut(kit, isKeyUsed(kit) ? 1 : 0), cheap(4, 9)],
  'same reference': [REFERENCE, referenceOf, (kit) => keyBut(kit, MIDDLE), cheap(7, 4)],
};

/** Returns whether the server rejected the edit with the second key, so that its first Idempotency-Key was used. */
function isKeyUsed(kit: ProbeTools): boolean {
  return kit.generation(EDIT).key === 'primary' && kit.hasKey('second');
}

/** The repetitions of the create of the cheapest clip. A server without idempotency charges for each. */
export const REPLAY = defineProbe({
  id: 'idempotency.replay',
  sends:
    'The kit repeats the create request for the cheapest clip with the same Idempotency-Key. If the server replays the response, the kit sends the same JSON in other spellings. The kit also repeats the create requests for the edit and for the references. Then the kit sends the first create request with its fields in another order, and with another prompt. If a response names another generation, a get request for that generation follows.',
  after: [BASE],
  runsAfter: [EDIT, REFERENCE],
  riskedCreates: () => [
    ...['same', 'reordered', 'mismatch', ...Object.keys(RESPELLED)].flatMap(() => cheap(4)),
    ...Object.values(SENT_AGAIN).flatMap(([, , , costs]) => costs),
  ],
  run: async (kit) => {
    const options = keyedBy(idempotencyKeyOf(kit.runId, BASE.id));
    const own = kit.find(BASE)?.id;
    const again = async (label: string, body: unknown, sent: SendOptions = options): Promise<string | undefined> => {
      const id = acceptedId((await kit.create(label, body, sent)).exchange);
      if (id !== undefined && id !== own) await kit.get(`made by ${label}`, id);
      return id;
    };
    const replayed = await again('same', BASE_BODY);
    // A server without idempotency would charge for each of them.
    if (replayed !== undefined && replayed === own) {
      for (const [label, write] of Object.entries(RESPELLED)) await again(label, write(TEXT_OF_BASE));
      for (const [label, [probe, body, keyed]] of Object.entries(SENT_AGAIN)) {
        const key = kit.find(probe)?.key;
        if (key !== undefined) await again(label, body(kit), { key, ...keyed(kit) });
      }
    }
    await again('reordered', Object.fromEntries(Object.entries(BASE_BODY).toReversed()));
    await again('mismatch', { ...BASE_BODY, prompt: 'A green kite.' });
    return undefined;
  },
});

/** Returns whether a create names the generation of an earlier create. */
export function isReplay(create: Answered, again: Answered): boolean {
  const { id } = objectOf(create);
  return id !== undefined && again.response.status < 300 && objectOf(again)['id'] === id;
}

/** Returns the replays of a create among these responses. Ends the check if there is none. */
export function mustReplay(create: Answered, answers: readonly Answered[]): Answered[] {
  const replays = answers.filter((answer) => isReplay(create, answer));
  mustBe(replays.length > 0, 'The server did not replay the create request.', create);
  return replays;
}

/** Judges that each replay shows the cost of the create that it repeats. */
export function sameCosts(replays: readonly (readonly [create: Answered, replay: Answered])[]): Outcome {
  const costOf = (answer: Answered): unknown => objectOf(answer)['cost_usd'];
  const other = replays.find(([create, replay]) => costOf(replay) !== costOf(create));
  const [cost = '', got = ''] = (other ?? []).map((answer) => show(costOf(answer)));
  return holds(
    other === undefined,
    [...new Set(other ?? replays.flat())],
    [`the cost of the create request, ${cost}`, got],
  );
}

/** Observes whether a repeated create is rejected, names the first generation, or makes another one. */
export function replaySeen(label: string, same: (replay: Answered) => string, another: string): Expectation {
  return jointly(['create', label], ([create, again]) => {
    if (again.response.status >= 400) return observed(`refused ${statusAndCode(again).value ?? ''}`, again);
    return objectOf(again)['id'] === objectOf(create)['id'] ? same(again) : another;
  });
}
