/** Endpoints: create: the Idempotency-Key. Its effects are observed, but it must not show another account's record. */

import { show } from '../../engine/difference.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf } from '../../engine/evidence.ts';
import { fail, pass } from '../../engine/outcome.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, type Expectation, jointly, mustBe, observations } from '../lib/cases.ts';
import { BASE, BASE_BODY, EDIT, EXTEND, FRAMES, IMAGE, REFERENCE, LARGE } from '../lib/clips.ts';
import {
  EXTEND_MANY,
  isReplay,
  keyedBy,
  mustReplay,
  REPLAY,
  replaySeen,
  sameCosts,
  RESPELLED,
  SENT_AGAIN,
} from '../lib/replays.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { isRefusal, isTakenForUsed, statusAndCode, describe } from '../lib/rules.ts';

/** The probes whose Idempotency-Keys are similar. */
const APART = [BASE, LARGE, IMAGE, FRAMES, REFERENCE, EXTEND, EDIT, EXTEND_MANY] as const;

const KEY_FORMS = defineProbe({
  id: 'idempotency.forms',
  mayBeCharged: true,
  sends:
    'The kit sends create requests with an API key that has no credits. The Idempotency-Keys are empty, in quotes, or not ASCII. One create request has two Idempotency-Keys. Then an invalid create request and a valid create request with the same Idempotency-Key.',
  keys: ['poor'],
  run: async (kit) => {
    const send = (label: string, key: string, body: object = TEXT): Promise<unknown> =>
      kit.create(label, body, { key: 'poor', ...keyedBy(key) });
    await send('empty', '');
    await send('quoted', `"standin-${kit.runId}"`);
    await send('spaces', 'a b c');
    await send('latin', 'cl\u00e9');
    await kit.create('twice', TEXT, { key: 'poor', headers: ['one', 'two'].map((key) => ['Idempotency-Key', key]) });
    await send('after refusal 1', `standin-${kit.runId}-again`, { ...TEXT, prompt: '' });
    await send('after refusal 2', `standin-${kit.runId}-again`);
  },
});

/** A create of another account with an Idempotency-Key of the first account. */
const SCOPE = defineProbe({
  id: 'idempotency.scope',
  mayBeCharged: true,
  sends:
    'A create request with an API key that has no credits. The body and the Idempotency-Key are the same as in a create request of the first account.',
  keys: ['poor'],
  after: [REPLAY],
  run: async (kit) => {
    await kit.create('other account', BASE_BODY, { key: 'poor', ...keyedBy(idempotencyKeyOf(kit.runId, BASE.id)) });
  },
});

