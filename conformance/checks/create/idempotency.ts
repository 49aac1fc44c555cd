/**
 * Endpoints: create: the Idempotency-Key, also after a lost response. Its effects are observed, but it must not show
 * another account's record.
 */

import { show } from '../../engine/difference.ts';
import { defineProbe, type Check, type Cost } from '../../engine/define.ts';
import { type Evidence, objectOf } from '../../engine/evidence.ts';
import { fail, notApplicable, observed, pass } from '../../engine/outcome.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, type Expectation, holds, jointly, mustBe, observations } from '../lib/cases.ts';
import { BASE, BASE_BODY, EDIT, EXTEND, followed, FRAMES, IMAGE, REFERENCE, LARGE } from '../lib/clips.ts';
import { keyedBy } from '../lib/clip-creates.ts';
import {
  EXTEND_MANY,
  isReplay,
  mustReplay,
  REPLAY,
  replaySeen,
  sameCosts,
  RESPELLED,
  SENT_AGAIN,
} from '../lib/replays.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { acceptedId, type ProbeTools } from '../../engine/probe-tools.ts';
import { failingCreates, hasFailingPrompt, NO_FAILING_TRIGGER } from '../lib/money.ts';
import { AFTER, BEFORE, sumOf } from '../service/balance.ts';
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

/** The costs of the two creates. No other creates of a run cost as much, so a second charge is visible in the sum. */
const [FIRST, DROPPED] = [12, 14].map((output): Cost => ({ resolution: '480p', output, source: 0 })) as [Cost, Cost];
const keyOf = ({ runId }: ProbeTools, name: string): HeaderLine => ['Idempotency-Key', `standin-${runId}-lost-${name}`];

const LOST = defineProbe({
  id: 'idempotency.lost-answer',
  mayBeCharged: true,
  raw: true,
  ends: 'failed',
  failsOnPurpose: true,
  sends:
    'A create request for 12 s whose generation must fail, and the same create request again. If the server replays the response, a create request for 14 s with another Idempotency-Key follows. The kit closes the connection when the response arrives, and sends the create request again. After the failure, the kit sends the first create request once more.',
  lacks: (profile) => (hasFailingPrompt(profile) ? undefined : NO_FAILING_TRIGGER),
  ...failingCreates([FIRST, FIRST, DROPPED, DROPPED, FIRST], false),
  run: async (kit) => {
    const { failing } = kit.profile.triggers;
    const bodyOf = ({ output }: Cost): object => ({ ...TEXT, duration_seconds: output, ...failing });
    const [first, lost] = [keyOf(kit, 'first'), keyOf(kit, 'answer')];
    let isReplayed = false;
    const again = async (label: string, key: HeaderLine): Promise<string | undefined> => {
      const body = bodyOf(key === lost ? DROPPED : FIRST);
      const id = acceptedId((await kit.create(label, body, { headers: [key] })).exchange);
      // The server may refund the reservation only with the poll that shows the failure.
      if (id !== kit.find(LOST)?.id) await followed(kit, id);
      return id;
    };
    const meanwhile = async (id: string): Promise<void> => {
      isReplayed = (await again('again', first)) === id;
      if (!isReplayed) return;
      await loseAnswer(kit, JSON.stringify(bodyOf(DROPPED)), lost);
      await again('after the loss', lost);
    };
    await kit.make(bodyOf(FIRST), { headers: [first], meanwhile });
    if (isReplayed) await again('after the failure', first);
    return undefined;
  },
});

function loseAnswer(kit: ProbeTools, body: string, key: HeaderLine): Promise<unknown> {
  const headers: HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    key,
  ];
  return kit.create('lost', body, { bare: '1.1', dropsAnswer: true, headers });
}

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
    'idempotency.lost-answer': [
      'The response to a create request whose first response was lost: the same generation, another generation, or a rejection. Also whether the server charged once or twice.',
      jointly(['create', 'again'], ([create, again], evidence) => {
        if (again.response.status >= 400) return `refused ${statusAndCode(again).value ?? ''}`;
        if (!isReplay(create, again)) return 'another generation';
        const after = evidence.one('after the loss');
        if (after.response.status >= 400) return observed(`lost: ${statusAndCode(after).value ?? ''}`, after);
        const charges = { once: ', one charge', twice: ', two charges', unknown: '' }[chargesOf(evidence)];
        return observed(`a generation${charges}`, create, after);
      }),
      { requirement: 'idempotency.replay', from: [LOST, BEFORE, AFTER], passive: true },
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
    'idempotency.lost-answer.charge': [
      'If the response to a create request is lost, the client can send it again with the same Idempotency-Key. The server charges once.',
      'The server stores the Idempotency-Key after it has sent the response. Or it ignores Idempotency-Keys.',
      jointly(['create', 'again'], ([create, again], evidence) => {
        if (again.response.status >= 400) return notApplicable('The server rejects a used Idempotency-Key.', again);
        if (!isReplay(create, again)) return ['one generation', 'another generation, charged again'];
        const after = evidence.one('after the loss');
        if (after.response.status >= 400) return fail(after, 'the generation of the lost response', describe(after));
        return holds(chargesOf(evidence) !== 'twice', [create, again, after], ['one charge', 'two charges']);
      }),
      {
        requirement: 'create.idempotency-key.accepted',
        from: [LOST, BEFORE, AFTER],
        level: 'should',
        defect: 'idempotency',
        passive: true,
      },
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

/** Returns whether the balance fell by the cost of the lost create, in addition to all costs that the records show. */
function chargesOf(evidence: Evidence): 'once' | 'twice' | 'unknown' {
  const { outcome, isLostPaid } = sumOf(evidence);
  if (isLostPaid) return 'twice';
  return outcome.verdict === 'pass' ? 'once' : 'unknown';
}
