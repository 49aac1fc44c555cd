/** Credits: requests with a key that has spent its credits. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { creates } from '../lib/answers.ts';
import { sourceBody, TEXT } from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { cheap, followed } from '../lib/clips.ts';
import { FAILED_SOURCE, FAILING, SPENDING } from '../lib/failing.ts';
import { failingCreates } from '../lib/failing-creates.ts';
import { describe, isRefusal } from '../lib/rules.ts';
import { hasFailingPrompt, NO_FAILING_TRIGGER } from '../lib/triggers.ts';
import { AGAIN } from '../states/states-again.ts';
import { FAILING_ALIKE, underBudget } from './refunds.ts';

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
      const { exchange } = await kit.create('again', body);
      if (acceptedId(exchange) !== id) await followed(kit, exchange);
    };
    await kit.make(body, { unkeyed: true, meanwhile });
  },
});

const SOURCES = defineProbe({
  id: 'create.source-video-ids.count.many',
  mayBeCharged: true,
  sends: `A text create request with the key for one generation, after the credits of this key are spent. If the response is 402, three extensions follow. The source video is the clip of the same key, which lasts ${TEXT.duration_seconds} s. The extensions name this clip twice, ${MANY} times and ${MANY + 1} times.`,
  keys: ['once'],
  after: [SPENDING],
  runsAfter: [FAILED_SOURCE],
  run: async (kit) => {
    const key = 'once';
    const { id } = kit.generation(SPENDING);
    const { exchange } = await kit.create('spent', TEXT, { key });
    if (exchange.response?.status !== 402) return undefined;
    for (const count of [2, MANY, MANY + 1]) {
      const ids = Array.from({ length: count }, () => id);
      const taken = await kit.create(`${count} sources`, sourceBody('extend', ids), { key });
      if (acceptedId(taken.exchange) !== undefined) return undefined;
    }
  },
});

export const SPENT_AGAIN_CHECKS: readonly Check[] = [
  ...cases([SOURCES], {
    'create.source-video-ids.count.many': [
      `A create request with ${MANY} source videos of at most ${combinedSeconds} s in total is accepted, like a create request with two source videos. If the key has no credits, the server returns 402 for both create requests.`,
      'The server rejects ten source videos, although the document allows ten.',
      (evidence) => {
        const [few, many, more] = [2, MANY, MANY + 1].map((count) => evidence.one(`${count} sources`));
        if (few === undefined || many === undefined || more === undefined)
          return untestable('The run did not send these create requests.');
        if (few.response.status !== 402)
          return untestable(
            'The server rejects a create request that names a clip twice, or the credits are not spent.',
            few,
          );
        if (isRefusal(many)) return fail([few, many], '402, as for two source videos', describe(many));
        return isRefusal(more)
          ? pass(few, many, more)
          : untestable('The server checked the credits before it validated the create request.', few, more);
      },
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
  }),
];

/** Judges that no two of these creates name the same generation. */
function eachOfItsOwn(creates: readonly Answered[]): Outcome {
  const accepted = creates.filter(({ response }) => response.status < 300);
  const idOf = (answer: Answered): unknown => objectOf(answer)['id'];
  const twice = accepted.find(
    (answer, at) => accepted.findIndex((other) => idOf(other) === idOf(answer)) < at && idOf(answer) !== undefined,
  );
  if (accepted.length === 0) return untestable('The server rejected all of these create requests.', ...creates);
  return twice === undefined
    ? pass(...creates)
    : fail([...accepted.slice(0, 1), twice], '402, or a separate generation', `the id ${String(idOf(twice))} again`);
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

export const CREDIT_AFTERWARDS_CHECKS: readonly Check[] = [
  ...cases([LATE, SPENDING], {
    'credits.refund.once.late': [
      'After the credits are spent, the server does not refund again. The rule applies to the failed generation and to the completed generation, even if a client polls them again.',
      'The server refunds a generation twice, or refunds a completed generation. A background task or a later poll causes this refund.',
      (evidence) => {
        const [before, late] = [evidence.one('after completion'), evidence.one('late')];
        if (before.response.status !== 402) return untestable('The credits of the key were not spent.', before);
        const open = mayComeBack(evidence);
        if (open !== undefined) return open;
        if (late.response.status === 402) return pass(before, late);
        return late.response.status < 300
          ? fail([before, late], '402: the credits are spent', describe(late))
          : untestable(`The response to the create request was ${describe(late)}.`, late);
      },
    ],
  }),
];

/** Returns why a refund may be correct: after a create without a response, or after another accepted create. */
function mayComeBack({ every, trace, unansweredCreates }: Evidence): Outcome | undefined {
  const lost = unansweredCreates.find(({ key }) => key === 'once');
  if (lost !== undefined) return untestable(`A create request got no response (${lost.label}).`, lost);
  const idOf = (probe: string): unknown => {
    const [poll] = trace(probe).polls;
    return poll === undefined ? undefined : objectOf(poll)['id'];
  };
  const known = new Set([FAILING, SPENDING].map(({ id }) => idOf(id)));
  const other = creates(every).find(
    (answer) =>
      answer.key === 'once' &&
      answer.probe !== LATE.id &&
      answer.response.status < 300 &&
      !known.has(objectOf(answer)['id']),
  );
  return (
    other &&
    untestable(
      'The server accepted another create request. The kit cannot know whether the server refunded that create request.',
      other,
    )
  );
}