export const IDEMPOTENCY_CHECKS: readonly Check[] = [
  ...observations([BASE, REPLAY], {
    'idempotency.replay': [
      'The response to a create request with the same Idempotency-Key and the same body.',
      jointly(['create', 'same'], ([original, same]) => {
        const { status, body } = same.response;
        if (status >= 400) return `refused ${statusAndCode(same).value ?? ''}`;
        if (objectOf(same)['id'] !== objectOf(original)['id']) return 'another generation';
        return `${status} ${body.sha256 === original.response.body.sha256 ? 'same body' : 'other body'}`;
      }),
    ],
    'idempotency.replay.marker': [
      'The header that marks a replay.',
      jointly(['same'], ([{ response }]) => {
        const [name, value] = response.headers.find(([line]) => /replay|idempoten/i.test(line)) ?? [];
        return name === undefined ? 'none' : `${name.toLowerCase()}: ${value}`;
      }),
    ],
    'idempotency.same-body': [
      'Whether the server treats a body with its fields in another order as the same body.',
      sameBody('reordered'),
    ],
    'idempotency.mismatch': [
      'The response to a create request with the same Idempotency-Key and another body.',
      jointly(['create', 'mismatch'], ([original, other]) => {
        if (other.response.status >= 400) return statusAndCode(other);
        return objectOf(other)['id'] === objectOf(original)['id'] ? 'replayed all the same' : 'another generation';
      }),
    ],
    'idempotency.replay-body': [
      'The status that a replay shows if the generation was completed after the first response.',
      jointly(['create', 'same'], ([original, same]) => {
        const isReplayed = same.response.status < 400 && objectOf(same)['id'] === objectOf(original)['id'];
        mustBe(isReplayed, 'The server did not replay the create request.', same);
        return `${objectOf(same)['status'] === objectOf(original)['status'] ? 'as it was' : 'as it is'}: ${show(objectOf(same)['status'])}`;
      }),
    ],
    'idempotency.scope.answer': [
      "The status and the error code for another account's create request with the same Idempotency-Key.",
      'other account',
      { from: [SCOPE] },
    ],
    'error-code.idempotency-mismatch': [
      'The status and the error code for a create request with a used Idempotency-Key and another body.',
      'mismatch',
      { requirement: 'errors.codes' },
    ],
    'idempotency.after-refusal': [
      'Whether the Idempotency-Key of an invalid create request can be used again.',
      jointly(['after refusal 1', 'after refusal 2'], ([first, second]) => {
        mustBe(isRefusal(first), 'The server did not reject the invalid create request.', first);
        return second.response.status === 402 ? 'the key is free' : (statusAndCode(second).value ?? '');
      }),
      { from: [KEY_FORMS] },
    ],
  }),
  ...observations(
    [BASE, REPLAY],
    Object.keys(RESPELLED).map((spelling) => [
      `idempotency.same-body.${spelling.replaceAll(' ', '-')}`,
      `Whether the server treats the same JSON in another spelling as the same body: ${spelling}.`,
      sameBody(spelling),
    ]),
  ),
  ...cases([BASE, REPLAY], {
    'idempotency.replay.record': [
      'A replay shows the cost of the generation that it names. The rule applies even if the repeated create request writes the same JSON in another spelling.',
      'The server calculates the cost of the replay again, or shows no cost.',
      ({ one, maybe }) => {
        const labels = ['same', 'reordered', ...Object.keys(RESPELLED)];
        const replays = mustReplay(
          one('create'),
          labels.flatMap((label) => maybe(label) ?? []),
        );
        return sameCosts(replays.map((replay) => [one('create'), replay]));
      },
      { requirement: 'record.cost-usd.reserved', defect: 'idempotency' },
    ],
    'idempotency.replay.record.sources': [
      'If a create request has source videos or references, its replay shows the cost of the generation that the replay names.',
      'The server calculates the cost of the source videos again for the replay, or omits this cost.',
      (evidence) => {
        const replays = Object.entries(SENT_AGAIN).flatMap(([label, [{ id }]]) => {
          const [create, replay] = [evidence.trace(id).create, evidence.maybe(label)];
          return create !== undefined && replay !== undefined && isReplay(create, replay)
            ? [[create, replay] as const]
            : [];
        });
        mustBe(replays.length > 0, 'The server did not replay the two create requests.');
        return sameCosts(replays);
      },
      {
        requirement: 'record.cost-usd.reserved',
        from: [EDIT, REFERENCE, REPLAY],
        defect: 'idempotency',
        passive: true,
      },
    ],
    'idempotency.keys-apart': [
      'Two create requests with different Idempotency-Keys make separate generations. Some Idempotency-Keys have 128 characters and differ in only one character. One Idempotency-Key is the beginning of longer Idempotency-Keys. Another Idempotency-Key differs only in punctuation.',
      'The server stores only a part of each Idempotency-Key, such as its beginning, or drops the punctuation.',
      (evidence) => {
        const creates = APART.flatMap(({ id }) => evidence.trace(id).create ?? []);
        const expected = 'a separate generation for each Idempotency-Key';
        const mistaken = creates.find((create) => isTakenForUsed(evidence, create));
        if (mistaken !== undefined)
          return fail(mistaken, expected, `${describe(mistaken)}, as for an Idempotency-Key that was used before`);
        const accepted = creates.filter(({ response }) => response.status < 300);
        const ids = accepted.map((create) => objectOf(create)['id']);
        const twice = accepted.findIndex((_, at) => ids.indexOf(ids[at]) !== at);
        mustBe(accepted.length > 1, 'Fewer than two of these create requests were accepted.', ...creates);
        return twice < 0
          ? pass(...accepted)
          : fail(accepted.slice(0, twice + 1), expected, `the id ${show(ids[twice])} again`);
      },
      { requirement: 'service.one-clip', from: APART, defect: 'idempotency', passive: true },
    ],
    'idempotency.scope': [
      'If two accounts use the same Idempotency-Key, the second account does not get the generation of the first account.',
      "The server looks up an Idempotency-Key among the Idempotency-Keys of all accounts. So a client that guesses an Idempotency-Key gets another account's record.",
      jointly(['create', 'other account'], ([original, other]) => {
        const { id } = objectOf(original);
        return id !== undefined && objectOf(other)['id'] === id
          ? ["no record of another account's generation", `its record, ${show(id)}`]
          : undefined;
      }),
      { requirement: 'get.foreign', from: [BASE, REPLAY, SCOPE] },
    ],
  }),
  ...observations(
    [KEY_FORMS],
    ['empty', 'quoted', 'spaces', 'latin'].map((label) => [
      `idempotency.form.${label}`,
      `Whether this Idempotency-Key is accepted: ${label}.`,
      jointly([label], ([answer]) =>
        answer.response.status === 402 ? 'accepted' : (statusAndCode(answer).value ?? ''),
      ),
    ]),
  ),
];

/** Observes whether a repeated create with another spelling of its body names the first generation. */
function sameBody(label: string): Expectation {
  return replaySeen(label, () => 'the same body', 'another body');
}
