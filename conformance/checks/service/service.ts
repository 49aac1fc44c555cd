/** Service: separate clips, JSON, and credits that are reserved and refunded. */

import type { Check } from '../../engine/define.ts';
import { type Answered, type Evidence, isBusy, objectOf } from '../../engine/evidence.ts';
import { fail, missing, observed, type Outcome, pass } from '../../engine/outcome.ts';
import { FAILING, REFUSED_FIRST, REFUSED_TWICE, SPENDING, spentIn } from '../lib/failing.ts';
import { causeOf, describe, isRefusal, noneOf, wasUnderWay } from '../lib/rules.ts';
import { header } from '../../client/exchange.ts';
import { creates, isError, sightingIn, sightings, unjudged } from '../lib/answers.ts';
import { cases, holds, mustBe, observations, ofAnswers } from '../lib/cases.ts';
import { mustStayReserved, secondRise } from '../lib/money.ts';
import { BASE, EDIT, EXTEND } from '../lib/clips.ts';
import { STRANGE_METHODS, UNKNOWN } from '../lib/lookups.ts';

/**
 * The expectation of a check that cannot exclude an earlier run. If the server validates creates before it checks the
 * credits, the first responses do not show whether the credits were spent before.
 */
const UNTOUCHED =
  '202, because rejected create requests are free. Perhaps an earlier run spent the credits of this key. To find out, give a new key with --key-once. If the check fails again, the server breaks the promise';
const SPENT = missing(
  '--key-once',
  'The credits of this key are spent. A possible cause is an earlier run. Give a new key with --key-once.',
);
const LACKS_ONCE = missing('--key-once', 'This check needs a key with credits for one generation (--key-once).');

/** Judges whether rejected creates used the credits of a key for one generation. */
function judgeRefused(evidence: Evidence): Outcome {
  const pairs = REFUSED_TWICE.map((labels) =>
    labels.flatMap((label) => evidence.maybe(label) ?? []).filter((answer) => !isBusy(answer)),
  );
  const before = pairs.flat();
  const next = evidence.maybe('create') ?? evidence.maybe('affordable');
  mustBe(before.length > 0 && next !== undefined, LACKS_ONCE);
  const paid = pairs.find(
    ([first, again]) => first !== undefined && isRefusal(first) && again?.response.status === 402,
  );
  if (paid !== undefined)
    return fail(paid, 'the same rejection again, because the first create request reserved no credits', '402');
  const spent = before.filter(({ response }) => response.status === 402);
  mustBe(spent.length === 0, SPENT, ...spent.slice(0, 1));
  mustBe(before.every(isRefusal), 'The server did not reject the invalid create requests.');
  const { status } = next.response;
  mustBe(status === 202 || status === 402, `The response to the next create request was ${describe(next)}.`, next);
  return holds(status === 202, [...before, next], [UNTOUCHED]);
}

