/** Credits: requests with a key that has spent its credits, and the check of the credits in each workflow. */

import { LIMITS } from '../../../contract/limits.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { type Answered, type Evidence, objectOf } from '../../engine/evidence.ts';
import { fail, type Outcome, pass } from '../../engine/outcome.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { creates, isAfter, unjudged } from '../lib/answers.ts';
import { SAMPLE, sourceBody, TEXT } from '../lib/bodies.ts';
import { cases, holds, jointly, mustBe, eachOf, eachPair } from '../lib/cases.ts';
import { cheap, followed } from '../lib/clips.ts';
import { FAILING, SPENDING, spentIn, spentProbe } from '../lib/failing.ts';
import { failingCreates, hasFailingPrompt, NO_FAILING_TRIGGER } from '../lib/money.ts';
import { describe, describeRequest, isRefusal } from '../lib/rules.ts';
import { AGAIN } from '../states/states-again.ts';
import { FAILING_ALIKE, underBudget } from './refunds.ts';
import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import { OPERATIONS } from '../../../contract/workflow.ts';
import { CONTROL, CONTROLS } from '../lib/control-requests.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;
const MANY = Math.floor(combinedSeconds / TEXT.duration_seconds);

const TWICE = defineProbe({
  id: 'create.unkeyed-twice',
  mayBeCharged: true,
  ends: 'failed',
  failsOnPurpose: true,
  sends: `Two identical text create requests for ${TEXT.duration_seconds} s, one after the other, without Idempotency-Key. Their generations must fail.`,
  lacks: (profile) => (hasFailingPrompt(profile) ? underBudget(profile) : NO_FAILING_TRIGGER),
  ...failingCreates([...cheap(TEXT.duration_seconds), ...cheap(TEXT.duration_seconds)], false),
  run: async (kit) => {
    const body = { ...TEXT, ...kit.profile.triggers.failing };
    const meanwhile = async (id: string): Promise<void> => {
      const again = acceptedId((await kit.create('again', body)).exchange);
      if (again !== id) await followed(kit, again);
    };
    await kit.make(body, { unkeyed: true, meanwhile });
  },
});

const SOURCES = spentProbe(
  'create.source-video-ids.count.many',
  `extensions that name the clip twice, ${MANY} times and ${MANY + 1} times`,
  eachOf('* sources', [2, MANY, MANY + 1], (length) => sourceBody('extend', Array<string>(length).fill(SAMPLE.clip))),
);

/** Judges that no two of these creates name the same generation. */
function eachOfItsOwn(creates: readonly Answered[]): Outcome {
  const accepted = creates.filter(({ response }) => response.status < 300);
  const ids = accepted.map(idIn);
  const twice = accepted.find((answer, at) => idIn(answer) !== undefined && ids.indexOf(idIn(answer)) < at);
  mustBe(accepted.length > 0, 'The server rejected all of these create requests.', ...creates);
  return twice === undefined
    ? pass(...creates)
    : fail([...accepted.slice(0, 1), twice], '402, or a separate generation', `the id ${String(idIn(twice))} again`);
}

const LATE = defineProbe({
  id: 'credits.late',
  mayBeCharged: true,
  sends: 'A create request at the end of the run. The key had credits for one generation, and these credits are spent.',
  keys: ['once'],
  turn: 'last',
  after: [SPENDING],
  runsAfter: [FAILING, AGAIN],
  riskedCreates: () => [{ resolution: '480p', output: TEXT.duration_seconds, source: 0 }],
  run: async (kit) => {
    await kit.create('late', TEXT, { key: 'once' });
  },
});

/** Ends the check if a refund may be correct: after a create without a response, or after another accepted create. */
function mustBeSpentForGood({ every, trace, unansweredCreates }: Evidence): void {
  const lost = unansweredCreates.find(({ key }) => key === 'once');
  if (lost !== undefined) unjudged(`A create request got no response (${lost.label}).`, lost);
  const known = new Set([FAILING, SPENDING].flatMap(({ id }) => trace(id).polls.slice(0, 1).map(idIn)));
  const other = creates(every).find(
    (answer) =>
      answer.key === 'once' && answer.probe !== LATE.id && answer.response.status < 300 && !known.has(idIn(answer)),
  );
  if (other !== undefined) unjudged('The server accepted another create request, and perhaps refunded it.', other);
}

/** A create of each kind whose cost the credits must cover. */
const KINDS = {
  text: TEXT,
  ...eachOf('*', OPERATIONS, (operation) => sourceBody(operation)),
  'no operation': sourceBody(),
};

const SPENT = spentProbe(
  'credits.spent',
  'text create requests at each resolution, then each operation at each resolution',
  eachPair('* at *', [KINDS, RESOLUTIONS], (body, resolution) => ({ ...body, resolution })),
);

export const SPENT_CREDIT_CHECKS: readonly Check[] = [
  ...cases([SOURCES], {
    'create.source-video-ids.count.many': [
      `A create request with ${MANY} source videos of at most ${combinedSeconds} s in total is accepted, like a create request with two source videos. If the key has no credits, the server returns 402 for both create requests.`,
      'The server rejects ten source videos, although the document allows ten.',
      jointly(['2 sources', `${MANY} sources`, `${MANY + 1} sources`], ([few, many, more]) => {
        const why = 'The server rejects a create request that names a clip twice, or the credits are not spent.';
        mustBe(few.response.status === 402, why, few);
        if (isRefusal(many)) return fail([few, many], '402, as for two source videos', describe(many));
        mustBe(isRefusal(more), 'The server checked the credits before it validated the create request.', few, more);
        return undefined;
      }),
      { defect: 'near-miss' },
    ],
    'service.one-clip.unkeyed': [
      'If identical create requests without Idempotency-Key are sent in parallel, no two of them return the same generation.',
      'The server treats a second create request with the same body as a replay.',
      (evidence) =>
        eachOfItsOwn([evidence.one('affordable'), ...evidence.all('rival '), ...evidence.all('once refunded ')]),
      { from: [SPENDING], defect: 'idempotency' },
    ],
    'service.one-clip.unkeyed.in-turn': [
      'A create request without Idempotency-Key makes its own generation, even if an earlier request was identical.',
      'The server treats a second create request with the same body as a replay.',
      (evidence) => eachOfItsOwn([evidence.one('create'), evidence.one('again')]),
      { from: [TWICE], defect: 'idempotency' },
    ],
    'service.one-clip.unkeyed.all': [
      'If identical create requests without Idempotency-Key are sent in parallel, each makes a separate generation. The credits must cover all of them.',
      'The server makes only one generation for identical parallel create requests.',
      (evidence) => eachOfItsOwn([evidence.one('create'), ...evidence.all('rival ')]),
      { from: [FAILING_ALIKE], defect: 'idempotency' },
    ],
    'credits.refund.once.late': [
      'After the credits are spent, the server does not refund again. The rule applies to the failed generation and to the completed generation, even if a client polls them again.',
      'The server refunds a generation twice, or refunds a completed generation. A background task or a later poll causes this refund.',
      (evidence) => {
        const [before, late] = [evidence.one('after completion'), evidence.one('late')];
        const { status } = late.response;
        mustBe(before.response.status === 402, 'The credits of the key were not spent.', before);
        mustBeSpentForGood(evidence);
        mustBe(status < 300 || status === 402, `The response to the create request was ${describe(late)}.`, late);
        return holds(status === 402, [before, late], ['402: the credits are spent']);
      },
      { from: [LATE, SPENDING] },
    ],
    'credits.reserve.with-sources': [
      'The server checks the credits for create requests with source videos too. If the credits do not cover a text create request, they do not cover a more expensive create request with a source video. The rule applies to each operation and resolution.',
      'The server does not check the credits for create requests with source videos.',
      (evidence) => {
        const spent = evidence.one('after completion');
        mustBe(spent.response.status === 402, 'The key for one generation (keys.once) still has credits.', spent);
        const least = costIn(spentIn(evidence)[0]);
        // Creates of other probes count, too: the first accepted create uses the credits that a later one would show.
        const later = creates(evidence.every).filter((answer) => answer.key === 'once' && isAfter(answer, spent));
        // A replay costs nothing.
        const earlier = new Set(
          creates(evidence.every).flatMap((answer) => (isAfter(spent, answer) ? [idIn(answer)] : [])),
        );
        const taken = later.find((answer) => answer.response.status < 300 && !earlier.has(idIn(answer)));
        const short = later.filter(({ response }) => response.status === 402);
        mustBe(taken !== undefined || short.length > 0, 'The run sent no create request of this kind.', spent);
        if (taken === undefined) return pass(spent, ...short.slice(0, 2));
        // The credits may cover a create that costs less than a text create.
        const isDearer = least !== undefined && (costIn(taken) ?? 0) >= least;
        mustBe(isDearer, 'The credits may cover the cost of the accepted create request.', spent, taken);
        return fail([spent, taken], `402, as for a text create request that costs ${least}`, describeRequest(taken));
      },
      { from: [FAILING, SPENDING, SPENT], defect: 'lost-rule', passive: true },
    ],
    'credits.reserve.every-create': [
      'If the key has no credits, the server rejects every create request that has a cost. The rule applies to each workflow, resolution and duration.',
      'The server checks the credits only in some workflows, or only at some resolutions.',
      ({ every }) => {
        const own = creates(every).filter(({ key }) => key === 'poor');
        const control = own.find(({ probe, label }) => probe === CONTROL.id && label === 'control valid');
        mustBe(control?.response.status === 402, 'The profile has no key "poor", or this key has credits.');
        const taken = own.find((answer) => answer.response.status < 300 && (costIn(answer) ?? 0) > 0);
        return taken === undefined
          ? pass(control, ...own.slice(-2))
          : fail([control, taken], '402, as for a text create request', describeRequest(taken));
      },
      { from: CONTROLS, defect: 'lost-rule', passive: true },
    ],
  }),
];

function idIn(answer: Answered): unknown {
  return objectOf(answer)['id'];
}

function costIn(answer: Answered): number | undefined {
  const { cost_usd: cost } = objectOf(answer);
  return typeof cost === 'number' ? cost : undefined;
}