export const SERVICE_CHECKS: readonly Check[] = [
  ...cases([BASE], {
    'service.one-clip': [
      'Two create requests with different bodies make different generations.',
      'The server caches generations by prompt, or returns the id of the latest generation.',
      ({ every }) => {
        const made = sightings(
          creates(every).filter(
            ({ response, probe, label }) => response.status === 202 && probe.startsWith('clip.') && label === 'create',
          ),
        );
        mustBe(made.length > 1, 'The run made fewer than two generations.');
        const ids = made.map(({ record }) => record['id']);
        const twice = made.find(({ record }, at) => ids.indexOf(record['id']) !== at);
        return twice === undefined
          ? pass(...made.slice(0, 3).map(({ answer }) => answer))
          : fail(twice.answer, 'a separate generation', `the id ${String(twice.record['id'])} again`);
      },
      { passive: true },
    ],
    'service.workflow-choice': [
      '`reference_video_operation` selects the workflow. If an edit and an extension differ only in this field, both are accepted.',
      'The server requires a separate field that names the workflow.',
      (evidence) => {
        const made = [EDIT, EXTEND].flatMap(({ id }) => evidence.trace(id).create ?? []);
        mustBe(made.length > 1, 'The run did not send an edit or an extension, because both need a completed clip.');
        const wrong = made.filter(({ response }) => response.status !== 202);
        return noneOf(wrong, made, ['202', (create) => `${describe(create)}${causeOf(evidence, create)}`]);
      },
      { from: [EDIT, EXTEND], passive: true },
    ],
    'service.json': [
      'Records and errors have a JSON Content-Type.',
      'The server sends JSON as text/html or text/plain.',
      ofAnswers(
        (answer) => sightingIn(answer) !== undefined || isError(answer),
        ({ response }) => {
          const type = header(response, 'content-type') ?? 'no Content-Type';
          return JSON_TYPE.test(type) ? undefined : ['Content-Type: application/json', type];
        },
        true,
      ),
      { from: [UNKNOWN], passive: true },
    ],
    'state.refused-create': [
      'The server reserves no credits for rejected create requests. If the kit sends these create requests again, the server rejects them again. After that, the credits still cover one generation.',
      'The server reserves the credits before it validates the create request, and does not release them after the rejection.',
      judgeRefused,
      { from: [REFUSED_FIRST, FAILING, SPENDING], passive: true },
    ],
    'credits.reserve': [
      'If the credits cover one generation, the server accepts the first create request, but not the second.',
      'The server reserves no credits, and charges only when the generation ends. So clients can make more generations than the credits cover.',
      (evidence) => {
        const early = evidence.maybe('while reserved');
        const [first, second] = spentIn(evidence);
        // The early create used the credits if the generation before it had failed by then.
        if (early?.response.status === 202 && first.response.status === 402) return pass(early, first);
        const why = `The first create request was not accepted (${describe(first)}), so the credits of the key do not cover exactly one generation.`;
        mustBe(first.response.status === 202, why, first);
        return holds(second.response.status === 402, [first, second], ['402 for the second create request']);
      },
      { from: [SPENDING, FAILING], passive: true },
    ],
    'credits.reserve.at-create': [
      'The server reserves the credits when it accepts the create request, before the first poll.',
      'The server reserves the credits only when the generation starts to run.',
      (evidence) => {
        const [create, answer] = [evidence.one('create'), whileReserved(evidence)];
        const { status } = answer.response;
        mustBe(status >= 300 || wasUnderWay(evidence, FAILING.id, answer), PERHAPS_FAILED, answer);
        return holds(status === 402, [create, answer], ['402 while the credits are reserved for the first generation']);
      },
      { from: [FAILING] },
    ],
  }),
  ...cases([FAILING, SPENDING], {
    'credits.refund': [
      'After a failure, the credits cover the same create request again.',
      'The server does not refund a failed generation, or refunds it much later in a background task.',
      (evidence) => {
        const [next] = spentIn(evidence);
        refundExpected(evidence);
        const create = evidence.one('create');
        return holds(next.response.status === 202, [create, next], ['202, because the reservation was refunded']);
      },
    ],
    'state.refund-with-failure': [
      'When a poll shows `failed`, the credits have already been refunded. No second poll is necessary.',
      'The server shows `failed` first, and refunds only at the next poll.',
      (evidence) => {
        const [failed, next] = [refundExpected(evidence), spentIn(evidence)[0]];
        return holds(next.response.status === 202, [failed, next], ['202 soon after `failed`']);
      },
    ],
    'credits.refund.once': [
      'Several parallel polls and later polls cause only one refund. So the credits do not cover a second create request.',
      'The server refunds the failed generation at each poll.',
      (evidence) => {
        const [first, second] = spentIn(evidence);
        refundExpected(evidence);
        mustBe(
          first.response.status === 202,
          'The check `credits.refund` shows that the server did not refund.',
          first,
        );
        if (second.response.status === 402) return pass(...evidence.all('again'), second);
        const rise = secondRise(evidence, evidence.one('create'));
        const expected = '402, because the server refunded one reservation, and these credits are spent';
        return rise === undefined
          ? fail([...evidence.all('again'), first, second], expected, describe(second))
          : fail([first, second, ...rise.readings, ...rise.requests], expected, `${describe(second)}; ${rise.text}`);
      },
    ],
  }),
  ...observations(
    [STRANGE_METHODS],
    ['list', 'delete', 'cancel'].map((label) => [
      `service.other-operations.${label}`,
      `The response to an operation that is not in the document: ${label}.`,
      label,
    ]),
  ),
  ...observations([BASE], {
    'service.create-milliseconds': [
      'Whether the server responds to a create request within a second.',
      (evidence) => observed(evidence.one('create').ms < 1000 ? 'within a second' : 'slower', evidence.one('create')),
      { requirement: 'state.latency' },
    ],
  }),
];

export const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json\b/i;
const PERHAPS_FAILED = missing(
  '--key-watched',
  'Perhaps the generation had already failed when the kit sent the next create request. A failure refunds the credits.',
);

/** Returns the create that the credits do not cover, sent between the failing create and its first poll. */
function whileReserved(evidence: Evidence): Answered {
  if (evidence.maybe('while reserved') === undefined) unjudged(LACKS_ONCE);
  return evidence.one('while reserved');
}

/** Returns the poll that showed the failure. Ends the check unless the credits were reserved until then. */
function refundExpected(evidence: Evidence): Answered {
  whileReserved(evidence);
  mustStayReserved(evidence);
  const last = evidence.trace(FAILING.id).polls.at(-1);
  const hasFailed = last !== undefined && objectOf(last)['status'] === 'failed';
  mustBe(hasFailed, 'The kit did not see the generation fail.', ...(last === undefined ? [] : [last]));
  return last;
}
